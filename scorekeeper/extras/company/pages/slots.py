"""What a company brings to other pages: its sets of house rules, members, evening and pack to those
of a match, and this phone's companies to the first page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from zoneinfo import ZoneInfo

from flask import current_app, url_for
from flask_babel import gettext as _

from scorekeeper.core.game import AnyGame
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.names import near
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.company import Company
from scorekeeper.extras.company.actions import Companies
from scorekeeper.extras.company.deck import may_inscribe
from scorekeeper.extras.company.evenings import PlayedMatch, at_several_tables, played
from scorekeeper.extras.company.events import Agreed
from scorekeeper.extras.company.pages.entrance import (
    PAGES,
    companies,
    company_of,
    may_write_in,
    my_companies,
    my_company,
)
from scorekeeper.match import Match
from scorekeeper.web.home import HOME_LINKS, ROLE_LISTS, HeldRole, HomeLink, RoleList
from scorekeeper.web.house import SETS
from scorekeeper.web.http.access import link_path, match_or_none, matches, role_of_phone
from scorekeeper.web.http.shelves import COMPANIES
from scorekeeper.web.match.accounts import EVENINGS
from scorekeeper.web.match.setup import PLAYER_GROUPS, PlayerGroup
from scorekeeper.web.match.sheet import INSCRIBE_URLS
from scorekeeper.web.stream.live import version_with

LATEST = 30
"""Matches that the page of a company shows, and that are followed; nobody plays older ones."""


def company_book(company: Company, codes: Sequence[str] | None = None) -> tuple[PlayedMatch, ...]:
    """What a company played, the oldest first: all of it, or the matches with these codes.

    Matches that are not here any more, or not its own, are left out.
    """
    chosen = tuple(company.matches) if codes is None else codes
    zone = ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])
    return played(company, own_matches(company, chosen), zone)


def own_match(company: Company, code: str) -> Match | None:
    """The match with this code if it is here and a company's own."""
    match = match_or_none(code)
    return match if match and company.has(match) else None


def own_matches(company: Company, codes: Iterable[str]) -> Iterator[Match]:
    """The matches with these codes that are here and a company's own."""
    return filter(None, (own_match(company, code) for code in codes))


def latest_matches(known: Companies, company: Company) -> tuple[str, ...]:
    """The codes of the matches that a company took in last."""
    return known.own(company, tuple(company.matches)[-LATEST:])


def version_now(company: Company) -> str:
    """How far a company and its latest matches are written, as its stream says it."""
    return version_with(matches().ledger, company.version, latest_matches(companies(), company))


def last_match(company: Company, game: AnyGame) -> Match | None:
    known = own_matches(company, reversed(tuple(company.matches)))
    return next((match for match in known if match.game is game), None)


def tables_link(company: Company, night: str = "") -> tuple[str, str]:
    """The last evening at several tables, or that of a night, and its page; empty without one."""
    known = [each for each in at_several_tables(company) if night in ("", each[0][1].night)]
    if not known:
        return "", url_for("company.show", code=company.code)
    number = known[-1][-1][1].round
    text = _("Several tables: round %(n)d", n=number)
    return text, url_for("rounds.show", code=company.code, first=known[-1][0][0])


@SETS.fill()
def sets_of_companies(game: AnyGame) -> Iterable[NamedHouse]:
    """The sets of a game that the companies of this phone keep."""
    return (named for company in my_companies() for named in house_sets_of(company, game))


def house_sets_of(company: Company, game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that a company keeps, the latest first."""
    sets: dict[str, Agreed] = {}
    for _seq, body in reversed(company.bodies_of(Agreed)):
        if body.game == game.key:
            sets.setdefault(body.name, body)
    return [NamedHouse(game, each.name, game.read_house(each.house)) for each in sets.values()]


@EVENINGS.fill()
def evening_url(match: Match) -> str:
    """The page that settles the whole evening; empty where no company of the phone has it."""
    company = company_of(match)
    if company is None:
        return ""
    (played,) = company_book(company, [match.code])
    return url_for("evenings.show", code=company.code, night=played.night.isoformat())


@INSCRIBE_URLS.fill()
def inscribe_url_of(match: Match) -> str:
    """Where the loser inscribes a card of the company’s pack; empty if that is not due."""
    company = company_of(match) if match.standing.over else None
    if company is None or not may_write_in(company) or not may_inscribe(company, match):
        return ""
    return url_for("inscription.show", code=company.code, match=match.code)


class CompanyCircle(PlayerGroup):
    """A company that plays a new match."""

    def __init__(self, company: Company) -> None:
        self._company = company

    def last_match(self, game: AnyGame) -> Match | None:
        return last_match(self._company, game)

    @property
    def members(self) -> Sequence[str]:
        return [m.name for m in self._company.by_last_table if not m.guest]

    def known(self, used: Sequence[str]) -> list[str]:
        return [m.name for m in self._company.by_last_table if m.name not in used]

    def meant(self, name: str) -> str:
        if self._company.called(name):
            return ""
        return near(name, (member.name for member in self._company.members if member.came))

    @property
    def carried_fields(self) -> list[tuple[str, str]]:
        return [("company", self._company.code)]

    def add_match(self, match: Match, key: str) -> None:
        with suppress(Invalid):  # whom two call by one name is sorted out by hand
            companies().add_match(self._company.code, match, key)


@PLAYER_GROUPS.fill()
def group(values: Mapping[str, str]) -> PlayerGroup | None:
    """The company that a form or an address names, if this phone may write in it."""
    company = my_company(values.get("company", ""))
    return CompanyCircle(company) if company else None


@HOME_LINKS.fill(1)
def places() -> Sequence[HomeLink]:
    return [HomeLink(each.name, _url(each)) for each in my_companies()]


@ROLE_LISTS.fill(1)
def roles() -> Sequence[RoleList]:
    return [RoleList(_("Groups"), COMPANIES, [_role(each) for each in my_companies()])]


def _role(company: Company) -> HeldRole:
    back = link_path(company, role_of_phone(company, COMPANIES) or "watcher", PAGES)
    return HeldRole(COMPANIES, company.code, company.name, "", _url(company), back)


def _url(company: Company) -> str:
    return url_for("company.show", code=company.code)
