"""Who looks on, and who has not been heard of since when: kept in memory, and for an hour.

Here belongs what phones leave behind by looking: moments, with nothing of what they saw. It is no
history, so nothing of it goes into a ledger. How a phone is known, and names, do not belong here.
"""
