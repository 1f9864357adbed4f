"""The kinds of event of a tournament: what each says, asks for, and does.

What was ever written stays readable: members are added with a default, none is renamed or removed.
Many phones write at once: each kind says which others, written since its form was shown, make it
another thing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.tournament import TOURNAMENT, Player, Round, Table, Tournament
from scorekeeper.extras.tournament.entrants import BadEntrant, proper_entrants
from scorekeeper.extras.tournament.shapes import (
    MAX_BALANCE,
    Entrant,
    LotResult,
    Seats,
    ShownDraw,
    TableResult,
    fault_of,
)
from scorekeeper.extras.tournament.shapes import Opened as Opening
from scorekeeper.extras.tournament.standings import excess_of
from scorekeeper.extras.tournament.tables import Claim, fault_in
from scorekeeper.ledger import Event
from scorekeeper.match.checks import require_game
from scorekeeper.schema import Invalid, spec
from scorekeeper.stream.files import CODE
from scorekeeper.stream.kinds import Body, InvalidEvent, prefix_path
from scorekeeper.stream.roles import EventNo, Links, Mark, PlayerNo, StreamCode

LONGEST_MARK = 64
PEOPLE = ("withdrew", "returned", "drawn", "struck", "closed")
"""Kinds after which somebody may be there or not."""
ALL = ("entered", *PEOPLE, "moved", "substituted", "claimed", "result", "lot")


@TOURNAMENT.declare("opened")
@dataclass(frozen=True)
class Opened(Body[Tournament, Tournament]):
    """How the tournament is played."""

    tournament: Opening

    def validate_opening(self) -> None:
        """The game can be played so at its tables."""
        prefix_path("tournament", self._check)

    def validate(self, tournament: Tournament) -> None:
        """A tournament is opened once."""
        raise InvalidEvent("tournament", "this tournament was opened before")

    def _check(self) -> None:
        opening = self.tournament
        game = require_game(opening.game)
        prefix_path("house", lambda: game.read_house(opening.house))
        if fault := fault_of(opening, opening.house):
            raise InvalidEvent(fault[0], f"this cannot be; right would be: {fault[1] or 'a name'}")


@COMPANY.declare("hosted", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Hosted(Body[Company, Company]):
    """A tournament is the company's. Its players are members by their names."""

    tournament: StreamCode

    def validate(self, company: Company) -> None:
        """It is not yet."""
        if self.tournament in hosted_by(company):
            raise Invalid("tournament", "twice", item=self.tournament)


def hosted_by(company: Company) -> tuple[str, ...]:
    """The codes of a company's tournaments, the oldest first."""
    return tuple(body.tournament for _seq, body in company.bodies_of(Hosted))


@TOURNAMENT.declare("entered", undoable=True, applied_if_struck=True, conflicts=())
@dataclass(frozen=True)
class Entered(Body[Tournament, Tournament]):
    """Players who come, each with the next number."""

    players: tuple[Entrant, ...]

    def validate(self, tournament: Tournament) -> None:
        """Nobody here has their names or licence numbers."""
        try:
            proper = proper_entrants(tournament, self.players)
        except BadEntrant as bad:
            if bad.problem in ("licence-twice", "too-many"):
                raise InvalidEvent(f"players.{bad.seat}", bad.problem) from None
            raise bad.at(f"players.{bad.seat}.name") from None
        if proper != self.players:
            raise InvalidEvent("players", "there are needless blanks in the names")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """They have a number even if their coming was taken back."""
        holds, first = state.holds(event), len(state.players)
        new = (
            Player(first + at, each.name, each.licence, present=holds, gone=not holds)
            for at, each in enumerate(self.players)
        )
        return replace(state, players=(*state.players, *new))


@TOURNAMENT.declare("withdrew", undoable=True, conflicts=PEOPLE)
@dataclass(frozen=True)
class Withdrew(Body[Tournament, Tournament]):
    """A player is not seated any more."""

    player: PlayerNo

    def validate(self, tournament: Tournament) -> None:
        """He is there."""
        if self.player not in tournament.present:
            raise InvalidEvent("player", "nobody of this number is there")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """He is there no more."""
        return state.with_player(replace(state.players[self.player], present=False))


@TOURNAMENT.declare("returned", undoable=True, conflicts=PEOPLE)
@dataclass(frozen=True)
class Returned(Body[Tournament, Tournament]):
    """A player who withdrew is seated again."""

    player: PlayerNo

    def validate(self, tournament: Tournament) -> None:
        """He was there, and is not."""
        if self.player not in tournament.away:
            raise InvalidEvent("player", "nobody of this number withdrew")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """He is there again."""
        return state.with_player(replace(state.players[self.player], present=True))


@TOURNAMENT.declare("shown", told=True, conflicts=("drawn", "shown", "struck", "closed"))
@dataclass(frozen=True)
class Shown(ShownDraw, Body[Tournament, Tournament]):
    """A draw of the next round was shown. It is never taken back: another one comes after it."""

    def validate(self, tournament: Tournament) -> None:
        """It is of the next round, and seats some of those who are there, each once."""
        if self.round != len(tournament.rounds) + 1:
            raise InvalidEvent("round", f"the next round is number {len(tournament.rounds) + 1}")
        players = [*(player for table in self.tables for player in table.seats), *self.pauses]
        if len(set(players)) != len(players) or not set(players) <= set(tournament.present):
            raise InvalidEvent("tables", "each player who is there sits once, or pauses")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """The last one is what the round would begin with."""
        shown = (each for each in state.shown if each.round == self.round)
        return replace(state, shown=(*shown, self))


@TOURNAMENT.declare("drawn", undoable=True, conflicts=(*ALL, "shown"))
@dataclass(frozen=True)
class Drawn(Body[Tournament, Tournament]):
    """A round begins with these tables."""

    round: int
    tables: tuple[Seats, ...]
    pauses: tuple[PlayerNo, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who is seated, and who pauses."""
        return (*(player for table in self.tables for player in table.seats), *self.pauses)

    @property
    def seating(self) -> Round:
        """The round as it begins."""
        tables = tuple(Table(each.code, each.seats) for each in self.tables)
        return Round(self.round, tables, self.pauses)

    def validate(self, tournament: Tournament) -> None:
        """It is the next round, of those who are there."""
        if self.round != len(tournament.rounds) + 1:
            raise InvalidEvent("round", f"the next round is number {len(tournament.rounds) + 1}")
        if not set(self.players) <= set(tournament.present):
            raise InvalidEvent("tables", "somebody is seated who is not there")
        self.validate_tables(tournament)

    def validate_tables(self, tournament: Tournament) -> None:
        """Raises InvalidEvent unless each player sits once, at a table of the right size."""
        players, size = self.players, tournament.opened.size
        if not self.tables or any(len(table.seats) != size for table in self.tables):
            raise InvalidEvent("tables", f"at each table sit {size}")
        known = set(range(len(tournament.players)))
        if len(set(players)) != len(players) or not set(players) <= known:
            raise InvalidEvent("tables", "each player sits once, or pauses")
        codes = [table.code for table in self.tables]
        if len(set(codes)) != len(codes) or not all(map(CODE.fullmatch, codes)):
            raise InvalidEvent("tables", "each table has the code of a match")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """A round more."""
        return replace(state, rounds=(*state.rounds, self.seating))


@TOURNAMENT.declare("moved", undoable=True, conflicts=ALL)
@dataclass(frozen=True)
class Moved(Drawn):
    """The tables of a round are these instead."""

    def validate(self, tournament: Tournament) -> None:
        """Nothing was played in it yet, and its matches stay."""
        round_ = _round(tournament, self.round)
        if round_ is not tournament.round or any(table.log for table in round_.tables):
            raise InvalidEvent("round", "this round has begun")
        codes = [table.code for table in round_.tables]
        if [table.code for table in self.tables] != codes:
            raise InvalidEvent("tables", f"the tables of this round are {', '.join(codes)}")
        self.validate_tables(tournament)

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """Instead of the round."""
        return state.with_round(self.seating)


@TOURNAMENT.declare(
    "substituted", undoable=True, conflicts=(*PEOPLE, "moved", "substituted", "result", "claimed")
)
@dataclass(frozen=True)
class Substituted(Body[Tournament, Tournament]):
    """A player sits down on a seat of a table instead of who was drawn there.

    What the seat ends the round with is the substitute's. Seats count from 0 in the order of play.
    """

    round: int
    table: int
    seat: int
    player: PlayerNo

    def validate(self, tournament: Tournament) -> None:
        """The table has no result, and who sits down is there and sits nowhere else."""
        table = table_at(tournament, self.round, self.table)
        if table.log:
            raise InvalidEvent("table", "this table has a result")
        if not 0 <= self.seat < len(table.seats):
            raise InvalidEvent("seat", f"at this table sit {len(table.seats)}")
        if self.player not in waiting(tournament, _round(tournament, self.round)):
            raise InvalidEvent("player", "nobody of this number waits for a seat")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """Who sat there sits there no more, and who sat the round out plays."""
        round_ = state.rounds[self.round - 1]
        seats = list(round_.tables[self.table].seats)
        seats[self.seat] = self.player
        tables = list(round_.tables)
        tables[self.table] = replace(tables[self.table], seats=tuple(seats))
        pauses = tuple(each for each in round_.pauses if each != self.player)
        return state.with_round(replace(round_, tables=tuple(tables), pauses=pauses))


def waiting(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Those who are there, but at no table of a round."""
    seated = {player for table in round_.tables for player in table.seats}
    return tuple(player for player in tournament.present if player not in seated)


@TOURNAMENT.declare(
    "result",
    undoable=True,
    conflicts=("drawn", "moved", "substituted", "struck", "lot", "closed"),
)
@dataclass(frozen=True)
class Result(TableResult, Body[Tournament, Tournament]):
    """The organiser says with what a table ends a round, instead of any older result."""

    def validate(self, tournament: Tournament) -> None:
        """There is a figure for each seat, and they sum to nought."""
        _table_of(tournament, self)
        if excess := excess_of(tournament, self.balances, self.pot):
            raise InvalidEvent("balances", f"they sum to {excess}, not to 0")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """Whatever its sides said."""
        return _with_table(state, self, lambda table: table.decided_by(self, event))


@TOURNAMENT.declare("claimed", undoable=True, conflicts=("moved", "substituted", "struck"))
@dataclass(frozen=True)
class Claimed(Body[Tournament, Tournament]):
    """A side says that a table ended a round with these balances.

    The side is who sits on `seat`, or the organiser (None) who asks the sides again; `phone` is a
    mark of the phone that it was entered on. The others are as in a result.
    """

    round: int
    table: int
    seat: int | None
    phone: Mark = spec(max_length=LONGEST_MARK)
    balances: tuple[int, ...] = spec(ge=-MAX_BALANCE, le=MAX_BALANCE)
    pot: int = spec(0, ge=-MAX_BALANCE, le=MAX_BALANCE)
    version: int | None = None
    places: tuple[int, ...] = spec((), ge=1, le=8)

    def claim(self, tournament: Tournament) -> Claim:
        """What the side says, with what is wrong with it under the game."""
        return Claim(
            self.seat,
            self.phone,
            self.balances,
            self.pot,
            self.version,
            self.places,
            fault_in(tournament.game, self.balances, self.pot),
        )

    def validate(self, tournament: Tournament) -> None:
        """The sides of this table are asked, and this one on this phone."""
        table = _table_of(tournament, self)
        if not tournament.twice or table.state == "decided":
            raise InvalidEvent("table", "here the organiser gives the result")
        if self.seat is None and not table.done:
            raise InvalidEvent("seat", "without a result there is nothing to ask again")
        if self.seat is not None and not 0 <= self.seat < len(table.seats):
            raise InvalidEvent("seat", f"at this table sit {len(table.seats)}")
        if table.is_taken(self.seat, self.phone):
            raise InvalidEvent("phone", "another phone has entered for this seat")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """The table has a result once its sides agree."""
        claim = self.claim(state)
        return _with_table(state, self, lambda table: table.claimed(claim, event))


@TOURNAMENT.declare("lot", undoable=True, conflicts=ALL)
@dataclass(frozen=True)
class Lot(LotResult, Body[Tournament, Tournament]):
    """A lot was drawn."""

    def validate(self, tournament: Tournament) -> None:
        """It is drawn among players of the table."""
        seats = table_at(tournament, self.round, self.table).seats
        if self.goes not in self.tied or not set(self.tied) <= set(seats):
            raise InvalidEvent("tied", "the lot is drawn among players of the table")

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """The round knows it."""
        round_ = state.rounds[self.round - 1]
        return state.with_round(replace(round_, lots=(*round_.lots, self)))


@TOURNAMENT.declare("relinked", conflicts=())
@dataclass(frozen=True, kw_only=True)
class Relinked(Links, Body[Tournament, Tournament]):
    """The links end, and with them the roles that they gave, but for that of the phone."""

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """These links count; nothing takes that back."""
        return replace(state, links=self)


@TOURNAMENT.declare("struck", told=True, conflicts=ALL)
@dataclass(frozen=True, kw_only=True)
class Struck(Body[Tournament, Tournament]):
    """Event number `event` no longer holds: it was undone, or redone."""

    event: EventNo
    by: Literal["undo", "redo"]

    def validate(self, tournament: Tournament) -> None:
        """This is what Undo or Redo would strike now."""
        target = {"undo": tournament.undo, "redo": tournament.redo}[self.by]
        if target is None or self.event != target.seq:
            raise InvalidEvent("event", "this is nothing that can be taken back so")


@TOURNAMENT.declare("closed", undoable=True, conflicts=ALL)
@dataclass(frozen=True)
class Closed(Body[Tournament, Tournament]):
    """The tournament is over."""

    def apply(self, state: Tournament, event: Event) -> Tournament:
        """Nothing more is played."""
        return replace(state, closed=True)


def _table_of(tournament: Tournament, said: TableResult | Claimed) -> Table:
    """The table of an outcome. Raises Invalid unless there is a figure for each seat."""
    table = table_at(tournament, said.round, said.table)
    for name, figures in (("balances", said.balances), ("places", said.places)):
        if (figures or name == "balances") and len(figures) != len(table.seats):
            raise Invalid(name, "wrong-number", n=len(table.seats))
    return table


def _round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= len(tournament.rounds):
        raise InvalidEvent("round", f"there is no round {number}")
    return tournament.rounds[number - 1]


def table_at(tournament: Tournament, number: int, table: int) -> Table:
    """A table (from 0) of a round. Raises InvalidEvent if there is none."""
    tables = _round(tournament, number).tables
    if not 0 <= table < len(tables):
        raise InvalidEvent("table", f"there is no table {table} in this round")
    return tables[table]


def _with_table(
    tournament: Tournament, said: TableResult | Claimed, change: Callable[[Table], Table]
) -> Tournament:
    """With a table of a round as it is after a change."""
    round_ = tournament.rounds[said.round - 1]
    tables = list(round_.tables)
    tables[said.table] = change(tables[said.table])
    return tournament.with_round(replace(round_, tables=tuple(tables)))
