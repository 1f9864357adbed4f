"""What a penalty would write, for whom, and what this table made of the same question before."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scorekeeper.plain import Unreadable
from scorekeeper.sheet import Entry, sum_of
from scorekeeper.verdicts import Judged
from scorekeeper.web.bench import Bench
from scorekeeper.web.figures import Cell, cell_of
from scorekeeper.web.views import columns_of


@dataclass(frozen=True)
class Offender:
    """A player who may be given the penalty: his seat at this question, and what it costs him."""

    seat: int
    column: Any
    cell: Cell | None


def ruling_context(bench: Bench, found: Judged) -> dict[str, Any]:
    """What the verdict's page needs to write a ruling."""
    if not bench.writes or bench.match is None:
        return {"offenders": (), "agrees": False, "entry_url": ""}
    penalty = found.verdict.penalty or {}
    columns = columns_of(bench.match)
    return {
        "offenders": tuple(
            Offender(at, columns[seat], _costs(bench, found, at))
            for at, seat in enumerate(bench.seats)
        ),
        "agrees": bool(penalty.get("agree")),
        "entry_url": _entry_url(bench, found),
    }


def earlier(bench: Bench, found: Judged) -> str:
    """What this table agreed the last time the same question came up; empty if it never did."""
    for event in reversed(bench.match.ruled if bench.match else ()):
        said = event.body["ruling"]
        gone = bench.match is not None and event.seq in bench.match.gone
        if not gone and said["how"] == "agreed" and _same(found, said):
            return str(said["note"])
    return ""


def entry_of(bench: Bench, data: Mapping[str, Any] | None) -> Entry | None:
    """The entry of a penalty, if it is written as one. Raises Unreadable."""
    match = bench.match
    if data is not None and data.get("points", 0) is None:
        raise Unreadable("points", "missing")
    if data is None or match is None:
        return None
    entry: Entry = bench.game.read_entry(data, len(match.names), bench.house)
    return entry


def _same(found: Judged, said: Mapping[str, Any]) -> bool:
    """Whether it is the same question: about the same rule."""
    return bool(list(found.verdict.rules[:1]) == said["verdict"].get("rules", [])[:1])


def _costs(bench: Bench, found: Judged, at: int) -> Cell | None:
    """What the penalty would write for a player, if that is known before it is written."""
    match = bench.match
    try:
        data = bench.game.fine(found.verdict.rules[0], bench.seats[at], found.verdict.penalty)
        entry = entry_of(bench, data)
    except Unreadable:
        return None
    if entry is None or match is None or match.game.check(entry, match.standing, match.house):
        return None
    points = sum_of(match.game.score(entry, match.standing, match.house), len(match.names))
    return cell_of(match, points[bench.seats[at]]) if any(points) else None


def _entry_url(bench: Bench, found: Judged) -> str:
    """Where the sheet takes over what a question found out, if it can."""
    entry = found.entry()
    if entry is None or bench.match is None:
        return ""
    return url_for("matches.write", code=bench.match.code, type=entry["type"])
