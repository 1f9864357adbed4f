"""Documents that are checked by running: every example in a docstring, and FORMAT.md."""

import doctest
from importlib import import_module
from pathlib import Path

import scorekeeper
from scorekeeper.referee.cases.members import DOCUMENT, document

PACKAGE = Path(scorekeeper.__file__).parent
CORE = (
    *("core.cards", "core.schema", "core.house_rules", "core.sheet", "core.settling"),
    *("referee.verdict", "referee.cases", "ledger"),
)


def examples():
    paths = (path for path in sorted(PACKAGE.rglob("*.py")) if ">>>" in path.read_text("utf-8"))
    names = (path.relative_to(PACKAGE.parent).with_suffix("").parts for path in paths)
    return [".".join(name).removesuffix(".__init__") for name in names]


def test_every_example_is_right(faults):
    for name in examples():
        with faults.at(name):
            failed, tried = doctest.testmod(import_module(name))
            assert tried
            assert not failed


def test_the_first_doors_and_every_game_show_one():
    shown = examples()
    assert {f"scorekeeper.{door}" for door in CORE} <= set(shown)
    for folder in (PACKAGE / "games").iterdir():
        if (folder / "referee").is_dir():
            assert any(
                name.startswith(f"scorekeeper.games.{folder.name}.referee") for name in shown
            )


def test_the_format_is_that_of_the_declarations():
    text = DOCUMENT.read_text("utf-8")
    assert text == document(text), "run: python -m scorekeeper.referee.cases.members"
