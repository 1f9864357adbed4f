"""Durak's own pages: who draws how many after a bout, and the table of a bout."""

from scorekeeper.games.durak import GAME
from scorekeeper.web.games.durak.bout import bout_page
from scorekeeper.web.games.durak.refill import refill_page
from scorekeeper.web.games.tapping import helps

PAGES, FREE_PAGES = helps(GAME, {"refill": refill_page, "bout": bout_page})
