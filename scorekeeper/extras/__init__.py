"""The third floor: rooms that an evening at one table can do without.

Here belongs what may be left out: other people's phones, groups, the app in a phone. Each folder
is one room and ends in `room.ROOM`; folders are found by looking, so that a room is taken out by
deleting it. Nothing below imports from here; what all tables need does not belong here.
"""
