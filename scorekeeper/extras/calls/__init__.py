"""The room of calls: a table calls a referee, and a referee who goes round answers.

Here belongs who is called, by whom, and who comes. Companies and tournaments have referees; how
they write it down belongs to them, and what a referee decides does not belong here.
"""
