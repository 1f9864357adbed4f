"""What was said is told again: every kind of field, in the words of the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Seat, spec
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms import describe
from scorekeeper.web.forms.labels import Fragment
from tests.web.asking import Asking

NAMES = ("Petr", "Jana", "Karel")


@dataclass(frozen=True)
class Said:
    seat: Seat
    bid: Literal["pass", "solo"]


@dataclass(frozen=True)
class Everything:
    kind: ClassVar[str] = "everything"
    card: Card
    hand: tuple[Card, ...]
    tricks: tuple[tuple[Card, ...], ...]
    seat: Seat | None
    seats: frozenset[Seat]
    how: Literal["left", "right"]
    late: bool
    number: int | Literal["all"]
    totals: tuple[int, ...]
    counts: Mapping[Literal["5", "1"], int]
    taken: Mapping[Seat, tuple[Card, ...]]
    of_cards: Mapping[Card, Seat]
    bids: tuple[Said, ...]
    note: str
    hidden: int = spec(0, in_form=False)


BOOK = Rulebook(
    "cs",
    {
        "asked": {
            "everything": {
                **{name: {"label": name.upper()} for name in Everything.__dataclass_fields__},
                "how": {"label": "Kam", "choices": {"left": "doleva", "right": "doprava"}},
            }
        },
        "words": {"solo": "sólo", "all": "všechno"},
    },
    {"and": "a", "cards": {}},
    Path(),
)


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("card", "QS", "[QS]"),
        ("hand", ["QS", "TH"], "[QS] [TH]"),
        ("hand", [], "nic"),
        ("tricks", [["QS", "TH"], ["7C"]], "[QS] [TH] , [7C]"),
        ("seat", 0, "Petr"),
        ("seats", [0, 2], "Petr, Karel"),
        ("seats", [], "nikdo"),
        ("late", True, "ano"),
        ("late", False, "ne"),
        ("number", -3, "−3"),
        ("number", "all", "všechno"),
        ("totals", [5, 0, -1], "Petr 5, Jana 0, Karel −1"),
        ("totals", [5, 0], "5, 0"),
        ("counts", {"5": 2, "1": 0}, "5 2, 1 0"),
        ("counts", {}, "nic"),
        ("taken", {"0": ["QS", "TH"], "2": []}, "Petr [QS] [TH] , Karel nic"),
        ("taken", {}, "nikdo"),
        ("of_cards", {"QS": 1, "TH": 0}, "[QS] Jana, [TH] Petr"),
        ("bids", [{"seat": 1, "bid": "solo"}, {"seat": 2, "bid": "pass"}], "Jana sólo, Karel pass"),
        ("note", "cokoli", "cokoli"),
    ],
)
def test_a_field_is_told(app, field, value, text):
    with app.test_request_context(headers={"Accept-Language": "cs"}):
        ((label, bits),) = describe(BOOK, Everything, {field: value}, NAMES)
    assert label == field.upper()
    assert " ".join(bit.text or f"[{bit.card}]" for bit in bits) == text


def test_choices_are_told_in_their_words(app):
    with app.test_request_context():
        assert describe(BOOK, Everything, {"how": "left"}, NAMES) == [
            ("Kam", (Fragment("doleva"),))
        ]


def test_fields_stand_as_declared_and_the_unknown_is_left_out(app):
    given = {"note": "x", "card": "QS", "seat": None, "hidden": 3}
    with app.test_request_context():
        assert [label for label, _ in describe(BOOK, Everything, given, NAMES)] == ["CARD", "NOTE"]


def test_a_field_without_a_label_is_an_error(app):
    with app.test_request_context(), pytest.raises(KeyError):
        describe(BOOK, Everything, {"card": "QS"}, NAMES, ("fields", "round"))


@pytest.mark.parametrize(
    ("code", "sign", "text"),
    [
        ("QS", 1, "D"),
        ("TH", 1, "10"),
        ("XIX", 0, "XIX"),
        ("I", 0, "I"),
        ("SKYZ", 0, "SKYZ"),
        ("JOKER", 1, ""),
        ("JOKER=QH", 2, "= D"),
        ("UL", 1, "U"),
        ("7B", 1, "7"),
        ("AA", 1, "A"),
    ],
)
def test_a_card_is_drawn_from_its_code(app, code, sign, text):
    from tests.web.screen import Tree

    book = Rulebook("cs", {"cards": {"short": {"Q": "D"}}}, {"cards": {}}, Path())
    with app.test_request_context():
        html = str(app.jinja_env.globals["ui"].card(code, book))
    root = Tree(html.replace("/>", "></path>")).root
    assert len(root.all("svg")) == sign
    assert root.text == text
    red = code[-1] in "HD" and "=" not in code
    assert bool(root.all("span", css="red")) == red


@pytest.fixture
def durak(phone):
    return Asking(phone, "durak")


@pytest.fixture
def taroky(phone):
    return Asking(phone, "taroky")


def folds(screen):
    return [summary.text for summary in screen.root.all("summary")]


def test_another_number_of_players_holds_though_the_address_has_one(phone):
    phone.get("/referee/makao/demand?players=4")
    screen = Asking(phone, "makao").tell(players="3")
    assert screen.form("form").fields["players"] == "3"
    assert "hráč 4" not in screen.text


def test_folded_answers_are_told_in_words(durak, taroky):
    durak.open("epaulettes")
    told = " ".join(folds(durak.pick("6H", players_left="2", beaten="n", trump="S")))
    assert "Piky pikami: ne" in told
    assert "Přebito: ne · Trumf: piky" in told
    taroky.open("announce")
    assert "Hlášky: pagát" in folds(taroky.pick("XX", announced="pagat"))


def test_a_group_is_folded_under_its_name(taroky):
    taroky.open("settle")
    assert "False" not in taroky.phone.screen.text


BOUT = {"attacker": "0", "defender": "1", "took": "n", "out": "-"}


def test_what_only_asks_gets_an_answer_and_no_permission(durak):
    durak.open("next")
    button = durak.tell(players="4", **BOUT).by_id("question")
    assert button.all("button", css="main")[0].text == durak.phone.say("Show the answer")
    screen = durak.judge()
    assert not screen.root.all("p", css="word")
    assert "Útočí: hráč 2." in screen.text


def test_who_attacks_is_open_as_long_as_it_hangs_on_what_nobody_told(durak):
    durak.open("next")
    screen = durak.judge(attacker="0", defender="1", took="n")
    assert durak.word == durak.phone.say("CANNOT TELL YET")
    assert "Útočí: hráč 2." in screen.root.all("dl", css="ways")[0].text
