"""Toys that are put into a copy of the app: a kind of event, a room, a language, other defaults."""
