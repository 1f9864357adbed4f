"""Which season a page of records shows, and the ways to the others."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from flask import current_app, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.records.book import Book, Told
from scorekeeper.extras.company.records.memory import Memory
from scorekeeper.extras.company.records.seasons import ALWAYS, Season, year, years
from scorekeeper.web.render import Context

ENDS = ("since", "until")
EXAMPLE = "2026-11-20"


@dataclass(frozen=True)
class Choice:
    """A way to another season or game; the one that is shown is `chosen`."""

    text: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class Asked:
    """The season that an address asks for: a `year`, or since and until which day.

    `args` are those of the address, `typed` the two days as they were typed, and `errors` what is
    wrong with them.
    """

    season: Season
    args: Context
    typed: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """422 for days that cannot be read."""
        return 422 if self.errors else 200


def asked_season() -> Asked:
    """The season of this request's address."""
    number = request.args.get("year", type=int)
    typed = {end: request.args.get(end, "").strip() for end in ENDS}
    if number is not None and date.min.year <= number <= date.max.year:
        return Asked(year(number), {"year": str(number)}, dict.fromkeys(ENDS, ""))
    args = {end: text for end, text in typed.items() if text}
    days, errors = _days(typed)
    if errors:
        return Asked(ALWAYS, {}, typed, errors)
    return Asked(Season(days["since"], days["until"]), args, typed)


def _days(typed: dict[str, str]) -> tuple[dict[str, date | None], dict[str, str]]:
    """The two days, and what is wrong with them."""
    days: dict[str, date | None] = dict.fromkeys(ENDS)
    errors: dict[str, str] = {}
    for end, text in typed.items():
        try:
            days[end] = date.fromisoformat(text) if text else None
        except ValueError:
            errors[end] = _("Write the date as %(day)s.", day=EXAMPLE)
    since, until = days["since"], days["until"]
    if since and until and until < since:
        errors["until"] = _("This is before the first day.")
    return days, errors


def memory() -> Memory:
    """The app's sums of matches: one for each process."""
    here: Memory = current_app.extensions["records"]
    return here


def zone() -> ZoneInfo:
    """Where the clocks of the pubs are."""
    return ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])


def told_of(company: Company) -> tuple[Told, ...]:
    """All matches of a company in figures."""
    return memory().tell(company, zone())


def book_in(company: Company, told: Sequence[Told], season: Season) -> Book:
    """What is counted of a company's matches in a season."""
    return memory().book(company, told, season)


def seasons_of(told: Sequence[Told], asked: Asked, to: str, args: Context) -> tuple[Choice, ...]:
    """All the time, and each year in which anything was played."""
    every = Choice(_("All time"), url_for(to, **args), asked.season == ALWAYS)
    return (
        every,
        *(
            Choice(str(each), url_for(to, **args, year=each), asked.season.year == each)
            for each in years(told)
        ),
    )
