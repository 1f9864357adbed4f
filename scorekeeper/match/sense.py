"""Whether an event from outside makes sense in its match: what passes here can be shown for ever.

The app itself writes only such events. A file may say anything, and what was taken in stays: so
its shape is read like everything else that comes from outside, its entries are asked of the game,
its lines have to sum to what the game says, and its rulings have to have words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from scorekeeper.fields import spec
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, as_json
from scorekeeper.match import ACTIONS, Match
from scorekeeper.match.bodies import BODIES, LineBody
from scorekeeper.match.nonsense import (
    CODE,
    LANGUAGE,
    MOST,
    Nonsense,
    check_members,
    english,
    knows,
    read,
    under,
)
from scorekeeper.match.sense_phones import PHONE_CHECKS, check_mark, check_note
from scorekeeper.match.sense_rulings import check_asked, check_ruling
from scorekeeper.match.signing import check_signed
from scorekeeper.match.strikes import recording_of
from scorekeeper.named_house import proper_name
from scorekeeper.names import BadName, proper_names
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import Refusal, Standing

Body = Mapping[str, Any]


@dataclass(frozen=True)
class _Opened:
    game: str
    names: tuple[str, ...]
    dealer: Seat
    table_of: str = ""
    table_confirm: Literal["off", "twice"] = "off"
    rules: str = ""


@dataclass(frozen=True)
class _Line:
    rule: str
    points: tuple[int, ...] = spec(ge=-MOST, le=MOST)


@dataclass(frozen=True)
class _Target:
    event: int


@dataclass(frozen=True)
class _Note(_Target):
    note: str


@dataclass(frozen=True)
class _Strike(_Target):
    by: Literal["undo", "redo"] | None = None


@dataclass(frozen=True)
class _Renamed:
    names: tuple[str, ...]
    dealer: Seat | None = None


@dataclass(frozen=True)
class _Company:
    seats: tuple[int, ...] = spec(ge=0)


@dataclass(frozen=True)
class _Seated:
    names: tuple[str, ...]
    dealer: Seat


def check_sense(match: Match | None, event: Event) -> None:
    """Raises Nonsense if an event makes no sense after those of a match (None: it opens one)."""
    try:
        if match is None:
            _check_opening(event.body)
        else:
            check_members(event.body, BODIES[event.kind])
            check_mark(event.kind, event.body)
            _check_seats(match, event)
            _CHECKS[event.kind](match, event.body)
    except Invalid as error:
        raise Nonsense(f"body.{error.path}".rstrip("."), unreadable(LANGUAGE, error)) from None
    except Nonsense as fault:
        raise fault.under("body") from None


def _check_opening(body: Body) -> None:
    check_members(body, BODIES["opened"])
    names = body.get("names")
    opened = read(_Opened, body, len(names) if isinstance(names, list) else 0)
    if opened.game not in GAMES:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    game = GAMES[opened.game]
    house = under("house", lambda: game.read_house(body.get("house")))
    if (proper := proper_name(opened.rules, "rules")) != opened.rules:
        raise Nonsense("rules", f"without needless blanks it is {proper!r}")
    if len(opened.names) not in (sizes := game.sizes(house)):
        right = ", ".join(map(str, sizes))
        raise Nonsense("names", f"{len(opened.names)} players; right would be: {right}")
    if opened.table_of and not CODE.fullmatch(opened.table_of):
        raise Nonsense("table_of", "a code is 1 to 16 capital letters and digits")
    _check_names(opened.names)


def _check_seats(match: Match, event: Event) -> None:
    """Raises Nonsense if what counts by seats was written by others than who sit there."""
    if event.kind in ("recorded", "ruled", "renamed"):
        body = event.body if "seats" in event.body else {"seats": [*match.first_seats]}
        if read(_Company, {"seats": body["seats"]}).seats != match.seating.seats:
            raise Nonsense("seats", f"at the table sit {[*match.seating.seats]}")


def _check_seated(match: Match, body: Body) -> None:
    game, seats = match.game, read(_Company, body).seats
    seated = read(_Seated, body, len(seats))
    if len(seats) not in game.seats or len(seated.names) != len(seats):
        raise Nonsense("seats", f"{len(seats)} seats, {len(seated.names)} names")
    known = len(match.seating.people)
    right = range(known + sum(person >= known for person in seats))
    if len({*seats}) != len(seats) or not {*seats} <= {*right} or not {*right[known:]} <= {*seats}:
        raise Nonsense("seats", f"people sit once, and new ones are numbered from {known}")
    _check_names(seated.names)
    if refusal := game.check_table(len(seats), match.standing, match.house):
        raise _refused(match, refusal, refusal.field)
    if game.reseat is None:
        raise Nonsense("seats", f"in {game.key} nobody comes or goes")


def _refused(match: Match, refusal: Refusal, field: str) -> Nonsense:
    return Nonsense(field, english(match).say("refusals", refusal.id, refusal.facts, match.names))


def _check_names(names: tuple[str, ...]) -> None:
    try:
        proper = proper_names(names)
    except BadName as bad:
        raise bad.at(f"names.{bad.seat}") from None
    if proper != names:
        raise Nonsense("names", f"without needless blanks they are {', '.join(proper)}")


def _check_corrected(match: Match, body: Body) -> None:
    target = read(_Target, body).event
    row = next((row for row in match.rows if row.seq == target), None)
    if row is None:
        raise Nonsense("event", f"event {target} recorded no entry that could be corrected")
    _check_entry(match.at(row.seating.seats), body, row.before)


def _check_entry(match: Match, body: Body, before: Standing) -> None:
    """Raises Invalid or Nonsense unless the game takes this entry, and its lines add up."""
    if "entry" not in body:
        raise Invalid("entry", "missing")
    game, players = match.game, len(match.names)
    entry = under("entry", lambda: game.read_entry(body["entry"], players, match.house))
    refusal = game.check(entry, before, match.house)
    if refusal and refusal.id not in game.newer_refusals:
        raise _refused(match, refusal, f"entry.{refusal.field}")
    if not isinstance(body.get("lines"), list):
        raise Invalid("lines", "not-a-list" if "lines" in body else "missing")
    for at, line in enumerate(body["lines"]):
        under(f"lines.{at}", partial(_check_line, match, line))


def _check_line(match: Match, data: Any) -> None:
    line = read(_Line, data)
    check_members(data, LineBody)
    if not knows(english(match), line.rule):
        raise Nonsense("rule", f"{match.game.key} has no rule {line.rule!r}")
    if len(line.points) != len(match.names):
        raise Invalid("points", "wrong-number", n=len(match.names))
    if not isinstance(data.get("facts", {}), dict):
        raise Invalid("facts", "not-an-object")
    right, total = match.game.line_sum(line.rule), sum(line.points)
    if right not in (None, total):
        raise Nonsense("points", f"points of {line.rule} sum to {right}, these to {total}")


def _check_struck(match: Match, body: Body) -> None:
    strike = read(_Strike, body)
    if not 1 < strike.event <= match.version:
        raise Nonsense("event", f"there is no event {strike.event} to strike before this one")
    target = match.events[strike.event - 1]
    rows = [row.seq for row in match.rows]
    undone = target.body.get("by") == "undo"
    company = match.events[recording_of(match.events, target) - 1].kind == "seated"
    right = {
        None: (target.kind == "struck" and not company) or target.seq in rows,
        "undo": target.kind in ACTIONS and "by" not in target.body,
        "redo": undone,
    }[strike.by]
    in_turn = {"undo": match.undo, "redo": match.redo}.get(strike.by or "")
    if not right or (company and target is not in_turn):
        raise Nonsense("event", f"event {strike.event} is nothing that can be taken back so")


def _check_noted(match: Match, body: Body) -> None:
    noted = read(_Note, body)
    if noted.event not in [row.seq for row in match.rows]:
        raise Nonsense("event", f"event {noted.event} recorded no entry that a note could be about")
    check_note(noted.note)


def _check_ruled(match: Match, body: Body) -> None:
    under("ruling", lambda: check_ruling(match, body.get("ruling")))
    if "entry" in body:
        _check_entry(match, body, match.standing)
    elif "lines" in body:
        raise Invalid("entry", "missing")


def _check_renamed(match: Match, body: Body) -> None:
    renamed = read(_Renamed, body, len(match.names))
    if len(renamed.names) != len(match.names):
        raise Invalid("names", "wrong-number", n=len(match.names))
    _check_names(renamed.names)


def _check_relinked(match: Match, body: Body) -> None:
    right = {"generation": match.links["generation"] + 1, "phone": str(body.get("phone"))}
    if as_json({name: body.get(name) for name in right}) != as_json(right):
        raise Nonsense("generation", f"the next links are number {right['generation']}, of a phone")


_CHECKS: Mapping[str, Callable[[Match, Body], None]] = {
    "recorded": lambda match, body: _check_entry(match, body, match.standing),
    "corrected": _check_corrected,
    "struck": _check_struck,
    "ruled": _check_ruled,
    "renamed": _check_renamed,
    "seated": _check_seated,
    "noted": _check_noted,
    "relinked": _check_relinked,
    "closed": lambda match, body: None,
    "signed": check_signed,
    **PHONE_CHECKS,
    "asked": check_asked,
}
