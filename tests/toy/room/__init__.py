"""A toy room: dice for who deals."""
