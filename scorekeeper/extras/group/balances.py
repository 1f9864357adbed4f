"""What a match that is played for money comes to, by person; and what its losers buy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorekeeper.match import Match


@dataclass(frozen=True)
class Balance:
    """The points of everybody who ever played, and what a point is worth in a currency.

    `pot` is what lies in the pot, if there is one; it belongs to those who sit at the table in the
    end, the `seated`.
    """

    currency: str
    point: int
    points: Mapping[int, int] = field(hash=False)
    pot: int | None
    seated: tuple[int, ...]

    @property
    def excess(self) -> int:
        """What all of it sums to, in money: nought, or nobody can settle up."""
        return (sum(self.points.values()) + (self.pot or 0)) * self.point


def balance_of(match: Match) -> Balance | None:
    """What a match comes to; None if it is not played for money."""
    stake = match.game.stake(match.house)
    if stake is None:
        return None
    pot = match.game.pot(match.standing)
    return Balance(stake.currency, stake.point, match.totals, pot, match.seating.seats)


@dataclass(frozen=True)
class Bill:
    """What the sheet says that a loser buys: so many rounds of what, at what price together."""

    person: int
    rounds: int
    what: str
    amount: int
    currency: str


def bills_of(match: Match) -> Iterator[Bill]:
    """What losers buy for their table, as the sheet says (book.stake, kocka.game.pay)."""
    for notice in match.standing.notices:
        if notice.id == "pays":
            said = notice.facts
            yield Bill(
                match.seating.seats[notice.seats[0]],
                int(str(said["n"])),
                str(said["stake"]),
                int(str(said["money"])),
                str(said["currency"]),
            )
