"""The phone's ledger: what is put away comes back, and nothing unsent is dropped unasked."""

from dataclasses import replace

import pytest

from scorekeeper.extras.pocket.ledger import PocketLedger, Unsent
from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import rehashed
from scorekeeper.stream.files import line_of
from tests.extras.pocket.table import have

MATCH = {"names": ["Eva", "Jan"]}
AT = "2026-11-20T21:14:0{}Z"


class Pocket:
    """A phone: its ledger, and the storage into which it puts away what changed."""

    def __init__(self):
        self.storage = {}
        self.ledger = PocketLedger({})

    def put_away(self):
        """Stores what changed; the keys of that."""
        changes = self.ledger.drain()
        for key, text in changes.items():
            if text is None:
                self.storage.pop(key, None)
            else:
                self.storage[key] = text
        return {*changes}

    def assert_stored(self):
        """What lies in the storage is what the ledger says."""
        again = PocketLedger(self.storage)
        assert sorted(again.matches()) == sorted(self.ledger.matches())
        for code in again.matches():
            events = self.ledger.read(code)
            assert again.read(code) == events
            assert [e.hash for e in again.read(code)] == [e.hash for e in events]
            assert again.sent(code) == self.ledger.sent(code)
        assert again.problems == self.ledger.problems


@pytest.fixture
def pocket():
    return Pocket()


def whole(code, count, **first):
    """A match as the server has it."""
    kinds = ["opened"] + ["recorded"] * (count - 1)
    events = [
        Event(code, n, kind, {**MATCH, **first}, f"k{n}", AT.format(n))
        for n, kind in enumerate(kinds, 1)
    ]
    return list(rehashed(events))


def lines(events):
    return [line_of(event) for event in events]


def write(pocket, code, count, at=""):
    """So many more events that nobody has sent."""
    ledger = pocket.ledger
    for _ in range(count):
        after = len(ledger.read(code))
        kind = "recorded" if after else "opened"
        ledger.append(code, after, f"mine{after + 1}", kind, MATCH, at)
    return ledger.waiting(code)


def test_what_was_put_away_comes_back(pocket):
    write(pocket, "A", 3)
    assert pocket.put_away() == {"e/A/00000001", "e/A/00000002", "e/A/00000003"}
    assert pocket.put_away() == set()
    pocket.assert_stored()


def deeds():
    theirs = whole("B", 4)
    return {
        "append": lambda ledger: ledger.append("A", 3, "new", "recorded", MATCH),
        "restore": lambda ledger: ledger.restore(whole("C", 9)),
        "rewrite": lambda ledger: ledger.rewrite([replace(ledger.read("A")[1], key="new")], ["B"]),
        "take more": lambda ledger: ledger.take("B", 3, lines(theirs[2:])),
        "take other": lambda ledger: ledger.take("A", 1, lines(whole("A", 2)), dropping=True),
        "take new": lambda ledger: ledger.take("C", 1, lines(whole("C", 2))),
        "all is sent": lambda ledger: ledger.take("A", 4, []),
        "unsend": lambda ledger: ledger.unsend("B", 1),
        "drop": lambda ledger: ledger.drop("B"),
        "trouble": lambda ledger: ledger.set_problem("A", {"kind": "ahead", "lines": ["ž"]}),
        "trouble ends": lambda ledger: ledger.set_problem("B", None),
    }


@pytest.mark.parametrize("deed", deeds().values(), ids=deeds().keys())
@pytest.mark.parametrize("restarted", [False, True])
def test_whatever_changes_is_put_away(pocket, deed, restarted):
    write(pocket, "A", 3)
    pocket.ledger.take("B", 1, lines(whole("B", 2)))
    pocket.ledger.set_problem("B", {"kind": "refused"})
    pocket.put_away()
    if restarted:
        pocket.ledger.reload(pocket.storage)
    deed(pocket.ledger)
    assert pocket.put_away()
    pocket.assert_stored()


def test_what_could_not_be_put_away_was_never_written(pocket):
    [first] = write(pocket, "A", 1)
    pocket.put_away()
    place = pocket.ledger.news(0).place
    write(pocket, "A", 1)
    pocket.ledger.set_problem("A", {"kind": "refused"})
    pocket.ledger.reload(pocket.storage)
    assert pocket.ledger.read("A") == [first]
    assert pocket.ledger.drain() == {}
    assert pocket.ledger.problems == {}
    assert pocket.ledger.news(place).newest == {"A": 1}, "whoever followed is told"


def test_a_start_reads_no_events(pocket):
    write(pocket, "A", 2)
    pocket.put_away()
    ledger = PocketLedger({**pocket.storage, "e/B/00000001": "{", "session": "{", "other/key": ""})
    assert [event.seq for event in ledger.read("A")] == [1, 2]
    assert ledger.matches() == ["A", "B"]
    assert ledger.waits() == ["A"], "the other one cannot be read"


@pytest.mark.parametrize("key", ["e/A/00000001", "e/A/00000002"])
@pytest.mark.parametrize("text", [None, "{", "[]", '{"match": "A"}'])
def test_a_damaged_match_says_so_until_the_server_sends_it(pocket, key, text):
    theirs = whole("A", 3)
    pocket.ledger.take("A", 1, lines(theirs))
    pocket.put_away()
    del pocket.storage[key]
    if text is not None:
        pocket.storage[key] = text
    pocket.ledger.reload(pocket.storage)
    with pytest.raises(Damaged, match="this phone"):
        pocket.ledger.read("A")
    pocket.ledger.take("A", 1, lines(theirs))
    assert pocket.ledger.read("A") == theirs
    pocket.put_away()
    pocket.assert_stored()


def test_what_waits_is_not_dropped_where_it_cannot_be_read(pocket):
    theirs = whole("A", 3)
    pocket.ledger.take("A", 1, lines(theirs))
    write(pocket, "A", 1)
    pocket.put_away()
    pocket.storage["e/A/00000004"] = "{"
    pocket.ledger.reload(pocket.storage)
    with pytest.raises(Unsent, match="e/A/00000004"):
        pocket.ledger.take("A", 1, lines(theirs))
    pocket.ledger.take("A", 1, lines(theirs), dropping=True)
    assert pocket.ledger.read("A") == theirs


def test_a_damaged_match_can_be_dropped(pocket):
    write(pocket, "A", 3)
    pocket.put_away()
    del pocket.storage["e/A/00000002"]
    pocket.ledger.reload(pocket.storage)
    pocket.ledger.drop("A")
    pocket.put_away()
    assert pocket.storage == {}


def test_what_waits_longest_is_sent_first(pocket):
    ledger = pocket.ledger
    for code, second in (("NEW", 5), ("OLD", 1), ("OPEN", 3)):
        write(pocket, code, 2, AT.format(second))
    ledger.append("verdict", 0, "v", "opened", {"judged": {}}, AT.format(0))
    ledger.take("SENT", 1, lines(whole("SENT", 2)))
    ledger.take("OLD", 3, [])
    write(pocket, "OLD", 1, AT.format(4))
    assert ledger.waits() == ["OPEN", "OLD", "NEW"]
    assert [event.seq for event in ledger.waiting("OLD")] == [3]
    assert ledger.waiting("SENT") == []
    assert (ledger.sent("OLD"), ledger.sent("NEW"), ledger.sent("unknown")) == (2, 0, 0)


def test_what_the_server_has_is_told_with_its_hash(pocket):
    theirs = whole("A", 3)
    pocket.ledger.take("A", 1, lines(theirs))
    write(pocket, "A", 2)
    write(pocket, "B", 1)
    assert have(pocket.ledger) == {"A": (3, theirs[-1].hash)}


def test_the_servers_events_are_taken(pocket):
    theirs, ledger = whole("A", 5), pocket.ledger
    ledger.take("A", 1, lines(theirs[:2]))
    ledger.take("A", 3, lines(theirs[2:]))
    assert ledger.read("A") == theirs
    assert (ledger.sent("A"), ledger.waiting("A")) == (5, [])
    again = ledger.append("A", 5, "k5", "recorded", theirs[4].body)
    assert again == theirs[4], "what the server took is known by its key"


def test_what_waits_is_not_dropped_unasked(pocket):
    theirs, ledger = whole("A", 4), pocket.ledger
    ledger.take("A", 1, lines(theirs[:2]))
    write(pocket, "A", 3)
    before = pocket.ledger.read("A")
    for first in (1, 3):
        with pytest.raises(Unsent) as unsent:
            ledger.take("A", first, lines(theirs[first - 1 :]))
        assert unsent.value.keys == ["mine3", "mine4", "mine5"]
    assert ledger.read("A") == before
    ledger.take("A", 3, lines(theirs[2:]), dropping=True)
    assert (ledger.read("A"), ledger.sent("A")) == (theirs, 4)
    pocket.put_away()
    pocket.assert_stored()


def test_what_comes_back_under_its_key_is_not_dropped(pocket):
    theirs, ledger = whole("A", 2), pocket.ledger
    ledger.take("A", 1, lines(theirs))
    [mine] = write(pocket, "A", 1)
    later = replace(mine, at="2027-01-01T00:00:00Z")
    *_, sealed = rehashed([*theirs, later])
    ledger.take("A", 3, lines([sealed]))
    assert (ledger.read("A")[-1], ledger.sent("A")) == (later, 3)


def doubtful():
    theirs = whole("A", 4)
    return {
        "a gap": (4, lines(theirs[3:])),
        "another beginning": (3, lines(whole("A", 4, dealer=1)[2:])),
        "another match": (3, lines(whole("B", 4)[2:])),
        "no JSON": (3, ["{"]),
        "a doctored line": (3, [lines(theirs)[2].replace("Eva", "Iva")]),
        "a key twice": (3, lines([replace(theirs[2], key="k2", hash="")])),
        "nothing at all": (1, []),
        "before the first": (0, lines(theirs)),
    }


@pytest.mark.parametrize(("first", "sent"), doubtful().values(), ids=doubtful().keys())
def test_doubtful_lines_are_not_taken(pocket, first, sent):
    theirs = whole("A", 2)
    pocket.ledger.take("A", 1, lines(theirs))
    with pytest.raises(Damaged):
        pocket.ledger.take("A", first, sent)
    assert pocket.ledger.read("A") == theirs


def test_what_the_server_lost_waits_again(pocket):
    theirs, ledger = whole("A", 4), pocket.ledger
    ledger.take("A", 1, lines(theirs))
    ledger.unsend("A", 2)
    assert ledger.waiting("A") == theirs[2:]
    ledger.unsend("A", 9)
    assert ledger.sent("A") == 2
