"""What a contract would bring if it is won or lost by ten, before it is bid.

The figures are those of real deals that the game's own scoring settles, so that they follow the
tariff: its rates, its ceiling, and its rounding.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import sum_of
from scorekeeper.games.taroky.entries import (
    FACTORS,
    HALF,
    Deal,
    Flek,
    Pagat,
    Standing,
    Variant,
    at_table,
)
from scorekeeper.games.taroky.house_rules import Contract
from scorekeeper.match import Match
from scorekeeper.web.games.helper import narrow
from scorekeeper.web.wording.figures import Cell, cell_of
from scorekeeper.web.wording.reader import book_of

BY = 10
"""The difference that a prospect is worked out for."""
WAYS: tuple[tuple[Contract, Variant | None], ...] = (
    ("zakladni", "normal"),
    ("zakladni", "quiet-solo"),
    ("druha", "normal"),
    ("druha", "quiet-solo"),
    ("preferanc", "first"),
    ("preferanc", "second"),
    ("preferanc", "third"),
    ("solo", None),
)
"""The contracts in which two sides play, in the order in which they are bid."""


@dataclass(frozen=True)
class SideFigures:
    """What each of the declarer's side gets, and what each of the others."""

    declarer: Cell
    opponent: Cell


@dataclass(frozen=True)
class Prospect:
    """A contract with what winning and losing it by ten would mean."""

    contract: str
    way: str
    won: SideFigures
    lost: SideFigures


@dataclass(frozen=True)
class Prospects:
    """All contracts with the same flek on the game."""

    level: str
    rows: tuple[Prospect, ...]


def prospects_of(match: Match) -> tuple[Prospects, ...]:
    """What each contract would bring in this match, for each flek on the game."""
    return tuple(Prospects(_name(match, level), tuple(_rows(match, level))) for level in FACTORS)


def _name(match: Match, level: Flek | None) -> str:
    book = book_of(match.game)
    if level is None:
        return book.label("texts", "times-1")
    return book.label("fields", "deal", "fleks", "choices", level)


def _rows(match: Match, level: Flek | None) -> Iterator[Prospect]:
    book = book_of(match.game)
    for contract, way in WAYS:
        yield Prospect(
            book.label("fields", "deal", "contract", "choices", contract),
            book.label("fields", "deal", "variant", "choices", way) if way else "",
            _outcome(match, contract, way, level, BY),
            _outcome(match, contract, way, level, -BY),
        )


def _outcome(
    match: Match, contract: Contract, way: Variant | None, level: Flek | None, by: int
) -> SideFigures:
    """A deal won or lost by so much, with the pagát that a druha promises."""
    first, partner, *others = map(Seat, at_table(narrow(match.standing, Standing)))
    deal = Deal(
        declarer=first,
        contract=contract,
        variant=way,
        partner=partner if way == "normal" else None,
        fleks={"game": level} if level else {},
        pagat=Pagat(first, declared=True, made=by > 0) if contract == "druha" else None,
        points=HALF + by,
    )
    points = sum_of(match.game.score(deal, match.standing, match.house), len(match.names))
    return SideFigures(cell_of(match, points[first]), cell_of(match, points[others[0]]))
