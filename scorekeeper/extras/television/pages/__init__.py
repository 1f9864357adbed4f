"""A match on the screen of the shelf, as all the pub reads it from four metres.

Here belongs what is only looked at; what is written or tapped does not.
"""
