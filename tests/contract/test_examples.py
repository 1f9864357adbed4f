"""The worked cases of every game: all are right, and no rule and no house rule is without one."""

from dataclasses import replace

from scorekeeper.core.house_rules import HouseRules, dump_house, paths_of
from scorekeeper.core.schema import default_of, dump, fields_of
from scorekeeper.core.sheet import dump_entry
from scorekeeper.games import GAMES
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.judgements import judge_hand
from scorekeeper.referee.rule_table import Missing, in_force
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import examples_of
from tests.contract.books import EACH_GAME, place_of
from tests.contract.examples import (
    NAMES,
    answer,
    asked,
    can_be_broken,
    dispute_of,
    house_of,
    judged_examples,
    unlike,
    values_of,
)
from tests.contract.switches import switches

JUDGED_KEYS = {"game", "kind", "given", "house", "expect", "note"}
SCORED_KEYS = {"game", "players", "entries", "house", "expect", "note"}


@EACH_GAME
def test_every_example_is_answered_as_it_says(game, faults):
    for example in examples_of(game):
        with faults.at(example.rule, example.case):
            assert set(example.case) <= (SCORED_KEYS if example.scored else JUDGED_KEYS)
            expected, got = example.case["expect"], answer(example)
            assert "error" not in got
            assert not unlike(example, got)
            assert set(expected) <= set(got)


@EACH_GAME
def test_what_may_be_played_is_what_was_allowed_instead(game, faults):
    compared = 0
    for example in judged_examples(game):
        kind, given = game.kinds[example.case["kind"]], example.case["given"]
        if example.case["expect"]["verdict"] != "offence" or not given.get("hand"):
            continue
        if kind.played_field is None or given.get("show"):  # shown is not played
            continue
        with faults.at(example.rule, example.case):
            instead = answer(example).get("instead", ())
            judged = judge_hand(game, house_of(game, example), NAMES, kind.kind, given)
            legal = {code for code, each in judged.items() if each.verdict.verdict == "legal"}
            assert legal == {code for each in instead for code in alone(each)} & set(judged)
            compared += 1
    assert compared


def alone(choice):
    codes = choice if isinstance(choice, list) else [choice]
    return [str(code) for code in codes] if len(codes) == 1 else []


@EACH_GAME
def test_every_example_names_a_rule_of_the_book(game, faults):
    known = {rule.id for rule in game.rules} | set(open_rulebook(game.folder, "cs").rules)
    for example in examples_of(game):
        with faults.at(example.rule, example.case):
            assert example.rule in known


@EACH_GAME
def test_every_example_shows_the_rule_that_it_names(game, faults):
    for example in judged_examples(game):
        with faults.at(example.rule, example.case):
            got = answer(example)
            if got["verdict"] == "offence":
                assert got["rules"][0] == example.rule
            elif "house" not in example.case and not forbidden_elsewhere(game, example):
                assert example.rule in got["rules"]
            assert example.case["expect"]["verdict"] == got["verdict"]


def forbidden_elsewhere(game, example):
    """Whether the same case is an offence against its rule at a table with a house rule."""
    told = (example.rule, example.case["kind"], example.case["given"])
    return any(
        told == (other.rule, other.case["kind"], other.case["given"])
        for other in judged_examples(game)
        if other.case["expect"]["verdict"] == "offence" and "house" in other.case
    )


def test_what_a_house_rule_forbids_outright_is_legal_without_it():
    game = GAMES["durak"]
    touched = [each for each in judged_examples(game) if each.rule == "durak.card-stands"]
    legal, offence = (
        next(each for each in touched if each.case["expect"]["verdict"] == verdict)
        for verdict in ("legal", "offence")
    )
    assert "house" in offence.case
    twin = replace(legal, case={**legal.case, "given": offence.case["given"]})
    assert forbidden_elsewhere(game, twin)
    assert not forbidden_elsewhere(game, replace(twin, rule="durak.beat"))


def shown(game, verdict):
    mine = judged_examples(game)
    return {example.rule for example in mine if example.case["expect"]["verdict"] == verdict}


@EACH_GAME
def test_every_rule_has_an_example(game):
    rules = {rule.id for rule in game.rules}
    lacking = sorted(rules - {example.rule for example in examples_of(game)})
    assert not lacking, f"{place_of(game, 'examples.toml')}: write an example of {lacking}"


@EACH_GAME
def test_every_rule_that_can_be_broken_has_a_good_and_a_bad_example(game):
    breakable = {rule.id for rule in asked(game) if can_be_broken(rule)}
    assert breakable
    for verdict in ("offence", "legal"):
        lacking = sorted(breakable - shown(game, verdict))
        assert not lacking, (
            f"{place_of(game, 'examples.toml')}: write an example of each of {lacking} "
            f'whose verdict is "{verdict}"; where a house rule forbids outright, the same case '
            "without it is legal"
        )


@EACH_GAME
def test_every_kind_of_dispute_has_an_example(game):
    shown_kinds = {example.case["kind"] for example in judged_examples(game)}
    lacking = sorted(set(game.kinds) - shown_kinds)
    assert not lacking, f"{place_of(game, 'examples.toml')}: write an example of {lacking}"
    assert shown_kinds <= set(game.kinds)


@EACH_GAME
def test_every_house_rule_is_switched_in_an_example(game):
    for name in fields_of(game.house).keys() - fields_of(HouseRules):
        switching = list(switched(game, name))
        place = place_of(game, "examples.toml")
        assert switching, f"{place}: write an example with house.{name}"
        changes = [example for example in switching if changed(example, name)]
        assert changes or not decisive(game, name, switching), (
            f"{place}: write an example that has another answer without house.{name}"
        )


@EACH_GAME
def test_a_house_rule_of_all_games_changes_no_answer(game):
    shared = set(paths_of(HouseRules))
    others = [dump_house(o) for path, o in switches(game, game.house()) if path in shared]
    assert others
    for example in examples_of(game):
        house, usual = example.case.get("house", {}), answer(example)
        assert all(answer(example, house={**house, **other}) == usual for other in others)


def switched(game, name):
    """The examples at a table where a house rule is not the usual one."""
    usual = getattr(game.house(), name)
    for example in examples_of(game):
        if getattr(house_of(game, example), name) != usual:
            yield example


def changed(example, name):
    """Whether the answer would not be the expected one without a house rule."""
    house = {key: value for key, value in example.case["house"].items() if key != name}
    return bool(unlike(example, answer(example, house=house)))


def decisive(game, name, switching):
    """Whether a house rule, set as in one of its examples, changes the answer to any example.

    One that only takes cards out of the pack changes none: there is no answer then.
    """
    values = [example.case["house"][name] for example in switching]
    others = (
        (answer(example), answer(example, house={**example.case.get("house", {}), name: value}))
        for value in values
        for example in examples_of(game)
    )
    return any(usual != other for usual, other in others if "error" not in other)


def missed(game, dispute, house):
    """The facts without which some rule cannot tell."""
    found = (rule.find(dispute, house) for rule in in_force(game.rules, type(dispute), house))
    return {finding.fact for finding in found if isinstance(finding, Missing)}


def needed(game, dispute, house):
    """The facts that some rule asks for, if one after the other is left out."""
    usual = {name: default_of(field) for name, field in fields_of(type(dispute)).items()}
    left_out = (replace(dispute, **{name: None}) for name in usual if usual[name] is None)
    return set().union(*(missed(game, each, house) for each in (dispute, *left_out)))


@EACH_GAME
def test_no_rule_is_at_a_loss_when_all_facts_are_given(game, faults):
    for example in judged_examples(game):
        with faults.at(example.rule, example.case):
            dispute, house = dispute_of(game, example), house_of(game, example)
            still = missed(game, dispute, house)
            given = {name for name in still if getattr(dispute, name) is not None}
            assert not given - {"tricks"}, "a rule cannot tell although it was told"
            if example.case["expect"]["verdict"] == "undecidable":
                assert set(example.case["expect"]["missing"]) == still


@EACH_GAME
def test_a_fact_that_a_rule_needs_is_given_in_one_example_and_missing_in_another(game):
    mine = [(e.case["kind"], dispute_of(game, e), house_of(game, e)) for e in judged_examples(game)]
    asked_for = {(kind, fact) for kind, d, house in mine for fact in needed(game, d, house)}
    missing = {(kind, fact) for kind, d, house in mine for fact in missed(game, d, house)}
    assert asked_for == missing, "left out in no example"
    given = {(kind, fact) for kind, d, _ in mine for fact in values_of(d) if getattr(d, fact)}
    assert asked_for <= given, "given in no example"


@EACH_GAME
def test_what_the_sheet_can_take_over_is_taken(game, faults):
    for example in judged_examples(game):
        dispute, house = dispute_of(game, example), house_of(game, example)
        plain = dispute.entry()
        with faults.at(example.rule, example.case):
            if plain is not None:
                entry = game.read_entry(plain, game.seats[0], house)
                assert dump_entry(entry) == plain == dump(plain)
                start = game.start(game.seats[0], game.seats[0] - 1, house)
                refused = game.check(entry, start, house)
                assert refused is None or refused.field not in plain


@EACH_GAME
def test_every_kind_that_knows_an_entry_shows_it_in_an_example(game):
    for kind in game.disputes:
        if kind.entry is not Dispute.entry:
            mine = [e for e in judged_examples(game) if e.case["kind"] == kind.kind]
            assert any(dispute_of(game, e).entry() for e in mine), kind.kind
