"""Who takes how many and who plays next: people tap who lays what, one answer after another.

Faraón and Makao share the page; a game says what its taps tell. Each tap is judged, what can be
tapped next too: nothing about the rules is known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response
from flask_babel import gettext as _

from scorekeeper.plain import Unreadable
from scorekeeper.verdicts import Judged
from scorekeeper.web.games.tapping import (
    Sitter,
    Sitting,
    asks_why,
    help_page,
    in_words,
    sitters_of,
    taps,
    verdict_of,
)
from scorekeeper.web.telling import Bit

Given = Mapping[str, Any]
LEGAL, OFF = "legal", "off"


@dataclass(frozen=True)
class Lay:
    """What one seat laid in one go: how the page tells it."""

    seat: int
    bits: tuple[Bit, ...]


Lays = Callable[[Sitting, Sequence[str]], Sequence[Lay]]


@dataclass(frozen=True)
class Way:
    """What the taps of a page tell.

    `given` is the question that they tell, None as long as they tell none, and it raises Unreadable
    for a tap that is none; `lays` tells what was laid. `keys` are rows of codes of cards that can
    be tapped, "" for a gap; without any a tap on a seat says that it laid one card more. `kinds`
    are the helps beside which this one stands.
    """

    kinds: tuple[str, ...]
    given: Callable[[Sitting, Sequence[str]], Given | None]
    lays: Lays
    keys: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Followed:
    """Taps as far as they can be: what follows from them (`sound`), and what the last one broke.

    `wrong` is a tap that cannot be at all; it is left out.
    """

    moves: tuple[str, ...]
    sound: Judged | None = None
    broken: Judged | None = None
    wrong: Unreadable | None = None

    @property
    def reached(self) -> Mapping[int, str]:
        """Seat → what it has to do now, in short."""
        result = self.sound.verdict.result if self.sound else {}
        takes, misses = _by_seat(result.get("takes")), _by_seat(result.get("misses"))
        plays = {result["next"]: _("plays next")} if "next" in result else {}
        return {
            **plays,
            **{seat: _("takes %(n)d", n=n) for seat, n in takes.items()},
            **{seat: _("misses %(n)d×", n=n) for seat, n in misses.items()},
        }

    @property
    def faces(self) -> int | None:
        """The seat that has to answer now, if one has to."""
        result = self.sound.verdict.result if self.sound else {}
        hit = {**_by_seat(result.get("takes")), **_by_seat(result.get("misses"))}
        return next(iter(hit), None)


@dataclass(frozen=True)
class SeatKey:
    """A player as a key: what he has to do now, and what a tap on him would be."""

    sitter: Sitter
    says: str
    way: str
    turn: bool


def chain_page(sitting: Sitting, way: Way, start: Sequence[str] = ()) -> Response:
    """The page after the taps that were sent; `start` are those that nobody has to do."""
    sent = taps()
    followed = follow(sitting, way, sent if len(sent) >= len(start) else tuple(start))
    judged = followed.broken or followed.sound
    if judged and asks_why(judged):
        return verdict_of(sitting, judged)
    lays = way.lays(sitting, followed.moves)
    return help_page(
        "games/chain.html",
        sitting,
        followed.moves,
        followed.wrong,
        kinds=way.kinds,
        seats=_seats(sitting, way, followed, lays),
        keys=_keys(sitting, way, followed),
        lays=[(sitters_of(sitting.bench)[lay.seat], lay.bits) for lay in lays],
        followed=followed,
        begun=len(followed.moves) > len(start),
        undo=sitting.bench.names[lays[-1].seat] if lays else "",
        sound=in_words(sitting, followed.sound),
        broken=in_words(sitting, followed.broken),
    )


def follow(sitting: Sitting, way: Way, moves: Sequence[str]) -> Followed:
    """Taps one by one: up to the first that cannot be, or that breaks a rule, and no further."""
    sound = None
    for n in range(len(moves)):
        done = tuple(moves[: n + 1])
        try:
            found = _judged(sitting, way, done)
        except Unreadable as wrong:
            return Followed(done[:-1], sound, None, wrong)
        if found and found.verdict.verdict != LEGAL:
            return Followed(done, sound, found)
        sound = found or sound
    return Followed(tuple(moves), sound)


def _judged(sitting: Sitting, way: Way, moves: Sequence[str]) -> Judged | None:
    given = way.given(sitting, moves)
    return None if given is None else sitting.judged(sitting.kind, given)


def _would_be(sitting: Sitting, way: Way, followed: Followed, move: str) -> str:
    """What one tap more would be: legal, an offence, or off, as it cannot be."""
    if followed.broken:
        return OFF
    try:
        found = _judged(sitting, way, (*followed.moves, move))
    except Unreadable:
        return OFF
    return found.verdict.verdict if found else LEGAL


def _seats(
    sitting: Sitting, way: Way, followed: Followed, lays: Sequence[Lay]
) -> tuple[SeatKey, ...]:
    turn = lays[-1].seat if lays and way.keys and not followed.broken else None
    return tuple(
        SeatKey(
            sitter,
            followed.reached.get(sitter.seat, ""),
            _would_be(sitting, way, followed, str(sitter.seat)),
            sitter.seat == turn,
        )
        for sitter in sitters_of(sitting.bench)
    )


def _keys(sitting: Sitting, way: Way, followed: Followed) -> list[list[tuple[str, str]]]:
    return [
        [(code, _would_be(sitting, way, followed, code) if code else OFF) for code in row]
        for row in way.keys
    ]


def _by_seat(told: Mapping[str, int] | None) -> dict[int, int]:
    return {int(seat): n for seat, n in (told or {}).items()}
