"""Everything under `/m/<code>` that is not a dispute: the sheet, entries, players, accounts.

Here belong the routes of a match, and the forms and views that only they use. Disputes, verdicts
and rulings do not belong here: they are in `web.referee`, which opens forms of this room.
"""
