"""What was written means the same in a copy of the app in which every default is another.

The app is copied, the default of each house rule is changed there and in nothing else, and the
ledgers of all released versions, with one of this version, are opened by the copy.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from scorekeeper.games import GAMES, conduct, shedding
from scorekeeper.house import dump_whole_house
from tests.laws.test_defaults import flat
from tests.released import write_all
from tests.toy.copies import copy_app, passed

pytestmark = pytest.mark.slow("copies the app")
TESTS = ("tests/core/test_written_before.py", "tests/core/test_written_by_0_4.py")
SHARED = (conduct, conduct, shedding)
"""Where the values of house rules of several games are named."""
TELL = """
import json
from scorekeeper.games import GAMES
from scorekeeper.house import dump_whole_house
print(json.dumps({key: dump_whole_house(GAMES[key].house()) for key in KEYS}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the app with other defaults, and with a ledger that the app of today wrote."""
    copy = tmp_path_factory.mktemp("copy")
    copy_app(copy)
    write_all(copy / "tests" / "data" / "now")
    package = copy / "scorekeeper"
    for path in (package / "house.py", *(package / "games" / key / "house.py" for key in GAMES)):
        path.write_text(with_other_defaults(path.read_text("utf-8")), "utf-8")
    return copy


def with_other_defaults(source: str) -> str:
    """The source of house rules in which each has another default."""
    lines = source.split("\n")
    for declared, default, other in reversed([*defaults_in(source)]):
        assert declared.lineno <= default.lineno == default.end_lineno
        line = lines[default.lineno - 1]
        changed = f"{line[: default.col_offset]}{other!r}{line[default.end_col_offset :]}"
        lines[default.lineno - 1] = changed
    return "\n".join(lines)


def defaults_in(source: str) -> Iterator[tuple[ast.AnnAssign, ast.Constant, object]]:
    """Each house rule that is declared with a plain default, and another default for it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call):
            default, *others = node.value.args
            if isinstance(default, ast.Constant) and not others:
                yield node, default, other_than(default.value, node)


def other_than(value: object, declared: ast.AnnAssign) -> object:
    """Another value that a house rule may have."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        assert isinstance(declared.value, ast.Call)
        most = {word.arg: word.value for word in declared.value.keywords}["le"]
        top = most.value if isinstance(most, ast.Constant) else None
        return value - 1 if value == top else value + 1
    name = ast.unparse(declared.annotation)
    named = next((vars(m)[name] for m in SHARED if name in vars(m)), None)
    found = re.findall(r'"([^"]+)"', ast.unparse(declared.annotation).replace("'", '"'))
    choices = get_args(named) or found
    return next((choice for choice in choices if choice != value), 7 if choices else "pivo")


def told_by(copy: Path) -> dict[str, Any]:
    """The defaults in a copy."""
    run = subprocess.run(
        [sys.executable, "-c", TELL.replace("KEYS", repr(list(GAMES)))],
        env={**os.environ, "PYTHONPATH": str(copy)},
        cwd=copy,
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(run.stdout)
    return told


def test_every_default_is_another_in_the_copy(copy: Path) -> None:
    told = told_by(copy)
    for key, game in GAMES.items():
        here, there = dict(flat(dump_whole_house(game.house()))), dict(flat(told[key]))
        assert here.keys() == there.keys()
        assert not [name for name in here if here[name] == there[name]], key


@pytest.mark.walk("opens all that was ever released; what keeps it so is asked in tests/laws")
def test_what_was_written_means_the_same_there(copy: Path) -> None:
    assert passed(copy, *TESTS).total() >= 90
