"""A room of the third floor: one class, whose methods are all that a room can add.

Rooms are folders of `extras`, discovered at import; nothing else knows one of them. Each ends in
`room.ROOM`. Who lets rooms add something asks each of them, in the order of their names:
`[link for room in rooms() for link in room.home_links()]`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from flask import Blueprint, Flask

    from scorekeeper.core.game import AnyGame
    from scorekeeper.core.named_house import NamedHouse
    from scorekeeper.ledger import Event
    from scorekeeper.ledger.store import LedgerStore
    from scorekeeper.maintenance import Commands
    from scorekeeper.match import Match
    from scorekeeper.match.rows import Row
    from scorekeeper.referee.judgements import Judgement
    from scorekeeper.stream.files import AnyType
    from scorekeeper.web.home import HomeLink, RoleList
    from scorekeeper.web.match.setup import PlayerGroup
    from scorekeeper.web.match.sheet_view import EventRow
    from scorekeeper.web.rulebook.sent_house import Keeper
    from scorekeeper.web.stream import AnyPresenter
    from scorekeeper.web.wording.rows import RowMarks

EXTRAS = "scorekeeper.extras"
T = TypeVar("T")


class Room:
    """What a table can do without. A room overrides what it adds; what it does not adds nothing.

    The core asks rooms where there is no Flask: a module that needs it is imported in the method
    that does.
    """

    event_modules: Sequence[str] = ()
    """Modules that declare kinds of event, of its own nouns or of a match."""
    scripts: Sequence[str] = ()
    """Files below `static/` that every page runs."""
    parts: frozenset[str] = frozenset()
    """The places of pages to which it adds: macros of `templates/extras/<room>/parts.html`, each
    called by `room_parts` with what that template gives.
    """

    @property
    def name(self) -> str:
        """Its folder in `extras`."""
        return type(self).__module__.split(".")[-2]

    # The core.

    def stores(self) -> Mapping[str, Callable[..., LedgerStore]]:
        """What the address of a ledger begins with → how it is opened."""
        return {}

    def stream_types(self) -> Sequence[AnyType]:
        """Types of stream besides matches, as files and maintenance see them."""
        return ()

    def add_commands(self, commands: Commands) -> None:
        """Adds its commands to the command line."""

    # The app.

    def prepare(self, app: Flask) -> None:
        """Gives an app that has its ledger what the room keeps in `app.extensions`."""

    def blueprints(self) -> Sequence[Blueprint]:
        """Its pages."""
        return ()

    def template_globals(self) -> Mapping[str, Callable[..., object]]:
        """Functions that all templates may call."""
        return {}

    def macros(self) -> Mapping[str, str]:
        """Global of all templates → the file of its macros."""
        return {}

    def presenters(self) -> Sequence[AnyPresenter]:
        """Its types of stream as pages that all streams have show them."""
        return ()

    def not_found_errors(self) -> Sequence[type[LookupError]]:
        """Errors of its own that say that nothing is here: they are answered with 404."""
        return ()

    def notices(self) -> Sequence[str]:
        """What whoever starts the server should read."""
        return ()

    # Pages and roles.

    def home_links(self) -> Sequence[HomeLink]:
        """Links on the first page, the latest first."""
        return ()

    def role_lists(self) -> Sequence[RoleList]:
        """What this phone may do, and can leave."""
        return ()

    def long_code_url(self, typed: str) -> str:
        """Where a long code leads that lets this phone do more than look on; empty if nowhere."""
        return ""

    def lets_read(self, match: Match, group: str) -> bool:
        """True if this phone may read a match as one of the group with this code."""
        return False

    def group_name(self, code: str) -> str:
        """The name of the group with a code; empty if it knows none."""
        return ""

    # A match.

    def player_group(self, values: Mapping[str, str]) -> PlayerGroup | None:
        """Who plays a new match, if a form or an address (`values`) names them."""
        return None

    def evening_url(self, match: Match) -> str:
        """The page that settles the whole evening of a match; empty where there is none."""
        return ""

    def inscribe_url(self, match: Match) -> str:
        """Where the loser inscribes a card; empty if that is not due."""
        return ""

    def sheet_rows(self, match: Match) -> Sequence[EventRow]:
        """Rows of the sheet that are not entries."""
        return ()

    def row_marks(self, match: Match, rows: Sequence[Row]) -> Mapping[int, RowMarks]:
        """What it says of some rows of a match in their order: row number → that."""
        return {}

    # House rules, questions and verdicts.

    def house_sets(self, game: AnyGame) -> Iterable[NamedHouse]:
        """House rules of a game that it keeps for this phone."""
        return ()

    def keepers(self, named: NamedHouse) -> Sequence[Keeper]:
        """Who can keep house rules for this phone."""
        return ()

    def shown_question(self, match: Match) -> Event | None:
        """The question that the table was shown last, if it waits for an answer."""
        return None

    def shown_verdict(self, match: Match, code: str) -> Judgement | None:
        """The verdict of a code that a match brought along, because its table was shown it."""
        return None


@cache
def rooms() -> tuple[Room, ...]:
    """The rooms that are there, by the alphabet."""
    if find_spec(EXTRAS) is None:
        return ()
    folders = iter_modules([*import_module(EXTRAS).__path__])
    names = sorted(module.name for module in folders if module.ispkg)
    return tuple(import_module(f"{EXTRAS}.{name}.room").ROOM for name in names)


def first_of_rooms(ask: Callable[[Room], T | None]) -> T | None:
    """What the first room gives that gives anything; None if none does."""
    return next(filter(None, map(ask, rooms())), None)
