"""Wherever a row is told it is told in the words of the sheet, so that no page tells less of it."""

import pytest

from tests.games.matches import deal

pytestmark = pytest.mark.table(game="taroky")

PAGES = ("", "/entries/2/why", "/history", "/board", "/print", "/watch")
"""The sheet, a row of it, what happened, the board on television, on paper, and for watchers."""
PLAIN = {"dealer": 3, "declarer": 0, "partner": 2, "points": 41}
PAGAT = {"seat": 1}
VALAT = {"side": "opponents", "declared": True}
DEALS = [
    ({"pagat": PAGAT}, "Jana: tichý pagát uhraný"),
    ({"pagat": PAGAT | {"declared": True}}, "Jana: hlášený pagát uhraný"),
    ({"pagat": PAGAT | {"made": False}}, "Jana: tichý pagát neuhraný"),
    ({"pagat": PAGAT | {"declared": True, "made": False}}, "Jana: hlášený pagát neuhraný"),
    ({"valat": VALAT | {"made": False}}, "Jana a Eva: hlášený valát neuhraný"),
    ({"valat": VALAT, "points": 3}, "Jana a Eva: hlášený valát uhraný"),
    ({"valat": {"side": "declarer"}, "points": 70}, "Petr a Karel: tichý valát"),
]


@pytest.mark.parametrize(("fields", "words"), DEALS, ids=[words for _, words in DEALS])
def test_every_page_says_what_became_of_a_pagat_or_a_valat(table, fields, words):
    table.write(**deal(**PLAIN | fields))
    for page in PAGES:
        assert words in table.open(page).text, page
    assert words in table.seat(3).get(f"{table.url}/me").text


def test_the_history_and_the_row_tell_each_version_of_it(table):
    table.write(**deal(**PLAIN, pagat=PAGAT | {"declared": True, "made": False}))
    table.fill("/entries/2", "form", **{"pagat-seat": "silent-3", "pagat-made": "y"})
    told = [li.text for li in table.open("/history").root.all("ol", css="events")[0].all("li")]
    assert "Eva: tichý pagát uhraný" in told[0]
    assert "Jana: hlášený pagát neuhraný" in told[1]
    before, after = "Jana: hlášený pagát neuhraný", "Eva: tichý pagát uhraný"
    row = table.open("/entries/2/why").text
    assert row.index(after) < row.index(before)
