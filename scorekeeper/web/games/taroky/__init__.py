"""Taroky's own pages: the guided auction, and counting a pile."""

from scorekeeper.web.games import Pages
from scorekeeper.web.games.taroky.auction import auction_page
from scorekeeper.web.games.taroky.piles import count_page

PAGES: Pages = {"bid": auction_page, "count": count_page}
