"""What somebody new does wrong most often, done on purpose: the law that fails says where and what.

A message that is only true is of no help: it names the file, and what to write there.
"""

import shutil
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.referee import Rule
from scorekeeper.schema import copy_with
from tests.contract import test_contract, test_examples
from tests.contract.faults import Faults
from tests.games import test_ours
from tests.languages import test_books, test_catalogue
from tests.laws import test_grammar, test_rooms, test_shape, test_shared_files
from tests.web.phone import Phone

KOCKA = GAMES["kocka"]
ROOT = test_shape.ROOT

Patch = pytest.MonkeyPatch


def told(law: Callable[..., None], *given: Any) -> str:
    """What a law says that does not hold."""
    with pytest.raises(AssertionError) as broken:
        law(*given)
    return "\n".join([str(broken.value), *getattr(broken.value, "__notes__", ())])


def without_line(path: Path, begins: str) -> None:
    """Takes the first line away that begins so."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines.remove(next(line for line in lines if line.startswith(begins)))
    path.write_text("".join(lines), "utf-8")


def test_a_text_that_one_language_lacks(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = tmp_path / "scorekeeper" / "games" / "kocka" / "rulebook"
    shutil.copytree(KOCKA.folder / "rulebook", folder)
    without_line(folder / "pl.toml", "title = ")
    monkeypatch.setattr(test_books, "ROOT", tmp_path)
    monkeypatch.setattr(test_books, "folders", lambda: {"kocka, rulebook": folder})
    said = told(test_books.test_a_language_of_the_app_lacks_nothing_but_what_is_named, "pl")
    assert "scorekeeper/games/kocka/rulebook/pl.toml': ['title']" in said
    assert "write them, or name their ids" in said


def test_a_house_rule_without_words(monkeypatch: Patch) -> None:
    book = test_contract.book_of(KOCKA, "en")
    house = {name: words for name, words in book.data["house"].items() if name != "stake"}
    bare = copy_with(book, data={**book.data, "house": house})
    monkeypatch.setattr(test_contract, "book_of", lambda game, language: bare)
    law = test_contract.test_every_house_rule_has_its_words_and_belongs_to_a_rule
    said = told(law, KOCKA, "en")
    assert "scorekeeper/games/kocka/rulebook/en.toml: write [house.stake] label" in said


def test_a_rule_without_a_case() -> None:
    rule = Rule("kocka.new", KOCKA.rules[0].asks)
    game = copy_with(KOCKA, rules=(*KOCKA.rules, rule))
    said = told(test_examples.test_every_rule_has_an_example, game)
    assert "scorekeeper/games/kocka/examples.toml: write an example of ['kocka.new']" in said


def test_a_penalty_without_its_origin() -> None:
    first = next(rule for rule in KOCKA.rules if rule.breakable and not rule.ours)
    rules = (copy_with(first, ours=("penalty",)), *KOCKA.rules)
    faults = Faults()
    law = test_ours.test_what_is_ours_of_a_breach_is_what_the_source_leaves_open
    law(copy_with(KOCKA, rules=rules), faults)
    said = told(faults.check)
    assert "tests/data/ours.toml, [kocka] penalty" in said
    assert f"add ['{first.id}']" in said


def test_a_page_without_a_title(app: Flask, monkeypatch: Patch) -> None:
    view = app.view_functions["home.settings"]

    @wraps(view)
    def untitled(*args: Any, **more: Any) -> Any:
        answer = app.make_response(view(*args, **more))
        answer.set_data(answer.get_data(as_text=True).replace("<title>", "<title hidden></title>"))
        return answer

    monkeypatch.setitem(app.view_functions, "home.settings", untitled)
    said = told(lambda: Phone(app, "en").get("/settings"))
    assert "<head>: no title" in said
    assert "scorekeeper/web/home.py:" in said
    assert "names its template" in said


@pytest.mark.parametrize(
    "written",
    ['{{ url_for("company.show", code=c) }}', '{% include "extras/company/nights.html" %}'],
)
def test_a_page_that_names_what_is_of_a_room(tmp_path: Path, written: str) -> None:
    page = tmp_path / "match" / "new.html"
    page.parent.mkdir()
    page.write_text(f"<p>\n{written}</p>")
    [said] = test_rooms.named_beyond(page, tmp_path)
    assert said.startswith("templates/match/new.html:2: names what lies in extras/company:")
    assert "make it a macro of templates/extras/company/parts.html" in said


def test_a_message_that_is_not_translated(monkeypatch: Patch) -> None:
    monkeypatch.setattr(test_catalogue, "extracted", lambda: {"Brand new"})
    said = told(test_catalogue.test_every_message_is_translated, "pl")
    assert "run `make words`" in said
    assert (
        "scorekeeper/translations/pl/LC_MESSAGES/messages.po what these are: ['Brand new']" in said
    )


def test_a_translation_without_its_placeholder(monkeypatch: Patch) -> None:
    texts = {("%(name)s deals",): ("Rozdává",)}
    monkeypatch.setattr(test_catalogue, "messages", lambda language: texts)
    monkeypatch.setattr(test_catalogue, "written", lambda language: [])
    faults = Faults()
    test_catalogue.test_every_message_keeps_its_placeholders("cs", faults)
    said = told(faults.check)
    assert "scorekeeper/translations/cs/LC_MESSAGES/messages.po" in said
    assert "write %(name)s in 'Rozdává'" in said


def test_a_colour_of_its_own(tmp_path: Path, monkeypatch: Patch) -> None:
    style, colours = tmp_path / "static" / "new.css", tmp_path / "static" / "colours.css"
    style.parent.mkdir()
    style.write_text(".new { color: var(--ink); }\n.new { border: 1px solid #c98a1b; }\n")
    colours.write_text(":root {\n  --red: #c98a1b;\n  --red: #123456;\n}\n")
    monkeypatch.setattr(test_shape, "ROOT", tmp_path)
    monkeypatch.setattr(test_shape, "COLOURS", colours)
    [own], [twice] = map(list, map(test_shape.strange_colours, (style, colours)))
    assert own.startswith("static/new.css:2: #c98a1b: write in static/colours.css --name: var(")
    assert twice == "static/colours.css:3: --red stands above: take one away"


def test_words_that_were_not_compiled(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = tmp_path / "scorekeeper" / "translations" / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text('msgid "a"\nmsgstr "b"\n')
    monkeypatch.setattr(test_shape, "ROOT", tmp_path)
    monkeypatch.setattr(test_shape, "TRANSLATIONS", tmp_path / "scorekeeper" / "translations")
    said = told(test_shape.test_compiled_words_are_fresh)
    assert "run `make words`: ['scorekeeper/translations/cs/LC_MESSAGES/messages.po']" in said


def test_a_word_of_a_game_in_a_shared_file(tmp_path: Path, monkeypatch: Patch) -> None:
    page = tmp_path / "templates" / "match" / "new.html"
    page.parent.mkdir(parents=True)
    page.write_text('<p class="kocka">')
    monkeypatch.setattr(test_shared_files, "ROOT", tmp_path)
    monkeypatch.setattr(test_shared_files, "shared_files", lambda: [page])
    said = told(test_shared_files.test_no_shared_file_knows_a_game)
    assert "templates/match/new.html says ['kocka']" in said
    assert "scorekeeper/games/kocka/" in said


def test_a_test_of_one_game_in_a_file_of_its_own(tmp_path: Path, monkeypatch: Patch) -> None:
    for key in GAMES:
        (tmp_path / key).mkdir()
        for name in test_grammar.OF_EVERY_GAME | test_grammar.MORE[key]:
            (tmp_path / key / name).touch()
    (tmp_path / "kocka" / "test_new.py").touch()
    monkeypatch.setattr(test_grammar, "FOLDER", tmp_path)
    said = told(test_grammar.test_the_tests_of_every_game_lie_in_the_same_files)
    assert "tests/games/kocka/test_new.py: put these tests into one of" in said
    assert "or name it in MORE of tests/laws/test_grammar.py" in said
