"""What people can do with a tournament: each verb checks, appends one event, gives the new one.

Many phones write at once: whoever registers must not spoil the organiser's save. So each verb says
which kinds of event since its form would make it another thing.
"""

from collections.abc import Callable, Sequence

from scorekeeper.extras.tournament import TOURNAMENT, Round, Table, Tournament, fold
from scorekeeper.extras.tournament.drawing import Plan, changes, draw, fits
from scorekeeper.extras.tournament.entrants import proper_entrants
from scorekeeper.extras.tournament.events import (
    Claimed,
    Closed,
    Drawn,
    Entered,
    Lot,
    Moved,
    Result,
    Returned,
    Shown,
    Substituted,
    Withdrew,
    waiting,
)
from scorekeeper.extras.tournament.shapes import Entrant, How, Opened, Places, Seats
from scorekeeper.extras.tournament.sheets import TableSheet, sheet_of
from scorekeeper.extras.tournament.standings import excess_of
from scorekeeper.house import HouseRules, dump_whole_house
from scorekeeper.ledger import Event, KeyReused, Save, Stale
from scorekeeper.ledger.chain import as_save, require_durable
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches, append_opening
from scorekeeper.match.events import Opened as OpenedMatch
from scorekeeper.schema import dump_fields
from scorekeeper.stream.kinds import Body
from scorekeeper.stream.streams import Streams

OpenTable = Callable[[int, Sequence[str]], Save]
"""The opening of the match of a table (from 0) with these names; asked again, it is the same."""
Said = Body[Tournament, Tournament]


class UnknownTournament(LookupError):
    """No tournament has this code."""


class BadSum(ValueError):
    """A table's balances that miss nought by `excess`."""

    def __init__(self, table: int, excess: int) -> None:
        super().__init__(f"table {table + 1}: the balances sum to {excess}, not to 0")
        self.table, self.excess = table, excess


class NotNow(ValueError):
    """This cannot be done as things stand: `why` is closed, unfinished, begun, no-round,
    has-result or lots; or for a side decided or taken.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Tournaments(Streams[Tournament]):
    """The tournaments of a ledger, and the matches that are their tables."""

    mark = "tournament"
    unknown = UnknownTournament
    kinds = TOURNAMENT

    def __init__(self, matches: Matches, most: int = 20) -> None:
        super().__init__(matches.ledger, most)
        self.matches = matches

    def open(self, code: str, opened: Opened, house: HouseRules, key: str) -> Tournament:
        """Opens a tournament under a code that is free; raises Stale if it is taken."""
        body = {**dump_fields(opened), "house": dump_whole_house(house)}
        append_opening(self.ledger, code, key, {"tournament": body})
        return self.get(code)

    def enter(self, tournament: Tournament, entrants: Sequence[Entrant], key: str) -> Tournament:
        """Enters players, all or none. Raises BadEntrant, NotNow, KeyReused."""

        def body(now: Tournament) -> Entered:
            return Entered(proper_entrants(now, entrants))

        return self._write(tournament, Entered, body, None, key)

    def withdraw(self, tournament: Tournament, player: int, seen: int, key: str) -> Tournament:
        """Seats a player no more. Raises Stale, KeyReused."""
        return self._write(tournament, Withdrew, lambda now: Withdrew(player), seen, key)

    def take_back(self, tournament: Tournament, player: int, seen: int, key: str) -> Tournament:
        """Seats a player who withdrew again. Raises Stale, KeyReused."""
        return self._write(tournament, Returned, lambda now: Returned(player), seen, key)

    def show_draw(
        self, tournament: Tournament, seed: str, how: How, seen: int | None, key: str
    ) -> Tournament:
        """Draws the next round, to be shown. Raises Unseatable, Stale, NotNow, KeyReused."""

        def body(now: Tournament) -> Shown:
            if now.unfinished:
                raise NotNow("unfinished")
            plan = draw(now, seed, how)
            return Shown(len(now.rounds) + 1, how, tuple(map(Places, plan.tables)), plan.pauses)

        return self._write(tournament, Shown, body, seen, key)

    def draw(
        self, tournament: Tournament, plan: Plan, open_table: OpenTable, seen: int, key: str
    ) -> Tournament:
        """Begins a round with these seats, and opens a match for each table; all of it or nothing.

        Raises Stale, NotNow.
        """
        opened: list[Save] = []

        def body(now: Tournament) -> Drawn:
            if now.unfinished:
                raise NotNow("unfinished")
            if not fits(now, plan):
                raise Stale(now.version)
            opened[:] = [open_table(at, now.names(seats)) for at, seats in enumerate(plan.tables)]
            codes = [table.stream for table in opened]
            tables = (Seats(*each) for each in zip(codes, plan.tables, strict=True))
            return Drawn(len(now.rounds) + 1, tuple(tables), plan.pauses)

        return self._write(tournament, Drawn, body, seen, key, opened)

    def move(self, tournament: Tournament, plan: Plan, seen: int, key: str) -> Tournament:
        """Changes the seats of a round in which nobody has written yet. Raises Stale, NotNow.

        Who waits may sit down, and who is not in the plan any more waits.
        """

        def body(now: Tournament) -> Moved:
            round_ = now.round
            if round_ is None or self.begun(round_):
                raise NotNow("begun" if round_ else "no-round")
            if not changes(now, round_, plan):
                raise Stale(now.version)
            codes = [table.code for table in round_.tables]
            tables = (Seats(*each) for each in zip(codes, plan.tables, strict=True))
            return Moved(round_.number, tuple(tables), plan.pauses)

        return self.name_tables(tournament, self._write(tournament, Moved, body, seen, key))

    def substitute(
        self, tournament: Tournament, said: Substituted, seen: int, key: str
    ) -> Tournament:
        """Lets somebody sit down for another, at a table that may play already. Raises Stale,
        NotNow.
        """

        def body(now: Tournament) -> Substituted:
            round_ = now.rounds[said.round - 1]
            if round_.tables[said.table].log:
                raise NotNow("has-result")
            if said.player not in waiting(now, round_):
                raise Stale(now.version)
            return said

        return self.name_tables(tournament, self._write(tournament, Substituted, body, seen, key))

    def begun(self, round_: Round) -> bool:
        """True if anything was written at a table of a round."""
        return any(t.log or self.matches.get(t.code).rows for t in round_.tables)

    def name_tables(self, before: Tournament, now: Tournament) -> Tournament:
        """Gives the matches the names of those who sit there now, and may not have `before`."""
        for table in now.round.tables if now.round else ():
            while True:
                try:
                    self._name_table(before, now, table)
                except Stale:
                    continue  # somebody wrote at the table in between
                break
        return now

    def _name_table(self, before: Tournament, now: Tournament, table: Table) -> None:
        match = self.matches.get(table.code)
        names = _names_at(match, table, before, now)
        if match.names != names:
            key = f"{now.code}-{now.version}-{match.version}"
            self.matches.rename(match, names, match.standing.dealer, match.version, key)

    def sheet(self, table: Table) -> TableSheet:
        """What a table's match says now."""
        return sheet_of(self.matches.get(table.code))

    def finish(
        self, tournament: Tournament, result: Result, seen: int | None, key: str
    ) -> Tournament:
        """Takes the result of a table. Raises BadSum, NotNow, Stale, KeyReused."""
        if excess := excess_of(tournament, result.balances, result.pot):
            raise BadSum(result.table, excess)

        def body(now: Tournament) -> Result:
            _refuse_older(now, result, seen)
            return result

        return self._write(tournament, Result, body, seen, key)

    def claim(self, tournament: Tournament, claimed: Claimed, seen: int, key: str) -> Tournament:
        """Writes what a side of a table says, or what the organiser asks its sides again.

        Raises NotNow for a table that is decided or a seat that is taken, Stale, KeyReused.
        """

        def body(now: Tournament) -> Claimed:
            table = now.rounds[claimed.round - 1].tables[claimed.table]
            if table.state == "decided":
                raise NotNow("decided")
            if table.is_taken(claimed.seat, claimed.phone):
                raise NotNow("taken")
            if claimed.seat is None:
                _refuse_older(now, claimed, seen)
                if not table.done:
                    raise NotNow("unfinished")
            return claimed

        return self._write(tournament, Claimed, body, seen, key)

    def draw_lot(self, tournament: Tournament, lot: Lot, seen: int, key: str) -> Tournament:
        """Writes whom a lot named. Raises Stale, KeyReused."""
        return self._write(tournament, Lot, lambda now: lot, seen, key)

    def append_always(self, stream: Tournament, body: Said, key: str) -> Tournament:
        """Writes what never comes too late. Raises KeyReused; NotNow if the end has come, but for
        kinds that may follow it.
        """
        return self._write(stream, type(body), lambda now: body, None, key)

    def close(self, tournament: Tournament, seen: int, key: str) -> Tournament:
        """Ends the tournament. Raises Stale, KeyReused, NotNow while a table plays."""

        def body(now: Tournament) -> Closed:
            if now.unfinished:
                raise NotNow("unfinished")
            return Closed()

        return self._write(tournament, Closed, body, seen, key)

    def undo(self, stream: Tournament, version: int, key: str) -> Tournament:
        """Takes back the last thing that was done. Raises Stale, KeyReused."""
        return self.name_tables(stream, super().undo(stream, version, key))

    def redo(self, stream: Tournament, version: int, key: str) -> Tournament:
        """Takes back the last undo. Raises Stale, KeyReused."""
        return self.name_tables(stream, super().redo(stream, version, key))

    def fold(self, events: Sequence[Event]) -> Tournament:
        return fold(events)

    def _write(
        self,
        tournament: Tournament,
        shape: type[Said],
        body_of: Callable[[Tournament], Said],
        seen: int | None,
        key: str,
        beside: Sequence[Save] = (),
    ) -> Tournament:
        """Appends an event and what is to be written `beside` it, unless this save did so before.

        It may follow anything but what it conflicts with, if that came after what was `seen`.
        """
        kind = shape.kind
        while True:
            now = self.get(tournament.code)
            if (event := now.event_by_key(key)) is not None:
                if event.kind != kind:
                    raise KeyReused(key)
                require_durable(self.ledger, event)
                return now
            since = now.events[seen:] if seen is not None else ()
            if any(TOURNAMENT.conflicts(kind, event.kind) for event in since):
                raise Stale(now.version)
            if now.closed and kind not in TOURNAMENT.kinds_with("afterwards"):
                raise NotNow("closed")
            save = as_save(now.code, now.version, key, kind, dump_fields(body_of(now)), "")
            try:
                self.ledger.append_many(save, *beside)
            except Stale:
                continue  # somebody registered or called in between: look again
            return self.get(now.code)


def _refuse_older(now: Tournament, result: Result | Claimed, seen: int | None) -> None:
    """Raises Stale if something else was written of a result since it was `seen`."""
    for event in now.events[seen or now.version :]:
        at = (event.body.get("round"), event.body.get("table"))
        if event.kind in ("claimed", "result") and at == (result.round, result.table):
            raise Stale(now.version)


def _names_at(match: Match, table: Table, before: Tournament, now: Tournament) -> tuple[str, ...]:
    """The names by seat that the match of a table should have.

    Where something is written, people may have come, gone and changed their names: there only the
    name of who was replaced changes.
    """
    if not match.rows:
        return now.names(table.seats)
    place = before.find_table(table.code)
    if place is None or match.seating.seats != match.first_seats:
        return match.names
    round_, at = place
    pairs = zip(before.names(round_.tables[at].seats), now.names(table.seats), strict=True)
    renamed = dict(pairs)
    return tuple(renamed.get(name, name) for name in match.names)


def table_opening(tournament: Tournament, names: Sequence[str]) -> OpenedMatch:
    """How the match of a table opens: the first in the order of play deals last, so he begins."""
    return OpenedMatch(
        game=tournament.game.key,
        names=tuple(names),
        dealer=len(names) - 1,
        house=dump_whole_house(tournament.house),
        table_of=tournament.code,
        table_confirm=tournament.opened.confirm,
    )
