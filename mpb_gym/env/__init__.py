"""The Gymnasium adapter: spaces, codec, environment and its registration."""
