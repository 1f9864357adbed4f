"""All that a company keeps, for other programs: as tables, and as a file to move it."""

from collections.abc import Iterator, Sequence

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.accounts import POT, Party, party_of
from scorekeeper.extras.company.evenings import PlayedMatch
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.evenings.settled import party_view
from scorekeeper.extras.company.pages.records.figures import season_query, stats_in, summaries_of
from scorekeeper.extras.company.pages.slots import company_book
from scorekeeper.extras.company.records.stats import CompanyStats
from scorekeeper.extras.company.records.summary import (
    BOUGHT,
    ENTRIES,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Tally,
)
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.sheet import sum_of
from scorekeeper.web.results.paper import csv_number, table_answer, without_formula
from scorekeeper.web.wording.reader import book_of as book_of_game
from scorekeeper.web.wording.rows import notice_text, story_of

company_tables = Blueprint("company_tables", __name__, url_prefix="/c/<code>")

COUNTS = (MATCHES, ENTRIES, PLAYED, WON, LOST, POINTS, BOUGHT)
"""What the table of members counts, in the order of its columns."""


@company_tables.get("/entries.csv")
def entries(code: str) -> Response:
    """A line for each entry that counts: when, where, what, and what it gave to whom."""
    company = company_for(code)
    return table_answer(f"{code}-entries", _entry_lines(company, _played(company)))


@company_tables.get("/members.csv")
def members(code: str) -> Response:
    """A line for each member and game: what he played, won and lost, in points and in money."""
    company = company_for(code)
    book = stats_in(company, summaries_of(company), season_query().season)
    return table_answer(f"{code}-members", _member_lines(company, book))


def _played(company: Company) -> tuple[PlayedMatch, ...]:
    """What a company played in the season that is asked for."""
    summaries = season_query().season.of(summaries_of(company))
    return company_book(company, [each.summary.code for each in summaries])


def _entry_lines(company: Company, book: Sequence[PlayedMatch]) -> Iterator[list[str]]:
    parties = _parties(book)
    names = [without_formula(party_view(company, party).name) for party in parties]
    paid = {stake.currency for each in book if (stake := each.match.game.stake(each.match.house))}
    currencies = sorted(paid)
    yield [
        *(_("Night"), _("Pub"), _("Town"), _("Game"), _("Match"), _("Number"), _("Type")),
        *(_("What it was"), *names),
        *(f"{name} {currency}" for currency in currencies for name in names),
    ]
    for each in book:
        about = [
            each.night.isoformat(),
            without_formula(each.pub.name),
            without_formula(each.pub.town),
        ]
        match = each.match
        about += [book_of_game(match.game).title, match.code]
        for row in match.rows:
            if not row.struck:
                points_by_party = _given(each, row)
                yield [
                    *(*about, *_about(match, row)),
                    *_figures(points_by_party, parties, 1),
                    *(
                        f
                        for currency in currencies
                        for f in _money(match, points_by_party, parties, currency)
                    ),
                ]


def _about(match: Match, row: Row) -> list[str]:
    """What an entry was: its number, its type, and its story with what came of it."""
    names, note = match.seating.names_at(row.seating.seats), match.notes.get(row.seq, "")
    marks = (notice_text(match, mark, names) for mark in row.after.milestones)
    what = " · ".join(filter(None, (*story_of(match, row), *marks, note)))
    kind = book_of_game(match.game).label("entries", row.entry.type, "name")
    return [str(row.number or ""), kind, without_formula(what)]


def _given(played: PlayedMatch, row: Row) -> dict[Party, int]:
    """The points of an entry by party, and what it did to the pot."""
    seats, pot = row.seating.seats, played.match.game.pot
    points_by_party: dict[Party, int] = {}
    for person, points in zip(seats, sum_of(row.lines, len(seats)), strict=True):
        party = party_of(played.members, played.match.seating.people, person)
        points_by_party[party] = points_by_party.get(party, 0) + points
    had, has = pot(row.before), pot(row.after)
    return points_by_party if had is None or has is None else {**points_by_party, POT: has - had}


def _figures(
    points_by_party: dict[Party, int], parties: Sequence[Party], worth: float
) -> Iterator[str]:
    for party in parties:
        yield csv_number(points_by_party[party] * worth) if party in points_by_party else ""


def _money(
    match: Match, points_by_party: dict[Party, int], parties: Sequence[Party], currency: str
) -> Iterator[str]:
    """The same in a currency; empty for a match that is not played for it."""
    stake = match.game.stake(match.house)
    for_it = stake is not None and stake.currency == currency
    return _figures(points_by_party if for_it else {}, parties, stake.point / 100 if stake else 0)


def _parties(book: Sequence[PlayedMatch]) -> list[Party]:
    """Everybody who played: the members by number, then others by name, and the pot."""
    people = {
        party_of(each.members, each.match.seating.people, person)
        for each in book
        for person in each.match.seating.everybody
    }
    pots = any(each.match.game.pot(each.match.standing) is not None for each in book)
    members = sorted(party for party in people if isinstance(party, int))
    others = sorted(party for party in people if isinstance(party, str))
    return [*members, *others, *([POT] if pots else [])]


def _member_lines(company: Company, counted: CompanyStats) -> Iterator[list[str]]:
    money = sorted({key for each in counted.values() for key in each.ids if key.kind == "money"})
    yield [
        *(_("Name"), _("Game"), _("Matches"), _("Entries"), _("Played"), _("Won"), _("Lost")),
        *(_("Total points"), _("Rounds bought"), *(key.id for key in money)),
    ]
    for key, game in counted.items():
        title = book_of_game(GAMES[key]).title
        for number, account in sorted(game.accounts.items()):
            figures = [csv_number(account.get(count).n) for count in COUNTS]
            amounts = [_amount(account.tallies.get(each)) for each in money]
            yield [without_formula(company.members[number].name), title, *figures, *amounts]


def _amount(tally: Tally | None) -> str:
    return csv_number(tally.n / 100) if tally else ""
