"""The end of an evening: who won, who pays, and what is handed on of it.

Here belong the closing page and its text, the table for other programs and the sheet for
paper. What is still written on the sheet does not belong here, nor a match as a file to take in.
"""
