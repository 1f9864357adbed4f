"""A sixth game for the tests, and an evening of it; no game of the shelf."""
