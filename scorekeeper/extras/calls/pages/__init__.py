"""Calling the referee: from any phone of a table, to the phones that were named referees'.

Here belong the call and its answer, and who is a referee of a company or a tournament. What the app
itself says of a question does not, nor what the table makes of it.
"""
