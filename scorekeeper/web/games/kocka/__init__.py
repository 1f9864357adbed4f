"""Kočka's own pages: the table of a dokládačka, and what the page of a round shows besides.

Who may lay what and what a cink proves lies in `games.kocka`; the forms themselves are read off
`games.kocka.entries`.
"""

from collections.abc import Iterable, Iterator, Mapping

from flask import request

from scorekeeper.core.schema import dump_fields
from scorekeeper.games.kocka.entries import Round, about, answer_of, pointless_in
from scorekeeper.match import Match
from scorekeeper.web.game_pages import EntryContext, FreePages, Pages
from scorekeeper.web.games.kocka.dokladacka import dokladacka_page, free_page


def round_view(match: Match, data: Mapping[str, object]) -> Mapping[str, object]:
    """The round is entered `by` "cards" or "numbers"; the `brush` gives cards to one seat.

    `data` is the entry as JSON: a correction opens by what the round was entered by, and a new one
    by what the last round of the match was. The brush is a seat as text. Of the `pointless` seats
    it is asked who `took` a trick.
    """
    by = request.values.get("by", way_of([data, *_rounds_back(match)]))
    durch = "durch" in data or "durch_caught" in data
    pointless = () if durch else pointless_in(data)
    took = answer_of(data, pointless) if pointless else data.get("took") or ()
    asked = {"pointless": pointless, "about": about(pointless), "took": took}
    return {"by": by, "brush": request.values.get("brush", "0"), **asked}


def way_of(rounds: Iterable[Mapping[str, object]]) -> str:
    """How the first of these rounds was entered that tells: a durch tells nothing.

    >>> way_of([{}, {"durch": 2}, {"points": [0, 7, 21, 0]}, {"rest": 1}])
    'numbers'
    """
    told = ("points" in data for data in rounds if data.keys() & {"points", "cards", "rest"})
    return "numbers" if next(told, False) else "cards"


def _rounds_back(match: Match) -> Iterator[Mapping[str, object]]:
    """The rounds of a match as JSON data, the last one first."""
    return (dump_fields(row.entry) for row in reversed(match.rows) if isinstance(row.entry, Round))


PAGES: Pages = {"dokladacka": dokladacka_page}
FREE_PAGES: FreePages = {"dokladacka": free_page}
ENTRY_CONTEXTS: Mapping[str, EntryContext] = {"round": round_view}
