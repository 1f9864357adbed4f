"""Who asks the referee: a match, which knows players and house rules, or a table without one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort, request, url_for

from scorekeeper.fields import Known, fields_of, spec_of
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules
from scorekeeper.match import Match
from scorekeeper.rulebook import Rulebook
from scorekeeper.schema import Json
from scorekeeper.web.access import match_for, may_write
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.match.players import usual_size
from scorekeeper.web.wording.reader import book_of, numbered


@dataclass(frozen=True)
class Table:
    """The table in front of the referee: `seats` are the match's seats of those who play now."""

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    match: Match | None = None
    seats: tuple[int, ...] = ()

    @property
    def signs(self) -> tuple[int, ...]:
        """The players' signs and colours, in the order in which they sit."""
        if self.match is None:
            return self.seats
        seating = self.match.seating
        return tuple(seating.signs[seating.seats[seat]] for seat in self.seats)

    @property
    def book(self) -> Rulebook:
        """The words of the game."""
        return book_of(self.game)

    @property
    def code(self) -> str:
        """The match's code; empty without one."""
        return self.match.code if self.match else ""

    @property
    def writes(self) -> bool:
        """True if this phone may write a ruling on the sheet."""
        return self.match is not None and may_write(self.match)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may play at a table without a match: those who pause do not count."""
        return () if self.match else _sizes(self.game)

    def known(self, kind: type) -> dict[str, Json]:
        """The fields of a kind of question that the match fills in: field → JSON."""
        facts = self.facts
        declared = {name: spec_of(field).known for name, field in fields_of(kind).items()}
        return {name: facts[known] for name, known in declared.items() if known in facts}

    @property
    def facts(self) -> Mapping[Known, Json]:
        """`Known` → its value in this match, seats as places (0-based) among those who play."""
        players: dict[Known, Json] = {"players": len(self.names)}
        if self.match is None:
            return players
        now = self.match.standing
        dealer = self.seats.index(now.dealer) if now.dealer in self.seats else len(self.seats) - 1
        leader = (dealer + 1) % len(self.names)
        return {**players, "dealer": dealer, "leader": leader, "before": list(now.totals)}

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the referee for this table."""
        if self.match is not None:
            return url_for(endpoint, code=self.match.code, **values)
        players = {"players": len(self.names)} if len(self.sizes) > 1 else {}
        return url_for(endpoint, game=self.game.key, **{**players, **values})


def table_for(code: str | None, game: str | None) -> Table:
    """The table of an address: a match's code, or a game's key. Answers 404 for neither."""
    if code is None:
        return table_of(GAMES.get(game or "") or abort(404))
    return table_in(match_for(code))


def table_in(match: Match) -> Table:
    """The table of a match: those who play now."""
    seats = match.game.playing(match.standing)
    names = tuple(match.names[seat] for seat in seats)
    return Table(match.game, match.house, names, match, seats)


def table_of(game: AnyGame) -> Table:
    """A table without a match, with as many players as the page says."""
    size: object = number(request.values.get("players"))
    sizes = _sizes(game)
    players = size if isinstance(size, int) and size in sizes else usual_size(sizes)
    return Table(game, game.house(), numbered(players), seats=tuple(range(players)))


def _sizes(game: AnyGame) -> tuple[int, ...]:
    house = game.house()
    playing = {len(game.playing(game.start(seats, 0, house))) for seats in game.seats}
    return tuple(sorted(playing))
