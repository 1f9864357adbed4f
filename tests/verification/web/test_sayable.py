"""Every question of the case files can be told with a thumb: each card has a key that can be
pressed, and what the form then holds is judged as the case is.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import tests.games
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.referee.judgements import judge_question
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.referee.picker import Picker
from scorekeeper.web.referee.question_form import QuestionForm, with_defaults
from scorekeeper.web.referee.table import RefereeTable
from scorekeeper.web.wording.reader import placeholder_names
from tests.contract.faults import Faults

FOLDER = Path(tests.games.__file__).parent


@pytest.mark.parametrize("key", GAMES)
def test_every_card_of_a_case_has_a_key(app: Flask, faults: Faults, key: str) -> None:
    with app.test_request_context():
        for case in _cases(GAMES[key]):
            with faults.at(case["kind"], case["given"]):
                assert not [*_without_key(_form(GAMES[key], case).picker)]


@pytest.mark.parametrize("key", GAMES)
def test_every_quarrel_can_be_told(app: Flask, faults: Faults, key: str) -> None:
    with app.test_request_context():
        for case in _cases(GAMES[key], "quarrels.jsonl"):
            told, given = _form(GAMES[key], case), case["given"]
            with faults.at(case["kind"], given):
                table = told.table
                meant = judge_question(table.game, table.house, table.names, case["kind"], given)
                answer = told.judgement.verdict
                if answer.verdict == "undecidable":
                    assert not {*answer.missing} & {*given}, "only what was not told is missing"
                else:
                    assert answer.verdict == meant.verdict.verdict
                    assert {*answer.rules} & {*meant.verdict.rules}


def _cases(game: AnyGame, *files: str) -> Iterator[dict[str, Any]]:
    """The questions of some files that can be judged."""
    for name in files or ("cases.jsonl", "quarrels.jsonl"):
        for line in (FOLDER / game.key / name).read_text("utf-8").splitlines():
            case = json.loads(line) if line.startswith("{") else {}
            case = case.get("case", case)
            if str(case.get("kind")) in game.kinds and _is_possible(game, case):
                yield case


def _is_possible(game: AnyGame, case: dict[str, Any]) -> bool:
    try:
        house = load_house(game.house, case.get("house", {}))
        game.read_dispute(case["kind"], case.get("given"), house)
    except Invalid:
        return False
    return True


def _form(game: AnyGame, case: dict[str, Any]) -> QuestionForm:
    """The form of a case's question, with what its controls then hold."""
    kind, given = game.kinds[case["kind"]], case["given"]
    names = placeholder_names(game.players_in(kind, given))
    house = load_house(game.house, case.get("house", {}))
    table = RefereeTable(game, house, names, seats=tuple(range(len(names))))
    told = QuestionForm(table, kind, data=with_defaults(kind, given))
    return replace(told, submitted=FormData(told.bound.carried_fields), data={})


def _without_key(picker: Picker) -> Iterator[str]:
    """The cards of a question whose key cannot be pressed for the slot that they lie in."""
    for slot in picker.slots:
        for at, code in enumerate(slot.codes):
            before = picker.holding(slot, slot.codes[:at])
            for key in code.split("="):
                before = replace(before, chosen=slot.name).picked(key)
            now = next(each.codes for each in before.slots if each.name == slot.name)
            if now[at : at + 1] != (code,):
                yield f"{code} in {slot.name}"
