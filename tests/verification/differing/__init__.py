"""Every house rule makes a difference, and no fact breaks the referee.

A table is asked every worked case and every decided quarrel of its game, and small changes of them;
all is read off what the game declares.
"""
