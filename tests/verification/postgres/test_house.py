"""A house in a database: it goes there and comes back, and is cared for there as in a file."""

import os
from contextlib import closing

import pytest

from scorekeeper.cli import main
from scorekeeper.ledger import open_ledger
from scorekeeper.match import Match
from scorekeeper.match.files import load
from tests.commands import refusal
from tests.core.house import EVENING, TAROKY, all_of, care, write_house
from tests.extras.group.season import CODE

pytestmark = pytest.mark.sqlite_file


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('house') / 'scorekeeper.db'}"
    write_house(url)
    return url


@pytest.fixture
def target(tmp_path):
    return f"sqlite:///{tmp_path / 'copy.db'}"


def test_a_house_goes_to_a_database_and_comes_back(cluster, source, target, capsys):
    database = cluster.schema()
    with closing(open_ledger(source)) as ledger:
        ledger.phones.change("a phone", "today", lambda known: "what it may do")
    for old, new in ((source, database), (database, target)):
        assert main(["migrate", old, new]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        assert f"{len(all_of(source))} matches, verdicts and groups with " in said.out
        assert "the same in both, so are their chains and folds, " in said.out
    before = all_of(source)
    assert all_of(database) == all_of(target) == before
    assert {CODE, "OPEN", TAROKY} < before.keys()
    with closing(open_ledger(target)) as ledger:
        assert ledger.phones.read("a phone") == ("what it may do", "today")
    assert any(not sealed for _event, sealed in before[TAROKY])


def test_a_database_without_a_ledger_is_no_source(cluster, target, capsys):
    url = cluster.schema()
    assert "holds no ledger of this version: look at its" in refusal(capsys, "migrate", url, target)
    assert not os.path.exists(target.removeprefix("sqlite:///"))


@pytest.fixture
def folder(cluster, source, tmp_path):
    """An instance folder whose ledger lies in a database."""
    url = cluster.schema()
    assert main(["migrate", source, url]) == 0
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "config.py").write_text(f"LEDGER = {url!r}\n")
    return folder


def url_of(folder):
    return (folder / "config.py").read_text().partition("'")[2].strip("'\n")


def test_a_database_is_checked_and_forgets(folder, capsys):
    assert care(folder, "check") == 0
    assert ", 0 faults, " in capsys.readouterr().out
    names = Match.fold(EVENING).names
    assert care(folder, "forget", TAROKY) == 0
    with closing(open_ledger(url_of(folder))) as ledger:
        assert Match.fold(ledger.read(TAROKY)).names == ("1", "2", "3", "4")
        texts = str([ledger.read(code) for code in ledger.matches() if code.islower()])
    assert not [name for name in names if name in texts]
    assert care(folder, "check") == 0
    assert sorted(file.name for file in folder.iterdir()) == ["config.py"]


def test_a_backup_of_a_database_is_a_file_that_can_be_put_back(folder, tmp_path, cluster):
    copy = tmp_path / "copies" / "backup.db"
    copy.parent.mkdir()
    assert care(folder, "backup", str(copy)) == 0
    assert [file.name for file in copy.parent.iterdir()] == ["backup.db"]
    assert all_of(f"sqlite:///{copy}") == all_of(url_of(folder))
    assert main(["migrate", f"sqlite:///{copy}", cluster.schema()]) == 0


def test_a_match_of_a_database_is_exported_imported_and_linked(folder, capsys, tmp_path):
    capsys.readouterr()
    assert care(folder, "export", TAROKY) == 0
    text = capsys.readouterr().out
    assert load(text) == EVENING
    assert care(folder, "link", TAROKY) == 0
    assert capsys.readouterr().out.startswith("scorer: /m/")
    file = tmp_path / "one.jsonl"
    file.write_text(text)
    assert care(folder, "import", str(file)) == 2
    assert f"match {TAROKY} is here already" in capsys.readouterr().err
