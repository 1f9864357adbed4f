"""The ledger: nothing lost, nothing doubled, nothing changed."""

import contextlib
import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from scorekeeper.ledger import (
    Damaged,
    Event,
    KeyReused,
    LedgerError,
    MatchExists,
    Stale,
    Unavailable,
    Unusable,
    as_save,
    open_ledger,
)
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.ledger.sqlite.opening import MIGRATIONS
from scorekeeper.ledger.store import KEEP_DAYS

pytestmark = pytest.mark.sqlite_file  # but what is asked of any ledger
DEAL = {"points": 41, "note": "Černá kočka"}
AT = "2026-11-20T21:14:05Z"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "scorekeeper.db"


@pytest.fixture
def ledger(path):
    with contextlib.closing(SqliteLedger(str(path))) as ledger:
        yield ledger


@pytest.fixture
def plain(path, ledger):
    """Somebody else's connection to a ledger with three events, without recursive_triggers."""
    fill(ledger, "M", 3)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def fill(ledger, match, count, at=AT):
    ledger.restore(whole(match, count, at))


def whole(match, count, at=AT):
    kinds = ["opened"] + ["recorded"] * (count - 1)
    return [Event(match, n, kind, DEAL, f"k{n}", at) for n, kind in enumerate(kinds, 1)]


def stored(path):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("select rowid, * from events order by match, seq").fetchall()


def assert_sound(events):
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert len({event.key for event in events}) == len(events)


def test_an_event_is_returned_as_it_is_read(any_ledger):
    before = datetime.now(UTC).replace(microsecond=0)
    opened = any_ledger.append("M", 0, "a", "opened", {"game": "durak"})
    deal = any_ledger.append("M", 1, "b", "recorded", {"lines": (1, 2)})
    assert (opened.stream, opened.seq, opened.kind, opened.key) == ("M", 1, "opened", "a")
    assert (deal.seq, deal.kind, deal.body) == (2, "recorded", {"lines": [1, 2]})
    assert any_ledger.read("M") == [opened, deal]
    at = datetime.strptime(opened.at, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert before <= at <= datetime.now(UTC)
    assert len(opened.at) == len(AT)


def test_several_events_are_written_together(any_ledger):
    any_ledger.append("M", 0, "a", "opened", {})
    saves = [
        as_save("M", 1, "b", "recorded", DEAL, AT),
        *(as_save(code, 0, "o", "opened", {"of": "M"}, AT) for code in ("T1", "T2", "T3")),
    ]
    events = any_ledger.append_many(*saves)
    assert [(event.stream, event.seq) for event in events] == [
        ("M", 2),
        ("T1", 1),
        ("T2", 1),
        ("T3", 1),
    ]
    assert any_ledger.append_many(*saves) == events, "sent again, they are the same"
    assert any_ledger.read("M")[1:] + any_ledger.read("T3") == [events[0], events[3]]
    assert any_ledger.append("T3", 1, "c", "recorded", DEAL).seq == 2


@pytest.mark.parametrize(
    ("refused", "error"),
    [
        (("M", 0, "late", "recorded", {}), Stale),
        (("M", 1, "a", "recorded", {}), KeyReused),
        (("M", 1, "kind", "opened", {}), ValueError),
    ],
)
def test_of_several_events_none_is_written_if_one_is_refused(any_ledger, refused, error):
    any_ledger.append("M", 0, "a", "opened", {})
    place = any_ledger.news().place
    with pytest.raises(error):
        any_ledger.append_many(as_save("T", 0, "o", "opened", {}, ""), as_save(*refused, ""))
    assert any_ledger.matches() == ["M"]
    assert not any_ledger.news(place).newest
    assert any_ledger.append("T", 0, "o", "opened", {}).seq == 1


def test_an_event_has_the_time_at_which_it_happened(any_ledger):
    opened = any_ledger.append("M", 0, "a", "opened", {}, at=AT)
    assert any_ledger.read("M") == [opened] == [replace(opened, at=AT)]
    # Whoever sends it again need not know when that was.
    assert any_ledger.append("M", 0, "a", "opened", {}).at == AT


def test_reading_goes_on_after_a_number(any_ledger):
    fill(any_ledger, "M", 5)
    fill(any_ledger, "N", 2)
    assert [event.seq for event in any_ledger.read("M", after=3)] == [4, 5]
    assert any_ledger.read("M", after=5) == []
    assert any_ledger.read("unknown") == []
    for match, after in (("M", 0), ("M", 3), ("M", 5), ("unknown", 0)):
        assert any_ledger.read_durable(match, after) == any_ledger.read(match, after)


def test_a_later_change_of_the_callers_dict_changes_no_event(any_ledger):
    body = {"points": [1]}
    event = any_ledger.append("M", 0, "a", "opened", body)
    body["points"].append(2)
    assert event.body == {"points": [1]}


def test_bodies_are_stored_compact_and_readable(ledger, path):
    ledger.append("M", 0, "a", "opened", MappingProxyType({"ž": "♠", "a": [1, None, True]}))
    assert stored(path)[0][4] == '{"a":[1,null,true],"ž":"♠"}'


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
BODIES = st.dictionaries(st.text(), JSON)


# The first draw of a text is slow: hypothesis then makes its table of all characters.
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(body=BODIES, match=NAMES, key=NAMES)
def test_any_json_comes_back(any_ledger, body, match, key):
    require_the_same_back(any_ledger, body, match, key)


def require_the_same_back(any_ledger, body, match, key):
    # One ledger for all of them: a match that is there gets its next event.
    there = len(any_ledger.read(match))
    key = f"{there}{key}"
    event = any_ledger.append(match, there, key, "recorded" if there else "opened", body)
    again = any_ledger.read(match)[-1]
    assert again == event
    assert (again.stream, again.key) == (match, key)
    # As text, because 1 == 1.0 == True.
    assert json.dumps(again.body, sort_keys=True) == json.dumps(body, sort_keys=True)


@pytest.mark.parametrize(
    "body",
    [{"n": float("nan")}, {"n": float("inf")}, {"n": {1, 2}}, {"half": "\ud83d"}, {(1,): 2}],
    ids=["nan", "infinite", "set", "surrogate", "key"],
)
def test_what_json_cannot_hold_is_refused(any_ledger, body):
    with pytest.raises((ValueError, TypeError)):
        any_ledger.append("M", 0, "a", "opened", body)
    assert any_ledger.read("M") == []


@pytest.mark.parametrize("text", ["\0", "\ud83d"], ids=["nul", "half a letter"])
def test_a_name_that_no_store_can_hold_is_refused(any_ledger, text):
    with pytest.raises(ValueError, match="match: "):
        any_ledger.append(text, 0, "a", "opened", {})
    with pytest.raises(ValueError, match="key: "):
        any_ledger.append("M", 0, text, "opened", {})
    assert any_ledger.matches() == []


def test_a_name_that_no_store_can_hold_is_of_nobody(any_ledger):
    assert any_ledger.read("\0") == any_ledger.read_durable("\0") == []
    assert any_ledger.newest(["\0"]) == {}


def test_misplaced_kinds_are_refused(any_ledger):
    with pytest.raises(ValueError, match="opened"):
        any_ledger.append("M", 0, "a", "recorded", {})
    any_ledger.append("M", 0, "a", "opened", {})
    with pytest.raises(ValueError, match="opened"):
        any_ledger.append("M", 1, "b", "opened", {})
    assert len(any_ledger.read("M")) == 1


@pytest.mark.parametrize("after", [0, 1, 3, 99])
def test_a_resend_returns_the_first_event(any_ledger, after):
    first = any_ledger.append("M", 0, "a", "opened", {"x": 1, "y": (2,)})
    any_ledger.append("M", 1, "b", "recorded", DEAL)
    any_ledger.append("M", 2, "c", "recorded", DEAL)
    before = any_ledger.news(())
    assert any_ledger.append("M", after, "a", "opened", {"y": [2], "x": 1}) == first
    assert any_ledger.news(()) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [("recorded", {"points": 42}), ("struck", {"points": 41}), ("recorded", {"points": 41.0})],
)
def test_a_key_cannot_be_reused(any_ledger, kind, body):
    any_ledger.append("M", 0, "a", "opened", {})
    any_ledger.append("M", 1, "b", "recorded", {"points": 41})
    with pytest.raises(KeyReused):
        any_ledger.append("M", 2, "b", kind, body)
    assert len(any_ledger.read("M")) == 2


def test_two_matches_may_have_the_same_key(any_ledger):
    for match in ("M", "N"):
        assert any_ledger.append(match, 0, "a", "opened", {}).seq == 1


@pytest.mark.parametrize(("match", "after"), [("M", -1), ("M", 0), ("M", 2), ("M", 4), ("N", 1)])
def test_who_has_not_seen_the_last_event_is_stale(any_ledger, match, after):
    """An unknown match has none."""
    fill(any_ledger, "M", 3)
    before = any_ledger.read(match)
    with pytest.raises(Stale) as stale:
        any_ledger.append(match, after, "new", "recorded" if after else "opened", DEAL)
    assert stale.value.newest == len(before)
    assert any_ledger.read(match) == before


def test_the_ledger_can_be_used_after_a_refusal(any_ledger):
    fill(any_ledger, "M", 3)
    for after, key in ((1, "new"), (3, "k2")):
        with pytest.raises(LedgerError):
            any_ledger.append("M", after, key, "struck", {"seq": 2})
    assert any_ledger.append("M", 3, "new", "struck", {"seq": 2}).seq == 4


def test_matches_come_newest_activity_first(any_ledger):
    assert any_ledger.matches() == []
    fill(any_ledger, "old", 2, "2026-11-18T20:00:00Z")
    fill(any_ledger, "new", 2, "2026-11-20T20:00:00Z")
    fill(any_ledger, "middle", 9, "2026-11-19T20:00:00Z")
    assert any_ledger.matches() == ["new", "middle", "old"]
    any_ledger.append("old", 2, "now", "recorded", DEAL)
    assert any_ledger.matches() == ["old", "new", "middle"]


def test_matches_of_one_second_come_in_the_order_of_writing(any_ledger):
    for match in ("b", "c", "a"):
        fill(any_ledger, match, 2)
    assert any_ledger.matches() == ["a", "c", "b"]


INTO = "into events (match, seq, kind, body, key, at) values"
INTO_ROW = "into events (rowid, match, seq, kind, body, key, at) values"
BYPASSES = {
    "update": "update events set body = '{}'",
    "update one": "update events set at = 'x' where match = 'M' and seq = 3",
    "update or replace": "update or replace events set seq = 1 where seq = 2",
    "update rowid": "update events set rowid = rowid + 10",
    "delete": "delete from events",
    "delete last": "delete from events where match = 'M' and seq = 3",
    "gap": f"insert {INTO} ('M', 5, 'ruled', '', 'new', '')",
    "number again": f"insert {INTO} ('M', 3, 'ruled', '', 'new', '')",
    "number zero": f"insert {INTO} ('M', 0, 'ruled', '', 'new', '')",
    "begin at 2": f"insert {INTO} ('N', 2, 'ruled', '', 'new', '')",
    "not opened": f"insert {INTO} ('N', 1, 'ruled', '', 'new', '')",
    "opened twice": f"insert {INTO} ('M', 4, 'opened', '', 'new', '')",
    "key again": f"insert {INTO} ('M', 4, 'ruled', '', 'k2', '')",
    "ignore": f"insert or ignore {INTO} ('M', 9, 'ruled', '', 'new', '')",
    "no number": f"replace {INTO} ('M', null, 'ruled', '', 'new', '')",
    "no match": f"replace {INTO} (null, 1, 'opened', '', 'new', '')",
    "replace": f"insert or replace {INTO} ('M', 3, 'ruled', '', 'k3', '')",
    "replace first": f"insert or replace {INTO} ('M', 1, 'opened', '', 'k1', '')",
    "replace by text": f"insert or replace {INTO} ('M', '3', 'ruled', '', 'k3', '')",
    "replace by key": f"insert or replace {INTO} ('M', 4, 'ruled', '', 'k2', '')",
    "replace by rowid": f"insert or replace {INTO_ROW} (1, 'M', 4, 'ruled', '', 'new', '')",
    "rowid below 1": f"insert or replace {INTO_ROW} (-1, 'M', 4, 'ruled', '', 'new', '')",
    "bytes": f"insert {INTO} ('M', 4, 'ruled', x'7b7d', 'new', '')",
    "upsert": f"insert {INTO} ('M', 3, 'ruled', '', 'k3', '') on conflict do update set at = ''",
}


@pytest.mark.parametrize("sql", BYPASSES.values(), ids=BYPASSES.keys())
def test_the_file_itself_refuses_changes(plain, path, sql):
    before = stored(path)
    assert plain.execute("pragma recursive_triggers").fetchone() == (0,)
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(sql)
    assert stored(path) == before


def test_the_file_itself_takes_the_next_event(plain, ledger):
    """So that the refusals above are not those of a table that takes nothing."""
    row = ("M", 4, "recorded", '{"points":1}', "new", AT)
    plain.execute(f"insert or replace {INTO} (?, ?, ?, ?, ?, ?)", row)
    assert ledger.read("M", after=3) == [Event("M", 4, "recorded", {"points": 1}, "new", AT)]


def test_a_match_moves_to_another_ledger_unchanged(any_ledger):
    any_ledger.append("M", 0, "a", "opened", {"game": "taroky", "seats": ["Eva", "Jiří"]})
    any_ledger.append("M", 1, "b", "recorded", DEAL)
    any_ledger.append("M", 2, "c", "struck", {"seq": 2})
    written = any_ledger.read("M")
    events = [replace(event, at=f"2020-01-01T00:00:0{event.seq}Z", hash="") for event in written]
    with contextlib.closing(open_ledger("sqlite://")) as other:
        other.restore(events)
        assert other.read("M") == events
        assert other.append("M", 0, "b", "recorded", DEAL) == events[1]
        assert other.append("M", 3, "d", "closed", {}).seq == 4


def test_a_match_is_restored_only_once(any_ledger):
    fill(any_ledger, "M", 3)
    before = any_ledger.news(())
    with pytest.raises(MatchExists):
        fill(any_ledger, "M", 5)
    assert any_ledger.news(()) == before


def broken(number, **changes):
    events = whole("M", 4)
    events[number - 1] = replace(events[number - 1], **changes)
    return events


DAMAGES = {
    "no events": [],
    "gap": whole("M", 4)[:2] + whole("M", 4)[3:],
    "beginning lost": whole("M", 4)[1:],
    "other order": list(reversed(whole("M", 4))),
    "number is text": broken(2, seq="2"),
    "two matches": broken(4, stream="N"),
    "key twice": broken(4, key="k2"),
    "first not opened": broken(1, kind="recorded"),
    "opened again": broken(3, kind="opened"),
    "kind is a list": broken(3, kind=["recorded"]),
    "key is a number": broken(2, key=5),
    "key is half a character": broken(2, key="\ud83d"),
    "match is a list": broken(2, stream=["M"]),
    "body is a text": broken(4, body="{}"),
    "body is a list": broken(4, body=[1]),
    "body is pairs": broken(4, body=[*whole("M", 4)[3].body.items()]),
    "body is not json": broken(4, body={"n": float("nan")}),
    "half a character": broken(4, body={"n": "\ud83d"}),
    "time of day only": broken(4, at="21:14"),
    "short time": broken(4, at="2026-1-5T1:02:03Z"),
    "hour of the next day": broken(4, at="2026-01-05T24:00:00Z", hash=""),
    "no time": broken(4, at=None),
}


@pytest.mark.parametrize("events", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_match_is_refused_whole(any_ledger, events):
    with pytest.raises(Damaged, match=r"\w+ \w+"):
        any_ledger.restore(events)
    assert any_ledger.matches() == []
    fill(any_ledger, "M", 4)  # the same match, undamaged, is welcome


def test_a_restore_that_fails_on_the_way_leaves_nothing(ledger):
    limit_pages(ledger, 30)
    with pytest.raises(Unavailable, match="full"):
        fill(ledger, "M", 2000)
    assert ledger.matches() == []


def limit_pages(ledger, count):
    assert ledger._db
    ledger._db.execute(f"pragma max_page_count = {count}")


@pytest.mark.parametrize(
    ("code", "error", "says"),
    [
        (sqlite3.SQLITE_FULL, Unavailable, "the disk is full: make room"),
        (sqlite3.SQLITE_READONLY, Unavailable, "db cannot be written: let its owner write it"),
        (sqlite3.SQLITE_IOERR, Unavailable, "db cannot be read or written, the disk fails"),
        (sqlite3.SQLITE_BUSY, Unavailable, "db does not answer"),
        (sqlite3.SQLITE_CORRUPT, Unusable, "db is damaged: put a backup in its place"),
        (sqlite3.SQLITE_ERROR | 1 << 16, sqlite3.ProgrammingError, "no such column"),
    ],
)
def test_what_sqlite_says_is_said_as_every_ledger_does(ledger, monkeypatch, code, error, says):
    is_ours = error is sqlite3.ProgrammingError
    told = (sqlite3.ProgrammingError if is_ours else sqlite3.OperationalError)("no such column")
    told.sqlite_errorcode = code

    def fail():
        raise told

    monkeypatch.setattr(ledger, "_connected", fail)
    monkeypatch.setattr(ledger, "_patience", 0)
    for use in (ledger.matches, lambda: ledger.append("M", 0, "a", "opened", {})):
        with pytest.raises(error, match=says):
            use()


def test_a_locked_file_is_no_success(path):
    with contextlib.closing(SqliteLedger(str(path), patience=0.05)) as ledger:
        ledger.append("M", 0, "a", "opened", {})
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            with pytest.raises(Unavailable, match="locked"):
                ledger.append("M", 1, "b", "recorded", DEAL)
            assert len(ledger.read("M")) == 1, "readers do not wait for a writer"
            other.execute("rollback")
        assert ledger.append("M", 1, "b", "recorded", DEAL).seq == 2


def test_readers_do_not_wait_with_a_writer(path, monkeypatch):
    """While a save waits for another process, the same process shows its pages."""
    waits, free = threading.Event(), threading.Event()

    def pause(seconds):
        waits.set()
        free.wait(10)

    with contextlib.closing(SqliteLedger(str(path))) as ledger:
        ledger.append("M", 0, "a", "opened", {})
        monkeypatch.setattr("scorekeeper.ledger.sqlite.time.sleep", pause)
        with (
            contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other,
            ThreadPoolExecutor(1) as pool,
        ):
            other.execute("begin immediate")
            save = pool.submit(ledger.append, "M", 1, "b", "recorded", DEAL)
            assert waits.wait(5), "it waits where nobody else can go on"
            assert len(ledger.read("M")) == 1
            other.execute("rollback")
            free.set()
            assert save.result(10).seq == 2


def test_a_commit_that_fails_is_no_success(ledger):
    fill(ledger, "M", 1)
    assert ledger._db
    # A foreign key that is looked at only when the transaction is committed.
    ledger._db.executescript("""
        create table a (id integer primary key);
        create table b (a integer references a deferrable initially deferred);
        create trigger t after insert on events begin insert into b values (1); end;
    """)
    ledger._db.execute("pragma foreign_keys = on")
    with pytest.raises(Unusable, match="it contradicts itself"):
        ledger.append("M", 1, "b", "recorded", DEAL)
    ledger._db.execute("drop trigger t")
    assert len(ledger.read("M")) == 1
    assert ledger.append("M", 1, "b", "recorded", DEAL).seq == 2


def test_a_closed_ledger_stays_closed(ledger):
    ledger.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.read("M")


def url(path):
    return f"sqlite:///{path}"


@pytest.mark.parametrize(
    "address", ["", "scorekeeper.db", "sqlite:///", "sqlite://host/file.db", "mysql://db/scores"]
)
def test_an_unknown_address_is_told_what_is_right(address):
    with pytest.raises(ValueError, match="write sqlite:///path/to/file"):
        open_ledger(address)


def test_addresses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for address in ("sqlite://", "sqlite:///near.db", url(tmp_path / "far.db")):
        ledger = open_ledger(address)
        assert isinstance(ledger, SqliteLedger)
        with contextlib.closing(ledger):
            ledger.append("M", 0, "a", "opened", {})
            assert ledger.matches() == ["M"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["far.db", "near.db"]


def test_the_file_is_durable(ledger):
    assert ledger._db
    asked = ("journal_mode", "synchronous", "busy_timeout")
    answers = [ledger._db.execute(f"pragma {name}").fetchone()[0] for name in asked]
    assert answers == ["wal", 2, 0]


def test_the_schema_is_made_once(path, ledger):
    with contextlib.closing(SqliteLedger(str(path))):
        pass
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = connection.execute("select migration_set, name from _sqlite_migrations").fetchall()
    made = {"create_events", "add_hashes", "create_phones", "drop_summaries", "create_figures"}
    assert set(names) == {("ledger", name) for name in made}


def steps(ledger, act):
    """The steps of SQLite's machine that an act takes: its cost without the clock's moods."""
    taken = 0

    def count():
        nonlocal taken
        taken += 1
        return 0

    assert ledger._db
    ledger._db.conn.set_progress_handler(count, 1)
    act()
    ledger._db.conn.set_progress_handler(None, 1)
    return taken


@pytest.mark.parametrize("count", [5, 5000])
def test_an_append_costs_the_same_in_a_long_match(ledger, count):
    fill(ledger, "M", count)
    fill(ledger, "N", 1)
    for match, after in (("M", count), ("N", 1)):  # seals what came from an older version, once
        ledger.append(match, after, "first", "recorded", DEAL)
    cost = [
        steps(ledger, lambda: ledger.append("M", count + 1, "new", "recorded", DEAL)),
        steps(ledger, lambda: ledger.append("N", 2, "new", "recorded", DEAL)),
    ]
    assert cost[0] == cost[1] > 50


def test_the_list_of_matches_costs_the_same_with_long_matches(ledger):
    fill(ledger, "M", 5)
    few = steps(ledger, ledger.matches)
    ledger.restore([replace(event, stream="N") for event in whole("M", 5)])
    both = steps(ledger, ledger.matches)
    fill(ledger, "O", 3000)
    assert steps(ledger, ledger.matches) - both < 2 * (both - few)


def test_opening_waits_for_who_makes_the_file(path):
    """SQLite itself gives up at once here: a file is not switched to WAL while another writes."""
    with contextlib.closing(
        sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("begin immediate")
        MIGRATIONS.apply(Database(other, execute_plugins=False))
        later = threading.Timer(0.2, other.execute, ["commit"])
        later.start()
        with contextlib.closing(SqliteLedger(str(path))) as ledger:
            assert ledger.append("M", 0, "a", "opened", {}).seq == 1
        later.join()


def test_opening_does_not_wait_for_ever(path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(Unavailable, match="locked"):
            SqliteLedger(str(path), patience=0.05)


def test_threads_write_one_match_at_once(any_address):
    with contextlib.closing(open_ledger(any_address)) as ledger:
        write_in_threads(ledger)
        events = ledger.read("M")
    assert_sound(events)
    assert len(events) == 161


def write_in_threads(ledger):
    ledger.append("M", 0, "first", "opened", {})
    together = threading.Barrier(8)

    def save(name):
        together.wait()
        for i in range(20):
            append_behind(ledger, f"{name}-{i}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, range(8)))


def append_behind(ledger, key):
    after = 0
    while True:
        try:
            ledger.append("M", after, key, "recorded", DEAL)
            return
        except Stale as stale:
            after = stale.newest


@pytest.fixture
def phones(any_address):
    with contextlib.closing(open_ledger(any_address)) as ledger:
        yield ledger.phones


def test_what_a_phone_may_do_is_kept_and_changed(phones):
    assert phones.read("a") == ("", "")
    assert phones.change("a", "monday", lambda known: f"{known}1") == "1"
    phones.change("a", "tuesday", lambda known: f"{known}2")
    phones.change("b", "tuesday", lambda known: f"{known}3")
    assert phones.read("a") == ("12", "tuesday")
    assert [row[:2] for row in phones.all()] == [("a", "12"), ("b", "3")]


def test_a_change_that_fails_changes_nothing(phones):
    def refuse(known):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        phones.change("a", "monday", refuse)
    assert not phones.all()


def test_a_phone_is_let_go_when_others_came_on_many_days(phones):
    """Days are counted on which somebody came: a clock that jumps by years counts one."""
    for phone in ("rare", "gone"):
        phones.change(phone, "the first day", str)
    for day in range(KEEP_DAYS - 1):
        phones.change("often", f"3999-{day}", str)
    phones.change("rare", "1970-01-01", str)
    assert {row[0] for row in phones.all()} == {"often", "rare"}


def test_two_may_change_one_phone_at_once(phones):
    def add(letter):
        phones.change("a", "monday", lambda known: known + letter)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, "abcdefgh"))
    assert sorted(phones.read("a")[0]) == list("abcdefgh")


@pytest.mark.sqlite_file
def test_a_backup_has_the_phones_too(any_address, tmp_path):
    copy = tmp_path / "copy.db"
    with contextlib.closing(open_ledger(any_address)) as ledger:
        ledger.phones.change("a", "monday", lambda known: "roles")
        ledger.backup(str(copy))
    with contextlib.closing(sqlite3.connect(copy)) as file:
        assert file.execute("select phone, roles, day from phones").fetchall() == [
            ("a", "roles", "monday")
        ]
