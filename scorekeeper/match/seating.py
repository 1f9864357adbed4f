"""Who sits at the table, of everybody who ever sat there: people come and go in mid-evening.

A seat is a place at the table, numbered in the direction of play; it is what games, entries and
lines count by. A person is numbered by coming, once and for ever, and keeps the points he has made
wherever he sat, and while he is away. An `Arrangement` is a table before it is written.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.names import BadName
from scorekeeper.core.sheet import Refusal, SeatInStanding, Standing, carry_over

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
    away: Mapping[int, SeatInStanding] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, names: Sequence[str]) -> "Seating":
        numbers = tuple(range(len(names)))
        return cls(tuple(names), numbers, numbers)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.names_at(self.seats)

    def names_at(self, seats: Seats) -> tuple[str, ...]:
        return tuple(self.people[person] for person in seats)

    @property
    def everybody(self) -> Seats:
        """All who ever played: first those who sit at the table, seat by seat."""
        return (*self.seats, *sorted(self.away))

    def places(self, standing: Standing) -> dict[int, SeatInStanding]:
        """Person → the standing in which he sits, or last sat, and his seat there."""
        seated = {person: (standing, seat) for seat, person in enumerate(self.seats)}
        return {**self.away, **seated}

    def renamed(self, seats: Sequence[int], names: Sequence[str]) -> "Seating":
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

    def refusal(
        self, game: AnyGame, house: HouseRules, standing: Standing, seats: Sequence[int]
    ) -> Refusal | None:
        """Why a game cannot go on with these people, or None."""
        if game.closed and sorted(seats) == sorted(self.seats):
            return None
        return game.check_table(len(seats), standing, house)

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
    totals = carry_over(places, "totals", 0)
    fresh = replace(game.start(len(seats), dealer, house), totals=totals, played=standing.played)
    return seating.moved(seats, standing), game.reseat(fresh, places, standing, house)


@dataclass(frozen=True)
class Arrangement:
    """The people and their names by seat, and the seat that deals.

    Whoever comes is None, until the name says if he was here before.
    """

    people: tuple[int | None, ...]
    names: tuple[str, ...]
    dealer: int

    def without(self, seat: int, sizes: Collection[int]) -> "Arrangement":
        """Somebody gets up; where so few cannot play, his seat waits for another.

        >>> Arrangement((0, 1, 2), ("Eva", "Jan", "Ota"), dealer=2).without(1, {2, 3})
        Arrangement(people=(0, 2), names=('Eva', 'Ota'), dealer=1)
        """
        if len(self.names) - 1 not in sizes:
            people = (*self.people[:seat], None, *self.people[seat + 1 :])
            return replace(self, people=people, names=_with(self.names, seat, ""))
        people = self.people[:seat] + self.people[seat + 1 :]
        names = self.names[:seat] + self.names[seat + 1 :]
        return Arrangement(people, names, (self.dealer - (seat < self.dealer)) % len(names))

    def with_seat(self, after: int, sizes: Collection[int]) -> "Arrangement":
        """One seat more, after another; the same table if so many cannot play.

        >>> Arrangement((0, 1), ("Eva", "Jan"), dealer=1).with_seat(0, {2, 3})
        Arrangement(people=(0, None, 1), names=('Eva', '', 'Jan'), dealer=2)
        """
        if len(self.names) + 1 not in sizes:
            return self
        people = (*self.people[: after + 1], None, *self.people[after + 1 :])
        names = (*self.names[: after + 1], "", *self.names[after + 1 :])
        return Arrangement(people, names, self.dealer + (after < self.dealer))

    def turned(self) -> "Arrangement":
        """The same people the other way round, for who typed them so.

        >>> Arrangement((0, 1, 2), ("Eva", "Jan", "Ota"), dealer=1).turned()
        Arrangement(people=(0, 2, 1), names=('Eva', 'Ota', 'Jan'), dealer=2)
        """
        people = (*self.people[:1], *self.people[:0:-1])
        names = (*self.names[:1], *self.names[:0:-1])
        return Arrangement(people, names, -self.dealer % len(names))

    def with_people_by_name(self, seating: Seating) -> "Arrangement":
        """Each where his name was typed: the same table if no name stands at another's place.

        >>> Arrangement((0, 1, 2), ("Jan", "eva", "Ota"), 2).with_people_by_name(
        ...     Seating.of(("Eva", "Jan", "Ota"))
        ... ).people
        (1, 0, 2)
        """
        called = {seating.people[p].casefold(): p for p in self.people if p is not None}
        typed = [" ".join(name.split()).casefold() for name in self.names]
        people = tuple(map(called.get, typed, self.people))
        return replace(self, people=people) if len({*people}) == len(people) else self

    def with_name(self, name: str) -> "Arrangement":
        if "" not in self.names:
            return self
        return replace(self, names=_with(self.names, self.names.index(""), name))

    def seats_in(self, seating: Seating) -> Seats:
        """The person on each seat; numbers go on where somebody is new. Raises BadName."""
        free = (person for person in range(len(seating.people)) if person not in self.people)
        known = {seating.people[person].casefold(): person for person in free}
        new, seats = count(len(seating.people)), list[int]()
        for seat, (person, name) in enumerate(zip(self.people, self.names, strict=True)):
            before = known.get(" ".join(name.split()).casefold())
            # Whoever sat down only until that was taken back is nobody whose name is missed.
            if person is not None and before in seating.everybody:
                raise BadName(seat, "twice")
            here = before if person is None else person
            seats.append(next(new) if here is None else here)
        return tuple(seats)


def _with(names: Sequence[str], seat: int, name: str) -> tuple[str, ...]:
    return (*names[:seat], name, *names[seat + 1 :])
