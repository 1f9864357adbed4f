"""Kočka's own pages: the table of a dokládačka, and what the page of a round shows besides.

Who may lay what and what a cink proves lies in `games.kocka`; the forms themselves are read off
`games.kocka.entries`.
"""

from collections.abc import Mapping

from scorekeeper.web.game_pages import EntryContext, FreePages, Pages
from scorekeeper.web.games.kocka.dokladacka import dokladacka_page, free_page
from scorekeeper.web.games.kocka.round import round_view

PAGES: Pages = {"dokladacka": dokladacka_page}
FREE_PAGES: FreePages = {"dokladacka": free_page}
ENTRY_CONTEXTS: Mapping[str, EntryContext] = {"round": round_view}
