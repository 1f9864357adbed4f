"""What the trick games share: who wins a trick, and what following suit leaves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scorekeeper.cards import Card
from scorekeeper.house import HouseRules
from scorekeeper.plain import Unreadable
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, Rule, no_more

A = TypeVar("A", bound=Dispute)
H = TypeVar("H", bound=HouseRules)


def winner(trick: Sequence[Card], strength: Callable[[Card, str], int]) -> int:
    """The place in a trick (0 is the lead) of the card that wins it.

    `strength(card, led)` orders the cards of a trick to which `led` was led.
    """
    led = trick[0].suit
    return max(range(len(trick)), key=lambda place: strength(trick[place], led))


def of_suit(cards: Iterable[Card], suit: str) -> tuple[Card, ...]:
    """The cards of a suit, in order."""
    return tuple(card for card in cards if card.suit == suit)


@dataclass(frozen=True)
class Breach:
    """A card that was not allowed: in which trick (from 1), by whom, and by which rule.

    `proof` is a card that would have been allowed, and the trick in which it was played later.
    """

    trick: int
    seat: int
    card: Card
    rule: str
    proof: tuple[Card, int] | None = None

    def told(self) -> dict[str, Any]:
        """The breach as case files print it."""
        return {
            "trick": self.trick,
            "seat": int(self.seat),
            "card": str(self.card),
            "rule": self.rule,
        }


def told_proofs(breaches: Iterable[Breach]) -> list[dict[str, Any] | None]:
    """What proves each breach, as plain data; a wrong first lead needs no proof."""
    found = (breach.proof for breach in breaches)
    return [{"card": str(proof[0]), "trick": proof[1]} if proof else None for proof in found]


Strength = Callable[[Card, str], int]
Tricks = Sequence[tuple[Card, ...]]


def check_tricks(tricks: Tricks, most: int, seats: int) -> None:
    """Raises Unreadable if there are too many tricks, or one has not a card of each seat."""
    no_more("tricks", tricks, most)
    for at, trick in enumerate(tricks):
        if len(trick) != seats:
            raise Unreadable(f"tricks.{at}", "wrong-number", n=seats)


def winners(leader: int, tricks: Tricks, strength: Strength, seats: int) -> tuple[int, ...]:
    """The seat that won each trick; it led the next."""
    won = []
    for trick in tricks:
        leader = (leader + winner(trick, strength)) % seats
        won.append(leader)
    return tuple(won)


def breaches(
    leader: int,
    tricks: Tricks,
    strength: Strength,
    seats: int,
    broken: Callable[[int, tuple[Card, ...], Card, tuple[Card, ...]], str | None],
) -> Iterator[Breach]:
    """Every card that its player was not allowed to play, as his later cards prove.

    `broken(number of the trick from 1, cards before, card, what the player held at least)` gives
    the id of the rule that the card breaks, if any.
    """
    leaders = (leader, *winners(leader, tricks, strength, seats))
    played = [cards_of(tricks, leaders, seat, seats) for seat in range(seats)]
    for at, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            seat = (leaders[at] + place) % seats
            held, before = played[seat][at:], trick[:place]
            if rule := broken(at + 1, before, card, held):
                later = enumerate(held[1:], start=at + 2)
                fits = ((c, n) for n, c in later if not broken(at + 1, before, c, held))
                yield Breach(at + 1, seat, card, rule, next(fits, None))


def audit_rules(
    rules: Iterable[AnyRule],
    play: type[Dispute],
    audit: type[A],
    found: Callable[[A, H], Iterable[Breach]],
    unseen: Callable[[A], Iterable[Dispute]],
) -> tuple[AnyRule, ...]:
    """The rules on plays, asked of an audit as a whole.

    `found` gives the breaches, `unseen` the plays of an unfinished audit as somebody sees them who
    does not know the hands: where a rule cannot tell, tricks are missing.
    """
    return tuple(
        Rule(rule.id, audit, _proves(rule, found, unseen), rule.offence, rule.penalty, rule.under)
        for rule in rules
        if rule.kind is play
    )


def _proves(
    rule: AnyRule,
    found: Callable[[A, H], Iterable[Breach]],
    unseen: Callable[[A], Iterable[Dispute]],
) -> Callable[[A, H], Finding]:
    def finds(audit: A, house: H) -> Finding:
        breach = next((each for each in found(audit, house) if each.rule == rule.id), None)
        if breach:
            return Broken({"n": breach.trick, "seat": breach.seat, "card": breach.card})
        open_ = any(rule.finds(play, house) for play in unseen(audit))
        return Missing("tricks") if open_ else None

    return finds


def cards_of(
    tricks: Sequence[Sequence[Card]], leaders: Sequence[int], seat: int, seats: int
) -> tuple[Card, ...]:
    """The cards that a seat played, trick by trick, as the leaders of the tricks are known."""
    return tuple(
        trick[(seat - leader) % seats] for trick, leader in zip(tricks, leaders, strict=False)
    )
