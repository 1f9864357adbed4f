"""A tournament: many tables at one game, round after round: the fold of its events.

Each table is a match of its own; what belongs here is who is seated where, what each table brought
and what follows from that. How a table comes to its points does not belong here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules
from scorekeeper.ledger import Event
from scorekeeper.match import bodies as of_match
from scorekeeper.match.calling import Call, calls_in, referees_in
from scorekeeper.match.strikes import redone_by, strikes_of, undone_by
from scorekeeper.tournament.bodies import (
    Called,
    Claimed,
    Drawn,
    Entered,
    Lot,
    Opened,
    Result,
    Seats,
    Withdrew,
    body_of,
    read,
)
from scorekeeper.tournament.tables import Round as Round
from scorekeeper.tournament.tables import Table as Table
from scorekeeper.tournament.tables import claim_of

ACTIONS = ("entered", "withdrew", "drawn", "moved", "claimed", "result", "lot", "closed")
"""Kinds of event that can be undone."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays; `present` until he withdraws, `gone` if his coming was taken back."""

    number: int
    name: str
    licence: int | None = None
    present: bool = True
    gone: bool = False


@dataclass(frozen=True)
class Tournament:
    """Everything known of a tournament.

    `links` says which links count, as those of a match do.
    """

    opened: Opened
    game: AnyGame
    house: HouseRules
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    closed: bool = False
    links: of_match.RelinkedBody = field(
        default_factory=lambda: of_match.RelinkedBody(generation=0, phone="")
    )

    @property
    def code(self) -> str:
        """The tournament's code."""
        return self.events[0].match

    @property
    def name(self) -> str:
        """What it is called."""
        return self.opened.name

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq

    @property
    def known(self) -> tuple[Player, ...]:
        """Everybody who ever entered, but for those whose coming was taken back."""
        return tuple(player for player in self.players if not player.gone)

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of those who are seated in the next round."""
        return tuple(player.number for player in self.players if player.present)

    @property
    def round(self) -> Round | None:
        """The round that is played, or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def unfinished(self) -> bool:
        """True while a table of any round has no result, or one that is not confirmed."""
        return not all(round_.done for round_ in self.rounds)

    @property
    def twice(self) -> bool:
        """True if a result counts once two sides of its table have entered it."""
        return self.opened.confirm == "twice"

    @property
    def leagues(self) -> bool:
        """True if leagues are played."""
        return self.opened.system == "leagues"

    def names(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """The names of some players."""
        return tuple(self.players[number].name for number in numbers)

    def place_of(self, code: str) -> tuple[Round, int] | None:
        """The round and table (from 0) of a match, if it is one of this tournament."""
        for round_ in reversed(self.rounds):
            for at, table in enumerate(round_.tables):
                if table.code == code:
                    return round_, at
        return None

    def holds(self, event: Event) -> bool:
        """True if an event was not taken back."""
        return event.seq not in self.struck_by

    @cached_property
    def undo(self) -> Event | None:
        """The event that Undo takes back."""
        return undone_by(self.events, self.struck_by, ACTIONS)

    @cached_property
    def redo(self) -> Event | None:
        """The undo that Redo takes back."""
        return redone_by(self.events, self.struck_by, ACTIONS)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls for the referee from the tables of rounds that there are."""
        return calls_in(self.events, self._called_from)

    @cached_property
    def referees(self) -> Mapping[str, str]:
        """The mark of each phone that was named a referee's → the name, empty once dismissed."""
        return referees_in(self.events)

    def _called_from(self, event: Event) -> str:
        """The code of the match that a call came from; empty where its round was taken back."""
        called = body_of(event, Called)
        rounds = self.rounds[: called.round]
        return rounds[-1].tables[called.table].code if len(rounds) == called.round else ""

    def saved(self, key: str) -> Event | None:
        """The event that a save with this key wrote, if it did."""
        return next((event for event in self.events if event.key == key), None)


def fold(events: Sequence[Event]) -> Tournament:
    """The tournament of these events, the first of them `opened`. Raises Invalid."""
    data = events[0].body["tournament"]
    opened = read(Opened, data)
    game = GAMES[opened.game]
    house = game.read_house(data["house"])
    struck_by = strikes_of(events)
    tournament = Tournament(opened, game, house, tuple(events), struck_by)
    for event in events[1:]:
        if event.kind == "entered" or event.seq not in struck_by:
            tournament = _STEPS[event.kind](tournament, event)
    return tournament


def _entered(tournament: Tournament, event: Event) -> Tournament:
    """With new players; they have a number even if their coming was taken back."""
    holds, first = tournament.holds(event), len(tournament.players)
    new = (
        Player(first + at, each.name, each.licence, present=holds, gone=not holds)
        for at, each in enumerate(body_of(event, Entered).players)
    )
    return replace(tournament, players=(*tournament.players, *new))


def _withdrew(tournament: Tournament, event: Event) -> Tournament:
    gone = body_of(event, Withdrew).player
    players = (
        replace(player, present=player.present and player.number != gone)
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def _drawn(tournament: Tournament, event: Event) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds, _round(body_of(event, Drawn))))


def _moved(tournament: Tournament, event: Event) -> Tournament:
    return _with_round(tournament, _round(body_of(event, Drawn)))


def _round(body: Drawn) -> Round:
    return Round(body.round, tuple(_table(each) for each in body.tables), body.pauses)


def _table(body: Seats) -> Table:
    return Table(body.code, body.seats)


def _result(tournament: Tournament, event: Event) -> Tournament:
    result = body_of(event, Result)
    return _with_table(
        tournament, result.round, result.table, lambda table: table.decided_by(result, event)
    )


def _claimed(tournament: Tournament, event: Event) -> Tournament:
    claimed = body_of(event, Claimed)
    claim = claim_of(tournament.game, claimed)
    return _with_table(
        tournament, claimed.round, claimed.table, lambda table: table.claimed(claim, event)
    )


def _with_table(
    tournament: Tournament, number: int, at: int, change: Callable[[Table], Table]
) -> Tournament:
    """With a table of a round as it is after a change."""
    round_ = tournament.rounds[number - 1]
    tables = list(round_.tables)
    tables[at] = change(tables[at])
    return _with_round(tournament, replace(round_, tables=tuple(tables)))


def _lot(tournament: Tournament, event: Event) -> Tournament:
    lot = body_of(event, Lot)
    round_ = tournament.rounds[lot.round - 1]
    return _with_round(tournament, replace(round_, lots=(*round_.lots, lot)))


def _with_round(tournament: Tournament, round_: Round) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[round_.number - 1] = round_
    return replace(tournament, rounds=tuple(rounds))


def _unchanged(tournament: Tournament, event: Event) -> Tournament:
    return tournament


_STEPS: Mapping[str, Callable[[Tournament, Event], Tournament]] = {
    "entered": _entered,
    "withdrew": _withdrew,
    "drawn": _drawn,
    "moved": _moved,
    "claimed": _claimed,
    "result": _result,
    "lot": _lot,
    "appointed": _unchanged,
    "called": _unchanged,
    "came": _unchanged,
    "closed": lambda tournament, event: replace(tournament, closed=True),
    "relinked": lambda tournament, event: replace(tournament, links=of_match.relinked(event)),
    "struck": _unchanged,
}
