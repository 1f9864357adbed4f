"""Every line of the case files on pages: told with a thumb, told again in words, its verdict."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tests.games
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import judge_question
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms import describe
from scorekeeper.web.forms.kinds.kind import FormData, form_fields
from scorekeeper.web.referee.question_form import QuestionForm, with_defaults
from scorekeeper.web.referee.table import RefereeTable
from scorekeeper.web.wording.reader import placeholder_names

FOLDER = Path(tests.games.__file__).parent


def lines_of(path):
    lines = path.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


@pytest.mark.parametrize("key", GAMES)
def test_every_card_of_a_case_has_a_key(app, faults, key):
    with app.test_request_context():
        for case in _cases(GAMES[key]):
            with faults.at(case["kind"], case["given"]):
                assert not [*_without_key(_form(GAMES[key], case).picker)]


@pytest.mark.parametrize("key", GAMES)
def test_every_quarrel_can_be_told(app, faults, key):
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


def _cases(game, *files):
    for name in files or ("cases.jsonl", "quarrels.jsonl"):
        for line in lines_of(FOLDER / game.key / name):
            case = line.get("case", line)
            if str(case.get("kind")) in game.kinds and _is_possible(game, case):
                yield case


def _is_possible(game, case):
    try:
        house = load_house(game.house, case.get("house", {}))
        game.read_dispute(case["kind"], case.get("given"), house)
    except Invalid:
        return False
    return True


def _form(game, case):
    """The form of a case's question, with what its controls then hold."""
    kind, given = game.kinds[case["kind"]], case["given"]
    names = placeholder_names(game.players_in(kind, given))
    house = load_house(game.house, case.get("house", {}))
    table = RefereeTable(game, house, names, seats=tuple(range(len(names))))
    told = QuestionForm(table, kind, data=with_defaults(kind, given))
    return replace(told, submitted=FormData(told.bound.carried_fields), data={})


def _without_key(picker):
    """The cards of a question whose key cannot be pressed for the slot that they lie in."""
    for slot in picker.slots:
        for at, code in enumerate(slot.codes):
            before = picker.holding(slot, slot.codes[:at])
            for key in code.split("="):
                before = replace(before, chosen=slot.name).picked(key)
            now = next(each.codes for each in before.slots if each.name == slot.name)
            if now[at : at + 1] != (code,):
                yield f"{code} in {slot.name}"


class AnyWords(Rulebook):
    def label(self, *path):
        return path[-1]


def situations(case):
    """What a case gives, with the dataclass that it is read as: a dispute, or entries."""
    game = GAMES[case["game"]]
    if "entries" not in case:
        return [(kind, case["given"]) for kind in game.disputes if kind.kind == case["kind"]]
    entries = [entry for entry in case["entries"] if entry["type"] in game.entry_types]
    return [(game.entry_types[entry["type"]], entry) for entry in entries]


@pytest.mark.parametrize(
    "file",
    sorted((*FOLDER.glob("*/cases.jsonl"), *FOLDER.glob("*/*.score.jsonl"))),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_every_case_can_be_told(app, file):
    book = AnyWords("cs", {}, {"and": "a", "cards": {}}, Path())
    names = [f"player {n}" for n in range(10)]
    cases = [case for case in lines_of(file) if "error" not in case["expect"]]
    assert cases
    for cls, given in (each for case in cases for each in situations(case)):
        with app.test_request_context():
            rows = describe(book, cls, given, names, ("x",))
        said = {name for name, value in given.items() if value is not None}
        assert len(rows) == len(said & set(form_fields(cls)))
        assert all(bits for _, bits in rows)


def test_every_kind_of_the_public_cases_has_its_page(phone):
    ledger = phone.app.extensions["matches"].ledger
    for key, game in GAMES.items():
        seen = set()
        for case in lines_of(FOLDER / key / "cases.jsonl"):
            mark = (case.get("kind"), case.get("expect", {}).get("verdict"))
            if None in mark or mark in seen:
                continue
            seen.add(mark)
            house = load_house(game.house, case.get("house", {}))
            names = list("ABCDEFGH"[: game.players_in(game.kinds[mark[0]], case["given"])])
            judgement = judge_question(game, house, names, mark[0], case["given"])
            screen = phone.get(f"/v/{judgements.save(ledger, judgement)}")
            assert screen.status == 200, case
        assert len(seen) > 5
