"""Figures: measured, printed, never judged by a test. `python -m tests.bench [NAME ...] [--json] [--quick]`."""
