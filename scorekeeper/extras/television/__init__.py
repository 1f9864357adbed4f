"""The room of who looks on: the board for a television, and how many phones follow a table.

Here belongs what is shown to all at once, and presence. What is written does not belong here.
"""
