"""What the user sees, kept as data: pure, without clock, files or Qt."""
