"""What a player of Makao faces: what cards make the next one do, what may be played on that, how a
move was wrong and what it costs.

Rules document, sections 2 and 3 (GRA). A demand holds until the turn is back with its maker.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Literal

from scorekeeper.core.cards import JOKER, TWO_FRENCH_54, Card, Pack, as_joker
from scorekeeper.core.schema import Invalid, Json
from scorekeeper.core.sheet import FactValue
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.shedding import code_in, one_rank
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.rule_table import Broken, Penalty, Rule

Rank = Literal["5", "6", "7", "8", "9", "T", "Q"]
Suit = Literal["S", "H", "D", "C"]
Demand = Literal[
    "5", "6", "7", "8", "9", "T", "Q", "2", "3", "4", "J", "K", "A", "S", "H", "D", "C"
]
"""What somebody may have demanded: ranks that may not be demanded, too (makao.demand.what)."""
MAX_PLAYERS = 6
"""Players."""
FORWARD, BACK = 1, -1
TAKES = {"2": 2, "3": 3}
"""Cards that the next player takes for each card of a rank (makao.attack)."""
KINGS = {Card("K", "H"): FORWARD, Card("K", "S"): BACK}
"""The two kings that make somebody take cards, and which way they send them (makao.king)."""
KING = 5
SKIP, JACK, ACE = "4", "J", "A"
RANKS: tuple[Rank, ...] = ("5", "6", "7", "8", "9", "T", "Q")
"""What can be demanded with a jack (makao.demand-rank)."""
FUNCTIONAL: tuple[Demand, ...] = ("2", "3", "4", "J", "K", "A")
"""What cannot (makao.demand.what)."""
ALL_RANKS: tuple[Demand, ...] = (*RANKS, *FUNCTIONAL)
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
"""What can be demanded with an ace (makao.demand-suit)."""


@dataclass(frozen=True)
class Situation:
    """What the next player faces.

    The card on `top`, a joker as it was named; the demanded `rank` or `suit`; how many cards are to
    be taken (`attack`), or how many turns to be missed (`skips`). An attack or a skip comes before
    a demand, which waits until it is dealt with.
    """

    top: Card
    rank: Rank | None = None
    suit: Suit | None = None
    attack: int = 0
    skips: int = 0

    @property
    def has_demand(self) -> bool:
        return not (self.attack or self.skips) and bool(self.rank or self.suit)

    @property
    def quiet(self) -> bool:
        return not (self.attack or self.skips or self.rank or self.suit)


def meant(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card.meant for card in cards)


def worth(card: Card) -> int:
    """How many cards somebody has to take for a card (makao.attack, makao.king)."""
    return KING if card in KINGS else TAKES.get(card.rank, 0)


def attacks(top: Card) -> Sequence[int]:
    """Sums that may be waiting under a top card: none, its own, and with what lay before it."""
    own = KING if top.rank == "K" else worth(top)
    return (0, own, own + 2) if own else (0,)


def waiting_on(code: str) -> Sequence[str]:
    """The fields that say what waits for the next player under a top card, by its code."""
    if code in map(str, KINGS):
        return ("attack",)
    by_rank = {**dict.fromkeys(TAKES, "attack"), SKIP: "skips", JACK: "rank", ACE: "suit"}
    return tuple(name for rank, name in by_rank.items() if rank == code[:-1])


class Facing(Dispute[HouseRules]):
    """The root of questions on a card beside what may be waiting under the top one."""

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, object]) -> Sequence[object] | None:
        """An attack as its top card makes one; it only matters whether there is one."""
        top = known.get("top")
        return attacks(top.meant) if name == "attack" and isinstance(top, Card) else None

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        waits = waiting_on(code_in(given, "top"))
        return [name for name in ("rank", "suit", "attack", "skips") if name not in waits]


def direction(card: Card) -> int:
    """Which way a card on top sends the turn: 1 to the next player, −1 back (makao.king)."""
    return KINGS.get(card, FORWARD)


def goes_on(card: Card, top: Card) -> bool:
    """True if a card goes on another: same suit or same rank (makao.match).

    A joker turned up at the deal was named by nobody: any card goes on it.

    >>> five, six, king = Card("5", "S"), Card("6", "S"), Card("K", "H")
    >>> goes_on(six, five), goes_on(king, five)
    (True, False)
    """
    return top.suit == JOKER or card.rank == top.rank or card.suit == top.suit


def answers_attack(top: Card, cards: Sequence[Card]) -> bool:
    """True if cards pass on an attack and raise it (makao.attack.answer).

    Equal rank always goes on, another attacking rank if the suit of its first card is that of the
    top card. A king that does nothing is no answer, but may go behind one.
    """
    return goes_on(cards[0], top) and worth(cards[0]) > 0


def answers_skip(card: Card) -> bool:
    """True if a card passes on missed turns: only a four does (makao.skip.answer)."""
    return card.rank == SKIP


def answers_demand(situation: Situation, card: Card) -> bool:
    """True if a card is what was demanded, or one to demand anew with (makao.demand.answer)."""
    if situation.rank:
        return card.rank in (situation.rank, JACK)
    return card.suit == situation.suit or card.rank == ACE


def fits(situation: Situation, cards: Sequence[Card]) -> bool:
    """True if cards of one rank may be played on what the player faces."""
    if situation.attack:
        return answers_attack(situation.top, cards)
    if situation.skips:
        return answers_skip(cards[0])
    if situation.has_demand:
        return answers_demand(situation, cards[0])
    return goes_on(cards[0], situation.top)


def after(situation: Situation, cards: Sequence[Card]) -> Situation:
    """What the next player faces: sums add up.

    As long as nobody demands anew, a jack or an ace leaves the demand as it is
    (makao.demand.answer).

    >>> after(Situation(Card("2", "S"), attack=2), [Card("3", "S")]).attack
    5
    """
    return replace(
        situation,
        top=cards[-1],
        attack=situation.attack + sum(map(worth, cards)),
        skips=situation.skips + sum(card.rank == SKIP for card in cards),
    )


def most_of(pack: Pack) -> int:
    """The greatest sum that the cards of a pack can add up to, jokers as kings of hearts."""
    return sum(KING if card.suit == JOKER else worth(card) for card in pack)


def at_start(card: Card) -> Situation:
    """What the first player faces if the start card works as if it were played (makao.deal)."""
    return after(Situation(card), (card,))


def require_pending(top: Card, situation: Situation) -> None:
    """Raises Invalid unless what has to be answered can follow from the top card.

    An attack is what the top card takes (a king that does nothing lies behind one that does), and
    perhaps what lay before it: two cards or more.

    >>> require_pending(Card("2", "H"), Situation(Card("2", "H"), attack=5))
    >>> require_pending(Card("2", "H"), Situation(Card("2", "H"), attack=3))
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: attack: refused
    """
    if situation.attack:
        before = situation.attack - (KING if top.rank == "K" else worth(top))
        if before == situation.attack or before < 0 or before == 1:
            raise Invalid("attack", "refused", rule="makao.given.sum")
    if situation.skips and top.rank != SKIP:
        raise Invalid("skips", "refused", rule="makao.skip")
    if situation.rank and situation.suit:
        raise Invalid("suit", "refused", rule="makao.demand.answer")


MOST_ATTACK = most_of(TWO_FRENCH_54)


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs besides the turn (makao.invalid)."""
    if not house.invalid_penalty:
        return Penalty("take-back")
    return Penalty("cards", amount=house.invalid_penalty)


def owed(facing: Situation, house: HouseRules) -> int:
    """What an invalid move takes in all: the penalty, and the attack that it leaves unanswered."""
    return house.invalid_penalty + facing.attack


rule = partial(Rule, offence="invalid", penalty=penalty, ours=("penalty", "onward"))
"""A rule that an invalid move breaks; the source tells no penalty, nor how play goes on."""


UNNAMED = Card(JOKER, JOKER)
"""A joker of which it is not known what it stands for: then makao.joker asks."""


def with_joker(cards: Iterable[Card]) -> bool:
    return any(card.suit == JOKER for card in cards)


def named(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Cards with their unnamed jokers named, in every way that makes a difference.

    Cards of one rank go together; which suits those have that are neither first nor last does not
    matter.

    >>> next(named([Card("5", "S"), UNNAMED]))[1]
    Card(rank='JOKER=2S', suit='JOKER')
    """
    for rank, first, last in product("23456789TJQKA", SUITS, SUITS):
        names = [as_joker(Card(rank, suit)) for suit in (first, *last * (len(cards) - 1))]
        pairs = zip(cards, names, strict=True)
        yield tuple([name if card == UNNAMED else card for card, name in pairs])


def mixed(cards: Sequence[Card]) -> Broken | None:
    """makao.match (2, GRA): cards played together are of one rank.

    The facts are the first card (`top`) and the `cards` of other ranks.
    """
    known = tuple(card for card in cards if card != UNNAMED)
    if one_rank(meant(known)):
        return None
    first = known[0].meant
    others = tuple(card for card in known if card.meant.rank != first.rank)
    return Broken({"top": first, "cards": others, "wrong": "mixed"})


def unfit(facing: Situation, cards: Iterable[Card], **more: FactValue) -> Broken:
    """The facts of a move that does not fit, and what `more` there is to say of it.

    `top` lay there and `cards` were played on it; `demand` is the rank or suit demanded, `n` the
    cards to be taken or the turns to be missed.
    """
    return Broken(
        {
            "top": facing.top,
            "cards": tuple(cards),
            "demand": facing.rank or facing.suit,
            "n": facing.attack or facing.skips,
            **more,
        }
    )
