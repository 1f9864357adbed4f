"""Questions that a table puts, the rules that answer them, and the verdicts."""
