"""The table of summaries beside a ledger: which rows hold, and what becomes of them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.ledger import Event, LedgerError, Unavailable, open_ledger
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.ledger.summaries import Summaries, SummaryRow, summaries_beside

CODE, OTHER_CODE = "code", "other code"
NAME = "Zdeňka Vymazaná"


@pytest.fixture
def store(any_address: str) -> Iterator[LedgerStore]:
    """Each store that keeps summaries: a phone's does not."""
    with closing(open_ledger(any_address)) as opened:
        yield opened


def opened(ledger: LedgerStore, match: str = "M") -> Summaries:
    """The summaries beside a ledger in which a match has been opened."""
    ledger.append(match, 0, "a", "opened", {"names": [NAME]})
    summaries = summaries_beside(ledger)
    assert summaries
    return summaries


def test_a_row_holds_until_the_match_goes_on(store: LedgerStore) -> None:
    summaries = opened(store)
    summaries.write(CODE, [SummaryRow("M", (1, "a"), "first")])
    assert summaries.read(CODE, store.newest(["M"])) == {"M": "first"}
    store.append("M", 1, "b", "recorded", {})
    assert summaries.read(CODE, store.newest(["M"])) == {}
    summaries.write(CODE, [SummaryRow("M", (2, "b"), "second")])
    assert summaries.read(CODE, store.newest(["M"])) == {"M": "second"}


def test_a_row_holds_for_the_code_that_made_it(store: LedgerStore) -> None:
    summaries = opened(store)
    summaries.write(CODE, [SummaryRow("M", (1, "a"), "as of now")])
    assert summaries.read(OTHER_CODE, {"M": (1, "a")}) == {}
    summaries.write(OTHER_CODE, [SummaryRow("M", (1, "a"), "as of then")])
    assert summaries.read(CODE, {"M": (1, "a")}) == {}
    assert summaries.read(OTHER_CODE, {"M": (1, "a")}) == {"M": "as of then"}


def test_very_many_are_read_at_once(store: LedgerStore) -> None:
    matches = [f"M{n}" for n in range(1_200)]
    summaries = opened(store)
    store.restore(
        *([replace(event, stream=match, hash="")] for match in matches for event in opening())
    )
    summaries.write(CODE, [SummaryRow(match, (1, "a"), match) for match in matches])
    assert summaries.read(CODE, dict.fromkeys(matches, (1, "a"))) == {m: m for m in matches}


def opening() -> list[Event]:
    """The first event of a match."""
    return [Event("M", 1, "opened", {"names": [NAME]}, "a", "2026-11-20T18:00:00Z")]


def test_who_forgets_names_deletes_the_rows(store: LedgerStore) -> None:
    summaries = opened(store)
    for match in ("N", "O"):
        opened(store, match)
    summaries.write(CODE, [SummaryRow(match, (1, "a"), NAME) for match in "MNO"])
    forgotten = replace(store.read("M")[0], body={"names": ["1"]})
    store.rewrite([forgotten], dropped=["N"])
    assert summaries.read(CODE, store.newest(["M", "N", "O"])) == {"O": NAME}


def test_what_was_made_before_names_were_forgotten_is_not_written(store: LedgerStore) -> None:
    summaries = opened(store)
    store.rewrite([replace(store.read("M")[0], body={"names": ["1"]}, key="b")])
    summaries.write(CODE, [SummaryRow("M", (1, "a"), NAME)])
    assert summaries.read(CODE, {"M": (1, "a")}) == {}


@pytest.mark.sqlite_file
def test_what_was_forgotten_is_nowhere_in_the_file(tmp_path: Path) -> None:
    with closing(SqliteLedger(str(tmp_path / "ledger.db"))) as ledger:
        opened(ledger).write(CODE, [SummaryRow("M", (1, "a"), NAME)])
        ledger.rewrite([replace(ledger.read("M")[0], body={"names": ["1"]}, key="b")])
        left = [path.read_bytes() for path in tmp_path.iterdir()]
    assert left
    assert not any(NAME.encode() in each for each in left)


@pytest.mark.sqlite_file
def test_nobody_waits_for_whoever_else_writes(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with closing(SqliteLedger(str(path))) as ledger:
        summaries = opened(ledger)
        with writing(path), pytest.raises(Unavailable):
            summaries.write(CODE, [SummaryRow("M", (1, "a"), "mine")])
        summaries.write(CODE, [SummaryRow("M", (1, "a"), "later")])
        assert summaries.read(CODE, {"M": (1, "a")}) == {"M": "later"}


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Somebody else writes to a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


@pytest.mark.sqlite_file
def test_a_ledger_that_is_only_read_takes_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with closing(open_ledger(url)) as ledger:
        opened(ledger)
    with closing(open_ledger(url, read_only=True)) as ledger:
        summaries = summaries_beside(ledger)
        assert summaries
        with pytest.raises(LedgerError):
            summaries.write(CODE, [SummaryRow("M", (1, "a"), "made")])
        assert summaries.read(CODE, {"M": (1, "a")}) == {}
