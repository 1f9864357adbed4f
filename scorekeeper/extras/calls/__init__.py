"""The room of calls: a table calls a referee, and a referee who goes round answers.

Here belongs who is called, by whom, and who comes, all of it written down in the stream of a
company or of a tournament, which know nothing of it. What a referee decides does not belong here.
"""
