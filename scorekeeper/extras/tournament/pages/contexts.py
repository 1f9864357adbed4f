"""What several pages of a tournament show alike."""

from dataclasses import dataclass
from functools import cached_property

from flask import request

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.pages.wording import (
    TableView,
    counting_text,
    marked_names,
    table_views,
    winners_text,
)
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.render import PageContext
from scorekeeper.web.wording.reader import book_of


@dataclass(frozen=True)
class TournamentPage(PageContext):
    """What every page of a tournament shows."""

    tournament: Tournament
    version: str
    """How far it and the sheets of its tables are written."""

    @property
    def code(self) -> str:
        """The code of the tournament."""
        return self.tournament.code

    @property
    def book(self) -> Rulebook:
        """The rulebook of its game."""
        return book_of(self.tournament.game)

    @property
    def counting(self) -> str:
        """How the standings come about."""
        return counting_text(self.tournament)

    @property
    def winners(self) -> str:
        """Who has won, once all is over."""
        return winners_text(self.tournament)


def asked_round(tournament: Tournament) -> Round | None:
    """The round that the address asks for, else the newest; None before the first one."""
    number = request.args.get("round", 0, type=int)
    return (
        tournament.rounds[number - 1] if 0 < number <= len(tournament.rounds) else tournament.round
    )


@dataclass(frozen=True)
class RoundPage(TournamentPage):
    """A page with the tables of a round, if one was drawn."""

    round: Round | None
    """The round that is shown."""

    @property
    def earlier(self) -> int | None:
        """The number of the round that is shown, if it is not the newest."""
        return self.round.number if self.round and self.round is not self.tournament.round else None

    @cached_property
    def tables(self) -> list[TableView]:
        """Its tables."""
        return table_views(self.tournament, self.round) if self.round else []

    @property
    def pauses(self) -> tuple[str, ...]:
        """The names of those who sit it out."""
        return marked_names(self.tournament, self.round.pauses) if self.round else ()
