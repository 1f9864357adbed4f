"""The room of seats: players' own phones, which confirm a row, object to it, and ask the referee.

Here belongs what is said from a seat and what it means for a row. What stands on the sheet, whoever
agrees with it, does not belong here.
"""
