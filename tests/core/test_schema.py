"""Plain data: read as declared, written so that it reads back, refused with the exact place."""

import ast
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.cards import FRENCH_32, Card, Pack, french
from scorekeeper.core.schema import (
    MAX_TEXT_LENGTH,
    Invalid,
    LoadContext,
    Seat,
    dump,
    load,
    reader,
    spec,
)
from scorekeeper.rulebook import WORDS, unreadable
from scorekeeper.web import LANGUAGES

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
TABLE = LoadContext(4, FRENCH_32)
QUEEN = FRENCH_32.parse("QS")
FIRST = Seat(0)
TWO_PACKS = LoadContext(4, french("two", "789TJQKA", 2))


@dataclass(frozen=True)
class Inner:
    name: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """One field of every type that can be declared."""

    number: int = spec(0, ge=-5, le=99)
    flag: bool = False
    text: str = spec("", max_length=12)
    note: str = ""
    seat: Seat = FIRST
    card: Card = QUEEN
    way: Literal["left", "right"] = "left"
    level: Literal[1, 2, 4] = 1
    maybe: int | None = None
    points: tuple[int | None, ...] = spec((), ge=0, le=28)
    hand: tuple[Card, ...] = ()
    seats: frozenset[Seat] = frozenset()
    by_seat: Mapping[Seat, int] = field(default_factory=dict)
    by_card: Mapping[Card, Seat] = field(default_factory=dict)
    by_name: Mapping[str, bool] | None = None
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()


@dataclass(frozen=True)
class Changeable:
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Needy:
    loser: Seat


CARDS = st.sampled_from(FRENCH_32.cards)
SEATS = st.integers(0, 3).map(Seat)
TEXT = st.text(max_size=12)
INNERS = st.builds(Inner, TEXT, st.lists(CARDS, unique=True, max_size=4).map(tuple))
SHEETS = st.builds(
    Sheet,
    number=st.integers(-5, 99),
    flag=st.booleans(),
    text=TEXT,
    note=TEXT,
    seat=SEATS,
    card=CARDS,
    way=st.sampled_from(["left", "right"]),
    level=st.sampled_from([1, 2, 4]),
    maybe=st.none() | st.integers(),
    points=st.lists(st.none() | st.integers(0, 28), max_size=4).map(tuple),
    hand=st.lists(CARDS, unique=True, max_size=8).map(tuple),
    seats=st.frozensets(SEATS),
    by_seat=st.dictionaries(SEATS, st.integers()),
    by_card=st.dictionaries(CARDS, SEATS, max_size=5),
    by_name=st.none() | st.dictionaries(TEXT, st.booleans(), max_size=3),
    inner=st.none() | INNERS,
    inners=st.lists(INNERS, max_size=2).map(tuple),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(SHEETS)
def test_what_is_written_reads_back_the_same_through_json(sheet):
    assert load(Sheet, json.loads(json.dumps(dump(sheet))), TABLE) == sheet


@pytest.mark.parametrize(
    ("name", "data", "value"),
    [
        ("number", -5, -5),
        ("number", 99, 99),
        ("flag", True, True),
        ("text", "x" * 12, "x" * 12),
        ("note", "x" * MAX_TEXT_LENGTH, "x" * MAX_TEXT_LENGTH),
        ("seat", 3, 3),
        ("card", "7H", Card("7", "H")),
        ("way", "right", "right"),
        ("level", 4, 4),
        ("maybe", None, None),
        ("maybe", 7, 7),
        ("points", [0, None, 28], (0, None, 28)),
        ("hand", ["QS", "AH"], (Card("Q", "S"), Card("A", "H"))),
        ("seats", [2, 0], frozenset({0, 2})),
        ("by_seat", {"0": 5, "3": -12}, {0: 5, 3: -12}),
        ("by_card", {"QS": 1}, {Card("Q", "S"): 1}),
        ("by_name", {"a": False}, {"a": False}),
        ("inner", {"name": "a", "cards": ["QS"]}, Inner("a", (Card("Q", "S"),))),
        ("inners", [{"name": "a"}], (Inner("a"),)),
    ],
)
def test_every_type_is_read_from_its_plain_form(name, data, value):
    assert getattr(load(Sheet, {name: data}, TABLE), name) == value
    assert name not in dump(Sheet()), "a default is not written"


def test_written_data_is_in_plain_order_and_without_defaults():
    sheet = Sheet(seats=frozenset({Seat(3), Seat(1)}), by_seat={Seat(2): 1}, inner=Inner("a"))
    assert dump(sheet) == {"seats": [1, 3], "by_seat": {"2": 1}, "inner": {"name": "a"}}


def test_objects_share_no_default_that_can_be_changed():
    one, other = (load(Changeable, {}, TABLE) for _ in range(2))
    assert one.counts == other.counts == {}
    assert one.counts is not other.counts


def test_two_packs_hold_a_card_twice_but_not_three_times():
    assert len(load(Sheet, {"hand": ["QS", "QS"]}, TWO_PACKS).hand) == 2
    with pytest.raises(Invalid, match="hand: twice"):
        load(Sheet, {"hand": ["QS"] * 3}, TWO_PACKS)


def test_a_type_outside_the_vocabulary_is_a_mistake_of_the_programmer():
    with pytest.raises(TypeError, match="cannot be read"):
        reader(float)


REFUSED = [
    (Sheet, [], "", "not-an-object", {}),
    (Sheet, {"inner": 3}, "inner", "not-an-object", {}),
    (Sheet, {"by_seat": []}, "by_seat", "not-an-object", {}),
    (Needy, {"looser": 1}, "looser", "unknown-field", {"known": "loser"}),
    (Needy, {}, "loser", "missing", {}),
    (Sheet, {"inners": [{"name": "a"}, {}]}, "inners.1.name", "missing", {}),
    (Sheet, {"number": "1"}, "number", "not-a-number", {}),
    (Sheet, {"number": True}, "number", "not-a-number", {}),
    (Sheet, {"number": 1.0}, "number", "not-a-number", {}),
    (Sheet, {"number": None}, "number", "not-a-number", {}),
    (Sheet, {"by_seat": {"1": "x"}}, "by_seat.1", "not-a-number", {}),
    (Sheet, {"by_seat": {"²": 1}}, "by_seat.²", "not-a-number", {}),
    (Sheet, {"by_seat": {"-1": 1}}, "by_seat.-1", "not-a-number", {}),
    (Sheet, {"flag": 1}, "flag", "not-yes-or-no", {}),
    (Sheet, {"text": 5}, "text", "not-a-text", {}),
    (Sheet, {"card": 5}, "card", "not-a-card", {}),
    (Sheet, {"hand": "QS"}, "hand", "not-a-list", {}),
    (Sheet, {"seats": 1}, "seats", "not-a-list", {}),
    (Sheet, {"way": "up"}, "way", "not-a-choice", {"choices": "left, right"}),
    (Sheet, {"level": True}, "level", "not-a-choice", {"choices": "1, 2, 4"}),
    (Sheet, {"level": []}, "level", "not-a-choice", {"choices": "1, 2, 4"}),
    (Sheet, {"seat": 4}, "seat", "no-such-seat", {"last": 3}),
    (Sheet, {"seat": -1}, "seat", "no-such-seat", {"last": 3}),
    (Sheet, {"by_seat": {"4": 1}}, "by_seat.4", "no-such-seat", {"last": 3}),
    (Sheet, {"by_card": {"QS": 9}}, "by_card.QS", "no-such-seat", {"last": 3}),
    (Sheet, {"hand": ["7H", "2H"]}, "hand.1", "unknown-card", {"code": "2H"}),
    (Sheet, {"card": "x" * 99}, "card", "unknown-card", {"code": "x" * 20}),
    (Sheet, {"by_card": {"qs": 0}}, "by_card.qs", "unknown-card", {"code": "qs"}),
    (Sheet, {"hand": ["7H", "QS", "7H"]}, "hand", "twice", {"item": "7H"}),
    (Sheet, {"seats": [1, 1]}, "seats", "twice", {"item": 1}),
    (Sheet, {"text": "x" * 13}, "text", "too-long", {"longest": 12}),
    (Sheet, {"note": "x" * 201}, "note", "too-long", {"longest": 200}),
    (Sheet, {"number": -6}, "number", "too-small", {"least": -5}),
    (Sheet, {"number": 100}, "number", "too-large", {"most": 99}),
    (Sheet, {"points": [1, -1]}, "points.1", "too-small", {"least": 0}),
    (Sheet, {"points": [29]}, "points.0", "too-large", {"most": 28}),
    (
        Sheet,
        {"inner": {"name": "a", "cards": ["X"]}},
        "inner.cards.0",
        "unknown-card",
        {"code": "X"},
    ),
]


@pytest.mark.parametrize(("cls", "data", "path", "problem", "facts"), REFUSED)
def test_unreadable_data_is_refused_with_its_place(cls, data, path, problem, facts):
    with pytest.raises(Invalid) as refused:
        load(cls, data, TABLE)
    error = refused.value
    assert (error.path, error.code, error.params) == (path, problem, facts)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from([*Sheet.__dataclass_fields__, "x"]), JSON, max_size=2))
def test_whatever_arrives_is_read_or_refused_in_words(data):
    said = dict.fromkeys(LANGUAGES, "read")
    try:
        load(Sheet, data, TABLE)
    except Invalid as error:
        said = {language: unreadable(language, error) for language in LANGUAGES}
    assert all(said.values())


@cache
def raised():
    """Every `Invalid(field, "problem", fact=…)` in the package: place, problem, facts."""
    return tuple(_raised())


def _raised():
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "Invalid(" in source else ():
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).removeprefix("schema.") == "Invalid"
            ):
                problem = node.args[1]
                if isinstance(problem, ast.Constant):
                    # What is passed on whole (**) is not for these words.
                    facts = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
                    yield f"{path.name}:{node.lineno}", problem.value, facts


def problems(language):
    return dict(tomllib.loads((WORDS / f"{language}.toml").read_text("utf-8"))["unreadable"])


@pytest.mark.room("group")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_its_words(language):
    words = problems(language)
    assert {problem for _, problem, _ in raised()} == set(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_every_problem_use_its_facts(language, faults):
    words = problems(language)
    for place, problem, facts in raised():
        with faults.at(language, place, problem):
            text = words[problem]
            said = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
            # The other facts of a refusal are for the sentence of its own rule.
            assert said == (facts & {"rule"} if problem == "refused" else facts)


@pytest.mark.parametrize("key", ["00", "01", "+1", "１", ""])
def test_a_seat_is_written_in_one_way_only(key):
    with pytest.raises(Invalid):
        reader(Mapping[Seat, int])({key: 1}, LoadContext(4, FRENCH_32))


@dataclass(frozen=True)
class Agreed:
    """Choices that are written in digits."""

    pack: Literal["36", "52"] = "36"


def test_a_choice_written_in_digits_may_be_given_as_a_number():
    table = LoadContext(0, Pack("none", ()))
    assert load(Agreed, {"pack": 52}, table) == load(Agreed, {"pack": "52"}, table) == Agreed("52")
    for wrong in (32, True, 52.0, None):
        with pytest.raises(Invalid, match=r"pack: not-a-choice"):
            load(Agreed, {"pack": wrong}, table)
