"""House rules on their way: typed before a match, kept under a name, sent as a link.

Here belongs what reads a set from a form or a link, and which sets this phone knows. The pages
that show one do not belong here: they stand to the right of this room.
"""
