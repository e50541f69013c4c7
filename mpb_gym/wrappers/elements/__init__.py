"""The phone as a list: visible elements, texts to type, tools; and the same as arrays."""
