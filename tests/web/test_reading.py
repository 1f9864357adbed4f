"""Pages that only tell: the watchers' page, the export."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.games.kocka.entries import Dokladacka, Round
from scorekeeper.ledger import open_ledger
from tests.web.phone import PARTIAL, Phone
from tests.web.screen import Screen
from tests.web.table import Table


def ranks(screen: Screen) -> list[tuple[str, str, str]]:
    """Place, name and total of every player, from the top."""
    places = screen.root.all("ol", css="ranks")[0].all("li")
    return [
        (li.all(css="place")[0].text, li.all("b")[0].text, li.all(css="fig")[0].text)
        for li in places
    ]


@pytest.fixture
def watching(table: Table, other: Phone) -> Phone:
    other.get(table.link("watcher"))
    return other


def test_watchers_see_the_fewest_points_first(table: Table, watching: Phone) -> None:
    table.record(Round(points=(14, 14, 0, 0), no_trick=frozenset({2})))
    screen = watching.get(f"{table.url}/watch")
    assert ranks(screen) == [
        ("1.", "Karel", "−1"),
        ("2.", "Eva", "0"),
        ("3.", "Petr", "14"),
        ("3.", "Jana", "14"),
    ]
    assert table.code in screen.text
    assert screen.rows[0].cells == ["14", "14", "−1", "0"]
    assert screen.rows[0].url == "", "watchers cannot open a row"


@pytest.mark.parametrize("path", ["", "/watch", "/board"])
def test_what_is_due_is_told(table: Table, path: str) -> None:
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    assert table.open(path).strips == [table.told("notices", "dokladacka", seats=(0,), seat=0)]


def test_the_watchers_page_refreshes_itself_with_or_without_a_script(
    table: Table, watching: Phone
) -> None:
    screen = watching.get(f"{table.url}/watch")
    assert screen.by_id("watch").attrs["hx-get"] == f"{table.url}/watch?since=1"
    refresh = screen.root.all("noscript")[0].all("meta")[0].attrs
    assert refresh["http-equiv"] == "refresh"
    table.rounds((28, 0, 0, 0))
    part = watching.get(f"{table.url}/watch", **PARTIAL)
    assert [n.attrs["id"] for n in part.root.inside if not isinstance(n, str)] == ["watch"]
    assert ("4.", "Petr", "28") in ranks(part)


@pytest.mark.sqlite_file
def test_the_export_is_what_import_takes(table: Table, tmp_path: Path) -> None:
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    table.record(Dokladacka(loser=0, how="renonc"))
    table.open()
    table.phone.submit(f"{table.url}/undo")
    events = table.match.events
    answer = table.phone.client.get(f"{table.url}/export")
    assert answer.mimetype == "application/x-ndjson"
    name = f'attachment; filename="scorekeeper-{table.code}.jsonl"'
    assert answer.headers["Content-Disposition"] == name
    file, there = tmp_path / "evening.jsonl", tmp_path / "elsewhere"
    file.write_bytes(answer.data)
    command = [sys.executable, "-m", "scorekeeper", "import", str(file), "--instance", str(there)]
    subprocess.run(command, check=True, capture_output=True)
    with closing(open_ledger(f"sqlite:///{there / 'scorekeeper.db'}")) as ledger:
        assert tuple(ledger.read(table.code)) == events
