"""Games of tricks, played at random: who lays what when, and what the tricks prove."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Legal = Callable[[int, list[str], list[str]], list[str]]
"""(number of the trick, trick, hand) → the cards of the hand that may be laid."""
Winner = Callable[[Sequence[str]], int]
"""A whole trick → the place in it that takes it."""


@dataclass(frozen=True)
class Turn:
    """A player's turn: the trick's number from 1, its cards so far, and his hand."""

    number: int
    seat: int
    trick: list[str]
    hand: list[str]
    laid: str


@dataclass(frozen=True)
class Played:
    """A game of tricks: every turn of it, the tricks in order, and who took them."""

    turns: tuple[Turn, ...]
    tricks: tuple[tuple[str, ...], ...]
    winners: tuple[int, ...]

    def piles(self) -> dict[int, list[str]]:
        """Seat → the cards that it took."""
        taken: dict[int, list[str]] = {seat: [] for seat in range(4)}
        for winner, trick in zip(self.winners, self.tricks, strict=True):
            taken[winner] += trick
        return taken


def play_out(
    random: Random,
    hands: Sequence[Sequence[str]],
    leader: int,
    rules: tuple[Legal, Winner],
    wrong: float = 0.0,
    tricks: int | None = None,
) -> Played:
    """A deal played at random, each card with a chance to be any of the hand."""
    legal, winner = rules
    left = [[*hand] for hand in hands]
    turns: list[Turn] = []
    done: list[tuple[str, ...]] = []
    winners: list[int] = []
    for number in range(1, (tricks or len(left[0])) + 1):
        trick: list[str] = []
        for seat in ((leader + place) % 4 for place in range(4)):
            may = left[seat] if random.random() < wrong else legal(number, trick, left[seat])
            card = random.choice(may)
            turns.append(Turn(number, seat, [*trick], [*left[seat]], card))
            left[seat].remove(card)
            trick.append(card)
        leader = (leader + winner(trick)) % 4
        done.append(tuple(trick))
        winners.append(leader)
    return Played(tuple(turns), tuple(done), tuple(winners))


def breaches(played: Played, legal: Legal, rule: Callable[[Turn], str]) -> list[Mapping[str, Any]]:
    """The cards that were wrong, by the hands that the later ones prove."""
    return [
        {"trick": turn.number, "seat": turn.seat, "card": turn.laid, "rule": rule(turn)}
        for turn in played.turns
        if turn.laid not in legal(turn.number, turn.trick, turn.hand)
    ]
