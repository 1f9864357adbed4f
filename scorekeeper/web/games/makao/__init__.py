"""Makao's own pages: who takes how many cards, and who misses how many turns."""

from scorekeeper.games.makao import GAME
from scorekeeper.web.games.makao.chains import attack_page, skip_page
from scorekeeper.web.games.tapping import helps

PAGES, FREE_PAGES = helps(GAME, {"attack": attack_page, "skip": skip_page})
