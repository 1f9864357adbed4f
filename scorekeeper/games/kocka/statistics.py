"""What is counted per player over a match of Černá kočka."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import groupby

from scorekeeper.games.kocka.entries import (
    ROUND,
    Barrage,
    Dokladacka,
    Renonc,
    Round,
    Standing,
)
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.scoring import after, score, start
from scorekeeper.sheet import Entry, Stat, counted


def made_durch(entry: Entry, seat: int) -> bool:
    """True if a seat made a durch in this round."""
    return isinstance(entry, Round) and entry.durch == seat


def caught(entry: Entry, seat: int) -> bool:
    """True if a seat's durch was caught."""
    return isinstance(entry, Round) and entry.durch_caught == seat


def no_trick(entry: Entry, seat: int) -> bool:
    """True if a seat took no trick; the others of a durch did not."""
    if not isinstance(entry, Round) or entry.durch_caught is not None:
        return False
    return seat != entry.durch if entry.durch is not None else seat in (entry.without or ())


def vagon(entry: Entry, seat: int) -> bool:
    """True if a seat took all the penalty points without a durch."""
    return isinstance(entry, Round) and seat < len(entry.taken) and entry.taken[seat] == ROUND


def lost_dokladacka(entry: Entry, seat: int) -> bool:
    """True if a seat lost a dokládačka."""
    return isinstance(entry, Dokladacka) and entry.loser == seat


def renonc(entry: Entry, seat: int) -> bool:
    """True if it was a seat's renonc."""
    return isinstance(entry, Renonc) and entry.seat == seat


COUNTS: Mapping[str, Callable[[Entry, int], bool]] = {
    "no-trick": no_trick,
    "durch": made_durch,
    "durch-caught": caught,
    "vagon": vagon,
    "dokladacka-lost": lost_dokladacka,
    "renonc": renonc,
}
ANY_HOUSE = HouseRules()


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat took nothing or everything, and what it lost on the way; and of the
    table, for each seat the same, its rounds, the most in a row without a durch, and dokládačkas.
    """
    rounds = [entry for entry in entries if isinstance(entry, Round | Barrage)]
    table = {
        "rounds": len(rounds),
        "rounds-without-durch": longest_without_durch(rounds),
        "dokladackas": sum(isinstance(entry, Dokladacka) for entry in entries),
    }
    return (
        *(
            Stat(id, (Fraction(n),) * seats, longest=id == "rounds-without-durch")
            for id, n in table.items()
        ),
        *counted(COUNTS, entries, seats),
        *_of_the_end(entries, seats),
    )


def longest_without_durch(rounds: Iterable[Round | Barrage]) -> int:
    """The most rounds in a row in which nobody made a durch (kocka.records, source 10)."""
    stretches = groupby(rounds, has_durch)
    return max((sum(1 for _ in stretch) for durch, stretch in stretches if not durch), default=0)


def has_durch(entry: Round | Barrage) -> bool:
    """True if somebody made a durch in a round, or in a barrage."""
    if isinstance(entry, Barrage):
        return -ROUND in entry.points.values()
    return entry.durch is not None


def _of_the_end(entries: Sequence[Entry], seats: int) -> Iterator[Stat]:
    """Who lost the game, and whether it was a dabl or a tripl (source 5)."""
    standing = reduce(_followed, entries, start(seats, 0, ANY_HOUSE))
    lost = standing.loser
    dokladackas = 0 if lost is None else standing.dokladackas.count(lost)
    happened = {"lost": True, "dabl": dokladackas == 1, "tripl": dokladackas > 1}
    for id, so in happened.items():
        yield Stat(id, tuple(Fraction(so and seat == lost) for seat in range(seats)))


def _followed(standing: Standing, entry: Entry) -> Standing:
    """The standing after an entry; no house rule changes who loses."""
    return after(standing, entry, score(entry, standing, ANY_HOUSE), ANY_HOUSE)
