"""The room of the app in the phone, on both sides of the line.

On the server belong here the pack that a phone may take with it, the matches that it is given, and
what it sends; in the phone what the app stands on there, and the pages of what waits to be sent.
What is sent and how it is taken in does not belong here: `scorekeeper.extras.pocket` says that.
"""
