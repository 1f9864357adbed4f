"""Questions of Taroky on a phone: each can be told by controls and cards, at any table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle

import pytest
from flask import Flask

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import NAMES, start

ALLOWED, NOT_ALLOWED, OPEN = "ALLOWED", "NOT ALLOWED", "CANNOT TELL YET"


@dataclass(frozen=True)
class Told:
    """A question as it is told: cards by role, what the controls hold, and what is answered."""

    kind: str
    word: str
    says: str
    controls: dict[str, str | list[str]] = field(default_factory=dict)
    cards: dict[str, Sequence[str]] = field(default_factory=dict)


TRICK = ["AH", "KH", "4H", "JD"]
JANA: dict[str, str | list[str]] = {"seat": "1", "declarer": "0"}
CALLED: dict[str, str | list[str]] = {"declarer": "0", "called": "XIX"}
DEAL: dict[str, str | list[str]] = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-partner": "2",
    "deal-points": "41",
    "deal-counted_side": "declarer",
}
NOTHING: dict[str, str | list[str]] = {"deal-fleks": "-", "deal-pagat": "-", "deal-valat": "-"}
SILENT: dict[str, str | list[str]] = {"deal-announcements": "-"}
HONOURS: dict[str, str | list[str]] = {"deal-announcements-1": ["honery"]}
VARSAVA: dict[str, str | list[str]] = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-variant": "varsava",
    **{f"deal-points-{seat}": n for seat, n in enumerate(("10", "22", "12", "26"))},
}
FOLD: dict[str, str | list[str]] = {"contract": "zakladni", "called": "XIX"}
PAGAT: dict[str, str | list[str]] = {"announced": ["pagat"], "variant": "normal"}
IN_TIME = {**JANA, "what": "announcement", "led": "n", "discarded": "y"}
QUESTIONS = [
    Told("winner", "", "goes to {3}", {"leader": "2"}, {"trick": TRICK}),
    Told("turn", NOT_ALLOWED, "{0}’s turn", {"seat": "1", "leader": "2", "played": "2"}),
    Told("turn", OPEN, "Who led", {"seat": "1", "played": "2"}),
    Told("look", ALLOWED, "everybody may look", {"looked_at": "5", "trick_no": "5"}),
    Told("look", NOT_ALLOWED, "10 points", {"looked_at": "4", "trick_no": "5"}),
    Told("when", ALLOWED, "in time: {1}", {**IN_TIME, "said_by-0": "0"}),
    Told("partner", "", "partner: {1}", CALLED, {"drew-1": ["XIX"]}),
    Told("refuse", ALLOWED, "{2} 5, {3} 6", {**JANA, "refused_before": "n"}),
    Told("refuse", OPEN, "refused already", {**JANA, "seat": "2"}),
    Told("valat", "", "not made", {"side": "declarer", "declared": "y", "made": "n"}),
    Told("valat", "", "−40", {"side": "declarer", "declared": "y", "made": "n", "flek": "flek"}),
    Told("settle", "", "base: {0} 6, {1} −6, {2} 6, {3} −6", {**DEAL, **NOTHING, **SILENT}),
    Told("settle", OPEN, "Announcements?", {**DEAL, **NOTHING}),
    Told("settle", OPEN, "Fleks?", {**DEAL, **SILENT}),
    Told("fold", NOT_ALLOWED, "not all of them were shown", {**FOLD, "shown": "3"}),
    Told("announce", NOT_ALLOWED, "was not in this hand", PAGAT, {"hand": ["II"]}),
    Told("preferanc", NOT_ALLOWED, "upper three", {"variant": "second", "shown": "-"}),
    Told("preferanc", ALLOWED, "in order", {"variant": "second", "shown": ["upper"]}),
    Told("flek", OPEN, "afterwards", {"item": "game", "level": "flek", "seat": "2"}),
]


@pytest.mark.parametrize(
    ("table", "told"), list(zip(cycle(("free", "match")), QUESTIONS, strict=False))
)
def test_a_question_is_told_and_answered(app: Flask, told: Told, table: str) -> None:
    phone = Phone(app, "en")
    url = start(phone, game="taroky").url if table == "match" else ""
    asking = Asking(phone, "taroky", url)
    asking.open(told.kind)
    for name, value in told.controls.items():
        asking.tell(**{name: value})
    for role, codes in told.cards.items():
        for code in codes:
            asking.pick(code, role=role)
    screen = asking.judge()
    assert screen.status == 200
    assert screen.heading
    names = NAMES if url else [f"player {n}" for n in range(1, 5)]
    # Before a number, a colon stands behind a name that ends with one.
    assert told.says.format(*names).replace(":", "") in screen.text.replace(":", "")
    words = [node.text for node in screen.root.all("p", css="word")]
    assert words == [phone.say(told.word)] or not told.word


def test_a_ready_made_tariff_is_one_tap_where_no_match_says_one(app: Flask) -> None:
    asking = Asking(Phone(app, "en"), "taroky")
    asking.open("valat")
    asking.press(
        "preset", "house-tariff:taroky.net", side="declarer", declared="y", made="y", flek="-"
    )
    assert asking.phone.screen.form("form").fields["house-tariff-valat_declared"] == "80"
    assert asking.phone.screen.form("form").fields["side"] == "declarer"
    assert "that side: 80" in asking.judge().text


def test_a_table_that_plays_no_varsava_says_so(app: Flask) -> None:
    asking = Asking(Phone(app, "en"), "taroky")
    controls = {"dealer": "3", "seat": "0", "contract": "zakladni", "house-varsava": "n"}
    asking.ask("varsava-call", **controls)
    assert "No Varšava is played here." in asking.phone.screen.text


def test_questions_stand_under_their_topics(app: Flask) -> None:
    screen = Phone(app, "en").get("/referee/taroky")
    section = screen.by_id("another")
    topics = [summary.text for summary in section.all("summary")]
    assert topics[0] == "Cards and tricks"
    assert len(topics) == len(set(topics)) > 5
    lists = section.all("ul")
    assert len(lists) == len(topics)
    assert "Who takes the trick" in lists[0].text


def test_what_may_be_left_out_can_be_taken_back(app: Flask) -> None:
    asking = Asking(Phone(app, "en"), "taroky")
    asking.open("settle")
    asking.tell(**DEAL)
    for name, value in {"deal-partner": "", "deal-points": "", **VARSAVA}.items():
        asking.tell(**{name: value})
    assert "player 1: 16" in asking.judge().text
