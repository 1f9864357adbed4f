"""A second implementation of moves and results, written from the rules and not from the code.

It is small and slow, knows cards as texts, and shares nothing with `scorekeeper.games`; what it
says is compared with the referee's answers to the same JSON. Where they differ, one is wrong.
"""
