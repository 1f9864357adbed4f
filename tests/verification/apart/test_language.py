"""A sixth language is one command and a list of what is missing: German, of which one game's book,
the words that all games share and a handful of messages are written.
"""

import re

import pytest

from tests.verification.apart.copies import copy_app, passed, python

MESSAGES = {"What are you playing tonight?": "Was spielt ihr heute Abend?", "Rules": "Regeln"}
EMPTY = re.compile(r'= ""  # "(.*)"$', re.MULTILINE)
FORMS = re.compile(r'= \{ one = "", other = "" \}  # (\{.*\})$', re.MULTILINE)
LIST = re.compile(r"= \[\]  # (\[.*\])$", re.MULTILINE)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    copy = tmp_path_factory.mktemp("copy")
    copy_app(copy)
    return copy


@pytest.fixture(scope="module")
def add(shelf):
    def added(*words):
        run = python(shelf, "tests.languages.adding", *words)
        return run.returncode, run.stdout + run.stderr

    return added


def fill(path):
    """Writes every text of a file: the English one in brackets, which keeps its facts."""
    text = EMPTY.sub(r'= "[\1]"', path.read_text("utf-8"))
    path.write_text(LIST.sub(r"= \1", FORMS.sub(r"= \1", text)), "utf-8")


def test_a_language_is_begun_filled_in_and_read(shelf, add):
    status, said = add("de")
    package = shelf / "scorekeeper"
    assert status == 0, said
    assert re.search(r"de/LC_MESSAGES/messages.po: (\d+) of \1 messages", said)
    assert "games/makao/rulebook/de.toml: " in said
    assert '"de": "Deutsch" in LANGUAGES' in said

    game = package / "games" / "makao"
    for path in (package / "rulebook/words", game / "rulebook", game / "decisions"):
        fill(path / "de.toml")
    book = game / "rulebook" / "de.toml"
    book.write_text(book.read_text("utf-8").replace('"[Makao]"', '"Mau-Mau"', 1), "utf-8")
    catalogue = package / "translations/de/LC_MESSAGES/messages.po"
    written = catalogue.read_text("utf-8")
    for message, german in MESSAGES.items():
        written = written.replace(f'"{message}"\nmsgstr ""', f'"{message}"\nmsgstr "{german}"')
    catalogue.write_text(written, "utf-8")

    status, said = add("de")
    assert "games/makao" not in said
    assert "games/kocka/rulebook/de.toml: " in said
    bare = re.search(r"messages.po: (\d+) of (\d+) messages", said)
    assert bare
    assert int(bare[2]) - int(bare[1]) == len(MESSAGES)
    lost = r'(\[rules\."makao\.draw"\].*?\ntext = )"[^\n]*"'
    book.write_text(re.sub(lost, r'\1""', book.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    assert passed(shelf, "tests/verification/apart/german.py").total() == 6
    assert '"Mau-Mau"' in book.read_text("utf-8"), "what was written stays"


def test_a_language_that_nobody_speaks_is_not_begun(add):
    assert add("xx") == (2, "Which language? L=de\n")
