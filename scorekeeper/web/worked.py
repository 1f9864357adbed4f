"""Worked examples as a reader sees them: the situation, the verdict on it, and what it costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from scorekeeper.cases import score
from scorekeeper.examples import Example
from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules, read_house
from scorekeeper.rulebook import Rulebook
from scorekeeper.verdicts import judged
from scorekeeper.web.agreed import agreed_of
from scorekeeper.web.bench import numbered
from scorekeeper.web.telling import Told, told
from scorekeeper.web.verdict import Told as Answer
from scorekeeper.web.verdict import told as answer_of
from scorekeeper.web.wording import book_of, signed


@dataclass(frozen=True)
class Worked:
    """An example in words.

    `agreed` are house rules that differ, `situations` what is given: of a dispute one, with the
    `verdict` on it; of a sheet one for each entry, with the `totals`, or `refused`.
    """

    agreed: tuple[str, ...]
    situations: tuple[tuple[str, list[Told]], ...]
    verdict: Answer | None = None
    refused: bool = False
    totals: tuple[tuple[str, str], ...] = ()


def worked(example: Example) -> Worked:
    """An example in the words of this request's language, with the referee's own answer."""
    game = GAMES[example.case["game"]]
    house = read_house(game.house, example.case.get("house", {}))
    return (_scored if example.scored else _judged)(game, house, example.case)


def _judged(game: AnyGame, house: HouseRules, case: Mapping[str, Any]) -> Worked:
    book, given = book_of(game), case["given"]
    cls: Any = game.kinds[case["kind"]]
    names = numbered(game.seated(cls, given))
    return Worked(
        _differing(game, house),
        ((book.question(cls.kind), told(book, cls, given, names)),),
        answer_of(judged(game, house, names, cls.kind, given), book),
    )


def _scored(game: AnyGame, house: HouseRules, case: Mapping[str, Any]) -> Worked:
    book, names = book_of(game), case["players"]
    answer = score(case)
    totals = zip(names, answer.get("totals", ()), strict=False)
    return Worked(
        _differing(game, house),
        tuple(_entry(game, book, entry, names) for entry in case["entries"]),
        refused="error" in answer,
        totals=tuple((name, _points(game, points)) for name, points in totals),
    )


def _entry(
    game: AnyGame, book: Rulebook, entry: Mapping[str, Any], names: Sequence[str]
) -> tuple[str, list[Told]]:
    """An entry by its name, and what it says; `void` and `correct` are about an earlier one."""
    type = str(entry["type"])
    if type not in game.entry_types:
        number = int(entry["entry"]) + 1
        if type == "void":
            return _("row %(n)s is struck out", n=number), []
        again = {"type": "", **entry["with"]}
        return _("row %(n)s is corrected", n=number), _entry(game, book, again, names)[1]
    told_of = told(book, game.entry_types[type], entry, names, ("fields", type))
    return book.label("entries", type, "name"), told_of


def _differing(game: AnyGame, house: HouseRules) -> tuple[str, ...]:
    """The house rules of an example that are not the usual ones."""
    return tuple(f"{a.label}: {a.value}" for a in agreed_of(game, house) if a.value != a.usual)


def _points(game: AnyGame, points: int) -> str:
    """Points as on the sheet: with their sign where gains and losses add up to nought."""
    return signed(points) if game.signed else signed(points).removeprefix("+")
