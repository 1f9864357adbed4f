"""The sets of house rules that this phone knows: those of its matches and of its companies."""

from collections.abc import Iterator

from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.events import Agreed
from scorekeeper.extras.company.pages.entrance import my_companies
from scorekeeper.game import AnyGame
from scorekeeper.named_house import NamedHouse
from scorekeeper.web.access import my_matches

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
    for company in my_companies():
        yield from kept_by(company, game)


def kept_by(company: Company, game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that a company keeps, the latest first."""
    sets: dict[str, Agreed] = {}
    for _seq, body in reversed(company.holding(Agreed)):
        if body.game == game.key:
            sets.setdefault(body.name, body)
    return [NamedHouse(game, each.name, game.read_house(each.house)) for each in sets.values()]


def name_of(named: NamedHouse, unnamed: str = "") -> str:
    """What a set is called here: by its name, as the source's, or `unnamed`."""
    if named.name:
        return named.name
    usual = named.house == named.game.house()
    return _("the source’s rules") if usual else unnamed or _("our house rules")
