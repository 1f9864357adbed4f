"""The room of groups: who belongs to one, its links, and the matches it played.

Here belongs what a browser is shown of a group. What it counts, owes and inscribes is worked out
beside this folder.
"""
