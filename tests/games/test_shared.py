"""What the games share: what an audit proves, whom answers reach, what a verdict adds."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.shedding import Link, count_answers
from scorekeeper.referee import Verdict, judge
from scorekeeper.schema import Seat, dump, fields_of, spec_of

# Seat 1 does not follow diamonds, throws another club away, and has diamonds all the same.
KOCKA = ["KD 7S 8D 9D", "AD 7C TD JD", "QD 7D AS KS"]


def verdict(key: str, kind: str, **given: Any) -> Verdict:
    game = GAMES[key]
    house = game.house()
    return judge(game.rules, game.read_dispute(kind, given, house), house)


def audited(*tricks: str) -> Verdict:
    return verdict("kocka", "audit", leader=0, tricks=[trick.split() for trick in tricks])


def test_a_breach_is_proven_by_the_first_card_that_was_allowed() -> None:
    found = audited(*KOCKA)
    assert found.verdict == "offence"
    assert dump(found.facts) == {"n": 1, "seat": 1, "card": "7S"}
    breaches = [(each["trick"], each["seat"], each["card"]) for each in found.result["breaches"]]
    assert breaches == [(1, 1, "7S"), (2, 1, "7C")]
    assert found.result["proofs"] == [{"card": "7D", "trick": 3}] * 2


def test_a_wrong_first_lead_is_proven_by_the_next_other_card() -> None:
    found = audited("7H 8H 9H TH", "KH AH QH JH", "7S 8S 9S TS")
    assert found.rules[0] == "kocka.first-lead"
    assert dump(found.facts)["card"] == "7H"
    assert found.result["proofs"] == [{"card": "7S", "trick": 3}]


def test_an_audit_names_the_rules_that_its_cards_came_under() -> None:
    assert set(audited("KD 7D 8D 9D", "KS 7S 8S 9S").rules) >= {"kocka.follow"}
    assert "kocka.lead.free" not in audited("KD 7D").rules


def test_a_custom_is_told_of_what_is_legal_alone() -> None:
    given = {"trick_no": 1, "trick": ["KD"], "card": "QS"}
    assert verdict("kocka", "play", **given, hand=["QS", "AC"]).customs
    assert verdict("kocka", "play", **given, hand=["QS", "7D"]).customs == ()


def test_what_can_only_have_been_one_way_is_decided_whatever_it_was() -> None:
    rows = [rank + suit for suit in "HDC" for rank in "789TJQKA"]
    table = [*rows, *(rank + "S" for rank in "89TJQKA")]
    found = verdict("kocka", "dokladacka-cink", table=table)
    assert (found.verdict, found.whatever, found.instead) == ("offence", True, ())


def test_an_answer_counts_only_once_its_turn_has_come() -> None:
    answers = [Link(Seat(seat), 1) for seat in (1, 2, 0, 0)]
    assert count_answers((1, 2, 0), 2, answers) == 3


@pytest.mark.parametrize(("key", "kind"), [("faraon", "play"), ("makao", "play")])
def test_a_match_knows_how_many_play(key: str, kind: str) -> None:
    spec = spec_of(fields_of(GAMES[key].kinds[kind])["players"])
    assert (spec.known, spec.ge) == ("players", 2)
