"""Questions on a phone: each is told by controls and cards, from the sheet and without one."""

import json
from pathlib import Path

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.played import NAMES, sit_down

LINES = Path(__file__).with_name("questions.jsonl").read_text("utf-8").splitlines()
TOLD = [json.loads(line) for line in LINES if not line.startswith("#")]
DEAL = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-partner": "2",
    "deal-points": "41",
    "deal-counted_side": "declarer",
}
VARSAVA = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-variant": "varsava",
    **{f"deal-points-{seat}": n for seat, n in enumerate(("10", "22", "12", "26"))},
}


@pytest.mark.parametrize("told", TOLD, ids=lambda told: f"{told['kind']} {told['says']}")
def test_a_question_is_told_and_answered(app, told):
    phone, game, house = Phone(app, "en"), told["game"], told.get("house", {})
    asking = Asking(phone, game, sit_down(phone, game, 4, **house).url * told["at_table"])
    screen = asking.open(told["kind"])
    if not told["at_table"] and game == "durak":
        asked = {"players"} & screen.form("form").fields.keys()
        agreed = {f"house-{name}": value for name, value in house.items()}
        asking.tell(**dict.fromkeys(asked, "4"), **agreed)
    for name, value in told.get("controls", {}).items():
        asking.tell(**{name: value})
    for role, codes in told.get("cards", {}).items():
        for code in codes.split():
            asking.pick(code, role=role)
    screen = asking.judge()
    assert screen.status == 200
    assert screen.heading
    names = NAMES if told["at_table"] else [f"player {n}" for n in range(1, 5)]
    # Before a number, a colon stands behind a name that ends with one.
    assert told["says"].format(*names).replace(":", "") in screen.text.replace(":", "")
    words = [node.text for node in screen.root.all("p", css="word")]
    assert "word" not in told or words == [phone.say(told["word"])]


def test_a_ready_made_tariff_is_one_tap_where_no_match_says_one(app):
    asking = Asking(Phone(app, "en"), "taroky")
    asking.open("valat")
    asking.press(
        "preset", "house-tariff:taroky.net", side="declarer", declared="y", made="y", flek="-"
    )
    assert asking.phone.screen.form("form").fields["house-tariff-valat_declared"] == "80"
    assert asking.phone.screen.form("form").fields["side"] == "declarer"
    assert "that side: 80" in asking.judge().text


def test_a_table_that_plays_no_varsava_says_so(app):
    asking = Asking(Phone(app, "en"), "taroky")
    controls = {"dealer": "3", "seat": "0", "contract": "zakladni", "house-varsava": "n"}
    asking.ask("varsava-call", **controls)
    assert "No Varšava is played here." in asking.phone.screen.text


def test_questions_stand_under_their_topics(app):
    section = Phone(app, "en").get("/referee/taroky").by_id("another")
    topics = [summary.text for summary in section.all("summary")]
    assert topics[0] == "Cards and tricks"
    assert len(topics) == len(set(topics)) > 5
    lists = section.all("ul")
    assert len(lists) == len(topics)
    assert "Who takes the trick" in lists[0].text


def test_what_may_be_left_out_can_be_taken_back(app):
    asking = Asking(Phone(app, "en"), "taroky")
    asking.open("settle")
    asking.tell(**DEAL)
    for name, value in {"deal-partner": "", "deal-points": "", **VARSAVA}.items():
        asking.tell(**{name: value})
    assert "player 1: 16" in asking.judge().text
