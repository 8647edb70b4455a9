"""Settings: the schema is pure, the store reads the file."""
