"""The page that settles a deal: what nobody told of it is not known, and "none" is an answer."""

import pytest

from tests.games.taroky.test_pages import SAVE
from tests.web.asking import Asking, case_of

BASICS = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-partner": "2",
    "deal-points": "41",
    "deal-counted_side": "declarer",
}
LISTS = ("announcements", "fleks", "pagat", "valat")
NONE = {f"deal-{name}": "-" for name in LISTS}


@pytest.fixture
def settling(phone):
    asking = Asking(phone, "taroky")
    asking.open("settle")
    return asking


def deal_of(asking):
    """The deal of the verdict that was kept."""
    return dict(case_of(asking.phone, asking.verdict)["given"]["deal"])


def judged(asking, **told):
    """The deal in the saved line of a question that was told so."""
    asking.tell(**told)
    asking.judge()
    return deal_of(asking)


def label(asking, *path):
    """What asks for a member of the deal."""
    return asking.book.label("fields", "deal", *path, "label") + "?"


def again(asking):
    return asking.phone.get(f"/referee/taroky/settle?from={asking.verdict}")


def test_nobody_is_an_answer(settling):
    settling.tell(**BASICS)
    deal = judged(settling, **NONE)
    assert (deal["announcements"], deal["fleks"]) == ({}, {})
    assert not {"pagat", "valat"} & {*deal}
    form = again(settling).form("form")
    assert [form.fields[name] for name in NONE] == ["-"] * len(LISTS)
    assert settling.so_far == settling.phone.say("Show the answer")


def test_what_is_told_of_a_list_takes_its_none_away(settling):
    told = {"deal-announcements-1": ["tarocky"], "deal-fleks-game": "flek", "deal-pagat-seat": "3"}
    settling.tell(**BASICS, **NONE)
    form = settling.tell(**told).form("form")
    assert [name for name in NONE if form.fields.get(name)] == ["deal-valat"]
    settling.judge()
    deal = deal_of(settling)
    assert (deal["announcements"], deal["fleks"]) == ({"1": ["tarocky"]}, {"game": "flek"})
    assert deal["pagat"] == {"seat": 3, "declared": None, "made": None}


def test_one_tap_answers_all_lists_that_are_still_open(settling):
    settling.tell(**BASICS, **{"deal-fleks-game": "reflek"})
    screen = settling.press("none", "y")
    assert settling.so_far == settling.phone.say("Show the answer")
    assert not [each for each in screen.root.all("button") if each.attrs.get("name") == "none"]
    settling.judge()
    deal = deal_of(settling)
    assert (deal["announcements"], deal["fleks"]) == ({}, {"game": "reflek"})


def test_the_button_asks_what_decides_in_the_order_of_the_page(settling):
    for name, value in BASICS.items():
        assert settling.so_far == label(settling, name.removeprefix("deal-"))
        settling.tell(**{name: value})
    assert settling.so_far == label(settling, "announcements")


def test_what_is_wrong_is_said_at_its_control(settling):
    settling.tell(**{**BASICS, "deal-partner": "0"}, **NONE)
    screen = settling.judge()
    assert [anchor for anchor, _text in screen.errors] == ["part-deal-partner"]
    assert screen.by_id("part-deal-partner").all(css="wrong")
    screen = settling.judge(**{"deal-partner": "2", "deal-points": "71"})
    assert [anchor for anchor, _text in screen.errors] == ["part-deal-points"]


@pytest.mark.table(game="taroky")
def test_a_row_of_the_sheet_is_told_whole(table):
    table.fill("/new/deal", "form", SAVE, contract="zakladni", partner="2", points="41")
    asking = Asking(table.phone, "taroky", table.url)
    form = table.open(f"/disputes/settle?row={table.match.rows[0].seq}").form("form")
    assert [form.fields[name] for name in NONE] == ["-"] * len(LISTS)
    assert form.fields["deal-dealer"] == "3", "what the row knows stands there"
    assert asking.so_far == asking.phone.say("Show the answer")
