"""What every game is made of, on the standard library alone."""
