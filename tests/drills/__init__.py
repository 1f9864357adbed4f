"""Drills for the server: what no unit test can say, at a length that nobody waits for in each run.

    python -m tests.drills NAME [N] [SEED]

`kill` ends the server at any moment of N times, `cut` cuts N saves on the line, `half` holds
half-sent and idle connections for N seconds while phones play, `fuzz` sends N broken requests. Each
prints what it counted, and gives 1 as exit status if anything was lost, doubled or broken.
"""
