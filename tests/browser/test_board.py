"""The board on a television: it fits, and is read from four metres."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import send
from tests.browser.helpers import assert_accessible, assert_fits, assert_no_scroll

NAMES = (
    *("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf"),
    *("Drahoslava Ko.", "Svatopluk Jed.", "Kunhuta Přem.", "Wolfgang Amad."),
)
DEAL = {"declarer": "1", "contract": "zakladni", "partner": "2", "points": "70"}


def opened(screen: Page, game: str, names: Sequence[str], **house: str) -> str:
    typed = {f"player-{seat}": name for seat, name in enumerate(names)}
    new = f"/new/{game}"
    fields = {**typed, "dealer": "0", "seats": str(len(names)), **house}
    return send(screen.request, new, new, fields)


@pytest.mark.parametrize(
    ("game", "players", "entry"),
    [("taroky", 4, DEAL), ("durak", 8, {"fool": "1"}), ("makao", 2, {})],
    ids=["taroky", "durak", "makao"],
)
def test_it_fits_a_television(
    standing_phone: OpenPhone, live_server: str, game: str, players: int, entry: dict[str, str]
) -> None:
    screen = standing_phone(1280, 720, base_url=live_server, has_touch=False, is_mobile=False)
    house = {"pack": "52"} if game == "durak" else {}
    url = opened(screen, game, NAMES[:players], **house)
    if entry:
        form = f"{url}/new/{'deal' if game == 'taroky' else 'game'}"
        assert send(screen.request, form, f"{url}/entries", {**entry}) == url
    for width, height, least in ((1280, 720, 80), (1920, 1080, 120)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{url}/board")
        expect(screen.locator("#life")).not_to_be_empty()
        assert_fits(screen)
        assert_no_scroll(screen)
        sizes = screen.eval_on_selector_all(
            ".scores .fig, body", "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert sizes[0] >= height / 27
        assert min(sizes[1:]) >= least
    assert_accessible(screen)
