"""Each law of the crawl can be broken, and is told so that somebody can mend the page."""

from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.datastructures import Headers

import tests.crawl.app_pages
import tests.crawl.every_page  # noqa: F401 (its laws)
from scorekeeper.games import GAMES
from tests.crawl.decisions import ASKED_IN, decision_pages
from tests.crawl.laws import EVERY, LAWS, Crawler, Law, Page, broken
from tests.crawl.questions import question_pages
from tests.crawl.rules import rule_pages
from tests.web.screen import Screen

KOCKA = GAMES["kocka"]
HEAVY = " ".join(f"{number * number:x}" for number in range(9_000))
NOTHING = f"""<!doctype html><html lang="xx"><head><title>Nothing here</title></head><body>
<h1>Nothing</h1><p>{HEAVY}</p><section class="example">Brillig, 1. pov.</section></body></html>"""

Pages = dict[str, list[Page]]


@pytest.fixture(scope="module")
def pages(app: Flask) -> Pages:
    """The pages about Černá kočka: kind → pages."""
    phone = Crawler(app, ASKED_IN)
    found = {"app": [phone.page("app", KOCKA, "/")]}
    for group in (rule_pages, decision_pages, question_pages):
        for page in group(phone, KOCKA):
            found.setdefault(page.kind, []).append(page)
    return found


def spoiled(page: Page) -> Page:
    """A page in the place of which something wholly different was answered."""
    headers = Headers({"Content-Type": "text/html; charset=utf-8"})
    nothing = Screen("/nothing", 500, headers, NOTHING)
    further = (nothing,) * len(page.further)
    return replace(page, screen=nothing, further=further, typed="x", wrong=("no headers",))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_can_be_broken(pages: Pages, law: Law) -> None:
    about = pages["rule" if law.kind == EVERY else law.kind]
    assert not [complaint for page in about for complaint in law.complaints(page)]
    assert any(law.complaints(spoiled(page)) for page in about)


def test_all_broken_laws_are_told_with_the_page_and_what_to_mend(pages: Pages) -> None:
    page = pages["rule"][0]
    found = broken([spoiled(page), page, spoiled(page)])
    (first, again) = (text for text in found if ": it_quotes_its_source: " in text)
    assert first == again
    assert first.startswith("/nothing [cs]: it_quotes_its_source: what it quotes is set(), not {")
    assert first.endswith("See scorekeeper/games/kocka/source.toml.)")
    assert any(": it_is_good_html: no headers" in text for text in found)
    assert any(": it_leads_back: KeyError: " in text for text in found)


def test_where_there_is_no_page_no_law_is_kept() -> None:
    with pytest.raises(AssertionError, match="no page"):
        broken([])


def test_every_law_says_what_holds() -> None:
    assert all(law.broken_by.__doc__ and law.where for law in LAWS)
    assert len({law.name for law in LAWS}) == len(LAWS)
