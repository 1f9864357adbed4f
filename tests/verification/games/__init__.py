"""The breadth of what `tests/games` asks a few times."""
