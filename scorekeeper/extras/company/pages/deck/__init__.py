"""The book of a company: what it counts, owes and inscribes.

Here belong the pages of what a company keeps beyond its matches. Who belongs to a company does not
belong here, nor what is written on the sheet of a match.
"""
