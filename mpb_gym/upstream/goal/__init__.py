"""What the goal of a release's task names, read from its words and the catalogue."""
