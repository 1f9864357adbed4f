"""How the app is run: what a request must be before it is read, and what an operator sees of it.

Whatever holds for every request alike and concerns no match belongs here: its length, its host, the
health of the server, logs, figures. Pages that players read do not, nor does who may write: those
are `access` and the rooms of their pages.
"""
