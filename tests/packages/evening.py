"""An evening of Prší in a house where pip has just installed it: here it is one game as any other.

Run by `test_prsi.py` beside that package.
"""

import json
from pathlib import Path

import pytest
from flask import Flask

import pubscorekeeper_prsi
from pubscorekeeper_prsi.entries import Fault, FinishedGame
from pubscorekeeper_prsi.house import HouseRules
from scorekeeper.cases import judge_case, score
from scorekeeper.cli import main
from scorekeeper.extras.pocket.pack.contents import app_files, word_files
from scorekeeper.extras.pocket.pack.templates import with_code
from scorekeeper.extras.pocket.pages import pack
from scorekeeper.games import GAMES, INSTALLED
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import examples_of
from scorekeeper.rulebook.search import search
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table

NAMES = ("Petr", "Jana", "Karel")
LANGUAGES = ("cs", "en", "sk", "pl", "be")
AUTHOR = "Scorekeeper contributors"


@pytest.fixture
def table(phone: Phone) -> Table:
    """Three players, from the first page, who draw three cards for a mistake."""
    phone.get(phone.get("/").links["Prší"])
    names = {f"player-{seat}": name for seat, name in enumerate(NAMES)}
    phone.post("/new/prsi/names", {**names, "seats": "3"})
    phone.submit("/new/prsi", phone.say("House rules: %(agreed)s", agreed="").strip())
    phone.submit(penalty_cards="3")
    sheet = phone.submit("/new/prsi")
    return Table(phone, sheet.url.removeprefix("/m/"))


def ask(phone: Phone, **told: str) -> Screen:
    """Sends what a question was told, and asks for the verdict."""
    form = phone.screen.form("form")
    said = {**form.fields.to_dict(), **told}
    assert set(told) <= {control.attrs["name"] for control in form.controls}
    return phone.post(form.action, {**said, "judge": "y"})


def test_it_is_one_game_more() -> None:
    assert len(GAMES) == 6
    assert GAMES["prsi"].folder == Path(pubscorekeeper_prsi.__file__).parent
    assert [each.version for each in INSTALLED] == ["1.0.0"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_on_the_first_page_with_who_wrote_it(app: Flask, language: str) -> None:
    phone = Phone(app, language)
    home = phone.get("/")
    assert home.links["Prší"] == "/new/prsi"
    assert phone.say("Installed: %(games)s", games=f"Prší 1.0.0 ({AUTHOR})") in home.text
    assert "M15 32c3 4 3 8 0 8" in home.html
    assert phone.get("/referee").links["Prší"].startswith("/referee/prsi")


def test_it_is_set_up_and_recorded(table: Table) -> None:
    phone, book = table.phone, table.book
    assert table.match.house == HouseRules(penalty_cards=3)
    assert book.label("entries", "game", "tap") in table.open().text
    assert phone.submit(f"{table.url}/tap", press="Karel").totals == ["0", "0", "1"]
    assert phone.submit(f"{table.url}/undo").totals == ["0", "0", "0"]
    assert table.open("/new/game").heading == book.label("entries", "game", "title").format(n=1)
    assert phone.submit("form").errors == [("part-lost", book.shared["unreadable"]["missing"])]
    said = table.told("refusals", "prsi.end.both", seat=1)
    assert phone.submit("form", lost="1", first="1").errors == [("part-first", said)]
    sheet = phone.submit("form", lost="1", first="2")
    assert sheet.totals == ["0", "1", "0"]
    assert table.told("notices", "first", seat=2) in sheet.rows[0].told
    assert table.match.standing.firsts == (0, 0, 1)


def test_a_row_is_explained_corrected_and_struck_out(table: Table) -> None:
    table.record(FinishedGame(lost=1))
    phone = table.phone
    row = phone.get(table.open().rows[0].why)
    assert table.book.step("prsi.end") in row.text
    phone.get(row.links[phone.say("Correct")])
    assert table.book.rule("prsi.end").text in row.text
    assert phone.submit("form", phone.say("Save the correction"), lost="0").totals[0] == "1"
    phone.get(table.open().rows[0].url)
    assert phone.submit("form", phone.say("Strike out")).totals == ["0", "0", "0"]
    assert phone.submit(f"{table.url}/undo").totals == ["1", "0", "0"]


def test_its_statistics_and_the_watchers_page(table: Table) -> None:
    table.record(FinishedGame(lost=1, first=0), Fault(seat=1))
    shown = table.open("/accounts").text
    assert all(table.book.label("stats", stat) in shown for stat in ("first", "lost", "fault"))
    assert "Jana" in table.open("/watch").root.all("ol", css="ranks")[0].text


def test_the_referee_decides_and_the_penalty_is_written(table: Table) -> None:
    phone, book = table.phone, table.book
    what = phone.get(table.open().links[phone.say("Dispute")])
    assert all(label in what.links for label in book.data["offences"].values())
    phone.get(what.links[book.label("kinds", "play", "name")])
    verdict = ask(phone, top="7L", draw="2", card="KL", hand="7A KL")
    said = table.told("verdicts", "prsi.seven", card="KL", n=2)
    assert phone.say("NOT ALLOWED") in verdict.text
    assert said in verdict.text
    assert "vzít 3 karty" in verdict.text
    assert book.rule("prsi.seven").text in verdict.text
    sheet = phone.submit("ruling", press="Karel")
    assert sheet.totals == ["0", "0", "0"]
    assert table.match.rows[-1].entry == Fault(seat=2, rule="prsi.seven")


def test_a_question_whose_facts_nobody_knows(table: Table) -> None:
    phone, book = table.phone, table.book
    phone.get(table.open("/disputes").links[book.label("kinds", "play", "name")])
    verdict = ask(phone, top="OL", card="8L")
    assert book.label("missing", "suit") in verdict.text


def test_a_listed_offence_is_penalised_at_once(table: Table) -> None:
    phone = table.phone
    phone.get(table.open("/disputes").links[table.book.label("offences", "prsi.wrong")])
    phone.submit("ruling", press="Petr")
    assert table.match.rows[-1].entry == Fault(seat=0)


@pytest.mark.parametrize("language", ["cs", "en"])
def test_its_rulebook_has_every_rule_with_its_examples(app: Flask, language: str) -> None:
    phone, book = Phone(app, language), open_rulebook(GAMES["prsi"].folder, language)
    listed = phone.get("/rules/prsi")
    assert all(f"{rule.number} {rule.title}" in listed.links for rule in book.rules.values())
    for id, rule in book.rules.items():
        told = phone.get(f"/rules/prsi/{id}")
        assert all(paragraph in told.text for paragraph in rule.text.split("\n\n"))
        shown = [example for example in examples_of(GAMES["prsi"]) if example.rule == id]
        assert len(told.root.all("section", css="example")) == len(shown)
    assert "po jednej karte" in phone.get("/rules/prsi/prsi.one").text
    assert book.rule("prsi.ace").title in phone.get("/rules/prsi/one-page").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_decided_quarrels_are_told(app: Flask, language: str) -> None:
    told = Phone(app, language).get("/rules/prsi/decisions")
    assert "P 5" in told.text


@pytest.mark.parametrize(("language", "typed"), [("cs", "sčítání sedem"), ("en", "named suit")])
def test_its_rules_are_found_among_all(app: Flask, language: str, typed: str) -> None:
    assert [hit for hit in search(typed, language) if hit.game == "prsi"]
    assert "/rules/prsi/" in Phone(app, language).get(f"/rules?q={typed}").html


def test_a_phone_takes_it_along_but_for_what_only_tests_need() -> None:
    told = "pubscorekeeper-prsi-1.0.0.dist-info"
    code, words = with_code(app_files()), word_files()
    assert f"Author: {AUTHOR}\n" in code[f"{told}/METADATA"].decode()
    assert code[f"{told}/entry_points.txt"] == (
        b"[pubscorekeeper.games]\nprsi = pubscorekeeper_prsi:GAME\n"
    )
    packed = {name for name in (*code, *words) if name.startswith("pubscorekeeper_prsi/")}
    lies = Path(pubscorekeeper_prsi.__file__).parent
    files = (path for path in lies.rglob("*.*") if path.suffix != ".pyc")
    wanted = {path.relative_to(lies.parent).as_posix() for path in files}
    assert {name.removesuffix(".code") for name in packed} == wanted - {
        "pubscorekeeper_prsi/walk.py"
    }
    assert "yield '<svg" in code["pubscorekeeper_prsi/templates/mark.svg.code"].decode()


@pytest.mark.parametrize(
    ("built", "said"),
    [
        (None, ["Phones need a signal: "]),
        ({"games": []}, ["Without a signal phones lack pubscorekeeper-prsi 1.0.0: "]),
        ({}, ["Without a signal phones lack pubscorekeeper-prsi 1.0.0: "]),
        ({"games": ["pubscorekeeper-prsi 1.0.0"]}, []),
    ],
    ids=["no pack", "without it", "older", "with it"],
)
def test_whoever_starts_the_house_is_told_of_a_pack_without_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, built: object, said: list[str]
) -> None:
    monkeypatch.setattr(pack, "manifest", lambda: built)
    with app.app_context():
        notices = pack.notices()
    assert len(notices) == len(said)
    assert all(map(str.startswith, notices, said))


def test_case_files_judge_and_score_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for example in examples_of(GAMES["prsi"]):
        path = tmp_path / f"some.{'score' if example.scored else 'judge'}.jsonl"
        with path.open("a") as file:
            file.write(json.dumps(example.case) + "\n")
        assert "error" not in (score if example.scored else judge_case)(example.case)
    for command in ("judge", "score"):
        assert main([command, "--check", str(tmp_path / f"some.{command}.jsonl")]) == 0
    assert capsys.readouterr().out.count(" passed, 0 failed\n") == 2
