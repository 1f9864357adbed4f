"""What the book of a company tells of Taroky."""

from collections.abc import Iterator, Sequence

from scorekeeper.games.taroky.entries import HALF, Deal, playing
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.statistics import WON
from scorekeeper.records import Feat, Outcome, Records, Scored, best, outcome_of
from scorekeeper.sheet import sum_of


def outcome(row: Scored) -> Outcome | None:
    """Which side won a deal; of a Varšava only who lost it, for nobody can win it (taroky.varsava).

    With 35 against 35 nobody did (taroky.settle.draw); a folded deal was not played.
    """
    deal = row.entry
    if not isinstance(deal, Deal) or deal.way == "folded":
        return None
    seats = playing(deal, row.before)
    if isinstance(deal.points, tuple):
        most = max(deal.points[seat] for seat in seats)
        lost = frozenset(seat for seat in seats if deal.points[seat] == most)
        return Outcome({seat: 1 + (seat in lost) for seat in seats}, frozenset(), lost)
    side, others = deal.side, frozenset(seats) - deal.side
    mates = (side, others) if len(side) == len(others) else ()
    if deal.earned is None or deal.earned == HALF:
        return outcome_of(seats, (), mates)
    return outcome_of(seats, others if deal.earned > HALF else side, mates)


def feats(rows: Sequence[Scored], house: HouseRules) -> tuple[Feat, ...]:
    """The dearest deal that one won and lost, and the most announcements of one in a deal."""
    deals = [(at, row) for at, row in enumerate(rows) if isinstance(row.entry, Deal)]
    points = [
        (at, seat, p) for at, row in deals for seat, p in enumerate(sum_of(row.lines, _seats(row)))
    ]
    return (
        *best(Feat("deal-won", p, at, (seat,)) for at, seat, p in points if p > 0),
        *best(Feat("deal-lost", -p, at, (seat,)) for at, seat, p in points if p < 0),
        *best(_announced(deals)),
    )


def _seats(row: Scored) -> int:
    return len(row.after.totals)


def _announced(deals: Sequence[tuple[int, Scored]]) -> Iterator[Feat]:
    for at, row in deals:
        if isinstance(row.entry, Deal):
            for seat, said in row.entry.announcements.items():
                yield Feat("announced", len(said), at, (seat,))


RECORDS = Records(
    outcome=outcome, feats=feats, contracts={f"contract-{id}": won for id, won in WON.items()}
)
