"""The tables of a tournament's round: what the organiser gives them, and what their sides enter.

Here belong the pages of one table: its result, its sides. What belongs to
the whole tournament does not, nor how the table keeps its score.
"""
