"""The three shedding games in every language of theirs: small phones, long names, both themes.

One game in each of three languages with all the other tests; Czech and English by `make walks`.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from scorekeeper.web.game_pages import pages_of
from tests.browser.conftest import OpenPhone
from tests.browser.helpers import (
    assert_accessible_in_both_themes,
    assert_fits,
    assert_no_sideways_scroll,
    enlarge_text,
)

NAMES = ("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf")
SPOKEN = {
    "sk": ("sk-SK", "faraon"),
    "pl": ("pl-PL", "makao"),
    "be": ("be-BY", "durak"),
}
OTHERS = {"cs": "cs-CZ", "en": "en-GB"}
WALKS = [
    *((language, locale, game) for language, (locale, game) in SPOKEN.items()),
    *((lang, OTHERS[lang], game) for lang in OTHERS for game in ("faraon", "makao", "durak")),
]


@pytest.fixture
def small(standing_phone: OpenPhone, live_server: str, request: pytest.FixtureRequest) -> Page:
    """The smallest phone, which speaks the language of the test."""
    return standing_phone(320, 568, base_url=live_server, locale=request.param)


def started(page: Page, game: str) -> str:
    """The address of a match of four with one game recorded."""
    page.goto(f"/new/{game}")
    for field, name in zip(page.locator("[data-names] .name input").all(), NAMES, strict=True):
        field.fill(name)
    page.locator("main button.main").tap()
    page.wait_for_url("**/m/*")
    match = page.url
    page.goto(f"{match}/new/game")
    page.locator("#form label.pick").nth(1).tap()
    page.locator("#form button.main").tap()
    expect(page.get_by_role("table")).to_be_visible()
    return match


def addresses(match: str, game: str) -> Iterator[str]:
    """Every page of a match, those of its referee and its rulebook."""
    entries = (type for type in GAMES[game].entry_types)
    yield from (f"{match}{path}" for path in ("", "/accounts", "/players/1", "/people", "/watch"))
    yield from (f"{match}/new/{type}" for type in entries)
    yield from (f"{match}/disputes", *(f"{match}/ask/{kind}" for kind in pages_of(game)))
    yield from (f"{match}/disputes/{dispute.kind}" for dispute in GAMES[game].disputes[:4])
    offence = next(iter(GAMES[game].rules)).id
    yield from (f"{match}/offences/{offence}", f"{match}/rules", f"{match}/rules/{offence}")
    yield from (f"/new/{game}", "/", "/referee", "/rules")


@pytest.mark.parametrize(
    ("small", "language", "game"),
    [
        pytest.param(
            locale,
            lang,
            game,
            id=f"{lang}-{game}",
            marks=pytest.mark.walk if lang in OTHERS else (),
        )
        for lang, locale, game in WALKS
    ],
    indirect=["small"],
)
def test_every_page_fits_and_is_accessible(small: Page, language: str, game: str) -> None:
    for address in addresses(started(small, game), game):
        small.emulate_media(color_scheme="light")
        small.goto(address)
        assert small.locator("html").get_attribute("lang") == language, address
        assert_fits(small, ignore=".cell")
        assert_accessible_in_both_themes(small)
        enlarge_text(small)
        assert_no_sideways_scroll(small)
