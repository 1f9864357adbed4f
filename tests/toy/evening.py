"""An evening of Highest, on a shelf that its folder was just put on.

Run by `tests/test_sixth_game.py` beside a copy of the app: here the game is one as any other.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from scorekeeper.cases import judge_case, score
from scorekeeper.cli import main
from scorekeeper.games import GAMES, high
from scorekeeper.games.high.entries import Deal, Fine, Sips
from scorekeeper.games.high.house import HouseRules
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import examples_of
from scorekeeper.rulebook.search import search
from scorekeeper.web import create_app
from tests.toy.walk import WALK
from tests.walks.contract import walk
from tests.walks.proof import prove_legal, prove_offence
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table

NAMES = ("Petr", "Jana", "Karel")
TITLES = {"cs": "Nejvyšší", "en": "Highest", "sk": "Highest", "pl": "Highest", "be": "Highest"}
QUESTION = {"trick": "KD", "card": "QS", "hand": "7D QS AH"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger):
        yield app


@pytest.fixture
def table(phone: Phone) -> Table:
    """Three players, from the first page, with two tricks in a game and a trick worth two."""
    phone.get(phone.get("/").links[TITLES["cs"]])
    names = {f"player-{seat}": name for seat, name in enumerate(NAMES)}
    # The page opens with four places; a player less is a button away.
    phone.post("/new/high/names", {**names, "seats": "3"})
    phone.submit("/new/high", phone.say("House rules: %(agreed)s", agreed="").strip())
    phone.submit(tricks="2", worth="2")
    sheet = phone.submit("/new/high")
    return Table(phone, sheet.url.removeprefix("/m/"))


def test_it_is_one_game_more() -> None:
    assert len(GAMES) > 1
    assert GAMES["high"].folder == Path(high.__file__).parent


@pytest.mark.parametrize("language", TITLES)
def test_it_stands_on_the_first_page_and_with_the_referee(app: Flask, language: str) -> None:
    phone = Phone(app, language)
    assert phone.get("/").links[TITLES[language]] == "/new/high"
    assert phone.get("/referee").links[TITLES[language]].startswith("/referee/high")


def test_it_is_set_up_recorded_and_over(table: Table) -> None:
    phone, book = table.phone, table.book
    assert table.match.house == HouseRules(tricks=2, worth=2)
    label, url = table.open().main_action
    assert label == book.label("entries", "deal", "record").format(n=1)
    empty = phone.get(url)
    assert empty.heading == book.label("entries", "deal", "title").format(n=1)
    assert phone.submit("form").errors == [("part-winner", book.shared["unreadable"]["missing"])]
    assert phone.submit("form", winner="1").totals == ["0", "2", "0"]
    phone.get(table.open().main_action[1])
    sheet = phone.submit("form", winner="2")
    assert sheet.rows[0].cells == ["0", "0", "2"]
    assert sheet.strips == [table.told("notices", "over", seats=(1, 2), n=2)]
    assert sheet.main_action == (
        phone.say("New game with the same people"),
        f"{table.url}/again",
    )
    table.open("/new/deal")
    said = table.told("refusals", "high.end.over", n=2)
    assert phone.submit("form", winner="0").errors == [("part-winner", said)]


def test_a_row_is_explained_corrected_and_struck_out(table: Table) -> None:
    table.record(Deal(winner=1))
    phone = table.phone
    row = phone.get(table.open().rows[0].why)
    assert table.book.step("high.highest") in row.text
    phone.get(row.links[phone.say("Correct")])
    assert table.book.rule("high.highest").text in row.text
    assert phone.submit("form", phone.say("Save the correction"), winner="0").totals[0] == "2"
    phone.get(table.open().rows[0].url)
    assert phone.submit("form", phone.say("Strike out")).totals == ["0", "0", "0"]
    assert phone.submit(f"{table.url}/undo").totals == ["2", "0", "0"]


def test_its_statistics_and_the_watchers_page(table: Table) -> None:
    table.record(Deal(winner=1), Fine(seat=1))
    shown = table.open("/accounts").text
    assert all(table.book.label("stats", stat) in shown for stat in ("won", "paid"))
    assert "Jana" in table.open("/watch").root.all("ol", css="ranks")[0].text


def test_the_referee_decides_and_the_penalty_is_written(table: Table) -> None:
    phone, book = table.phone, table.book
    what = phone.get(table.open().links[phone.say("Dispute")])
    assert what.heading == phone.say("What happened?")
    assert all(label in what.links for label in book.data["offences"].values())
    phone.get(what.links[book.label("kinds", "play", "name")])
    verdict = ask(phone, **QUESTION)
    said = table.told("verdicts", "high.follow", led="KD", card="QS", cards=["7D"])
    assert phone.say("NOT ALLOWED") in verdict.text
    assert said in verdict.text
    assert book.rule("high.follow").text in verdict.text
    assert book.card("7D") in [node.attrs.get("aria-label") for node in verdict.root]
    sheet = phone.submit("ruling", press="Karel")
    assert sheet.totals == ["1", "1", "0"]
    assert table.match.rows[-1].entry == Fine(seat=2)


def test_a_listed_offence_is_penalised_at_once(table: Table) -> None:
    phone = table.phone
    what = table.open("/disputes")
    phone.get(what.links[table.book.label("offences", "high.peek")])
    assert phone.submit("ruling", press="Petr").totals == ["0", "1", "1"]
    assert table.match.rows[-1].entry == Fine(seat=0, rule="high.peek")


def test_the_sheet_takes_a_trick_over_from_the_referee(table: Table) -> None:
    phone, book = table.phone, table.book
    phone.get(table.open("/disputes").links[book.label("kinds", "highest", "name")])
    verdict = ask(phone, leader="1", cards="9D AS JD")
    assert book.answer("highest", "winner", 0, NAMES) in verdict.text
    form = phone.get(verdict.links[phone.say("Put it on the sheet")])
    assert form.form("form").fields["winner"] == "0"
    assert phone.submit("form").totals == ["2", "0", "0"]


def test_a_penalty_of_its_own_kind_is_said_and_written(table: Table) -> None:
    phone, book = table.phone, table.book
    verdict = phone.get(table.open("/disputes").links[book.label("offences", "high.spill")])
    assert book.penalty(Penalty("sips", amount=2), "") == "2 loky"
    assert f"{phone.say('Penalty:')} 2 loky" in verdict.text
    assert book.label("onward", "sips") in verdict.text
    sheet = phone.submit("ruling", press="Jana")
    assert sheet.totals == ["0", "0", "0"]
    assert table.match.rows[-1].entry == Sips(seat=1, sips=2)
    assert sheet.rows[0].told == f"Jana: {book.label('offences', 'high.spill')}"
    assert book.label("offences", "high.spill") in table.open("/players/1").text


@pytest.mark.parametrize(("language", "said"), [("en", "take 2 sips"), ("be", "take 2 sips")])
def test_a_penalty_of_its_own_kind_is_said_in_every_language(
    app: Flask, language: str, said: str
) -> None:
    assert said in Phone(app, language).get("/referee/high/offences/high.spill").text


def test_an_entry_of_its_own_shape_has_a_page_and_a_script_of_its_own(table: Table) -> None:
    phone, book = table.phone, table.book
    page = table.open("/new/sips")
    assert book.label("texts", "sip") in page.text
    scripts = [node.attrs["src"] for node in page.root.all("script") if "src" in node.attrs]
    (own,) = [src for src in scripts if "games/high.js" in src]
    with phone.client.get(own) as script:
        assert script.status_code == 200
    assert phone.submit("form", seat="2", sips="0").errors
    assert phone.submit("form", seat="2", sips="3").totals == ["0", "0", "0"]
    assert table.match.rows[-1].entry == Sips(seat=2, sips=3)


def test_a_question_has_a_result_of_its_own(table: Table) -> None:
    table.record(Deal(winner=1))
    phone, book = table.phone, table.book
    form = phone.get(table.open("/disputes").links[book.label("kinds", "reach", "name")])
    assert form.form("form").fields["before-1"] == "2"
    verdict = ask(phone, played="1")
    assert book.answer("reach", "can", [0, 1, 2], NAMES) in verdict.text
    assert book.answer("reach", "left", 1, NAMES) in verdict.text


def ask(phone: Phone, **told: str) -> Screen:
    """Sends what a question was told, and asks for the verdict."""
    form = phone.screen.form("form")
    said = {**form.fields.to_dict(), **told}
    assert set(told) <= {control.attrs["name"] for control in form.controls}
    return phone.post(form.action, {**said, "judge": "y"})


@pytest.mark.parametrize("language", ["cs", "en"])
def test_its_rulebook_has_every_rule_with_its_examples(app: Flask, language: str) -> None:
    phone, book = Phone(app, language), open_rulebook(GAMES["high"].folder, language)
    shelf = phone.get("/rules")
    listed = phone.get(shelf.links[book.title])
    assert all(f"{rule.number} {rule.title}" in listed.links for rule in book.rules.values())
    for id, rule in book.rules.items():
        told = phone.get(f"/rules/high/{id}")
        assert all(paragraph in told.text for paragraph in rule.text.split("\n\n"))
        shown = [example for example in examples_of(GAMES["high"]) if example.rule == id]
        assert len(told.root.all("section", css="example")) == len(shown)


@pytest.mark.parametrize(("language", "typed"), [("cs", "nakukováním"), ("en", "peeks")])
def test_its_rules_are_found_among_all(app: Flask, language: str, typed: str) -> None:
    assert "high.peek" in {hit.rule.id for hit in search(typed, language)}
    assert "/rules/high/high.peek" in Phone(app, language).get(f"/rules?q={typed}").html


def test_case_files_judge_and_score_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for example in examples_of(GAMES["high"]):
        path = tmp_path / f"some.{'score' if example.scored else 'judge'}.jsonl"
        with path.open("a") as file:
            file.write(json.dumps(example.case) + "\n")
        assert "error" not in (score if example.scored else judge_case)(example.case)
    for command in ("judge", "score"):
        assert main([command, "--check", str(tmp_path / f"some.{command}.jsonl")]) == 0
    assert capsys.readouterr().out.count(" passed, 0 failed\n") == 2


@pytest.mark.parametrize("players", [3, 4])
def test_a_deal_played_at_random_breaks_no_rule(players: int) -> None:
    random = Random(players)
    dealt = WALK.deal(random, players, HouseRules())
    steps = list(walk(WALK, random, dealt))
    for state, card, _ in steps:
        case = {
            "game": "high",
            "kind": "play",
            "given": {
                "trick": [str(each) for each in state.trick],
                "card": str(card),
                "hand": [str(each) for each in state.hands[state.turn]],
            },
        }
        assert judge_case(case)["verdict"] == "legal"
    assert len(steps[-1].after.won) == 52 // players


def test_its_random_games_keep_the_contract_of_all_games() -> None:
    for seed in range(20):
        assert prove_legal(WALK, seed).moves > 0
        assert prove_offence(WALK, seed).offences == 1
