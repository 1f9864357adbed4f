"""Case files: one JSON object a line, read by the command line and by the tests.

A score case is a whole ledger: players, house rules and entries; it gives the points of every
entry, the totals and the state. The format is a public contract.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules, read_house
from scorekeeper.ledger import Event
from scorekeeper.match import Match, fold, scored
from scorekeeper.plain import Unreadable, write
from scorekeeper.referee import Verdict, judge
from scorekeeper.rulebook import open_rulebook, unreadable
from scorekeeper.sheet import Entry, Refused, Standing, sum_of

LANGUAGE = "en"
"""The language of messages on the command line."""

Answer = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A line of a case file: `where` is file and line, `data` what it says, or the error in it."""

    where: str
    data: Any


def read_cases(name: str, lines: Iterable[str]) -> Iterator[Case]:
    """The cases of a file; blank lines and lines that start with # are skipped."""
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield Case(f"{name}:{number}", _parsed(line))


def differences(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """What an answer says otherwise than expected, one text for each key; nested keys too."""
    if expected.get("error") is True and "error" in answer:
        expected = {key: value for key, value in expected.items() if key != "error"}
    return [
        f"{key}: expected {_json(value)}, got {_json(answer.get(key))}"
        for key, value in expected.items()
        if not _COMPARED.get(key, _agrees)(value, answer.get(key))
    ]


def score(data: Any) -> Answer:
    """The answer to a score case: points, totals and state; or the error and its field."""
    try:
        return _folded(_ledger(data))
    except _BadEntry as bad:
        return {"error": bad.why, "entry": bad.entry, "field": bad.field}
    except Unreadable as error:
        return {"error": unreadable(LANGUAGE, error), "field": error.field}


def judge_case(data: Any) -> Answer:
    """The answer to a case for the referee: the verdict; or the error and its field."""
    try:
        game = game_of(data)
        house = _house_of(game, data)
        dispute = game.read_dispute(data.get("kind"), data.get("given"), house)
        return told(judge(game.rules, dispute, house))
    except Unreadable as error:
        return {"error": unreadable(LANGUAGE, error), "field": error.field}


def told(verdict: Verdict) -> Answer:
    """A verdict as case files print it; what there is nothing to say of is left out."""
    parts = {
        "verdict": verdict.verdict,
        "rules": list(verdict.rules),
        "offence": verdict.offence,
        "instead": write(verdict.instead),
        "penalty": verdict.penalty,
        "result": write(verdict.result),
        "missing": list(verdict.missing),
    }
    return {key: value for key, value in parts.items() if value not in (None, [], {})}


@dataclass(frozen=True)
class _Ledger:
    """A score case that could be read so far: the match, and the rows by number of the entry."""

    match: Match
    rows: tuple[int | None, ...]


class _BadEntry(Exception):
    """An entry of the case that cannot be read or is refused."""

    def __init__(self, entry: int, field: str, why: str) -> None:
        super().__init__(why)
        self.entry, self.field, self.why = entry, field, why


def _house_of(game: AnyGame, data: Mapping[str, Any]) -> HouseRules:
    try:
        return read_house(game.house, data.get("house", {}))
    except Unreadable as error:
        raise error.under("house") from None


def _ledger(data: Any) -> _Ledger:
    game = game_of(data)
    names = _names(data)
    if len(names) not in game.seats:
        raise Unreadable("players", "not-a-choice", choices=", ".join(map(str, game.seats)))
    entries = _list(data, "entries")
    house = _house_of(game, data)
    body = {"game": game.key, "names": names, "dealer": 0, "house": write(house)}
    ledger = _Ledger(fold((Event("", 1, "opened", body, "", ""),)), ())
    for number, entry in enumerate(entries):
        ledger = _with_entry(ledger, number, entry)
    return ledger


def game_of(data: Any) -> AnyGame:
    """The game that a case is about. Raises Unreadable."""
    if isinstance(data, ValueError):
        raise Unreadable("", "no-json", why=str(data))
    if not isinstance(data, Mapping):
        raise Unreadable("", "not-an-object")
    key = data.get("game")
    if not isinstance(key, str) or key not in GAMES:
        raise Unreadable("game", "not-a-choice", choices=", ".join(GAMES))
    return GAMES[key]


def _names(data: Mapping[str, Any]) -> list[Any]:
    names = _list(data, "players")
    for seat, name in enumerate(names):
        if not isinstance(name, str):
            raise Unreadable(f"players.{seat}", "not-a-text")
    return names


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    if name not in data:
        raise Unreadable(name, "missing")
    value = data[name]
    if not isinstance(value, list):
        raise Unreadable(name, "not-a-list")
    return value


def _with_entry(ledger: _Ledger, number: int, data: Any) -> _Ledger:
    """The ledger with one entry more. Raises _BadEntry."""
    try:
        event = _event(ledger, data)
    except Unreadable as error:
        raise _BadEntry(number, error.field, unreadable(LANGUAGE, error)) from None
    except Refused as refused:
        raise _BadEntry(number, refused.refusal.field, _why(ledger.match, refused)) from None
    row = event.seq if event.kind == "recorded" else None
    return _Ledger(ledger.match.after(event), (*ledger.rows, row))


def _event(ledger: _Ledger, data: Any) -> Event:
    """The event that an entry of the case stands for. Raises Unreadable, Refused."""
    match, kind = ledger.match, data.get("type") if isinstance(data, Mapping) else None
    if kind == "void":
        return _next(match, "struck", {"event": _earlier(ledger, data)})
    if kind == "correct":
        seq = _earlier(ledger, data)
        row = match.row(seq)
        return _next(
            match, "corrected", {"event": seq, **_told(match, data.get("with"), row.before)}
        )
    return _next(match, "recorded", _told(match, data, match.standing))


def _next(match: Match, kind: str, body: Mapping[str, Any]) -> Event:
    seq = match.seen + 1
    return Event(match.code, seq, kind, body, str(seq), "")


def _told(match: Match, data: Any, before: Standing) -> dict[str, Any]:
    """An entry with its lines, as an event holds it. Raises Unreadable, Refused."""
    entry: Entry = match.game.read_entry(data, len(match.names), match.house)
    return {"entry": match.game.write_entry(entry), "lines": scored(match, entry, before)}


def _earlier(ledger: _Ledger, data: Mapping[str, Any]) -> int:
    """The event of the earlier entry that an entry speaks of. Raises Unreadable."""
    number = data.get("entry")
    if type(number) is not int:
        raise Unreadable("entry", "not-a-number")
    seq = ledger.rows[number] if 0 <= number < len(ledger.rows) else None
    if seq is None or seq in ledger.match.gone:
        raise Unreadable("entry", "no-such-entry", number=number)
    return seq


def _folded(ledger: _Ledger) -> Answer:
    match = ledger.match
    seats = len(match.names)
    by_event = {row.seq: row for row in match.rows if not row.struck}
    counted = [by_event[seq].lines if seq in by_event else () for seq in ledger.rows]
    return {
        "scores": [list(sum_of(lines, seats)) for lines in counted],
        "totals": list(match.standing.totals),
        "state": dict(match.game.state(match.standing)),
    }


def _why(match: Match, refused: Refused) -> str:
    book, refusal = open_rulebook(match.game.folder, LANGUAGE), refused.refusal
    return book.say("refusals", refusal.id, refusal.facts, match.names)


def _agrees(expected: Any, got: Any) -> bool:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return all(_agrees(value, got.get(key)) for key, value in expected.items())
    return bool(expected == got)


def _contained(expected: Any, got: Any) -> bool:
    """Rules are named at least."""
    return isinstance(expected, list) and set(map(_json, expected)) <= set(map(_json, got or ()))


def _same_set(expected: Any, got: Any) -> bool:
    """What was allowed instead: the same, in whatever order."""
    if not isinstance(expected or [], list):
        return False
    return sorted(map(_json, expected or ())) == sorted(map(_json, got or ()))


def _same(expected: Any, got: Any) -> bool:
    """A penalty is told whole."""
    return bool(expected == got)


_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "rules": _contained,
    "instead": _same_set,
    "missing": _same_set,
    "penalty": _same,
}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        return ValueError(str(error))
