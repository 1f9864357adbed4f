"""Who asks the referee: a match, which knows players and house rules, or a table without one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules
from scorekeeper.match import Match
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.access import may_write, require
from scorekeeper.web.shelf import matches
from scorekeeper.web.typed import number
from scorekeeper.web.wording import book_of

USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Bench:
    """The table in front of the referee: `seats` are the match's seats of those who play now."""

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    match: Match | None = None
    seats: tuple[int, ...] = ()

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
        """Whether this phone may write a ruling on the sheet."""
        return self.match is not None and may_write(self.match.code)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may play at a table without a match: those who pause do not count."""
        return () if self.match else _sizes(self.game)

    @property
    def known(self) -> Mapping[str, Any]:
        """What the match already knows of a question, by the name of the field."""
        if self.match is None:
            return {"players": len(self.names)}
        now = self.match.standing
        dealer = self.seats.index(now.dealer) if now.dealer in self.seats else len(self.seats) - 1
        return {
            "players": len(self.names),
            "dealer": dealer,
            "leader": (dealer + 1) % len(self.names),
            "before": list(now.totals),
        }

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the referee for this table."""
        if self.match is not None:
            return url_for(endpoint, code=self.match.code, **values)
        players = {"players": len(self.names)} if len(self.sizes) > 1 else {}
        return url_for(endpoint, game=self.game.key, **{**players, **values})


def bench_of(code: str | None, game: str | None) -> Bench:
    """The table of an address: a match's code, or a game's key. Answers 404 for neither."""
    if code is None:
        return table_of(GAMES.get(game or "") or abort(404))
    require(code, "scorer", "watcher")
    match = matches().get(code)
    seats = match.game.playing(match.standing)
    names = tuple(match.names[seat] for seat in seats)
    return Bench(match.game, match.house, names, match, seats)


def table_of(game: AnyGame) -> Bench:
    """A table without a match, with as many players as the page says."""
    said: Any = number(request.values.get("players"))
    sizes = _sizes(game)
    players = said if said in sizes else usual_size(sizes)
    return Bench(game, game.house(), numbered(players), seats=tuple(range(players)))


def numbered(players: int) -> tuple[str, ...]:
    """Names for players whom nobody named."""
    return tuple(_("player %(n)d", n=seat + 1) for seat in range(players))


def usual_size(sizes: Sequence[int]) -> int:
    """How many most likely play, of all the numbers that can."""
    return min(sizes, key=lambda n: abs(n - USUAL_PLAYERS))


def _sizes(game: AnyGame) -> tuple[int, ...]:
    house = game.house()
    playing = {len(game.playing(game.start(seats, 0, house))) for seats in game.seats}
    return tuple(sorted(playing))
