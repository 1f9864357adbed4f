"""Kočka's own page: the table of a dokládačka."""

from scorekeeper.web.games import FreePages, Pages
from scorekeeper.web.games.kocka.dokladacka import dokladacka_page, free_page

PAGES: Pages = {"dokladacka": dokladacka_page}
FREE_PAGES: FreePages = {"dokladacka": free_page}
