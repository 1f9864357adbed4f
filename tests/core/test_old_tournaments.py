"""Tournaments of older versions: whoever keeps a house has them as before, and can forget names."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from scorekeeper.ledger import Event, Ledger, open_ledger
from scorekeeper.match.files import load_file
from scorekeeper.stream.files import BrokenLine, dump, dump_all
from tests.core.house import care
from tests.old_tournament import old_tournament

Capture = pytest.CaptureFixture[str]
EACH = pytest.mark.parametrize("code", ["OPEN", "LIGA"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "instance"
    folder.mkdir()
    with contextlib.closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        for code in ("OPEN", "LIGA"):
            ledger.restore(*old_tournament(code))
    return folder


@pytest.fixture
def ledger(folder: Path) -> Iterator[Ledger]:
    with contextlib.closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        yield ledger


def words_in(ledger: Ledger, streams: Sequence[Sequence[Event]]) -> str:
    """All that stands in some streams now."""
    return "".join(dump(ledger.read(events[0].stream)) for events in streams)


def test_they_are_sound(folder: Path) -> None:
    assert care(folder, "check") == 0


@EACH
def test_what_is_exported_is_imported(
    folder: Path, tmp_path: Path, code: str, capsys: Capture
) -> None:
    assert care(folder, "export", code) == 0
    text = capsys.readouterr().out
    assert text == dump_all(old_tournament(code))
    file, other = tmp_path / "file.jsonl", tmp_path / "other"
    file.write_text(text, "utf-8")
    assert care(other, "import", str(file)) == 0
    said = capsys.readouterr().out
    assert f"tournament {code}: " in said
    assert f"organiser: /t/{code}/in/" in said
    assert care(other, "export", code) == 0
    assert capsys.readouterr().out == text


def test_a_file_without_a_table_is_refused(folder: Path) -> None:
    with pytest.raises(BrokenLine, match="of the tables of OPEN these are missing: "):
        load_file(dump_all(old_tournament()[:-1]))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("relinked", {"generation": "x", "phone": "p"}),
        ("drawn", {"tables": [{"code": ["x"]}, 7], "round": 1}),
        ("drawn", {"tables": 7}),
        ("entered", {"players": [{"name": 1}, "x"]}),
        ("struck", {"event": 99, "by": "undo"}),
    ],
)
def test_nonsense_in_a_file_breaks_nothing(kind: str, body: dict[str, object]) -> None:
    opening = old_tournament()[0][0]
    said = {"match": "OPEN", "seq": 2, "kind": kind, "body": body, "key": "k", "at": opening.at}
    with contextlib.suppress(BrokenLine):
        load_file(f"{dump([opening])}{json.dumps(said)}\n")


@EACH
def test_one_player_is_forgotten_at_all_tables(folder: Path, ledger: Ledger, code: str) -> None:
    streams = old_tournament(code)
    assert "Hráč 3" in words_in(ledger, streams)
    assert care(folder, "forget", code, "--player", "HRÁČ 3") == 0
    words = words_in(ledger, streams)
    assert '"Hráč 3"' not in words
    assert '"Hráč 4"' in words
    entered = ledger.read(code)[1].body["players"]
    assert entered[3] == {"name": "4"}
    assert entered[4] == {"name": "Hráč 4", "licence": 104}
    assert care(folder, "check") == 0


def test_a_referee_is_forgotten(folder: Path, ledger: Ledger) -> None:
    assert "Rozhodčí" in words_in(ledger, old_tournament())
    assert care(folder, "forget", "OPEN", "--player", "Rozhodčí") == 0
    assert "Rozhodčí" not in words_in(ledger, old_tournament())


@EACH
def test_all_are_forgotten(folder: Path, ledger: Ledger, code: str) -> None:
    streams = old_tournament(code)
    assert care(folder, "forget", code) == 0
    words = words_in(ledger, streams)
    for told in ("Hráč ", "Pozdní", "licence", "Rozhodčí", "kdo bere?"):
        assert told not in words
    assert ledger.read(code)[0].body == streams[0][0].body, "its own name was on its posters"
    assert care(folder, "check") == 0


@pytest.mark.sqlite_file
def test_a_backup_has_them(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert care(folder, "backup", str(copy)) == 0
    with contextlib.closing(open_ledger(f"sqlite:///{copy}")) as ledger:
        assert words_in(ledger, old_tournament()) == dump_all(old_tournament())
