"""Whether an event from outside makes sense in its tournament: what passes here can be shown.

The app itself writes only such events. A file may say anything, and what was taken in stays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match.calling import Appointed, Came
from scorekeeper.match.nonsense import CODE, LANGUAGE, Nonsense, exact, under
from scorekeeper.names import check_visible
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.tournament import Round, Table, Tournament
from scorekeeper.tournament.bodies import (
    LEAGUE,
    Called,
    Claimed,
    Drawn,
    Entered,
    Lot,
    Opened,
    Result,
    Withdrew,
)
from scorekeeper.tournament.entrants import BadEntrant, proper_entrants
from scorekeeper.tournament.standings import excess_of

Body = Mapping[str, object]
SMALLEST, LARGEST = 3, 6
"""How many sit at a table of a tournament."""
Problem = Literal["house", "size", "points", "name"]


@dataclass(frozen=True)
class _Opening:
    """An opening, whose only member is looked at apart."""


@dataclass(frozen=True)
class _Relinked:
    generation: int
    phone: str


@dataclass(frozen=True)
class _Struck:
    event: int
    by: Literal["undo", "redo"]


def sizes_of(game: str, house: object) -> tuple[int, ...]:
    """How many may sit at a table of a tournament of a game, under some house rules."""
    known = GAMES[game]
    sizes = known.sizes(known.read_house(house))
    return tuple(size for size in sizes if SMALLEST <= size <= LARGEST)


def fault_of(opened: Opened, house: object) -> tuple[Problem, str] | None:
    """The field of an opening that cannot be, and what would be right; None if it all can."""
    sizes = sizes_of(opened.game, house)
    sizes = tuple(size for size in sizes if size == LEAGUE) if opened.system == "leagues" else sizes
    if opened.size not in sizes:
        return "size", ", ".join(map(str, sizes))
    if len(opened.points) != opened.size or list(opened.points) != sorted(opened.points)[::-1]:
        return "points", str(opened.size)
    return None if opened.name.strip() else ("name", "")


def check_sense(tournament: Tournament | None, event: Event) -> None:
    """Raises Nonsense if an event makes no sense after those of a tournament (None: the first)."""
    try:
        if tournament is None:
            exact(_Opening, event.body, "tournament")
            under("tournament", lambda: _check_opening(event.body["tournament"]))
        elif event.kind in _CHECKS:
            _CHECKS[event.kind](tournament, event.body)
        else:
            raise Nonsense("", f"a tournament has no event {event.kind!r}")
    except Invalid as error:
        raise Nonsense(f"body.{error.path}".rstrip("."), unreadable(LANGUAGE, error)) from None
    except Nonsense as fault:
        raise fault.under("body") from None


def _check_opening(body: object) -> None:
    opened = exact(Opened, body, "house")
    house = body.get("house") if isinstance(body, Mapping) else None
    if opened.game not in GAMES:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    under("house", lambda: GAMES[opened.game].read_house(house))
    if fault := fault_of(opened, house):
        raise Nonsense(fault[0], f"this cannot be; right would be: {fault[1] or 'a name'}")


def _check_entered(tournament: Tournament, body: Body) -> None:
    players = exact(Entered, body).players
    try:
        proper = proper_entrants(tournament, players)
    except BadEntrant as bad:
        if bad.problem in ("licence-twice", "too-many"):
            raise Nonsense(f"players.{bad.seat}", bad.problem) from None
        raise bad.at(f"players.{bad.seat}.name") from None
    if proper != players:
        raise Nonsense("players", "there are needless blanks in the names")


def _check_withdrew(tournament: Tournament, body: Body) -> None:
    if exact(Withdrew, body).player not in tournament.present:
        raise Nonsense("player", "nobody of this number is there")


def _check_drawn(tournament: Tournament, body: Body) -> None:
    drawn = exact(Drawn, body)
    if drawn.round != len(tournament.rounds) + 1:
        raise Nonsense("round", f"the next round is number {len(tournament.rounds) + 1}")
    if not set(_players(drawn)) <= set(tournament.present):
        raise Nonsense("tables", "somebody is seated who is not there")
    _check_tables(tournament, drawn)


def _check_moved(tournament: Tournament, body: Body) -> None:
    moved, round_ = exact(Drawn, body), _round(tournament, exact(Drawn, body).round)
    if round_ is not tournament.round or any(table.log for table in round_.tables):
        raise Nonsense("round", "this round has begun")
    codes = [table.code for table in round_.tables]
    if [table.code for table in moved.tables] != codes:
        raise Nonsense("tables", f"the tables of this round are {', '.join(codes)}")
    _check_tables(tournament, moved)


def _check_tables(tournament: Tournament, drawn: Drawn) -> None:
    players, size = _players(drawn), tournament.opened.size
    if not drawn.tables or any(len(table.seats) != size for table in drawn.tables):
        raise Nonsense("tables", f"at each table sit {size}")
    if len(set(players)) != len(players) or not set(players) <= set(range(len(tournament.players))):
        raise Nonsense("tables", "each player sits once, or pauses")
    codes = [table.code for table in drawn.tables]
    if len(set(codes)) != len(codes) or not all(map(CODE.fullmatch, codes)):
        raise Nonsense("tables", "each table has the code of a match")


def _players(drawn: Drawn) -> tuple[int, ...]:
    return (*(player for table in drawn.tables for player in table.seats), *drawn.pauses)


def _check_result(tournament: Tournament, body: Body) -> None:
    result = exact(Result, body)
    _check_size(tournament, result)
    if excess := excess_of(tournament, result.balances, result.pot):
        raise Nonsense("balances", f"they sum to {excess}, not to 0")


def _check_size(tournament: Tournament, result: Result | Claimed) -> Table:
    """The table of a result. Raises Invalid unless there is a figure for each seat."""
    table = _at(_round(tournament, result.round), result.table)
    if len(result.balances) != len(table.seats):
        raise Invalid("balances", "wrong-number", n=len(table.seats))
    if result.places and len(result.places) != len(table.seats):
        raise Invalid("places", "wrong-number", n=len(table.seats))
    return table


def _check_claimed(tournament: Tournament, body: Body) -> None:
    claimed = exact(Claimed, body)
    table = _check_size(tournament, claimed)
    if not tournament.twice or table.state == "decided":
        raise Nonsense("table", "here the organiser gives the result")
    if claimed.seat is None and not table.done:
        raise Nonsense("seat", "without a result there is nothing to ask again")
    if claimed.seat is not None and not 0 <= claimed.seat < len(table.seats):
        raise Nonsense("seat", f"at this table sit {len(table.seats)}")
    if table.is_taken(claimed.seat, claimed.phone):
        raise Nonsense("phone", "another phone has entered for this seat")


def _check_lot(tournament: Tournament, body: Body) -> None:
    lot = exact(Lot, body)
    seats = _at(_round(tournament, lot.round), lot.table).seats
    if lot.goes not in lot.tied or not set(lot.tied) <= set(seats):
        raise Nonsense("tied", "the lot is drawn among players of the table")


def _check_called(tournament: Tournament, body: Body) -> None:
    called = exact(Called, body)
    _at(_round(tournament, called.round), called.table)


def _check_came(tournament: Tournament, body: Body) -> None:
    waiting = [call.event.seq for call in tournament.calls if call.waits]
    if exact(Came, body).event not in waiting:
        raise Nonsense("event", "nobody called there")


def _check_appointed(tournament: Tournament, body: Body) -> None:
    check_visible("name", exact(Appointed, body).name)


def _check_relinked(tournament: Tournament, body: Body) -> None:
    number = tournament.links["generation"] + 1
    if exact(_Relinked, body).generation != number:
        raise Nonsense("generation", f"the next links are number {number}, of a phone")


def _check_struck(tournament: Tournament, body: Body) -> None:
    """Raises Nonsense unless this is what Undo or Redo would strike now."""
    strike = exact(_Struck, body)
    target = {"undo": tournament.undo, "redo": tournament.redo}[strike.by]
    if target is None or strike.event != target.seq:
        raise Nonsense("event", "this is nothing that can be taken back so")


def _round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= len(tournament.rounds):
        raise Nonsense("round", f"there is no round {number}")
    return tournament.rounds[number - 1]


def _at(round_: Round, table: int) -> Table:
    if not 0 <= table < len(round_.tables):
        raise Nonsense("table", f"there is no table {table} in this round")
    return round_.tables[table]


_CHECKS: Mapping[str, Callable[[Tournament, Body], None]] = {
    "entered": _check_entered,
    "withdrew": _check_withdrew,
    "drawn": _check_drawn,
    "moved": _check_moved,
    "claimed": _check_claimed,
    "result": _check_result,
    "lot": _check_lot,
    "appointed": _check_appointed,
    "called": _check_called,
    "came": _check_came,
    "relinked": _check_relinked,
    "struck": _check_struck,
    "closed": lambda tournament, body: None,
}
