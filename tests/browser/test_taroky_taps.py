"""How many taps a deal of Taroky takes from its form, by a real thumb (ux.md, flow 2 and T3, T4).

And that what is written is right, and sent with a single request.
"""

import pytest
from playwright.sync_api import Page

from tests.browser.taroky import Deal, Requests, TarokyTable, open_table


@pytest.fixture
def begun(phone: Page) -> TarokyTable:
    return open_table(phone)


FOLDED = {"declarer": 0, "contract": "zakladni", "variant": "folded"}
PLAIN = {"declarer": 0, "contract": "zakladni", "partner": 2, "points": 41}
SOLO = {"declarer": 0, "contract": "solo", "points": 37}
PREFERANC = {"declarer": 0, "contract": "preferanc", "variant": "second", "points": 50}
TYPICAL = {**PLAIN, "fleks": {"game": "flek"}, "announcements": {0: ["tarocky"]}}
SILENT = {**PLAIN, "pagat": {"seat": 2, "declared": False, "made": True}}
DECLARED = {**PLAIN, "pagat": {"seat": 2, "declared": True, "made": True}}
LOST = {**PLAIN, "pagat": {"seat": 2, "declared": True, "made": False}}
VALAT = {**PLAIN, "points": 70, "valat": {"side": "declarer", "declared": True, "made": True}}
LOADED = {
    "declarer": 0,
    "contract": "druha",
    "called": "XVIII",
    "partner": 2,
    "points": 40,
    "fleks": {"game": "reflek", "pagat": "flek"},
    "pagat": {"seat": 0, "declared": True, "made": True},
    "announcements": {0: ["trul", "tarocky"], 1: ["barvy"], 2: ["kralovske-honery"]},
}

# The points are reckoned by hand: (points − 35) × rate × flek, then what goes on top.
PROFILES: dict[str, tuple[Deal, int, tuple[int, ...]]] = {
    "not played": (FOLDED, 3, (0, 0, 0, 0)),
    "plain": (PLAIN, 4, (6, -6, 6, -6)),
    "solo": (SOLO, 7, (48, -16, -16, -16)),
    "second preferanc": (PREFERANC, 7, (90, -30, -30, -30)),
    "typical": (TYPICAL, 8, (17, -17, 17, -17)),  # 12 + 5
    "silent pagat": (SILENT, 8, (11, -11, 11, -11)),  # 6 + 5
    "declared pagat": (DECLARED, 8, (16, -16, 16, -16)),  # 6 + 10
    "declared pagat lost": (LOST, 8, (-4, 4, -4, 4)),  # 6 − 10; once it took 9
    "declared valat": (VALAT, 8, (55, -55, 55, -55)),  # 35 + 20
    # 5 × 4, pagát 10 × 2, trul 5, taročky 5, royal honours 10; barvy are of those who lost
    "loaded": (LOADED, 20, (60, -60, 60, -60)),
}


@pytest.mark.parametrize("profile", PROFILES)
def test_taps_of_a_deal(begun: TarokyTable, profile: str) -> None:
    deal, bound, row = PROFILES[profile]
    begun.write()
    requests = Requests(begun.page)
    with begun.counting() as count:
        begun.fill(deal)
        begun.save()
    assert count.taps <= bound
    assert len(requests.urls) == 1
    begun.expect_row(1, row)
    begun.expect_totals(row)


def test_a_plain_deal_ticked_while_it_is_bid(begun: TarokyTable) -> None:
    """With what was announced ticked before, a typical deal is four taps after the play."""
    begun.write()
    begun.fill_contract(TYPICAL)
    begun.fill_announcements(TYPICAL)
    begun.choose_value("fleks-game", "flek")
    with begun.counting() as count:
        begun.fill_deal(TYPICAL)
        begun.save()
    assert count.taps == 4
    begun.expect_row(1, (17, -17, 17, -17))
