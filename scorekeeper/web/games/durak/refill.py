"""Who draws how many after a bout, in which order: roles and hands are tapped (durak.refill).

Whoever takes part in a bout is thought to have laid one card, until told otherwise; the next bout
begins with the hands and the stock as the refill before has left them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Response, request

from scorekeeper.games.durak.disputes import MOST_CARDS
from scorekeeper.games.durak.results import HAND
from scorekeeper.plain import Unreadable
from scorekeeper.verdicts import Judged
from scorekeeper.web.games.tapping import (
    Sitter,
    Sitting,
    asks_why,
    help_page,
    sitters_of,
    taps,
    verdict_of,
)
from scorekeeper.web.typed import number

ROLES = ("attacker", "thrower", "defender")
STOCK_STEPS = (-5, -1, 1, 5)


@dataclass(frozen=True)
class Bout:
    """A bout as far as it was told.

    `before` are the hands when it began, `steps` what was added to them or taken off by hand.
    """

    before: tuple[int, ...]
    stock: int
    steps: Mapping[int, int] = field(default_factory=dict)
    attacker: int | None = None
    told_defender: int | None = None
    throwers: frozenset[int] = frozenset()
    took: bool = False

    @property
    def defender(self) -> int | None:
        """Who defends: as was told, else the one after the attacker (durak.turn)."""
        if self.told_defender is not None or self.attacker is None:
            return self.told_defender
        return (self.attacker + 1) % len(self.before)

    @property
    def roles(self) -> Mapping[int, str]:
        """Seat → its role, for those who have one."""
        told: list[tuple[int | None, str]] = [(seat, "thrower") for seat in sorted(self.throwers)]
        told += [(self.attacker, "attacker"), (self.defender, "defender")]
        return {seat: role for seat, role in told if seat is not None}

    @property
    def hands(self) -> tuple[int, ...]:
        """How many cards everybody has after the bout."""
        return tuple(max(0, n + self._change(seat)) for seat, n in enumerate(self.before))

    def _change(self, seat: int) -> int:
        """What the bout has done to a hand: who took has all that the others laid."""
        role, by_hand = self.roles.get(seat), self.steps.get(seat, 0)
        if role == "defender" and self.took:
            return by_hand + len(self.roles) - 1
        return by_hand - (role is not None)

    @property
    def given(self) -> dict[str, Any] | None:
        """The question; None as long as nobody attacks."""
        if self.attacker is None:
            return None
        return {
            "hands": list(self.hands),
            "stock": self.stock,
            "attacker": self.attacker,
            "throwers": sorted(self.throwers - {self.attacker, self.defender}),
            "defender": self.defender,
            "took": self.took,
        }


@dataclass(frozen=True)
class Row:
    """A player in the list: his role, his cards, what a tap on him says, and what he draws."""

    sitter: Sitter
    role: str
    hand: int
    move: str
    draws: int


def refill_page(sitting: Sitting) -> Response:
    """The page after the taps that were sent."""
    moves = taps()
    bout, done, wrong = _followed(sitting, moves)
    found = _judged(sitting, bout)
    if found and asks_why(found):
        return verdict_of(sitting, found)
    draws = [(seat, n) for seat, n in found.verdict.result["draws"]] if found else []
    role = _role(bout)
    return help_page(
        "games/durak/refill.html",
        sitting,
        done,
        wrong,
        bout=bout,
        role=role,
        roles=ROLES,
        rows=_rows(sitting, bout, role, dict(draws)),
        steps=STOCK_STEPS,
        draws=[(sitting.bench.names[seat], n) for seat, n in draws],
        found=found,
    )


def _followed(sitting: Sitting, moves: Sequence[str]) -> tuple[Bout, list[str], Unreadable | None]:
    """The bout after all taps up to the first that cannot be."""
    bout, done = _begun(sitting), list[str]()
    for move in moves:
        try:
            changed = _moved(sitting, bout, move)
            _judged(sitting, changed)
        except Unreadable as wrong:
            return bout, done, wrong
        bout, done = changed, [*done, move]
    return bout, done, None


def _begun(sitting: Sitting) -> Bout:
    """All hands are full, and the rest of the pack is the stock."""
    pack = sitting.bench.game.pack(sitting.bench.house)
    stock = len(pack.cards) - HAND * sitting.players
    return Bout(before=(HAND,) * sitting.players, stock=max(0, stock))


def _judged(sitting: Sitting, bout: Bout) -> Judged | None:
    return sitting.judged("refill", bout.given) if bout.given else None


def _moved(sitting: Sitting, bout: Bout, move: str) -> Bout:
    """The bout after one tap: "attacker.2", "hand.0.-1", "stock.5", "took", "next"."""
    what, *told = move.split(".")
    change = _CHANGES.get((what, len(told)))
    if change is None:
        raise Unreadable("move", "not-a-choice", choices=", ".join(what for what, _n in _CHANGES))
    numbers = [number(each) for each in told]
    if not all(isinstance(each, int) for each in numbers):
        raise Unreadable("move", "not-a-number")
    if what in (*ROLES, "hand") and not 0 <= numbers[0] < sitting.players:
        raise Unreadable("move", "no-such-seat", last=sitting.players - 1)
    return change(sitting, bout, *numbers)


def _attacks(sitting: Sitting, bout: Bout, seat: int) -> Bout:
    defender = None if bout.told_defender == seat else bout.told_defender
    return replace(bout, attacker=seat, told_defender=defender)


def _throws_in(sitting: Sitting, bout: Bout, seat: int) -> Bout:
    return replace(bout, throwers=bout.throwers ^ {seat})


def _defends(sitting: Sitting, bout: Bout, seat: int) -> Bout:
    return replace(bout, told_defender=seat)


def _steps_hand(sitting: Sitting, bout: Bout, seat: int, by: int) -> Bout:
    step = _within(bout.hands[seat] + by) - bout.hands[seat]
    return replace(bout, steps={**bout.steps, seat: bout.steps.get(seat, 0) + step})


def _steps_stock(sitting: Sitting, bout: Bout, by: int) -> Bout:
    return replace(bout, stock=_within(bout.stock + by))


def _within(cards: int) -> int:
    return min(max(0, cards), MOST_CARDS)


def _takes(sitting: Sitting, bout: Bout) -> Bout:
    return replace(bout, took=not bout.took)


def _next(sitting: Sitting, bout: Bout) -> Bout:
    """The next bout: the hands are refilled, as the referee says."""
    found = _judged(sitting, bout)
    if found is None:
        raise Unreadable("attacker", "missing")
    drawn = dict(found.verdict.result["draws"])
    hands = tuple(n + drawn.get(seat, 0) for seat, n in enumerate(bout.hands))
    return Bout(before=hands, stock=bout.stock - sum(drawn.values()))


_CHANGES: Mapping[tuple[str, int], Callable[..., Bout]] = {
    ("attacker", 1): _attacks,
    ("thrower", 1): _throws_in,
    ("defender", 1): _defends,
    ("hand", 2): _steps_hand,
    ("stock", 1): _steps_stock,
    ("took", 0): _takes,
    ("next", 0): _next,
}


def _role(bout: Bout) -> str:
    """What a tap on a player says: as was chosen, else who attacks, and then who throws in."""
    chosen = request.values.get("role", "")
    usual = "attacker" if bout.attacker is None else "thrower"
    return chosen if chosen in ROLES and bout.attacker is not None else usual


def _rows(sitting: Sitting, bout: Bout, role: str, draws: Mapping[int, int]) -> list[Row]:
    return [
        Row(
            sitter,
            bout.roles.get(sitter.seat, ""),
            bout.hands[sitter.seat],
            _tap(bout, role, sitter.seat),
            draws.get(sitter.seat, 0),
        )
        for sitter in sitters_of(sitting.bench)
    ]


_KEPT = {
    "attacker": ("attacker",),
    "thrower": ("attacker", "defender"),
    "defender": ("attacker", "defender"),
}
"""Role that a tap gives → the roles of those to whom it would say nothing."""


def _tap(bout: Bout, role: str, seat: int) -> str:
    """What a tap on a player sends; empty if it would say nothing."""
    return "" if bout.roles.get(seat) in _KEPT[role] else f"{role}.{seat}"
