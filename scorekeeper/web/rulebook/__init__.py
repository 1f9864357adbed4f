"""The rulebook as pages: the shelf of books, a book, a rule, the search, worked cases.

Here belongs what shows rules and house rules to a reader. How a book is read and searched does not
belong here: that is `scorekeeper.rulebook`, which knows no page.
"""
