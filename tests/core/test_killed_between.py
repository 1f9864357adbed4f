"""Killed between any two statements: an import and forgetting are done wholly or not."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.extras.group.actions import Groups
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.maintenance.forgetting import forget_matches, forget_person
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import streams_of

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")

pytestmark = pytest.mark.sqlite_file


class Killer:
    """Keeps what a kill would leave of a ledger's file, before each statement that it runs."""

    def __init__(self, ledger, path, folder):
        self._ledger, self._path, self._folder = ledger, path, folder
        self.left = []

    def watch(self, deed):
        connection = self._ledger._db.conn  # type: ignore[attr-defined]
        connection.set_trace_callback(self._keep)
        try:
            deed()
        finally:
            connection.set_trace_callback(None)

    def _keep(self, _statement):
        copy = self._folder / f"{len(self.left)}.db"
        for suffix in ("", "-wal"):
            if (file := Path(f"{self._path}{suffix}")).exists():
                shutil.copyfile(file, f"{copy}{suffix}")
        self.left.append(copy)


def content(ledger):
    return {code: ledger.read(code) for code in ledger.matches()}


def content_of(path):
    with closing(open_ledger(f"sqlite:///{path}")) as ledger:
        return content(ledger)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path):
    with closing(open_ledger(f"sqlite:///{path}")) as ledger:
        matches, groups = Matches(ledger), Groups(ledger)
        groups.open("PARTA", "Parta", NAMES, "k")
        for code in ("M1", "M2"):
            match = matches.open(code, KOCKA, NAMES, 0, KOCKA.house(), "k")
            groups.add_match("PARTA", match, f"in-{code}")
        yield ledger


def assert_whole(killer, ledger, before):
    """Each file that a kill left holds what there was before, or all that came."""
    after = content(ledger)
    assert after != before
    found = [content_of(path) for path in killer.left]
    assert len(found) > 3, "that many statements at least"
    assert found[0] == before
    assert all(each in (before, after) for each in found)


@pytest.mark.parametrize("drop", [False, True])
def test_forgetting_matches(ledger, path, tmp_path, drop):
    before, killer = content(ledger), Killer(ledger, path, tmp_path)
    killer.watch(lambda: forget_matches(ledger, ["M1", "M2"], None, drop=drop))
    assert_whole(killer, ledger, before)


def test_forgetting_a_member(ledger, path, tmp_path):
    before, killer = content(ledger), Killer(ledger, path, tmp_path)
    killer.watch(lambda: forget_person(ledger, "PARTA", "Eva"))
    assert_whole(killer, ledger, before)


def test_an_import(ledger, tmp_path):
    streams, other = streams_of(ledger, "PARTA"), tmp_path / "other.db"
    with closing(open_ledger(f"sqlite:///{other}")) as target:
        before, killer = content(target), Killer(target, other, tmp_path)
        killer.watch(lambda: target.restore(*streams))
        assert_whole(killer, target, before)
