"""The collector of faults, which the contract of all games brings along."""

from scorekeeper.testing.faults import Faults, line_of

__all__ = ["Faults", "line_of"]
