"""Makao's own pages: who takes how many cards, and who misses how many turns.

What is legal lies in `games.makao.referee`; the page itself in `web.games.chain_helper`.
"""

from scorekeeper.games.makao import GAME
from scorekeeper.web.games.helper import helper_pages
from scorekeeper.web.games.makao.chains import attack_page, skip_page

PAGES, FREE_PAGES = helper_pages(GAME, {"attack": attack_page, "skip": skip_page})
