"""Pienza: a native desktop for the pi coding agent."""

__version__ = "0.1.0"
