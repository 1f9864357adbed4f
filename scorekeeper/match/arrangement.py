"""A table being arranged: who is to sit where, before it is written."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import count

from scorekeeper.match.seating import Seating, Seats
from scorekeeper.names import BadName


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

    def with_name(self, name: str) -> "Arrangement":
        """A name on the first seat that has none."""
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
