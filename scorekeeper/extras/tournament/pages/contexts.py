"""What several pages of a tournament show alike."""

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.pages.wording import TableView, table_views
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


@dataclass(frozen=True)
class RoundPage(TournamentPage):
    """A page with the tables of the newest round, if one was drawn."""

    @property
    def round(self) -> Round | None:
        """The newest round."""
        return self.tournament.round

    @cached_property
    def tables(self) -> list[TableView]:
        """Its tables."""
        return table_views(self.tournament, self.round) if self.round else []

    @property
    def pauses(self) -> tuple[str, ...]:
        """The names of those who sit it out."""
        return self.tournament.names(self.round.pauses) if self.round else ()
