"""The pages of the toy room."""
