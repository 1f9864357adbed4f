"""A machine that led until a moment ago answers as before: nobody is told by it what is not so."""

from contextlib import closing, contextmanager

import pytest

from scorekeeper.ledger import Stale, Unavailable, open_ledger
from scorekeeper.match.actions import Matches
from tests.core.evening import Evening
from tests.core.test_match import SEVENS, told

NEW = ("A", "B", "C", "D")
SAVES = {
    "recorded": lambda matches, match, *save: matches.record(match, told(SEVENS), *save),
    "renamed": lambda matches, match, *save: matches.rename(match, NEW, 2, *save),
    "struck": lambda matches, match, *save: matches.undo(match, *save),
}


@pytest.fixture
def table():
    with closing(Evening()) as table:
        table.record(SEVENS)
        yield table


@pytest.fixture(params=SAVES.values(), ids=SAVES.keys())
def save(request):
    return request.param


@contextmanager
def read_of(events, ledger, monkeypatch):
    """What is read meanwhile is what a machine says that led before."""
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "read_durable", ledger.read)
        patch.setattr(ledger, "read", lambda _match, after=0: events[after:])
        yield


def test_who_has_seen_more_than_it_knows_does_not_come_late(table, save, monkeypatch):
    behind, matches = table.events, table.matches
    table.record(SEVENS)
    with read_of(behind, matches.ledger, monkeypatch), pytest.raises(Unavailable, match="behind"):
        save(matches, matches.get("M"), 3, "k")
    save(matches, matches.get("M"), 3, "k")
    assert len(table.events) == 4


def test_what_reached_no_other_machine_is_neither_there_nor_in_the_way(table, save, monkeypatch):
    matches = table.matches
    with closing(open_ledger("sqlite://")) as former:
        former.restore(table.events)
        save(Matches(former), table.match, 2, "lost")
        events = former.read("M")
    with read_of(events, matches.ledger, monkeypatch):
        for key in ("lost", "other"):
            with pytest.raises(Unavailable, match="event 3 of M"):
                save(matches, matches.get("M"), 2, key)
    save(matches, matches.get("M"), 2, "lost")
    assert [event.key for event in table.events][2:] == ["lost"]


@pytest.mark.parametrize("seen", [1, 9])
def test_who_comes_late_and_who_has_seen_what_nobody_has_is_told_so(table, save, seen):
    with pytest.raises(Stale) as stale:
        save(table.matches, table.match, seen, "k")
    assert stale.value.newest == 2
