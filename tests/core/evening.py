"""One phone at a match of any game, for the tests of what people do with a sheet."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scorekeeper.core.game import AnyGame
from scorekeeper.core.sheet import Entry
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.match.rows import StruckRow
from scorekeeper.stream.files import dump

Plain = Mapping[str, Any]
Choose = Callable[[int, int], Plain]
"""An entry for a number, of so many players."""
NAMES = ("Eva", "Jan", "Ota", "Iva", "Pan", "Lea")


class Evening:
    """Does things with a fresh key each, and remembers the match."""

    def __init__(self, key: str = "kocka", players: int = 4, **house: Any) -> None:
        self.game: AnyGame = GAMES[key]
        rules = replace(self.game.house(), **house)
        self.matches = Matches(open_ledger("sqlite://"))
        self.match = self.matches.open("M", self.game, NAMES[:players], 0, rules, "open")

    def do(self, verb: str, *arguments: Any) -> Match:
        """The match after it, which a file tells as it is."""
        self.match = self.same(self.match.version, f"key-{self.match.version}", verb, *arguments)
        assert self.match == Match.fold(self.events)
        assert load(dump(self.events)) == self.events
        return self.match

    def same(self, seen: int, key: str, verb: str, *arguments: Any) -> Match:
        """Does something as a phone that has seen so much and made this key."""
        return getattr(self.matches, verb)(self.match, *arguments, seen, key)

    def entry(self, plain: Plain) -> Entry:
        return self.game.read_entry(plain, len(self.match.names), self.match.house)

    def record(self, *plain: Plain) -> Match:
        for each in plain:
            self.do("record", self.entry(each))
        return self.match

    def sit(self, *seats: int, dealer: int = 0) -> Match:
        return self.do("seat", seats, [NAMES[person] for person in seats], dealer)

    @property
    def events(self) -> list[Event]:
        return self.matches.ledger.read("M")

    def close(self) -> None:
        self.matches.ledger.close()


def sheet(match: Match) -> Any:
    """What the table sees: who plays, what stands on the sheet, where the match is."""
    rows = [(row.seq, row.entry, row.lines) for row in match.rows if not row.struck]
    return match.names, match.totals, rows, match.standing


NUMBERS = st.integers(0, 30)
DEEDS = (
    st.tuples(st.just("record"), NUMBERS),
    st.tuples(st.just("correct"), NUMBERS, NUMBERS),
    st.tuples(st.sampled_from(["strike", "bring_back"]), NUMBERS),
    st.tuples(st.sampled_from(["undo", "redo"])),
    st.tuples(st.just("rename"), st.permutations("ABCDE"), NUMBERS),
)
SEAT = st.tuples(st.just("seat"), st.permutations(range(6)), st.integers(2, 5))


def do_any(evening: Evening, choose: Choose, verb: str, *given: Any) -> None:
    """Does something with the row and the entry that numbers fall on; a struck row stays so."""
    match, before = evening.match, evening.events
    try:
        if verb == "seat":
            known = dict(enumerate(match.seating.people))
            seats = [person for person in given[0] if person <= len(known)][: given[1]]
            names = [f"{known.get(person, 'new')}{person}" for person in seats]
            if len(seats) > 1:
                evening.do("seat", seats, names, given[1] % len(seats))
        elif verb == "rename":
            players = len(match.names)
            evening.do("rename", tuple(given[0][:players]), given[1] % players)
        elif verb == "record":
            evening.record(choose(given[0], len(match.names)))
        elif verb in ("undo", "redo"):
            evening.do(verb)
        elif match.rows:
            row = match.rows[given[0] % len(match.rows)]
            seated = len(row.seating.seats)
            plain = [choose(number, seated) for number in given[1:]]
            entries = [evening.game.read_entry(each, seated, match.house) for each in plain]
            evening.do(verb, row.seq, *entries)
    except StruckRow:
        assert evening.events == before


def require_step_by_step(evening: Evening) -> None:
    """The fold of all events at once is that of one after the other."""
    first, *others = evening.events
    match = Match.fold([first])
    for event in others:
        match = match.after(event)
    assert match == evening.match
