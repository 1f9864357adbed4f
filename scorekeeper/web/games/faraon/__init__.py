"""Faraón's own pages: who draws how many for sevens, and who goes on after aces.

What is legal lies in `games.faraon.referee`; the page itself in `web.games.chain_helper`.
"""

from scorekeeper.games.faraon import GAME
from scorekeeper.web.games.faraon.chains import aces_page, sevens_page
from scorekeeper.web.games.helper import helper_pages

PAGES, FREE_PAGES = helper_pages(GAME, {"sevens": sevens_page, "ace-answer": aces_page})
