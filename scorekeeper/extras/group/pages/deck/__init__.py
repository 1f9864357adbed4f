"""The book of a group: what it counts, owes and inscribes.

Here belong the pages of what a group keeps beyond its matches. Who belongs to a group does not
belong here, nor what is written on the sheet of a match.
"""
