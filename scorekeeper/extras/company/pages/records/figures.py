"""Figures of the book as text, each with the way to the row that it came from, if it was one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.records.book import Account, GameBook
from scorekeeper.extras.company.records.tallies import (
    BOUGHT,
    ENTRIES,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Key,
    Place,
    Tally,
)
from scorekeeper.game import AnyGame
from scorekeeper.web.wording.reader import book_of, decimal, money, points_text

OWN = (MATCHES, PLAYED, WON, LOST, ENTRIES, POINTS, BOUGHT)
"""What is counted of every game, in the order of the table."""


@dataclass(frozen=True)
class Figure:
    """A figure as text; `url` leads to the row that it came from."""

    text: str
    url: str = ""


NOTHING = Figure("–")


class Line(NamedTuple):
    """A line of the table: what it counts, and a figure for each player."""

    label: str
    figures: tuple[Figure, ...]


def row_url(company: Company, place: Place | None) -> str:
    """The way to a row of a match, or to the match; empty for none."""
    if place is None:
        return ""
    code, row = company.code, place.row or None
    return url_for("company.open_match", code=code, match=place.match, row=row)


def lines_of(
    company: Company, game: AnyGame, book: GameBook, members: Sequence[int]
) -> Iterator[Line]:
    """The table of a game: each figure that anybody has, for some members."""
    accounts = [book.accounts.get(member, Account()) for member in members]
    for key, label in labels_of(game, book).items():
        figures = tuple(_figure(company, game, key, account.get(key)) for account in accounts)
        if any(figure != NOTHING for figure in figures):
            yield Line(label, figures)
        if key == POINTS:
            yield Line(_("Points per entry"), tuple(map(_average, accounts)))
    offences = [_offences(company, account) for account in accounts]
    if any(figure != NOTHING for figure in offences):
        yield Line(_("Offences"), tuple(offences))


def labels_of(game: AnyGame, book: GameBook) -> Mapping[Key, str]:
    """What is counted, in the order of the table, with its words."""
    words = book_of(game)
    money_keys = sorted(key for key in book.ids if key.kind == "money")
    ours = {
        MATCHES: _("Matches"),
        PLAYED: _("Played"),
        WON: _("Won"),
        LOST: _("Lost"),
        ENTRIES: _("Rows on the sheet"),
        POINTS: _("Total points"),
        BOUGHT: _("Rounds bought"),
    }
    # The game's own order, not that of what happened first.
    stats = [Key("stat", id) for id in words.texts("stats")]
    return {
        **ours,
        **{key: _("Money: %(currency)s", currency=key.id) for key in money_keys},
        **{key: words.label("stats", key.id) for key in stats if key in book.ids},
        **{Key("milestone", id): label for id, label in words.texts("marks").items()},
    }


def _figure(company: Company, game: AnyGame, key: Key, tally: Tally) -> Figure:
    if not tally.n:
        return NOTHING
    url = row_url(company, tally.link)
    if key.kind == "money":
        return Figure(money(tally.n, key.id))
    if key == POINTS:
        return Figure(points_text(game, tally.n))
    return Figure(_decimal(tally.value) if tally.of else str(tally.n), url)


def _average(account: Account) -> Figure:
    """Points for each row of the sheet."""
    entries = account.get(ENTRIES).n
    return Figure(_decimal(Fraction(account.get(POINTS).n, entries))) if entries else NOTHING


def _decimal(value: Fraction) -> str:
    return decimal(round(float(value), 1), 1)


def _offences(company: Company, account: Account) -> Figure:
    """All that somebody broke."""
    tallies = [tally for key, tally in account.tallies.items() if key.kind == "offence"]
    total = sum(tally.n for tally in tallies)
    if not total:
        return NOTHING
    return Figure(str(total), row_url(company, tallies[0].link) if total == 1 else "")
