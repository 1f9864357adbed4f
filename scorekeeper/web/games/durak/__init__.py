"""Durak's own pages: who draws how many after a bout, and the table of a bout.

What is legal lies in `games.durak.referee`; here are only the pages on which it is tapped.
"""

from scorekeeper.games.durak import GAME
from scorekeeper.web.games.durak.bout import bout_page
from scorekeeper.web.games.durak.refill import refill_page
from scorekeeper.web.games.helper import helper_pages

PAGES, FREE_PAGES = helper_pages(GAME, {"refill": refill_page, "bout": bout_page})
