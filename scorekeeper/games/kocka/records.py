"""What the book of a company tells of Černá kočka (kocka.records, source 10)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from scorekeeper.games.kocka.entries import (
    SEATS,
    Barrage,
    Dokladacka,
    Paper,
    Renonc,
    Round,
    Standing,
)
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.statistics import has_durch
from scorekeeper.records import Feat, Outcome, Records, Scored, best
from scorekeeper.sheet import Entry


def outcome(row: Scored) -> Outcome | None:
    """Who lost the game with its last round; the lowest total is the best (kocka.game.end)."""
    loser, now = row.after.loser, row.after
    if loser is None or row.before.over:
        return None
    places = {seat: 1 + sum(total < mine for total in now.totals) for seat, mine in _each(now)}
    # Whoever lost a barrage may stand below others (kocka.game.barrage).
    places[loser] = SEATS
    won = frozenset(seat for seat, place in places.items() if place == 1)
    return Outcome(places, won, frozenset({loser}))


def _each(standing: Standing) -> Iterator[tuple[int, int]]:
    return enumerate(standing.totals)


def feats(rows: Sequence[Scored], house: HouseRules) -> tuple[Feat, ...]:
    """The source's records but for that of the packs, which is no match's; and the most durchs."""
    return (*_counted(rows), *_shortest(rows), *_without_durch(rows), *_dearest(rows, house))


def _counted(rows: Sequence[Scored]) -> Iterator[Feat]:
    """The most dokládačkas, and rounds with a durch, in a game."""
    lost = [at for at, row in enumerate(rows) if isinstance(row.entry, Dokladacka)]
    durchs = [at for at, entry in _rounds(rows) if has_durch(entry)]
    if lost:
        yield Feat("dokladackas", len(lost), lost[-1])
    if durchs:
        yield Feat("durchs", len(durchs), durchs[-1])


def _rounds(rows: Sequence[Scored]) -> list[tuple[int, Round | Barrage]]:
    entries = ((at, row.entry) for at, row in enumerate(rows))
    return [(at, entry) for at, entry in entries if isinstance(entry, Round | Barrage)]


def _shortest(rows: Sequence[Scored]) -> Iterator[Feat]:
    """The rounds of a game that was lost; one that began on paper has more than stand here."""
    last = next((at for at, row in enumerate(rows) if row.after.loser is not None), None)
    if last is not None and not isinstance(rows[0].entry, Paper):
        loser = rows[last].after.loser
        yield Feat("shortest", len(_rounds(rows[: last + 1])), last, (loser,), least=True)


def _without_durch(rows: Sequence[Scored]) -> tuple[Feat, ...]:
    """The most rounds in a row in which nobody made a durch."""
    rounds = _rounds(rows)
    counts = accumulate((_step(entry) for _, entry in rounds), lambda n, step: n * step + step)
    ends = zip(rounds, counts, strict=True)
    return best(Feat("without-durch", n, at) for (at, _), n in ends if n)


def _step(entry: Round | Barrage) -> int:
    return 0 if has_durch(entry) else 1


def _dearest(rows: Sequence[Scored], house: HouseRules) -> tuple[Feat, ...]:
    """The most money that somebody has to pay for what he lost in a match (kocka.game.pay)."""
    price, lost, bills = house.stake_price * SEATS, Counter[int](), list[Feat]()
    for at, row in enumerate(rows if price else ()):
        for seat in () if _is_fined(row.entry) else range(SEATS):
            if more := bought(row.after)[seat] - bought(row.before)[seat]:
                lost[seat] += more
                bills.append(Feat("dearest", lost[seat] * price, at, (seat,), house.currency))
    return best(bills)


def _is_fined(entry: Entry) -> bool:
    """True for a round that is bought for a renonc: nothing was lost."""
    return isinstance(entry, Renonc) and entry.points is None


def bought(standing: Standing) -> Sequence[int]:
    """Rounds of drinks that each seat has to buy."""
    return standing.bought


RECORDS = Records(
    outcome=outcome,
    feats=feats,
    bought=bought,
    milestones=(
        "pivovar",
        "seliko",
        "absolutni-stych",
        "cachnov",
        "kadov",
        "hofmani-tah",
        "poctiva-barva",
    ),
)
