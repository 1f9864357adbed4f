"""Faraón's own pages: who draws how many for sevens, and who goes on after aces."""

from scorekeeper.games.faraon import GAME
from scorekeeper.web.games.faraon.chains import aces_page, sevens_page
from scorekeeper.web.games.tapping import helps

PAGES, FREE_PAGES = helps(GAME, {"sevens": sevens_page, "ace-answer": aces_page})
