"""What is counted per player over a match of Černá kočka, what a row of the sheet tells besides its
points, and what the book of a company takes from it (kocka.records, source 10).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import get_args

from scorekeeper.core.cards import FRENCH_32
from scorekeeper.core.game import Feat, Outcome, Records, Scored, best
from scorekeeper.core.sheet import Entry, Notice, Stat, count_per_seat
from scorekeeper.core.turns import give_way
from scorekeeper.games.kocka.entries import (
    ROUND,
    SEATS,
    Barrage,
    Dokladacka,
    Milestone,
    Paper,
    Renonc,
    Round,
    Standing,
)
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.scoring import MILESTONES, after, score, start


def no_trick(entry: Entry, seat: int) -> bool:
    """True if a seat took no trick; the others of a durch did not."""
    if not isinstance(entry, Round) or entry.durch_caught is not None:
        return False
    return seat != entry.durch if entry.durch is not None else seat in (entry.without or ())


COUNTS: Mapping[str, Callable[[Entry, int], bool]] = {
    "dokladackas": lambda entry, seat: isinstance(entry, Dokladacka),
    "no-trick": no_trick,
    "durch": lambda entry, seat: isinstance(entry, Round) and entry.durch == seat,
    "durch-caught": lambda entry, seat: isinstance(entry, Round) and entry.durch_caught == seat,
    "vagon": lambda entry, seat: isinstance(entry, Round) and entry.took_all == seat,
    "dokladacka-lost": lambda entry, seat: isinstance(entry, Dokladacka) and entry.loser == seat,
    "renonc": lambda entry, seat: isinstance(entry, Renonc) and entry.seat == seat,
}
ANY_HOUSE = HouseRules()


def statistics(entries: Sequence[Entry], seats: int) -> tuple[Stat, ...]:
    """How often each seat took nothing or everything, and what it lost on the way; and of the
    table, for each seat the same, its rounds, the most in a row without a durch, and dokládačkas.
    """
    rounds = [entry for entry in entries if isinstance(entry, Round | Barrage)]
    longest = max(without_durch(rounds), default=0)
    return (
        Stat("rounds", (len(rounds),) * seats),
        Stat("rounds-without-durch", (longest,) * seats, longest=True),
        *count_per_seat(COUNTS, entries, seats),
        *_of_the_end(entries, seats),
    )


def without_durch(rounds: Iterable[Round | Barrage]) -> Iterator[int]:
    """The number of rounds, up to each, since somebody made a durch (kocka.records, source 10)."""
    n = 0
    for entry in rounds:
        if isinstance(entry, Barrage):
            durch = -ROUND in entry.points.values()
        else:
            durch = entry.durch is not None
        n = 0 if durch else n + 1
        yield n


def _of_the_end(entries: Sequence[Entry], seats: int) -> Iterator[Stat]:
    """Who lost the game, which no house rule changes, and whether it was a dabl or a tripl (5)."""
    standing = start(seats, 0, ANY_HOUSE)
    for entry in entries:
        give_way()
        standing = after(standing, entry, score(entry, standing, ANY_HOUSE), ANY_HOUSE)
    lost = standing.loser
    dokladackas = standing.dokladackas.count(lost)
    happened = {"lost": True, "dabl": dokladackas == 1, "tripl": dokladackas > 1}
    for id, so in happened.items():
        yield Stat(id, tuple(int(so and seat == lost) for seat in range(seats)))


QUEEN = FRENCH_32.parse("QS")
"""The black cat: ten points at once (kocka.points)."""


def story(entry: Entry, before: Standing, house: HouseRules) -> tuple[Notice, ...]:
    """What an entry was, in short."""
    if isinstance(entry, Round):
        return tuple(_round(entry))
    if isinstance(entry, Renonc):
        id = "renonc-round" if entry.points is None else "renonc-points"
        return (Notice(id, (entry.seat,), {"rule": entry.rule}),)
    if isinstance(entry, Paper) and entry.due:
        return (Notice("dokladacka-due"),)
    return ()


def _round(entry: Round) -> Iterator[Notice]:
    """Who has the queen of spades, if the round was written by its cards; who took no trick."""
    if entry.by_cards and (owner := entry.owners.get(QUEEN)) is not None:
        yield Notice("queen", (owner,), {"card": QUEEN})
    if entry.without:
        yield Notice("no-trick", tuple(sorted(entry.without)))


def outcome(row: Scored[Standing]) -> Outcome | None:
    """Who lost the game with its last round; the lowest total is the best (kocka.game.end)."""
    loser, now = row.after.loser, row.after
    if loser is None or row.before.over:
        return None
    mine = enumerate(now.totals)
    places = {seat: 1 + sum(each < total for each in now.totals) for seat, total in mine}
    # Whoever lost a barrage may stand below others (kocka.game.barrage).
    places[loser] = SEATS
    won = frozenset(seat for seat, place in places.items() if place == 1)
    return Outcome(places, won, frozenset({loser}))


def feats(rows: Sequence[Scored[Standing]], house: HouseRules) -> tuple[Feat, ...]:
    """The source's records but for that of the packs, which is no match's."""
    lost = [at for at, row in enumerate(rows) if isinstance(row.entry, Dokladacka)]
    counted = (Feat("dokladackas", len(lost), lost[-1]),) if lost else ()
    return (*counted, *_shortest(rows), *_without_durch(rows), *_dearest(rows, house))


def _rounds(rows: Sequence[Scored[Standing]]) -> list[tuple[int, Round | Barrage]]:
    entries = ((at, row.entry) for at, row in enumerate(rows))
    return [(at, entry) for at, entry in entries if isinstance(entry, Round | Barrage)]


def _shortest(rows: Sequence[Scored[Standing]]) -> Iterator[Feat]:
    """The rounds of a game that was lost; one that began on paper has more than stand here."""
    losers = ((at, row.after.loser) for at, row in enumerate(rows))
    last, loser = next(((at, seat) for at, seat in losers if seat is not None), (0, None))
    if loser is not None and not isinstance(rows[0].entry, Paper):
        yield Feat("shortest", len(_rounds(rows[: last + 1])), last, (loser,), least=True)


def _without_durch(rows: Sequence[Scored[Standing]]) -> tuple[Feat, ...]:
    rounds = _rounds(rows)
    ends = zip(rounds, without_durch(entry for _, entry in rounds), strict=True)
    return best(Feat("without-durch", n, at) for (at, _), n in ends if n)


def _dearest(rows: Sequence[Scored[Standing]], house: HouseRules) -> tuple[Feat, ...]:
    """The most money that somebody has to pay for what he lost in a match (kocka.game.pay)."""
    price, lost, bills = house.stake_price * SEATS, Counter[int](), list[Feat]()
    for at, row in enumerate(rows if price else ()):
        # A round that is bought for a renonc is no loss.
        fined = isinstance(row.entry, Renonc) and row.entry.points is None
        for seat in () if fined else range(SEATS):
            if more := row.after.bought[seat] - row.before.bought[seat]:
                lost[seat] += more
                bills.append(Feat("dearest", lost[seat] * price, at, (seat,), house.currency))
    return best(bills)


RECORDS: Records[Standing, HouseRules] = Records(
    outcome=outcome,
    feats=feats,
    bought=lambda standing: standing.bought,
    milestones=(*(name for name, _ in MILESTONES), *get_args(Milestone)),
    lost="lost",
)
