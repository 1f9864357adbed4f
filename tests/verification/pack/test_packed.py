"""The packed Python says what this one says, byte by byte: verdicts, scores, words and pages.

It says so when it has begun from a picture of its memory, as it does in a phone.
"""

import ast
import json
import os
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.extras.pocket.pack.building import CannotBuild, build, run_node
from scorekeeper.extras.pocket.pack.contents import ROOT, app_files
from scorekeeper.games import GAMES
from tests.laws.test_layers import is_later
from tests.verification.pack.asked import answers
from tests.verification.pack.pages import pages

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
GAMES_TESTS, OLD = TESTS / "games", TESTS / "data" / "0.4"
SHARED = ROOT.parent / "shared" / "cases"
"""Cases that other projects answer, too; they lie beside a checkout."""
SERVER_ONLY = (
    "limits.",
    "scorekeeper.extras.pocket.pack.",
    "scorekeeper.extras.postgres",
    "scorekeeper.ledger.sqlite.opening",
    "scorekeeper.ledger.sqlite",
    "scorekeeper.web.http.server",
    "scorekeeper.ledger.store",
)
"""What modules of the pack import late, and only on a server."""

MISSING, CASES, PAGES, WOKEN, WOKEN_AGAIN, DAMAGED = range(6)
"""The jobs, in their order."""
pytestmark = pytest.mark.pack


@cache
def cases():
    """Name → text of all case files."""
    paths = [*GAMES_TESTS.glob("*/cases*.jsonl"), *GAMES_TESTS.glob("*/*.score.jsonl")]
    return {
        "/".join(path.parts[-2:]): path.read_text("utf-8")
        for path in sorted({*paths, *SHARED.glob("*.jsonl")})
    }


@cache
def evenings():
    """Game → a match of it as a file."""
    return {key: (OLD / f"{key}-1.jsonl").read_text("utf-8") for key in sorted(GAMES)}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What the packed Python answers to all jobs; one run does for all workers of the tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "packed"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "answers.json").exists():
            run(folder)
    return list(json.loads((folder / "answers.json").read_text("utf-8")))


def run(folder):
    """Builds the pack in a folder and writes its answers there."""
    jobs = [
        (source("imported"), "missing", sorted(imports()), 0),
        (source("asked"), "answers", cases(), 1),
        (source("pages"), "pages", evenings(), 1),
        *((source("woken"), "woken", None, by) for by in (1, 2)),
        (source("imported"), "missing", ["scorekeeper.extras.pocket.pages.engine"], 3),
    ]
    (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
    engine = ROOT / "static" / "extras" / "pocket" / "engine.js"
    try:
        build(folder / "pack", say=lambda part: None)
    except CannotBuild as why:
        pytest.skip(str(why))
    files = (folder / "pack", engine, folder / "jobs.json", folder / "answers.json")
    run_node(HERE / "packed.mjs", files)


def source(name):
    """A file that packed Python runs."""
    return (HERE / f"{name}.py").read_text("utf-8")


def imports():
    """All that a module of the pack imports while it is imported or later, and the module."""
    for name, source in app_files().items():
        if name.endswith(".py"):
            yield name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            yield from _imports_of(ast.parse(source))


def _imports_of(tree):
    checked = [node for node in ast.walk(tree) if isinstance(node, ast.If) and is_later(node)]
    unseen = {node for block in checked for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and node not in unseen:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node not in unseen and not node.level:
            assert node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_each_case_is_answered_the_same_in_five_languages(told, faults):
    ours = answers(cases())
    assert told[CASES].keys() == ours.keys()
    assert sum(map(len, ours.values())) > 2_000
    for name, expected in ours.items():
        for number, (theirs, here) in enumerate(zip(told[CASES][name], expected, strict=True)):
            with faults.at(name, number):
                assert theirs == here


def test_each_page_is_the_same_in_five_languages(told, faults):
    ours = pages(evenings())
    assert told[PAGES].keys() == ours.keys()
    for name, (status, text) in ours.items():
        with faults.at(name):
            assert status in (200, 404)
            assert told[PAGES][name] == [status, text]


def test_what_is_imported_late_is_there_too(told):
    missing = [name for name in told[MISSING] if not name.startswith(SERVER_ONLY)]
    assert not missing, "\n".join(missing)


def test_whoever_begins_from_a_picture_has_chance_and_secret_of_his_own(told):
    for one, other in zip(told[WOKEN], told[WOKEN_AGAIN], strict=True):
        assert one != other
        assert one


def test_a_picture_that_is_damaged_stops_nobody(told):
    assert told[DAMAGED] == []
