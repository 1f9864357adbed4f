"""Who sits at the table, of everybody who ever sat there: people come and go in mid-evening.

A seat is a place at the table, numbered in the direction of play; it is what games, entries and
lines count by. A person is numbered by coming, once and for ever, and keeps the points he has made
wherever he sat, and while he is away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.game import AnyGame
from scorekeeper.house import HouseRules
from scorekeeper.sheet import Place, Standing, carried

Seats = tuple[int, ...]
"""The person on each seat."""


@dataclass(frozen=True)
class Seating:
    """Everybody who ever sat at a table, and who sits there now.

    `people` are names and `signs` marks by person, `seats` the person on each seat; `away` is where
    each who left was sitting when he did. Two at one table never bear the same sign.
    """

    people: tuple[str, ...]
    seats: Seats
    signs: tuple[int, ...]
    away: Mapping[int, Place] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, names: Sequence[str]) -> "Seating":
        """The first company of an evening."""
        numbers = tuple(range(len(names)))
        return cls(tuple(names), numbers, numbers)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.names_at(self.seats)

    def names_at(self, seats: Seats) -> tuple[str, ...]:
        """The names of the people on some seats."""
        return tuple(self.people[person] for person in seats)

    @property
    def everybody(self) -> Seats:
        """All who ever played: first those who sit at the table, seat by seat."""
        return (*self.seats, *sorted(self.away))

    def places(self, standing: Standing) -> dict[int, Place]:
        """Person → the standing in which he sits, or last sat, and his seat there."""
        seated = {person: (standing, seat) for seat, person in enumerate(self.seats)}
        return {**self.away, **seated}

    def renamed(self, seats: Sequence[int], names: Sequence[str]) -> "Seating":
        """The same people under the names that they have on these seats."""
        called = dict(enumerate(self.people)) | dict(zip(seats, names, strict=True))
        return replace(self, people=tuple(called[person] for person in range(len(self.people))))

    def joined(self, seats: Sequence[int], names: Sequence[str]) -> "Seating":
        """With those who come to these seats for the first time, though none sits down yet."""
        new = dict(zip(seats, names, strict=True))
        people, signs = list(self.people), list(self.signs)
        while len(people) in new:
            at_table = [signs[person] for person in seats if person < len(signs)]
            signs.append(next(sign for sign in range(len(people) + 1) if sign not in at_table))
            people.append(new[len(people)])
        return replace(self, people=tuple(people), signs=tuple(signs))

    def moved(self, seats: Sequence[int], standing: Standing) -> "Seating":
        """With these people on the seats; who got up keeps where he stood."""
        places = self.places(standing)
        away = {person: place for person, place in places.items() if person not in seats}
        return replace(self, seats=tuple(seats), away=away)


def reseat(
    game: AnyGame,
    house: HouseRules,
    seating: Seating,
    standing: Standing,
    seats: Sequence[int],
    dealer: int | None = None,
) -> tuple[Seating, Standing]:
    """Other people on the seats, and the standing that the game goes on from.

    Without a `dealer` the same person deals as before, or who sits on the first seat.
    """
    if dealer is None:
        deals = seating.seats[standing.dealer]
        dealer = seats.index(deals) if deals in seats else 0
    if tuple(seats) == seating.seats or game.reseat is None:
        same = dealer == standing.dealer
        return seating, standing if same else replace(standing, dealer=dealer)
    known = seating.places(standing)
    places = [known.get(person) for person in seats]
    totals = carried(places, "totals", 0)
    fresh = replace(game.start(len(seats), dealer, house), totals=totals, played=standing.played)
    return seating.moved(seats, standing), game.reseat(fresh, places, standing, house)


def totals_of(seating: Seating, standing: Standing) -> dict[int, int]:
    """Person → points, of all who ever played."""
    places = seating.places(standing).items()
    return {person: was.totals[seat] for person, (was, seat) in sorted(places)}
