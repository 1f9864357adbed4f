"""A world from one seed: phones, lines and servers, in process and without real time.

    python -m tests.verification.simulation 1000000            so many steps, on all cores
    python -m tests.verification.simulation --seed 42          one world, told step by step

The app and the ledger are the real ones, the file is a real file. The rest is decided by the seed:
when a message arrives, where it is cut, when a server dies and what its clock shows.

    plan → world → deeds → phone → line, between → server → disk
             │       └─ laws, after every step
             └─ pocket_deeds → pocket, its app and storage → pocket_laws

In every other world some phones have ledgers of their own, which come and go: the app runs in them,
their workers are killed, and what they wrote comes home, or a table chooses between two sides.

Here belongs what happens in a world and what must hold in it. What is right in a game does not: the
entries are those of the tests' data, and the games say which of them fit.
"""
