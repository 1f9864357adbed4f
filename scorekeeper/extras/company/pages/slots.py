"""What a company brings to pages of a match: its sets of house rules, members, evening, pack."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from flask import url_for

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.deck import may_inscribe
from scorekeeper.extras.company.events import Agreed
from scorekeeper.extras.company.pages.entrance import (
    companies,
    company_of,
    may_write_in,
    my_companies,
    my_company,
)
from scorekeeper.extras.company.pages.playing import book_of, last_match
from scorekeeper.game import AnyGame
from scorekeeper.match import Match
from scorekeeper.named_house import NamedHouse
from scorekeeper.schema import Invalid
from scorekeeper.web.access import COMPANY_CODE
from scorekeeper.web.house.sets import SETS
from scorekeeper.web.match.accounts import EVENINGS
from scorekeeper.web.match.setup import CIRCLES, Circle
from scorekeeper.web.match.sheet import OFFERS

MOST_KNOWN = 12
"""So many members are offered with a tap each."""


@SETS.fill()
def sets_of_companies(game: AnyGame) -> Iterable[NamedHouse]:
    """The sets of a game that the companies of this phone keep."""
    return (named for company in my_companies() for named in kept_by(company, game))


def kept_by(company: Company, game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that a company keeps, the latest first."""
    sets: dict[str, Agreed] = {}
    for _seq, body in reversed(company.holding(Agreed)):
        if body.game == game.key:
            sets.setdefault(body.name, body)
    return [NamedHouse(game, each.name, game.read_house(each.house)) for each in sets.values()]


@COMPANY_CODE.fill()
def code_of(match: Match) -> str:
    """The code of this phone's company that has a match."""
    company = company_of(match)
    return company.code if company else ""


@EVENINGS.fill()
def evening_url(match: Match) -> str:
    """The page that settles the whole evening; empty where no company of the phone has it."""
    company = company_of(match)
    if company is None:
        return ""
    (played,) = book_of(company, [match.code])
    return url_for("evenings.show", code=company.code, night=played.night.isoformat())


@OFFERS.fill()
def offer_of(match: Match) -> str:
    """Where the loser inscribes a card of the company’s pack; empty if that is not due."""
    company = company_of(match) if match.standing.over else None
    if company is None or not may_write_in(company) or not may_inscribe(company, match):
        return ""
    return url_for("inscription.show", code=company.code, match=match.code)


class CompanyCircle(Circle):
    """A company that plays a new match."""

    def __init__(self, company: Company) -> None:
        self._company = company

    def last_match(self, game: AnyGame) -> Match | None:
        return last_match(self._company, game)

    @property
    def members(self) -> Sequence[str]:
        return [m.name for m in self._company.members if m.came and not m.guest]

    def known(self, used: Sequence[str]) -> list[str]:
        names = [m.name for m in self._company.members if m.came and m.name not in used]
        return names[:MOST_KNOWN]

    @property
    def carried(self) -> list[tuple[str, str]]:
        return [("company", self._company.code)]

    def take_in(self, match: Match, key: str) -> None:
        with suppress(Invalid):  # whom two call by one name is sorted out by hand
            companies().take_in(self._company.code, match, key)


@CIRCLES.fill()
def circle(values: Mapping[str, str]) -> Circle | None:
    """The company that a form or an address names, if this phone may write in it."""
    company = my_company(values.get("company", ""))
    return CompanyCircle(company) if company else None
