"""A sentence about a quarrel, as a table says it, read as a question of the referee.

Words → phrases (cards, suits, numbers, people) → roles (what lies, was played, was in the hand) →
readings, of which each is a question told in part. Words stand in lexicons, one for each language,
and what only a game says, with the grammar of its questions, in the `sentences.toml` of its folder.

Here belongs what becomes of a sentence. Its verdict does not: that is the referee's.
"""
