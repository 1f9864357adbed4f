"""Taroky's own pages, opened beside the deal's form: the guided auction, and counting a pile.

What may be bid and what a pile is worth lies in `games.taroky`; the deal's form itself is a
template over `match/entry.html`, with a script of its own.
"""

from scorekeeper.web.game_pages import Pages
from scorekeeper.web.games.taroky.form_page import auction_page
from scorekeeper.web.games.taroky.piles import count_page

PAGES: Pages = {"bid": auction_page, "count": count_page}
