"""Disputes as pages: what happened, the question's form, the verdict, the ruling.

Here belong the routes from a dispute to its ruling, asked in a match or at a table without one.
What is right does not belong here: a game's rules decide it in `scorekeeper.referee.verdict`.
"""
