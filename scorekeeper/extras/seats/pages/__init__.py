"""Players' own phones: whose hand a phone is in, who writes, and what the others say of a row.

Here belongs what a player does from his own seat: he sees his own figures, confirms, objects. What
is written on the sheet by the phone that keeps it does not; nor does how a quarrel is judged.
"""
