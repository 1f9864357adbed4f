"""A tournament without pages, and who organises it."""

from collections.abc import Callable
from itertools import count

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.actions import Tournaments, table_opening
from scorekeeper.extras.tournament.drawing import Plan, draw
from scorekeeper.extras.tournament.events import Result
from scorekeeper.extras.tournament.shapes import Entrant, Opened
from scorekeeper.games import GAMES
from scorekeeper.ledger import Save, open_ledger
from scorekeeper.ledger.chain import as_save
from scorekeeper.match.actions import Matches
from scorekeeper.schema import dump_fields


class TournamentDriver:
    """An organiser with one tournament: does things with a fresh key each."""

    def __init__(
        self,
        game: str = "taroky",
        players: int = 8,
        code: str = "TURNAJ",
        matches: Matches | None = None,
        **opened: object,
    ) -> None:
        self.code, self.keys = code, map(str, count(1))
        self.tournaments = Tournaments(matches or Matches(open_ledger("sqlite://")))
        spoken = Opened("Open", game, **opened)  # type: ignore[arg-type]
        self.now = self.tournaments.open(code, spoken, GAMES[game].house(), "open")
        self.do("enter", [Entrant(f"Hráč {n}") for n in range(players)], seen=False)

    def do(self, verb: str, *arguments: object, seen: bool = True) -> Tournament:
        version = (self.now.version,) if seen else ()
        act = getattr(self.tournaments, verb)
        self.now = act(self.now, *arguments, *version, next(self.keys))
        return self.now

    def act(self, action: Callable[..., Tournament], *said: object) -> None:
        """Does what another room lets people do."""
        self.now = action(self.tournaments, self.now, *said, next(self.keys))

    def draw(self, plan: Plan | None = None) -> Round:
        self.do("draw", plan or draw(self.now, "seed"), self.open_table)
        assert self.now.round
        return self.now.round

    def open_table(self, at: int, names: tuple[str, ...]) -> Save:
        code = f"{self.code[0]}{len(self.now.rounds) + 1}X{at}"
        return as_save(
            code, 0, f"{code}-open", "opened", dump_fields(table_opening(self.now, names)), ""
        )

    def finish(self, *balances: tuple[int, ...]) -> None:
        """Ends the round with the balances of each table."""
        for at, each in enumerate(balances):
            self.do("finish", Result(len(self.now.rounds), at, each))

    def close(self) -> None:
        self.tournaments.matches.ledger.close()
