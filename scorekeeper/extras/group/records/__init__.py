"""What a group counts of its matches: statistics and records, worked out from the ledger.

A match is summed up by itself, once for each version of it (`summary`); sums of matches are added
(`stats`), and nothing of it is written down, so a correction of an old deal corrects the records.

Here belongs what is counted of any game, by its `statistics` and its `records`. Words do not, and
no game is known here.
"""
