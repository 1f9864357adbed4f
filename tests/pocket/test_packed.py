"""The packed Python says what this one says, byte by byte: verdicts, scores, words and pages."""

import ast
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.pack.building import build
from scorekeeper.pack.contents import ROOT, app_files
from scorekeeper.pack.node import CannotBuild, run_node
from tests.faults import Faults
from tests.laws.test_layers import is_later
from tests.pocket.asked import answers
from tests.pocket.pages import pages

HERE = Path(__file__).parent
GAMES_TESTS, OLD = HERE.parent / "games", HERE.parent / "data" / "0.4"
SHARED = ROOT.parent / "shared" / "cases"
"""Cases that other projects answer, too; they lie beside a checkout."""
SERVER_ONLY = (
    "scorekeeper.ledger.opening",
    "scorekeeper.ledger.sqlite",
    "scorekeeper.web.operation.server",
)
"""What modules of the pack import late, and only on a server."""

Run = Callable[[str, str, object], Any]
pytestmark = pytest.mark.pack


@cache
def cases() -> dict[str, str]:
    """Name → text of all case files."""
    paths = [*GAMES_TESTS.glob("*/cases*.jsonl"), *GAMES_TESTS.glob("*/*.score.jsonl")]
    return {
        "/".join(path.parts[-2:]): path.read_text("utf-8")
        for path in sorted({*paths, *SHARED.glob("*.jsonl")})
    }


@cache
def evenings() -> dict[str, str]:
    """Game → a match of it as a file."""
    return {key: (OLD / f"{key}-1.jsonl").read_text("utf-8") for key in sorted(GAMES)}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What the packed Python answers to all jobs, in one run."""
    folder = tmp_path_factory.mktemp("pack")
    jobs = [
        ((HERE / "asked.py").read_text("utf-8"), "answers", cases()),
        ((HERE / "pages.py").read_text("utf-8"), "pages", evenings()),
        ((HERE / "imported.py").read_text("utf-8"), "missing", sorted(imports())),
    ]
    (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
    engine = ROOT / "static" / "pocket" / "engine.js"
    try:
        build(folder / "pack", say=lambda part: None)
    except CannotBuild as why:
        pytest.skip(str(why))
    files = (folder / "pack", engine, folder / "jobs.json", folder / "answers.json")
    run_node(HERE / "packed.mjs", files)
    return list(json.loads((folder / "answers.json").read_text("utf-8")))


def imports() -> Iterator[str]:
    """All that a module of the pack imports while it is imported or later, and the module."""
    for name, source in app_files().items():
        if name.endswith(".py"):
            yield name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            yield from _imports_of(ast.parse(source))


def _imports_of(tree: ast.Module) -> Iterator[str]:
    checked = [node for node in ast.walk(tree) if isinstance(node, ast.If) and is_later(node)]
    unseen = {node for block in checked for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in unseen:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node not in unseen and not node.level:
            assert node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_each_case_is_answered_the_same_in_five_languages(told: list[Any], faults: Faults) -> None:
    ours = answers(cases())
    assert told[0].keys() == ours.keys()
    assert sum(map(len, ours.values())) > 2_000
    for name, expected in ours.items():
        for number, (theirs, here) in enumerate(zip(told[0][name], expected, strict=True)):
            with faults.at(name, number):
                assert theirs == here


def test_each_page_is_the_same_in_five_languages(told: list[Any], faults: Faults) -> None:
    ours = pages(evenings())
    assert told[1].keys() == ours.keys()
    for name, (status, text) in ours.items():
        with faults.at(name):
            assert status in (200, 404)
            assert told[1][name] == [status, text]


def test_what_is_imported_late_is_there_too(told: list[Any]) -> None:
    assert [name for name in told[2] if not name.startswith(SERVER_ONLY)] == []
