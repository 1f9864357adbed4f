"""The chain: what any event says is sealed by its hash and by every later one."""

import contextlib
import json
import sqlite3
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger import Damaged, Event, Ledger, open_ledger
from scorekeeper.ledger.chain import last_hash, rehashed, verify_stream
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.match.files import load
from scorekeeper.stream.files import BrokenLine, dump
from tests.verification.drills.imports import FOLDER

OLD = load((FOLDER / "taroky-1.jsonl").read_text("utf-8"))
"""An evening that 0.4 wrote, without hashes."""
CODE = OLD[0].stream
MEMBERS = {
    "stream": lambda event: f"{event.stream}X",
    "seq": lambda event: event.seq + 1,
    "kind": lambda event: "noted" if event.kind != "noted" else "struck",
    "body": lambda event: {**event.body, "more": 1},
    "key": lambda event: f"{event.key}0",
    "at": lambda event: event.at[:-2] + ("1Z" if event.at[-2] != "1" else "2Z"),
    "hash": lambda event: sha256(event.hash.encode()).hexdigest(),
}
"""Member of an event → what somebody may have made of it."""


@pytest.fixture(scope="module")
def evening() -> list[Event]:
    """The same evening, sealed event by event."""
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        for event in OLD:
            ledger.append(CODE, event.seq - 1, event.key, event.kind, event.body)
        return ledger.read(CODE)


def file_with(events: list[Event], number: int, **changes: Any) -> str:
    changed = replace(events[number - 1], **changes)
    return dump([*events[: number - 1], changed, *events[number:]])


def test_anybody_can_work_the_chain_out_from_a_file(evening: list[Event]) -> None:
    """As EVENTS.md tells it, without a line of this program."""
    previous = ""
    for line in dump(evening).splitlines():
        event = json.loads(line)
        written = event.pop("hash")
        text = json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert written == sha256((previous + text).encode()).hexdigest()
        previous = written


def test_hashes_come_back_as_they_were_written(evening: list[Event]) -> None:
    assert [event.hash for event in evening] == [each.hash for each in rehashed(evening)]
    assert [event.hash for event in load(dump(evening))] == [
        each.hash for each in rehashed(evening)
    ]


@pytest.mark.parametrize("member", MEMBERS)
def test_whatever_is_changed_in_a_file_is_named(evening: list[Event], member: str) -> None:
    for event in evening:
        text = file_with(evening, event.seq, **{member: MEMBERS[member](event)})
        with pytest.raises(BrokenLine) as broken:
            load(text)
        # Without others before it, the first event says by itself what match this is.
        line = 2 if (member, event.seq) == ("match", 1) else event.seq
        assert broken.value.line in (line, event.seq), str(broken.value)
        assert str(event.seq) in broken.value.why or "match" in broken.value.why


def test_who_forges_a_hash_with_the_event_is_found_at_the_next(evening: list[Event]) -> None:
    number = 5
    body = {**evening[number - 1].body, "phone": "another"}  # which makes sense as it stands
    forged = [*evening[: number - 1], replace(evening[number - 1], body=body)]
    text = file_with(evening, number, body=body, hash=[each.hash for each in rehashed(forged)][-1])
    with pytest.raises(BrokenLine, match=f"event {number + 1} "):
        load(text)


def test_an_event_that_is_left_out_is_missed(evening: list[Event]) -> None:
    rest = [replace(event, seq=event.seq - 1) for event in evening[5:]]
    with pytest.raises(BrokenLine, match="event 5 "):
        load(dump([*evening[:4], *rest]))


def test_a_ledger_takes_in_no_false_chain(ledger: Ledger, evening: list[Event]) -> None:
    false = [*evening[:3], replace(evening[3], key="other"), *evening[4:]]
    with pytest.raises(Damaged, match="hash: event 4 "):
        ledger.restore(false)
    assert ledger.matches() == []


def test_a_moved_evening_keeps_its_chain(ledger: Ledger, evening: list[Event]) -> None:
    ledger.restore(evening)
    assert [event.hash for event in ledger.read(CODE)] == [event.hash for event in evening]
    more = ledger.append(CODE, len(evening), "more", "closed", {})
    assert more.hash == last_hash([*evening, replace(more, hash="")])


def test_what_an_older_version_wrote_is_sealed_by_the_next_event(ledger: Ledger) -> None:
    ledger.restore(OLD)
    assert not any(event.hash for event in ledger.read(CODE))
    ledger.append(CODE, len(OLD), "more", "closed", {})
    ledger.append(CODE, len(OLD) + 1, "again", "closed", {})
    events = ledger.read(CODE)
    assert [bool(event.hash) for event in events] == [False] * len(OLD) + [True, True]
    assert [event.hash for event in events[-2:]] == [each.hash for each in rehashed(events)][-2:]
    for event in OLD:
        with pytest.raises(BrokenLine, match=f"event {len(OLD) + 1} "):
            load(file_with(events, event.seq, key="another"))


@pytest.mark.sqlite_file
def test_a_file_of_an_older_version_is_opened_looked_at_and_sealed(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    with contextlib.closing(SqliteLedger(str(path))) as ledger:
        ledger.restore(OLD)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("alter table events drop column hash")
        connection.execute("drop table phones")
        connection.execute("create table summaries (match text primary key, body text)")
        connection.execute("delete from _sqlite_migrations where name <> 'create_events'")
        connection.commit()
    with contextlib.closing(SqliteLedger(str(path), read_only=True)) as looked_at:
        assert looked_at.read(CODE) == OLD
    with contextlib.closing(open_ledger(f"sqlite:///{path}")) as ledger:
        assert ledger.append(CODE, len(OLD), "more", "closed", {}).hash
        assert ledger.read(CODE)[:-1] == OLD


def test_a_rewritten_match_has_a_new_chain(any_ledger: Ledger, evening: list[Event]) -> None:
    any_ledger.restore(evening)
    changed = replace(evening[0], body={**evening[0].body, "names": ["1", "2", "3", "4"]})
    any_ledger.rewrite([changed])
    events = any_ledger.read(CODE)
    verify_stream(events)
    assert [event.hash for event in events] == [each.hash for each in rehashed(events)]
    assert events[0].hash != evening[0].hash


def test_of_a_dropped_match_the_first_event_is_sealed(
    any_ledger: Ledger, evening: list[Event]
) -> None:
    any_ledger.restore(evening)
    any_ledger.rewrite([replace(evening[0], key="new")], [CODE])
    [left] = any_ledger.read(CODE)
    assert left.hash == next(rehashed([left])).hash != evening[0].hash
