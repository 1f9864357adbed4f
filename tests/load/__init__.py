"""The load test: its parts, and one small evening."""
