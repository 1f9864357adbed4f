"""What every game offers to be played at random: a part of the contract of all games."""

from scorekeeper.testing.walks import (
    AnyWalk,
    Known,
    Leaves,
    Step,
    Walk,
    dealt,
    evenly,
    played,
    walk,
)

__all__ = ["AnyWalk", "Known", "Leaves", "Step", "Walk", "dealt", "evenly", "played", "walk"]
