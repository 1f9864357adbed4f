"""Drills for the server: what no unit test can say, at a length that nobody waits for in each run.

    python -m tests.verification.drills NAME [N] [SEED] [--postgres]

`kill` ends the server at any moment of N times, `fuzz` sends N broken requests, `imports` takes in
N changed files, `wire` cuts N saves on the line between a ledger and PostgreSQL.
Each prints what it counted, and gives 1 as exit status if anything was lost, doubled or broken.

`python -m tests.verification.drills.container IMAGE` plays against an image of the app, which is
killed, updated and moved.

With --postgres the ledger lies in a PostgreSQL server of the drill's own, and `kill` ends that
server in its turn, too.
"""
