"""Results of old evenings from a table (date; game; name; points; pub; town): read line by line.

A line is one person's result. Lines of the same day, game and pub are one match; a name that comes
again begins another. What nobody told is not told: there is no sheet, only what everybody had.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from scorekeeper.extras.company import Company, Pub
from scorekeeper.extras.company.events import MOST_POINTS, OldResult, Recalled
from scorekeeper.names import BadName, clean_names

DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y")
MOST_LINES = 3000


@dataclass(frozen=True)
class Fault:
    """What is wrong with a line: `code` is columns, day, game, name, points or alone."""

    line: int
    code: str


@dataclass(frozen=True)
class OldLine:
    """One person's result."""

    line: int
    night: date
    game: str
    name: str
    points: int
    pub: Pub


Match = tuple[OldLine, ...]
"""The results of one match."""


def read_table(text: str, games: Mapping[str, str]) -> tuple[list[Match], list[Fault]]:
    """The matches of a table, and the faults of its lines; `games` are keys by their folded names.

    A first line without a day is the heading.
    """
    found: list[OldLine] = []
    faults: list[Fault] = []
    for number, cells in _cells(text):
        if len(cells) < 4:
            faults.append(Fault(number, "columns"))
            continue
        read = _read(number, cells, games)
        if isinstance(read, OldLine):
            found.append(read)
        elif not (number == 1 and read.code == "day"):
            faults.append(read)
    matches = _matches(found)
    faults += [Fault(match[0].line, "alone") for match in matches if len(match) < 2]
    return matches, sorted(faults, key=lambda fault: fault.line)


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, by number, parted by what the first one is parted by."""
    lines = text.lstrip("\ufeff").splitlines()[:MOST_LINES]
    head = next(filter(str.strip, lines), "")
    parting = max(";\t,", key=head.count)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, [cell.strip() for cell in next(csv.reader([line], delimiter=parting))]


def _read(number: int, cells: Sequence[str], games: Mapping[str, str]) -> OldLine | Fault:
    day, game, name, points, *where = cells
    night, key = _day(day), games.get(game.casefold())
    if night is None:
        return Fault(number, "day")
    if key is None:
        return Fault(number, "game")
    try:
        (called,) = clean_names([name])
    except BadName:
        return Fault(number, "name")
    try:
        had = int(points.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return Fault(number, "points")
    if abs(had) > MOST_POINTS:
        return Fault(number, "points")
    pub, town = [*where, "", ""][:2]
    return OldLine(number, night, key, called, had, Pub(pub[:60], town[:60]))


def _day(text: str) -> date | None:
    for way in DAYS:
        try:
            return datetime.strptime(text.replace(" ", ""), way).date()
        except ValueError:
            continue
    return None


def _matches(lines: Sequence[OldLine]) -> list[Match]:
    """Lines of one day, game and pub together, in the order of the first of them."""
    groups: dict[tuple[date, str, Pub], list[list[OldLine]]] = {}
    for line in lines:
        parts = groups.setdefault((line.night, line.game, line.pub), [[]])
        if line.name.casefold() in (each.name.casefold() for each in parts[-1]):
            parts.append([])
        parts[-1].append(line)
    return [tuple(part) for parts in groups.values() for part in parts]


def known_as(company: Company) -> Mapping[str, int]:
    """Folded name → the member who was meant by it in a table before."""
    told = (body for _, body in company.bodies_of(Recalled))
    return {
        name.casefold(): person
        for body in told
        for result in body.results
        for name, person in zip(result.called, result.people, strict=True)
    }


def recalled(company: Company, matches: Sequence[Match], who: Mapping[str, int | None]) -> Recalled:
    """The event of these matches; whoever is nobody here by `who` comes as a guest."""
    numbers = {name: number for name, number in who.items() if number is not None}
    guests = [name for name, number in who.items() if number is None]
    numbers |= {name: len(company.members) + at for at, name in enumerate(guests)}
    results = (
        OldResult(
            game=match[0].game,
            night=match[0].night.isoformat(),
            people=tuple(numbers[line.name] for line in match),
            called=tuple(line.name for line in match),
            points=tuple(line.points for line in match),
            pub=match[0].pub.name,
            town=match[0].pub.town,
        )
        for match in matches
    )
    return Recalled(guests=tuple(guests), results=tuple(results))
