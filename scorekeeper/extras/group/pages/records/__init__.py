"""The room of statistics and records: what a group counts of its matches, as pages and charts.

Here belongs how figures of the book are shown, each with the way to its row. How they are worked
out does not: `scorekeeper.extras.group.records` counts, and knows no page.
"""
