"""The room of groups: who belongs to one, its links, and the matches it played.

Here belongs what a group is. What it counts, owes and inscribes does not: that is the book.
"""
