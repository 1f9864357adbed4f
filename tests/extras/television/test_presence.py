"""Who looks on, and since when somebody does not: moments of phones, by a clock of our own."""

import json
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scorekeeper.extras.television.presence import (
    FORGET_AFTER,
    GRACE,
    POLL,
    SIGN,
    Away,
    PhoneActivity,
    Presence,
    PresenceExchange,
    Viewers,
    Visitor,
    merge_activity,
    viewers_of,
)
from scorekeeper.extras.television.presence.stores import FileNoteStore

NOW = 100_000.0
EVA, PETR = 3, 0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Line:
    """A stream's connection, which can be cut."""

    def __init__(self) -> None:
        self.flows = True

    def __call__(self) -> bool:
        return self.flows


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    return Presence(clock=clock)


def scorer(mark: str = "s", person: int | None = None) -> Visitor:
    return Visitor(mark, "scorer", person)


def watcher(mark: str = "w", person: int | None = None) -> Visitor:
    return Visitor(mark, "watcher", person)


# --- one phone's moments -------------------------------------------------------------------------

TRACES: list[tuple[str, PhoneActivity, bool, float]] = [
    ("a stream flows", PhoneActivity("watcher", began=NOW - 900, streamed=NOW), True, NOW),
    (
        "it leads to another page",
        PhoneActivity("watcher", began=NOW - 9, streamed=NOW - 5),
        True,
        NOW - 5,
    ),
    (
        "a stream ended",
        PhoneActivity("watcher", began=NOW - 90, streamed=NOW - GRACE),
        False,
        NOW - GRACE,
    ),
    ("it polls", PhoneActivity("watcher", asked=NOW - POLL + 1), True, NOW - POLL + 1),
    ("it polled", PhoneActivity("watcher", asked=NOW - POLL), False, NOW - POLL),
    ("it had a stream after it asked", PhoneActivity("watcher", None, 90, 99, 89), False, 99),
    ("it signs", PhoneActivity("watcher", None, 1, NOW, 0, NOW - SIGN + 1), True, NOW),
    ("it signed", PhoneActivity("watcher", None, 1, NOW, 0, NOW - SIGN), False, NOW - SIGN),
    ("its next page gives no signs", PhoneActivity("watcher", None, 9, NOW, 0, 8), True, NOW),
    ("it was never there", PhoneActivity("watcher"), False, 0),
]


@pytest.mark.parametrize(
    ("trace", "there", "last"), [each[1:] for each in TRACES], ids=[each[0] for each in TRACES]
)
def test_a_phone_is_there_or_was_last(trace: PhoneActivity, there: bool, last: float) -> None:
    assert trace.is_there(NOW) is there
    assert trace.last(NOW) == last


def test_people_are_named_and_others_counted() -> None:
    flows, gone = {"began": 1, "streamed": NOW}, {"began": 1, "streamed": NOW - 60}
    seen = viewers_of(
        [
            *(
                PhoneActivity("watcher", **flows),
                PhoneActivity("watcher", **flows),
                PhoneActivity("watcher", **gone),
            ),
            *(PhoneActivity("board", **flows), PhoneActivity("scorer", **gone)),
            *(PhoneActivity("watcher", EVA, **gone), PhoneActivity("scorer", EVA, **flows)),
            *(PhoneActivity("watcher", PETR, **gone), PhoneActivity("watcher", PETR, 1, NOW - 90)),
        ],
        NOW,
    )
    assert seen == Viewers((EVA,), {"watcher": 2, "board": 1}, (Away(PETR, NOW - 60),))
    assert seen.number == 4


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            PhoneActivity("watcher", None, 5, 20, 0, 0),
            PhoneActivity("board", None, 0, 0, 4, 9),
            PhoneActivity("board", None, 5, 20, 4, 9),
        ),
        (
            PhoneActivity("scorer", EVA, 5, 6),
            PhoneActivity("scorer", None, 0, 0, 4),
            PhoneActivity("scorer", EVA, 5, 6, 4),
        ),
    ],
)
def test_two_processes_know_more_than_one(
    one: PhoneActivity, other: PhoneActivity, both: PhoneActivity
) -> None:
    assert merge_activity(one, other) == merge_activity(other, one) == both


# --- in one process ------------------------------------------------------------------------------


def test_a_stream_is_a_phone_that_looks_on(presence: Presence, clock: Clock) -> None:
    eva = Line()
    presence.look("A", watcher("e", EVA), eva)
    presence.look("A", watcher(), Line())
    clock.pass_by(300)
    assert presence.viewers("A") == Viewers((EVA,), {"watcher": 1})
    assert presence.viewers("B") == Viewers((), {})


def test_who_ends_a_stream_is_away_since_then(presence: Presence, clock: Clock) -> None:
    eva = Line()
    presence.look("A", watcher("e", EVA), eva)
    clock.pass_by(100)
    presence.leave("A", "e", eva)
    clock.pass_by(GRACE - 1)
    assert presence.viewers("A").people == (EVA,)
    clock.pass_by(1)
    assert presence.viewers("A") == Viewers((), {}, (Away(EVA, NOW + 100),))


def test_a_cut_line_is_seen_before_its_stream_ends(presence: Presence, clock: Clock) -> None:
    eva = Line()
    presence.look("A", watcher("e", EVA), eva)
    clock.pass_by(50)
    assert presence.viewers("A").people == (EVA,)
    eva.flows = False
    clock.pass_by(GRACE)
    assert presence.viewers("A").away == (Away(EVA, NOW + 50),)
    clock.pass_by(20)
    presence.leave("A", "e", eva)
    assert presence.viewers("A").away == (Away(EVA, NOW + 50),)


def test_a_page_that_leads_to_another_does_not_show(presence: Presence, clock: Clock) -> None:
    first, second = Line(), Line()
    presence.look("A", watcher("e", EVA), first)
    first.flows = False
    clock.pass_by(GRACE - 1)
    presence.look("A", watcher("e", EVA), second)
    presence.leave("A", "e", first)
    clock.pass_by(60)
    assert presence.viewers("A").people == (EVA,)


def test_one_of_several_phones_is_enough(presence: Presence, clock: Clock) -> None:
    one = Line()
    presence.look("A", watcher("e", EVA), one)
    presence.look("A", scorer("f", EVA), Line())
    presence.leave("A", "e", one)
    clock.pass_by(60)
    assert presence.viewers("A") == Viewers((EVA,), {})


def test_without_a_stream_it_is_there_while_it_asks(presence: Presence, clock: Clock) -> None:
    for _ in range(5):
        presence.ask("A", watcher("e", EVA))
        clock.pass_by(5)
        assert presence.viewers("A").people == (EVA,)
    clock.pass_by(POLL)
    assert presence.viewers("A").away == (Away(EVA, NOW + 20),)


def test_what_it_fetches_beside_its_stream_is_no_poll(presence: Presence, clock: Clock) -> None:
    eva = Line()
    presence.look("A", watcher("e", EVA), eva)
    clock.pass_by(30)
    presence.ask("A", watcher("e", EVA))
    presence.leave("A", "e", eva)
    clock.pass_by(GRACE)
    assert presence.viewers("A").away == (Away(EVA, NOW + 30),)


def test_whose_signs_cease_is_away_though_his_stream_seems_to_flow(
    presence: Presence, clock: Clock
) -> None:
    presence.look("A", watcher("e", EVA), Line())
    clock.pass_by(20)
    presence.sign("A", watcher("e", EVA))
    clock.pass_by(SIGN)
    assert presence.viewers("A").away == (Away(EVA, NOW + 20),)
    presence.sign("A", watcher("e", EVA))
    assert presence.viewers("A").people == (EVA,)


def test_a_page_without_signs_may_remain(presence: Presence, clock: Clock) -> None:
    sheet, form = Line(), Line()
    presence.look("A", scorer("e", EVA), sheet)
    presence.look("A", scorer("e", EVA), form)
    clock.pass_by(1)
    presence.sign("A", scorer("e", EVA))
    clock.pass_by(1)
    presence.leave("A", "e", sheet)
    clock.pass_by(2 * SIGN)
    assert presence.viewers("A").people == (EVA,)


def test_a_page_says_what_its_stream_is(presence: Presence) -> None:
    presence.ask("A", Visitor("b", "board"))
    presence.look("A", watcher("b"), Line())
    assert presence.viewers("A") == Viewers((), {"board": 1})


def test_who_says_whose_phone_it_is_is_named(presence: Presence) -> None:
    presence.look("A", scorer(), Line())
    assert presence.viewers("A").others == {"scorer": 1}
    presence.ask("A", scorer(person=PETR))
    assert presence.viewers("A") == Viewers((PETR,), {})


@pytest.mark.parametrize(("person", "kept"), [(None, 2 * POLL), (EVA, FORGET_AFTER)])
def test_what_is_old_is_forgotten(
    presence: Presence, clock: Clock, person: int | None, kept: float
) -> None:
    line = Line()
    presence.look("A", watcher("e", person), line)
    presence.leave("A", "e", line)
    clock.pass_by(kept + 60)
    presence.ask("B", watcher())
    assert presence.size == 1
    assert presence.viewers("A") == Viewers((), {})


def test_who_still_looks_is_never_forgotten(presence: Presence, clock: Clock) -> None:
    presence.look("A", watcher(), Line())
    clock.pass_by(3 * FORGET_AFTER)
    presence.ask("B", watcher())
    assert presence.viewers("A").number == 1


# --- several processes ---------------------------------------------------------------------------


class Heard(FileNoteStore):
    """A folder of notes that says when one was written."""

    written = threading.Condition()

    def put(self, name: str, text: str) -> None:
        super().put(name, text)
        with self.written:
            self.written.notify_all()


@pytest.fixture
def processes(tmp_path: Path, clock: Clock) -> Sequence[Presence]:
    """Two of them on one instance folder."""
    return [Presence(PresenceExchange(Heard(tmp_path / "presence")), clock) for _ in range(2)]


def eventually(holds: Callable[[], bool]) -> None:
    """Waits until the notes that are written make it true."""
    with Heard.written:
        assert Heard.written.wait_for(holds, 5)


def test_processes_tell_each_other(processes: Sequence[Presence], clock: Clock) -> None:
    one, other = processes
    eva = Line()
    one.look("A", watcher("e", EVA), eva)
    one.look("A", watcher("w"), Line())
    other.ask("A", scorer())
    everybody = Viewers((EVA,), {"watcher": 1, "scorer": 1})
    eventually(lambda: other.viewers("A").number == 3)
    assert one.viewers("A") == other.viewers("A") == everybody
    eva.flows = False
    clock.pass_by(GRACE)
    assert one.viewers("A").away == other.viewers("A").away == (Away(EVA, NOW),)


def test_one_phone_at_two_processes_is_one(processes: Sequence[Presence], clock: Clock) -> None:
    one, other = processes
    one.look("A", watcher("e"), Line())
    clock.pass_by(1)
    other.sign("A", Visitor("e", "board"))
    eventually(lambda: one.viewers("A") == other.viewers("A") == Viewers((), {"board": 1}))


HALVES = ["", "{", '{"A":{"m":["watcher"', '{"A":{"m":[1,2,3,4,5,6,7]}}']


@pytest.mark.parametrize("text", HALVES)
def test_half_a_file_is_read_again_later(tmp_path: Path, clock: Clock, text: str) -> None:
    folder = tmp_path / "presence"
    folder.mkdir()
    (folder / "other.json").write_text(text, "ascii")
    presence = Presence(PresenceExchange(FileNoteStore(folder)), clock)
    assert presence.viewers("A").number == 0
    whole = {"A": {"m": PhoneActivity("watcher", None, 1, NOW)}}
    (folder / "other.json").write_text(json.dumps(whole), "ascii")
    assert presence.viewers("A").number == 1


def test_files_of_processes_long_gone_are_cleared_away(tmp_path: Path, clock: Clock) -> None:
    folder = tmp_path / "presence"
    folder.mkdir()
    old = folder / "1-old.json"
    old.write_text(json.dumps({"A": {"m": PhoneActivity("watcher", None, 1, NOW)}}), "ascii")
    presence = Presence(PresenceExchange(FileNoteStore(folder)), clock)
    assert presence.viewers("A").number == 1
    os.utime(old, (1, 1))
    assert presence.viewers("A").number == 0
    assert not old.exists()


def test_where_nothing_can_be_written_one_process_knows_itself(tmp_path: Path) -> None:
    (tmp_path / "presence").write_text("a file where a folder should be", "ascii")
    presence = Presence(PresenceExchange(FileNoteStore(tmp_path / "presence")))
    presence.look("A", watcher(), Line())
    assert presence.viewers("A").number == 1
