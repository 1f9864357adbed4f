"""How quick and how light Scorekeeper is, always against something measured in the same run.

`python -m benchmarks` finds its modules by looking: each that has a `measure()` giving `Ratio`s.
"""
