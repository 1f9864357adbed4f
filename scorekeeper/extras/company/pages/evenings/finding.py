"""Finding an evening: all of them by month, or those of a member, a game, a pub."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, request, url_for

from scorekeeper.extras.company import Company, Pub
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.evenings.settled import member_names
from scorekeeper.extras.company.pages.records.figures import summaries_of
from scorekeeper.extras.company.records.seasons import month
from scorekeeper.extras.company.records.stats import MatchSummary
from scorekeeper.games import GAMES
from scorekeeper.web.paging import before, paginate
from scorekeeper.web.render import Values, page
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title

finding = Blueprint("finding", __name__, url_prefix="/c/<code>")

SHOWN = 24
"""So many evenings stand on a page, the latest first."""


@dataclass(frozen=True)
class Night:
    """An evening: its day, page, pub and games, who was there, and the table of its month."""

    day: str
    url: str
    pub: str
    games: str
    who: str
    month_url: str


Played = tuple[date, Pub, Sequence[MatchSummary]]
"""The matches of a night in a pub."""


@dataclass(frozen=True)
class Wish:
    """What is looked for: a member, a game, a pub; None and nothing are any."""

    member: int | None
    game: str
    pub: str

    @property
    def args(self) -> Values:
        """The same for an address."""
        asked = {"member": self.member, "game": self.game, "pub": self.pub}
        return {name: str(value) for name, value in asked.items() if value not in (None, "")}

    def fits(self, match: MatchSummary) -> bool:
        """True for a match that is looked for."""
        member = self.member is None or self.member in match.members
        return member and self.game in ("", match.summary.game) and self.pub in ("", match.pub.name)


@dataclass(frozen=True)
class FindingPage(CompanyPage):
    """The evenings that were found, by month."""

    wish: Wish
    found: int
    months: dict[str, list[Night]]
    older: int

    @property
    def games(self) -> list[tuple[str, str]]:
        """Each game with its title."""
        return [(game.key, title) for title, game in games_by_title()]

    @property
    def pubs(self) -> list[str]:
        """The names of all pubs that the company knows."""
        return sorted({pub.name for pub in self.company.pubs.values() if pub.name})


@finding.get("/evenings")
def show(code: str) -> Response:
    """All evenings, or those that are looked for, the latest first."""
    company, args = company_for(code), request.args
    wish = Wish(args.get("member", type=int), args.get("game", ""), args.get("pub", ""))
    found = nights_of(filter(wish.fits, summaries_of(company)))
    list_page = paginate(found, before(), SHOWN)
    context = FindingPage(
        company,
        wish,
        found=len(found),
        months=by_month(company, list_page.lines[::-1]),
        older=list_page.older,
    )
    return page("extras/company/evenings/finding.html", context=context)


def nights_of(told: Iterable[MatchSummary]) -> list[Played]:
    """The matches of each night in a pub, the oldest first."""
    nights: dict[tuple[date, Pub], list[MatchSummary]] = {}
    for each in sorted(told, key=lambda each: each.night):
        nights.setdefault((each.night, each.pub), []).append(each)
    return [(*where, played) for where, played in nights.items()]


def by_month(company: Company, nights: Iterable[Played]) -> dict[str, list[Night]]:
    """Evenings by the name of their month, in their order."""
    months: dict[str, list[Night]] = {}
    for night, pub, played in nights:
        same_month = months.setdefault(date_text(night, "month"), [])
        same_month.append(_night(company, night, pub, played))
    return months


def _night(company: Company, night: date, pub: Pub, played: Sequence[MatchSummary]) -> Night:
    titles = dict.fromkeys(book_of(GAMES[each.summary.game]).title for each in played)
    people = sorted({m for each in played for m in each.members if m is not None})
    whole = month(night)
    return Night(
        date_text(night, "night"),
        url_for("evenings.show", code=company.code, night=night.isoformat()),
        ", ".join(filter(None, (pub.name, pub.town))),
        ", ".join(titles),
        member_names(company, people),
        url_for("records.show", code=company.code, since=whole.since, until=whole.until),
    )
