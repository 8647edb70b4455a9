"""Qt without widgets: an application whose loop turns."""
