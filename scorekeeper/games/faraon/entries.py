"""What can be recorded in Faraón, and what is refused and why (rules document, section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scorekeeper import sheet
from scorekeeper.games.faraon.house import HouseRules, pack_of
from scorekeeper.plain import Seat
from scorekeeper.referee import Penalty
from scorekeeper.sheet import Entry, Refusal

HAND = 5
"""Cards that everybody gets in a classic game (faraon.deal, source 2)."""

Offence = Literal[
    "faraon.match",
    "faraon.match.rank",
    "faraon.ace",
    "faraon.ace.together",
    "faraon.ace.late",
    "faraon.ace.order",
    "faraon.seven",
    "faraon.seven.order",
    "faraon.unter",
    "faraon.ober",
    "faraon.ober.suit",
    "faraon.ober.last",
    "faraon.burnt",
    "faraon.draw",
    "faraon.at-once",
    "faraon.red-seven",
    "faraon.round",
    "faraon.ace-finish",
    "faraon.camouflage",
    "faraon.pajchel",
]
"""What three cards are taken for (faraon.pajchel, source 18)."""


def _by_seat() -> Any:
    """A number of times per seat, for the statistics; nobody's until it is told."""
    return field(default_factory=dict, hash=False, metadata={"at_least": 0, "at_most": 200})


@dataclass(frozen=True)
class Played(Entry):
    """A game: who lost it, and perhaps in which `order` all finished, the loser last.

    For the statistics: who was brought `back`, how often each made a spálená (`burnt`), and how
    many penalty cards each `drew`.
    """

    type: ClassVar[str] = "game"
    counted: ClassVar[bool] = True
    loser: Seat
    order: tuple[Seat, ...] | None = None
    back: frozenset[Seat] = frozenset()
    burnt: Mapping[Seat, int] = _by_seat()
    drew: Mapping[Seat, int] = _by_seat()

    @property
    def named(self) -> Mapping[str, frozenset[Seat]]:
        """Field → the seats that it names."""
        return {
            "loser": frozenset({self.loser}),
            "back": self.back,
            "burnt": frozenset(self.burnt),
            "drew": frozenset(self.drew),
        }


@dataclass(frozen=True)
class Pajchel(Entry):
    """An invalid move, for which a seat took three cards (faraon.pajchel, source 18)."""

    type: ClassVar[str] = "pajchel"
    seat: Seat
    rule: Offence = "faraon.pajchel"


@dataclass(frozen=True)
class Beggar(Entry):
    """A seat without a card asks for a žobrák (faraon.olympic.beggar, source 20)."""

    type: ClassVar[str] = "beggar"
    seat: Seat


ENTRIES: tuple[type[Entry], ...] = (Played, Pajchel, Beggar)


def fine(rule: str, seat: int, penalty: Penalty | None) -> Mapping[str, Any] | None:
    """The entry, as plain data, that writes what a breach cost; None if the sheet has none."""
    if penalty is None or penalty["kind"] != "cards":
        return None
    return {"type": "pajchel", "seat": seat, "rule": rule}


@dataclass(frozen=True)
class Standing(sheet.Standing):
    """Where a match of Faraón stands.

    `losses` and `wins` are games per seat. Only in an Olympic match: `cards` for the next deal per
    seat, `out` who has none, `begging` who of them may still ask for a žobrák, `beggars` who plays
    on as one, and the `winner`.
    """

    losses: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    begging: tuple[int, ...] = ()
    beggars: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play the next game."""
        return tuple(seat for seat in range(len(self.totals)) if seat not in self.out)

    @property
    def dealt(self) -> int:
        """Cards dealt in the next game, the start card included."""
        return 1 + (sum(self.cards) if self.cards else HAND * len(self.totals))


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken now, or None."""
    match entry:
        case Played():
            return _check_game(entry, standing, house)
        case Pajchel():
            return _check_seat("seat", entry.seat, standing)
        case Beggar():
            return _check_beggar(entry.seat, standing)
    return None


def _check_game(entry: Played, standing: Standing, house: HouseRules) -> Refusal | None:
    if standing.over:
        return Refusal("faraon.olympic.over", "type", {"seat": standing.winner})
    held = len(list(pack_of(house)))
    if standing.dealt > held:
        return Refusal("faraon.deal.cards", "type", {"n": standing.dealt, "most": held})
    for name, seats in entry.named.items():
        for seat in sorted(seats):
            if refusal := _check_seat(name, seat, standing):
                return refusal
    return _check_order(entry, standing)


def _check_seat(field: str, seat: int, standing: Standing) -> Refusal | None:
    """Whoever is out of an Olympic match takes no part in it any more."""
    if seat in standing.out:
        return Refusal("faraon.olympic.out", field, {"seat": seat})
    return None


def _check_order(entry: Played, standing: Standing) -> Refusal | None:
    if entry.order is None:
        return None
    if sorted(entry.order) != list(standing.playing):
        return Refusal("faraon.loser.order", "order", {"seats": standing.playing})
    if entry.order[-1] != entry.loser:
        facts = {"seat": entry.loser, "last": entry.order[-1]}
        return Refusal("faraon.loser.last", "order", facts)
    return None


def _check_beggar(seat: int, standing: Standing) -> Refusal | None:
    if not standing.cards:
        return Refusal("faraon.olympic.beggar.classic", "type")
    if seat not in standing.out:
        facts = {"seat": seat, "n": standing.cards[seat]}
        return Refusal("faraon.olympic.beggar.cards", "seat", facts)
    if seat not in standing.begging:
        return Refusal("faraon.olympic.beggar.late", "seat", {"seat": seat})
    return None
