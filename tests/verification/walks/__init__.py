"""The five games as state machines that only tests and benchmarks play.

Each ends in its `WALK`; `contract` says what that is, `proof` plays a great many of them. Here
belongs whatever deals, draws and takes cards by itself. Here does not belong what is legal: that is
asked of each game's rules.
"""
