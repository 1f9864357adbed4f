"""Questions on a phone: each is told by controls and cards, from the sheet and without one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle, product

import pytest
from flask import Flask

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.played import NAMES, sit_down

ALLOWED, NOT_ALLOWED, OPEN = "ALLOWED", "NOT ALLOWED", "CANNOT TELL YET"
Controls = Mapping[str, str | list[str]]


@dataclass(frozen=True)
class Told:
    """A question as it is told: what is answered, in one word and in a part of a sentence, what the
    controls hold, cards by role, and the house rules.
    """

    game: str
    kind: str
    says: str
    word: str = ""
    controls: Controls = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)


WHO = {"attacker": "0", "defender": "1", "took": "n"}
SIX_LEFT = {"next_hand": "6", "bout": "1", "first_game": "y", "last_card": "n", "trump": "S"}
TWO_LEFT = {"trump": "S", "beaten": "n", "players_left": "2"}
ATTACK, SIX = {"attack": "6H", "card": "6D"}, {"attack": "6H"}
SPADES = {"hands-1": "6S 7S 8S 9S TS"}
TRANSFER = {"variant": "transfer", "transfer_first_bout": "first-game"}
CARDS_LEFT = "How many cards has the defender left?"
BEATEN = {"trump": "S", "beaten": "2"}
DURAK = [
    Told("durak", "next", "Attacks: {3}.", "", {**WHO, "out": ["1"]}, house={"teams": "2v2"}),
    Told("durak", "take", "The defender takes 5 cards.", "", BEATEN, {"unbeaten": "9H"}),
    Told("durak", "deal", "dealt again", "", {}, SPADES, {"redeal_suit": "5"}),
    Told("durak", "transfer", "The attack may be transferred", "", SIX_LEFT, ATTACK, TRANSFER),
    Told(
        "durak", "epaulettes", "1 epaulette.", "", TWO_LEFT, {"attack": "6H"}, {"epaulettes": "1"}
    ),
    Told("durak", "throw-in", CARDS_LEFT, "", {**WHO, "seat": "0"}, ATTACK),
]
TRICK = "AH KH 4H JD"
JANA = {"seat": "1", "declarer": "0"}
CALLED = {"declarer": "0", "called": "XIX"}
DEAL = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-partner": "2",
    "deal-points": "41",
    "deal-counted_side": "declarer",
}
NOTHING = {"deal-fleks": "-", "deal-pagat": "-", "deal-valat": "-"}
SILENT = {"deal-announcements": "-"}
VARSAVA = {
    "deal-declarer": "0",
    "deal-contract": "zakladni",
    "deal-variant": "varsava",
    **{f"deal-points-{seat}": n for seat, n in enumerate(("10", "22", "12", "26"))},
}
LOST = {"side": "declarer", "declared": "y", "made": "n"}
SIXES = "base: {0} 6, {1} −6, {2} 6, {3} −6"
FOLD = {"contract": "zakladni", "called": "XIX"}
PAGAT = {"announced": ["pagat"], "variant": "normal"}
IN_TIME = {**JANA, "what": "announcement", "led": "n", "discarded": "y"}
TAROKY = [
    Told("taroky", "winner", "goes to {3}", "", {"leader": "2"}, {"trick": TRICK}),
    Told("taroky", "turn", "{0}’s turn", NOT_ALLOWED, {"seat": "1", "leader": "2", "played": "2"}),
    Told("taroky", "turn", "Who led", OPEN, {"seat": "1", "played": "2"}),
    Told("taroky", "look", "everybody may look", ALLOWED, {"looked_at": "5", "trick_no": "5"}),
    Told("taroky", "look", "10 points", NOT_ALLOWED, {"looked_at": "4", "trick_no": "5"}),
    Told("taroky", "when", "in time: {1}", ALLOWED, {**IN_TIME, "said_by-0": "0"}),
    Told("taroky", "partner", "partner: {1}", "", CALLED, {"drew-1": "XIX"}),
    Told("taroky", "refuse", "{2} 5, {3} 6", ALLOWED, {**JANA, "refused_before": "n"}),
    Told("taroky", "refuse", "refused already", OPEN, {**JANA, "seat": "2"}),
    Told("taroky", "valat", "not made", "", LOST),
    Told(
        "taroky",
        "valat",
        "−40",
        "",
        {**LOST, "flek": "flek"},
    ),
    Told("taroky", "settle", SIXES, "", {**DEAL, **NOTHING, **SILENT}),
    Told("taroky", "settle", "Announcements?", OPEN, {**DEAL, **NOTHING}),
    Told("taroky", "settle", "Fleks?", OPEN, {**DEAL, **SILENT}),
    Told("taroky", "fold", "not all of them were shown", NOT_ALLOWED, {**FOLD, "shown": "3"}),
    Told("taroky", "announce", "was not in this hand", NOT_ALLOWED, PAGAT, {"hand": "II"}),
    Told("taroky", "preferanc", "upper three", NOT_ALLOWED, {"variant": "second", "shown": "-"}),
    Told("taroky", "preferanc", "in order", ALLOWED, {"variant": "second", "shown": ["upper"]}),
    Told("taroky", "flek", "afterwards", OPEN, {"item": "game", "level": "flek", "seat": "2"}),
]
EFFECT, NONE = (
    "The last card takes effect like any other.",
    "The last card changes nothing any more.",
)
HELD = {"by": "0", "turn": "2", "round_done": "n", "out": ["0"]}
MAKAO = [
    Told("makao", "finish", EFFECT, "", {"out-0": "2"}, {"last": "2H"}),
    Told("makao", "finish", NONE, "", {"out-0": "2"}, {"last": "7H"}),
    Told("makao", "demand", "still holds", "", HELD),
]
ASKED = [
    *zip(cycle((False, True)), (*DURAK, *TAROKY), strict=False),
    *product((False, True), MAKAO),
]


@pytest.mark.parametrize(("at_table", "told"), ASKED, ids=str)
def test_a_question_is_told_and_answered(app: Flask, at_table: bool, told: Told) -> None:
    phone = Phone(app, "en")
    asking = Asking(phone, told.game, sit_down(phone, told.game, 4, **told.house).url * at_table)
    screen = asking.open(told.kind)
    if not at_table and told.game == "durak":
        asked = {"players"} & screen.form("form").fields.keys()
        agreed = {f"house-{name}": value for name, value in told.house.items()}
        asking.tell(**dict.fromkeys(asked, "4"), **agreed)
    for name, value in told.controls.items():
        asking.tell(**{name: value})
    for role, codes in told.cards.items():
        for code in codes.split():
            asking.pick(code, role=role)
    screen = asking.judge()
    assert screen.status == 200
    assert screen.heading
    names = NAMES if at_table else [f"player {n}" for n in range(1, 5)]
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
