"""The kept cases of the games: each is answered in fields that there are and in whole sentences."""

import json
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid, dump, fields_of
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import judge_case, score_case
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.explanation import play
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.verdict import judge
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sources import source_of
from tests.contract.books import EACH_GAME, place_of
from tests.contract.examples import NAMES, can_be_broken, worked_cases
from tests.contract.test_referee_words import flaws, text_of
from tests.games.test_alike import sentence

HERE = Path(__file__).parent
ASKED = ("kind", "given", "house")


@cache
def kept(game):
    return tuple(lines_of(game, "cases.jsonl"))


def lines_of(game, name):
    for line in (HERE / game.key / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield json.loads(line)


def disputes(game):
    """Those that can be read, with the question that each is and the rules of its table."""
    for case in kept(game):
        if "error" not in case["expect"]:
            house = load_house(game.house, case.get("house", {}))
            yield case, game.read_dispute(case["kind"], case["given"], house), house


def every_case(game):
    return [*kept(game), *worked_cases(game)]


@EACH_GAME
def test_every_kept_case_is_judged_as_expected(game, capsys):
    status = main(["judge", "--check", str(HERE / game.key / "cases.jsonl")])
    assert capsys.readouterr().out == f"{len(kept(game))} passed, 0 failed\n"
    assert (status, len(kept(game)) >= 130) == (0, True)


@EACH_GAME
def test_every_kind_has_a_good_an_unreadable_and_a_bad_case(game, faults):
    """An unreadable one wherever facts may contradict each other, a bad one wherever a rule can be
    broken.
    """
    for kind in game.disputes:
        verdicts = {
            case["expect"].get("verdict", "unreadable")
            for case in every_case(game)
            if case.get("kind") == kind.kind
        }
        rules = [rule for rule in game.rules if issubclass(kind, rule.asks)]
        with faults.at(kind.kind):
            due = {"legal"} | ({"offence"} if any(map(can_be_broken, rules)) else set())
            due |= {"unreadable"} if kind.validate is not Dispute.validate else set()
            assert verdicts - {"undecidable", "unreadable"} <= due
            lacking = due - verdicts
            where = f"tests/games/{game.key}/cases.jsonl"
            assert "unreadable" not in lacking, f"{where}: write a case that cannot be read"
            where = place_of(game, "examples.toml")
            assert not lacking, f"{where}: write an example of each of {sorted(lacking)}"


@EACH_GAME
def test_a_fact_of_another_type_cannot_be_read(game, faults):
    readable = {case["kind"]: case for case in every_case(game) if "verdict" in case["expect"]}
    for kind, case in readable.items():
        house = load_house(game.house, case.get("house", {}))
        for name in fields_of(game.kinds[kind]):
            with faults.at(kind, name), pytest.raises(Invalid):
                game.read_dispute(kind, {**case["given"], name: 0.5}, house)


@EACH_GAME
def test_what_a_question_tells_of_its_fields_is_of_fields_that_it_has(game, faults):
    for case, dispute, _ in disputes(game):
        with faults.at(case):
            places = {place.partition(".")[0] for place in dispute.places()}
            assert places | set(dispute.unknown()) <= set(fields_of(type(dispute)))


@EACH_GAME
def test_the_verdict_on_every_kept_case_can_be_said(game, faults):
    for language in {"en", source_of(game.folder).language}:
        book = open_rulebook(game.folder, language)
        for case, dispute, house in disputes(game):
            with faults.at(language, case):
                said, facts = text_of(book, dispute, judge(game.rules, dispute, house))
                assert not flaws(book, game, said, facts), said


@EACH_GAME
def test_what_was_allowed_in_a_kept_case_can_be_said(game, faults):
    book = open_rulebook(game.folder, "en")
    for case in kept(game):
        if "error" not in case["expect"]:
            house = load_house(game.house, case.get("house", {}))
            judged = judge_question(game, house, NAMES, case["kind"], case["given"])
            for choice in judged.verdict.instead:
                with faults.at(case):
                    assert not flaws(book, game, play(judged, book, choice), {})


@EACH_GAME
def test_what_is_wrong_with_a_kept_case_is_a_sentence(game, faults):
    for case in kept(game):
        if "error" in case["expect"]:
            with faults.at(case):
                words = judge_case(case)["error"].replace(".", " ").replace(",", " ").split()
                assert not {"None", "True", "False"} & set(words)


def evenings(game):
    for case in lines_of(game, "cases.score.jsonl"):
        if "error" not in case["expect"]:
            yield case, score_case(case).match


@EACH_GAME
def test_what_the_rows_of_a_kept_evening_tell_can_be_said(game, faults):
    book = open_rulebook(game.folder, "en")
    told = set[str]()
    for case, match in evenings(game):
        with faults.at(case):
            for row in match.rows:
                story = game.story(row.entry, row.before, match.house)
                for notice in (*story, *row.after.milestones, *row.after.notices):
                    assert "None" not in sentence(book, notice)
                    told.add(notice.id)
    assert told


@EACH_GAME
def test_the_facts_of_an_offence_are_those_that_it_shows(game, faults):
    shown = set[tuple[str, str]]()
    for row in lines_of(game, "facts.jsonl"):
        house = load_house(game.house, row.get("house", {}))
        dispute = game.read_dispute(row["kind"], row["given"], house)
        verdict = judge(game.rules, dispute, house)
        with faults.at(row["kind"], row["given"]):
            assert (verdict.rules[0], dump(verdict.facts)) == (row["rule"], row["facts"])
        shown.add((row["kind"], row["rule"]))
    verdicts = ((each, judge(game.rules, each, house)) for _, each, house in disputes(game))
    told = {(each.kind, found.rules[0]) for each, found in verdicts if found.facts}
    assert {(kind, rule) for kind, rule in told if kind != "audit"} == shown


@EACH_GAME
def test_the_rules_that_apply_are_those_that_it_says_and_no_more(game, faults):
    for row in lines_of(game, "applied.jsonl"):
        house = load_house(game.house, row.get("house", {}))
        dispute = game.read_dispute(row["kind"], row["given"], house)
        verdict = judge(game.rules, dispute, house)
        with faults.at(row["kind"], row["given"]):
            assert verdict.verdict == ("undecidable" if "missing" in row else "legal")
            assert list(verdict.rules) == row["rules"]
            assert list(verdict.missing) == row.get("missing", [])
            assert verdict.whatever == row.get("whatever", False)


@EACH_GAME
def test_a_page_does_not_ask_what_nobody_would_tell(game, faults):
    asked = set[str]()
    for row in lines_of(game, "not_asked.jsonl"):
        with faults.at(row["kind"], row["given"]):
            assert set(game.kinds[row["kind"]].hidden_fields(row["given"])) == set(row["not_asked"])
        asked.add(row["kind"])
    plain = Dispute.hidden_fields({})
    assert {key for key, kind in game.kinds.items() if kind.hidden_fields({}) != plain} <= asked


@pytest.mark.parametrize("key", ["kocka", "taroky"])
def test_a_breach_found_in_an_audit_says_card_seat_and_trick(key, faults):
    game = GAMES[key]
    for case, dispute, house in disputes(game):
        verdict = judge(game.rules, dispute, house)
        breaches = verdict.result.get("breaches", ()) if dispute.kind == "audit" else ()
        first = next((each for each in breaches if each["rule"] == verdict.rules[0]), {})
        if "trick" in first:
            with faults.at(case):
                told = {"n": first["trick"], "seat": first["seat"], "card": first["card"]}
                assert dump(verdict.facts).items() >= told.items()
                assert set(verdict.result["proofs"][0] or {}) <= {"card", "trick"}


def told(game, line):
    """All that is answered to a question, and what is known of it beside the answer."""
    case = {"game": game.key, **{name: line[name] for name in ASKED if name in line}}
    answer, house = judge_case(case), load_house(game.house, line.get("house", {}))
    if "error" in answer:
        return {"answer": {**answer, "error": line["answer"]["error"] is True or answer["error"]}}
    question = game.read_question(line["kind"], line["given"], house)
    verdict = judge_question(game, house, NAMES, line["kind"], line["given"]).verdict
    dispute = question.dispute
    return {
        "answer": answer,
        "ways": {} if "witness" in answer else dump(verdict.witness),
        "facts": dump(verdict.facts),
        "customs": list(verdict.customs),
        "unknown": list(dispute.unknown() if dispute else question.unknown),
        "entry": dump(dispute.entry()) if dispute else None,
    }


@EACH_GAME
def test_an_answer_is_what_the_line_says_and_nothing_more(game, faults):
    known = set(open_rulebook(game.folder, "cs").rules)
    for line in lines_of(game, "answers.jsonl"):
        with faults.at(line["note"], line["given"]):
            found = told(game, line)
            assert set(found.get("customs", ())) <= known
            assert {name: value for name, value in found.items() if value} == {
                name: line[name] for name in line if name in found
            }


@EACH_GAME
def test_what_a_form_sent_is_read_as_the_line_says(game, faults):
    read = set[str]()
    for line in lines_of(game, "answers.jsonl"):
        if "sent" in line:
            with faults.at(line["kind"], line["sent"]):
                assert game.kinds[line["kind"]].from_form(line["sent"]) == line["given"]
            read.add(line["kind"])
    usual = Dispute.from_form
    kinds = game.kinds.items()
    with faults.at("kinds that read a form"):
        assert read == {key for key, kind in kinds if kind.from_form.__func__ != usual.__func__}
