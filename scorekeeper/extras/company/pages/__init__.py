"""The room of companies: who belongs to one, its links, and the matches it played.

Here belongs what a company is. What it counts, owes and inscribes does not: that is the book.
"""
