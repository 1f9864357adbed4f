"""What the shedding games share: answers that add up, and whom they reach along the seats.

A `line` are the seats still in the game in the order in which something that the seat `by` played
comes to them: the next player first and `by` last.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.schema import Json, Seat
from scorekeeper.sheet import seats_after

FEWEST, USUAL = 2, 4
"""Players: the fewest, and as many as there usually are."""
ONE_RANK = 4
"""Cards of one rank in a pack."""


@dataclass(frozen=True)
class Link:
    """How many cards a seat put into a chain of answers."""

    seat: Seat
    cards: int = spec(ge=1, le=2 * ONE_RANK)


def code_in(given: Mapping[str, Json], name: str) -> str:
    """The code of the last card of a field (JSON), of a joker the card as which it was named."""
    value = given.get(name)
    last = value[-1:] if isinstance(value, list) else [value]
    return str(last[0] or "").rpartition("=")[2] if last else ""


def rank_in(given: Mapping[str, Json], name: str) -> str:
    """The rank of the last card of a field (JSON); empty if there is none."""
    return code_in(given, name)[:-1]


def players_of(most: int) -> int:
    """Declares how many players are in the game: two up to `most`."""
    players: int = spec(ge=FEWEST, le=most, known="players")
    return players


def one_rank(cards: Iterable[Card]) -> bool:
    """True if no two of the cards are of different ranks."""
    return len({card.rank for card in cards}) <= 1


def line(seats: Collection[int], by: int, players: int) -> tuple[int, ...]:
    """The seats in the order of play after `by`, that one last if it is one of them."""
    return tuple(seat for seat in seats_after(by, players) if seat in seats)


def following(seats: Collection[int], by: int, players: int) -> int:
    """The seat that plays after `by`."""
    return line(seats, by, players)[0]


def stopped(line: Sequence[int], stops: int) -> tuple[int, ...]:
    """The seats that so many stops hold up, in order, round and round if need be."""
    return tuple(line[place % len(line)] for place in range(stops))


def past(line: Sequence[int], stops: int) -> int:
    """The seat that plays after so many were stopped."""
    return line[stops % len(line)]


def counted(line: Sequence[int], stops: int, answers: Sequence[Link]) -> int:
    """How many of some answers count, each of them adding as many stops as it has cards.

    An answer counts if its seat is stopped and has not been passed over yet; after the first that
    does not, none does.
    """
    place = 0
    for n, answer in enumerate(answers):
        open_to = stopped(line, stops)[place:]
        if answer.seat not in open_to:
            return n
        place += open_to.index(answer.seat) + 1
        stops += answer.cards
    return len(answers)


def in_turn(seats: Sequence[int], players: int) -> int:
    """How many of the seats, from the first, follow each other without a gap."""
    gaps = (n for n in range(1, len(seats)) if seats[n] != (seats[n - 1] + 1) % players)
    return next(gaps, len(seats))
