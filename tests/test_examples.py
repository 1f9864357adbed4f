"""The worked cases of every game: all are right, and no rule and no house rule is without one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.examples import Example, examples_of
from scorekeeper.games import GAMES, AnyGame
from scorekeeper.plain import declared, default_of, write
from scorekeeper.referee import Dispute, Missing, in_force
from scorekeeper.rulebook import open_rulebook
from tests.examples import (
    ALL,
    JUDGED,
    answer,
    asked,
    can_be_broken,
    dispute_of,
    fields_of,
    house_of,
    label,
    unlike,
)

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
EACH = pytest.mark.parametrize(("game", "example"), ALL, ids=label)
EACH_JUDGED = pytest.mark.parametrize(("game", "example"), JUDGED, ids=label)

JUDGED_KEYS = {"game", "kind", "given", "house", "expect", "note"}
SCORED_KEYS = {"game", "players", "entries", "house", "expect", "note"}


@EACH
def test_an_example_is_answered_as_it_says(game: AnyGame, example: Example) -> None:
    assert set(example.case) <= (SCORED_KEYS if example.scored else JUDGED_KEYS)
    expected, got = example.case["expect"], answer(example)
    assert "error" not in got, f"{example.case}: {got}"
    assert not unlike(example, got), f"{example.case}"
    assert set(expected) <= set(got), f"{example.case} got {got}"


@EACH
def test_an_example_names_a_rule_of_the_book(game: AnyGame, example: Example) -> None:
    known = {rule.id for rule in game.rules} | set(open_rulebook(game.folder, "cs").rules)
    assert example.rule in known


@EACH_JUDGED
def test_an_example_shows_the_rule_that_it_names(game: AnyGame, example: Example) -> None:
    got = answer(example)
    if got["verdict"] == "offence":
        assert got["rules"][0] == example.rule
    else:
        assert example.rule in got["rules"]
    assert example.case["expect"]["verdict"] == got["verdict"]


# --- nothing is without an example ---------------------------------------------------------------


def shown(game: AnyGame, verdict: str) -> set[str]:
    """The rules that have an example of a verdict."""
    mine = (example for each, example in JUDGED if each is game)
    return {example.rule for example in mine if example.case["expect"]["verdict"] == verdict}


@EACH_GAME
def test_every_rule_has_an_example(game: AnyGame) -> None:
    rules = {rule.id for rule in game.rules}
    assert not rules - {example.rule for example in examples_of(game)}


@EACH_GAME
def test_every_rule_that_can_be_broken_has_a_good_and_a_bad_example(game: AnyGame) -> None:
    breakable = {rule.id for rule in asked(game) if can_be_broken(rule)}
    assert breakable
    assert not breakable - shown(game, "offence"), "broken in no example"
    assert not breakable - shown(game, "legal"), "kept in no example"


@EACH_GAME
def test_every_kind_of_dispute_has_an_example(game: AnyGame) -> None:
    kinds = {dispute.kind for dispute in game.disputes}
    assert kinds == {example.case["kind"] for each, example in JUDGED if each is game}


@EACH_GAME
def test_every_house_rule_is_switched_in_an_example(game: AnyGame) -> None:
    for name in declared(game.house):
        switching = list(switched(game, name))
        assert switching, f"{name}: no example"
        changes = [example for example in switching if changed(example, name)]
        assert changes or not decisive(game, name, switching), f"{name}: no example that shows it"


def switched(game: AnyGame, name: str) -> Iterator[Example]:
    """The examples at a table where a house rule is not the usual one."""
    usual = getattr(game.house(), name)
    for example in examples_of(game):
        if getattr(house_of(game, example), name) != usual:
            yield example


def changed(example: Example, name: str) -> bool:
    """Whether the answer would not be the expected one without a house rule."""
    house = {key: value for key, value in example.case["house"].items() if key != name}
    return bool(unlike(example, answer(example, house=house)))


def decisive(game: AnyGame, name: str, switching: list[Example]) -> bool:
    """Whether a house rule, set as in one of its examples, changes the answer to any example."""
    values = [example.case["house"][name] for example in switching]
    return any(
        answer(example) != answer(example, house={**example.case.get("house", {}), name: value})
        for value in values
        for example in examples_of(game)
    )


# --- all facts given, always an answer -----------------------------------------------------------


def missed(game: AnyGame, dispute: Dispute, house: Any) -> set[str]:
    """The facts without which some rule cannot tell."""
    found = (rule.finds(dispute, house) for rule in in_force(game.rules, dispute, house))
    return {finding.fact for finding in found if isinstance(finding, Missing)}


def needed(game: AnyGame, dispute: Dispute, house: Any) -> set[str]:
    """The facts that some rule asks for, if one after the other is left out."""
    usual = {name: default_of(field) for name, field in declared(type(dispute)).items()}
    left_out = (replace(dispute, **{name: None}) for name in usual if usual[name] is None)
    return set().union(*(missed(game, each, house) for each in (dispute, *left_out)))


@EACH_JUDGED
def test_no_rule_is_at_a_loss_when_all_facts_are_given(game: AnyGame, example: Example) -> None:
    dispute, house = dispute_of(game, example), house_of(game, example)
    still = missed(game, dispute, house)
    given = {name for name in still if getattr(dispute, name) is not None}
    assert not given - {"tricks"}, "a rule cannot tell although it was told"
    if example.case["expect"]["verdict"] == "undecidable":
        assert set(example.case["expect"]["missing"]) == still


@EACH_GAME
def test_a_fact_that_a_rule_needs_is_given_in_one_example_and_missing_in_another(
    game: AnyGame,
) -> None:
    mine = [
        (e.case["kind"], dispute_of(game, e), house_of(game, e)) for g, e in JUDGED if g is game
    ]
    asked_for = {(kind, fact) for kind, d, house in mine for fact in needed(game, d, house)}
    missing = {(kind, fact) for kind, d, house in mine for fact in missed(game, d, house)}
    assert asked_for == missing, "left out in no example"
    given = {(kind, fact) for kind, d, _ in mine for fact in fields_of(d) if getattr(d, fact)}
    assert asked_for <= given, "given in no example"


# --- what the sheet takes over -------------------------------------------------------------------


@EACH_JUDGED
def test_what_the_sheet_can_take_over_is_taken(game: AnyGame, example: Example) -> None:
    dispute, house = dispute_of(game, example), house_of(game, example)
    plain = dispute.entry()
    if plain is None:
        return
    entry = game.read_entry(plain, game.seats[0], house)
    assert game.write_entry(entry) == plain == write(plain)
    start = game.start(game.seats[0], game.seats[0] - 1, house)
    refused = game.check(entry, start, house)
    assert refused is None or refused.field not in plain


@EACH_GAME
def test_every_kind_that_knows_an_entry_shows_it_in_an_example(game: AnyGame) -> None:
    for kind in game.disputes:
        if kind.entry is not Dispute.entry:
            told = [
                dispute_of(g, e) for g, e in JUDGED if g is game and e.case["kind"] == kind.kind
            ]
            assert any(dispute.entry() for dispute in told), kind.kind
