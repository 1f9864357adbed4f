"""What is asked from a seat and shown to the table: how long it stands, and what a file may say."""

import pytest

from scorekeeper.core.schema import load as load_shape
from scorekeeper.extras.seats.consent import RowAnswers, open_questions, shown_verdict
from scorekeeper.extras.seats.events import Asked, Took
from scorekeeper.games import GAMES
from scorekeeper.match import Match, fold
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import NameEraser, load
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.referee.judgements import judge_question
from scorekeeper.stream.files import BrokenLine, dump
from scorekeeper.stream.kinds import AS_WRITTEN
from tests.games.kocka.table import round_of

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")
PETR, JANA, KAREL, EVA = range(4)


@pytest.fixture
def match(matches: Matches) -> Match:
    match = matches.open("7KQ4", KOCKA, NAMES, 0, KOCKA.house(), "k1")
    return matches.append_always(match, Took(phone="phone-0", person=PETR), "k2")


def question(rule: str = "kocka.follow", link: str = "abc") -> JudgementRecord:
    judged = judge_question(KOCKA, KOCKA.house(), NAMES, "seen", {"rule": rule})
    return load_shape(JudgementRecord, {"link": link, **judged.dump()}, AS_WRITTEN)


def ask(matches: Matches, match: Match, person: int, asks: JudgementRecord | None) -> Match:
    return matches.append_always(
        match,
        Asked(person=person, phone=f"phone-{person}", question=asks),
        f"k{match.version + 1}",
    )


def askers(match: Match) -> list[int]:
    return [event.body["person"] for event in open_questions(match)]


def test_each_has_one_question_and_can_take_it_back(matches: Matches, match: Match) -> None:
    match = ask(matches, match, EVA, question())
    match = ask(matches, match, JANA, question(link="other"))
    match = ask(matches, match, EVA, question(link="new"))
    assert askers(match) == [JANA, EVA]
    assert open_questions(match)[-1].body["question"]["link"] == "new"
    match = ask(matches, match, EVA, None)
    assert askers(match) == [JANA]


def test_the_next_row_settles_what_was_asked(matches: Matches, match: Match) -> None:
    match, seen = ask(matches, match, EVA, question()), match.version
    entry = KOCKA.read_entry(round_of(7, 7, 7, 7), 4, match.house)
    match = matches.record(match, entry, seen, "row", "phone-0")  # a form that was open is taken
    assert askers(match) == []
    assert askers(ask(matches, match, EVA, question())) == [EVA]


def test_who_asks_is_known_and_does_not_write(matches: Matches, match: Match) -> None:
    match = ask(matches, match, EVA, question())
    assert RowAnswers(match).owners["phone-3"] == EVA
    assert match.pencil == "phone-0"
    assert match.undo is None


def test_a_match_brings_its_verdicts_along(matches: Matches, match: Match) -> None:
    match = ask(matches, match, EVA, question())
    taken_in = fold(load(dump(match.events)))
    shown = shown_verdict(taken_in, "abc")
    assert shown
    assert shown.verdict.rules == ("kocka.follow",)
    assert shown_verdict(taken_in, "other") is None


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"person": 3', '"person": 9', "body.person: people are numbered from 0 to 3"),
        ('"link": "abc", ', "", "body.question.link"),
        ('"kind": "seen"', '"kind": "nothing"', "body.question"),
        ("kocka.follow", "kocka.nothing", "body.question.verdict"),
        ('"game": "kocka", "given"', '"game": "durak", "given"', "body.question.game"),
    ],
)
def test_a_file_says_only_what_can_be_shown(
    matches: Matches, match: Match, old: str, new: str, why: str
) -> None:
    match = ask(matches, match, EVA, question())
    (line,) = dump(match.events[-1:]).splitlines()
    line = line.replace(f', "hash": "{match.events[-1].hash}"', "").replace(
        f'"hash": "{match.events[-1].hash}", ', ""
    )
    assert old in line
    with pytest.raises(BrokenLine) as broken:
        load(dump(match.events[:-1]) + line.replace(old, new) + "\n")
    assert broken.value.line == 3
    assert why in broken.value.why


def test_names_in_what_was_asked_are_forgotten(matches: Matches, match: Match) -> None:
    match = ask(matches, match, EVA, question())
    forgetting = NameEraser("Eva")
    said = [forgetting.event(event) for event in match.events][-1].body["question"]
    assert said["names"] == ["Petr", "Jana", "Karel", "4"]
    assert said["link"] == "abc"
