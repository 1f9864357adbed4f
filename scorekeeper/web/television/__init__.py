"""The room of the screen on the shelf: a match as all the pub reads it, from four metres.

What is shown so belongs there; what is written or tapped does not.
"""
