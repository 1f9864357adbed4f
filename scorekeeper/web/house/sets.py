"""The sets of house rules that this phone knows: those of its matches and of its companies."""

from collections.abc import Iterable, Iterator

from flask_babel import gettext as _

from scorekeeper.game import AnyGame
from scorekeeper.named_house import NamedHouse
from scorekeeper.rooms import Slot
from scorekeeper.web.access import my_matches

SETS: Slot[[AnyGame], Iterable[NamedHouse]] = Slot()
"""Sets that rooms know besides: those that companies keep."""
MATCHES, MOST = 40, 6
"""So many matches are looked through, and so many sets offered."""


def my_sets(game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that this phone knows: the latest first, each name once.

    Without a name only the latest one counts, if anything in it is unlike the usual.
    """
    known: dict[str, NamedHouse] = {}
    for named in _sets(game):
        known.setdefault(named.name, named)
    return [each for each in known.values() if each.name or each.house != game.house()][:MOST]


def _sets(game: AnyGame) -> Iterator[NamedHouse]:
    yield from (match.named_house for match in my_matches(MATCHES) if match.game is game)
    for sets in SETS(game):
        yield from sets


def name_of(named: NamedHouse, unnamed: str = "") -> str:
    """What a set is called here: by its name, as the source's, or `unnamed`."""
    if named.name:
        return named.name
    usual = named.house == named.game.house()
    return _("the source’s rules") if usual else unnamed or _("our house rules")
