"""Two tables' rules beside each other: a set that was sent, and what differs between two.

Here belongs what shows sets to somebody who may play by them. How they are typed or kept does not
belong here, nor how a difference is found: that is `scorekeeper.extras.comparing`.
"""
