"""Summaries of matches kept beside the ledger: they say what a fold says, and are never needed."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.extras.company.actions import Companies
from scorekeeper.extras.company.evenings import played
from scorekeeper.extras.company.records import summary_rows
from scorekeeper.extras.company.records.stats import MatchSummary, summarise
from scorekeeper.extras.company.records.stats_cache import StatsCache
from scorekeeper.extras.company.records.summary_rows import code_hash
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.ledger.summaries import SummaryRow
from scorekeeper.maintenance.forgetting import forget_matches
from scorekeeper.match.actions import Matches
from tests.extras.company.season import CODE, Season
from tests.extras.company.season import season as play

pytestmark = [pytest.mark.sqlite_file, pytest.mark.slow("plays a part of a season")]
Told = tuple[MatchSummary, ...]


@cache
def season() -> Season:
    return play(seed=5, evenings=14)


@cache
def folded() -> Told:
    """Every match of the season, folded without any rows."""
    return summarise(played(season().company, season().played, UTC))


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of a ledger that holds the season, and no rows yet."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with closing(open_ledger(url)) as ledger:
        season().write_to(ledger)
    return url


def told(ledger: LedgerStore) -> Told:
    """What a process says that has nothing in memory."""
    return StatsCache(ledger).summarise(season().company, UTC)


@contextmanager
def opened(url: str) -> Iterator[tuple[SqliteLedger, list[str]]]:
    """A ledger, and the codes of the matches that are read in it from now on."""
    reads = list[str]()

    class Watched(SqliteLedger):
        def read(self, match: str, after: int = 0) -> list[Event]:
            reads.append(match)
            return super().read(match, after)

    with closing(Watched(url.removeprefix("sqlite:///"))) as ledger:
        yield ledger, reads


def test_the_rows_of_all_games_say_what_a_fold_says(address: str) -> None:
    assert {each.summary.game for each in folded()} == set(GAMES)
    assert any(each.summary.balance for each in folded())
    assert any(each.summary.marks for each in folded())
    with opened(address) as (ledger, reads):
        assert told(ledger) == folded()
        assert sorted(reads) == sorted(season().company.matches)
    with opened(address) as (ledger, reads):
        assert told(ledger) == folded()
        assert reads == []


@pytest.mark.parametrize("seed", range(3))
def test_the_rows_of_other_evenings_do_too(tmp_path: Path, seed: int) -> None:
    evenings = play(seed=seed, evenings=6, length=1.5)
    with closing(SqliteLedger(str(tmp_path / "ledger.db"))) as ledger:
        evenings.write_to(ledger)
        first = StatsCache(ledger).summarise(evenings.company, UTC)
        assert StatsCache(ledger).summarise(evenings.company, UTC) == first
        assert first == summarise(played(evenings.company, evenings.played, UTC))


def test_a_match_that_changed_is_folded_anew(address: str) -> None:
    code = next(iter(season().company.matches))
    with opened(address) as (ledger, reads):
        told(ledger)
        matches = Matches(ledger)
        match = matches.get(code)
        row = next(row for row in match.rows if not row.struck)
        matches.strike(match, row.seq, match.version, "strike")
        now = summarise(played(season().company, map(matches.get, season().company.matches), UTC))
        reads.clear()
        assert told(ledger) == now != folded()
        assert reads == [code]
        reads.clear()
        assert told(ledger) == now
        assert reads == []


def test_other_code_folds_anew(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(address) as (ledger, reads):
        told(ledger)
        reads.clear()
        monkeypatch.setattr(summary_rows, "code_hash", lambda: "of another version")
        assert told(ledger) == folded()
        assert len(reads) == len(season().company.matches)


def test_the_hash_is_of_what_folds_and_no_page() -> None:
    names = {path.as_posix().rpartition("/scorekeeper/")[2] for path in summary_rows._sources()}
    assert names >= {
        "sheet.py",
        "match/__init__.py",
        "stream/streams.py",
        "games/kocka/scoring.py",
        "games/kocka/defaults.toml",
        "extras/seats/events.py",
        "extras/company/balances.py",
        "extras/company/records/summary.py",
    }
    assert not [name for name in names if "/pages/" in name or name.startswith("web/")]


BROKEN = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "a list": lambda text: "[]",
    "an object without members": lambda text: "{}",
    "nothing": lambda text: "null",
    "a member of another kind": lambda text: text.replace('"people":', '"people":1,"was":'),
    "a part of another form": lambda text: '{"marks":[1],' + text[1:].replace('"marks"', '"m"'),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_row_is_folded_anew(address: str, broken: Callable[[str], str]) -> None:
    codes = list(season().company.matches)
    with opened(address) as (ledger, reads):
        told(ledger)
        newest = ledger.newest(codes)
        texts = ledger.summaries.read(code_hash(), newest)
        rows = [SummaryRow(each, newest[each], broken(text)) for each, text in texts.items()]
        ledger.summaries.write(code_hash(), rows)
        reads.clear()
        assert told(ledger) == folded()
        assert sorted(reads) == sorted(codes)
        assert ledger.summaries.read(code_hash(), newest) == texts


def test_no_row_outlives_the_names_in_it(address: str) -> None:
    code = next(iter(season().company.matches))
    with opened(address) as (ledger, _reads):
        before = told(ledger)
        assert code in ledger.summaries.read(code_hash(), ledger.newest([code]))
        forget_matches(ledger, [code], None, drop=False)
        assert kept(ledger) == set(season().company.matches) - {code}
        people = {each.summary.code: each.summary.people for each in told(ledger)}
        assert people[code] != {each.summary.code: each.summary.people for each in before}[code]


def kept(ledger: SqliteLedger) -> set[str]:
    """The matches that have a row."""
    return {match for (match,) in ledger._reading("select match from summaries")}


def test_a_page_does_without_rows_while_another_process_writes(address: str) -> None:
    with (
        opened(address) as (ledger, _reads),
        closing(sqlite3.connect(ledger.where, isolation_level=None)) as other,
    ):
        other.execute("begin immediate")
        assert told(ledger) == folded()
        assert kept(ledger) == set()
        other.execute("rollback")
        assert told(ledger) == folded()
        assert kept(ledger) == set(season().company.matches)


def test_a_ledger_that_is_only_read_is_folded(address: str) -> None:
    with closing(open_ledger(address, read_only=True)) as ledger:
        assert told(ledger) == folded()


def test_a_ledger_without_the_table_is_folded(address: str) -> None:
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as older:
        older.execute("drop table summaries")
        older.execute("delete from _sqlite_migrations where name = 'create_summaries'")
        older.commit()
    with closing(open_ledger(address, read_only=True)) as ledger:
        assert told(ledger) == folded()


def look(url: str) -> None:
    """What a process of its own does: look at the company, and say how many matches it found."""
    with closing(open_ledger(url)) as ledger:
        company = Companies(ledger).get(CODE)
        print(len(StatsCache(ledger).summarise(company, UTC)))


def test_two_processes_look_at_once(address: str) -> None:
    script = f"from {__name__} import look; look({address!r})"
    started = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        for _process in range(2)
    ]
    assert [process.communicate()[0].strip() for process in started] == [str(len(folded()))] * 2
    with opened(address) as (ledger, reads):
        assert told(ledger) == folded()
        assert len(reads) < len(folded())
