"""Kočka's own page: the table of a dokládačka."""

from scorekeeper.web.games import Pages
from scorekeeper.web.games.kocka.dokladacka import dokladacka_page

PAGES: Pages = {"dokladacka": dokladacka_page}
