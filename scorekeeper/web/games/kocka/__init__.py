"""Kočka's own pages: the table of a dokládačka, and what the page of a round shows besides.

Who may lay what and what a cink proves lies in `games.kocka`; the forms themselves are read off
`games.kocka.entries`.
"""

from collections.abc import Mapping

from flask import request

from scorekeeper.games.kocka.entries import about, answer_of, pointless_in
from scorekeeper.web.game_pages import EntryContext, FreePages, Pages
from scorekeeper.web.games.kocka.dokladacka import dokladacka_page, free_page


def round_view(data: Mapping[str, object]) -> Mapping[str, object]:
    """The round is entered `by` "cards" or "numbers"; the `brush` gives cards to one seat.

    `data` is the entry as JSON: a correction opens by what the round was entered by. The brush is a
    seat as text. Of the `pointless` seats it is asked who `took` a trick.
    """
    by = request.values.get("by", "numbers" if "points" in data else "cards")
    durch = "durch" in data or "durch_caught" in data
    pointless = () if durch else pointless_in(data)
    took = answer_of(data) if pointless else data.get("took") or ()
    asked = {"pointless": pointless, "about": about(pointless), "took": took}
    return {"by": by, "brush": request.values.get("brush", "0"), **asked}


PAGES: Pages = {"dokladacka": dokladacka_page}
FREE_PAGES: FreePages = {"dokladacka": free_page}
ENTRY_CONTEXTS: Mapping[str, EntryContext] = {"round": round_view}
