"""A play of cards in Faraón: what may be laid on what, and what follows from it.

Rules document, sections 2 and 3; source (3)–(8), (11)–(16), (18). What a play breaks is asked only
of the predicates here: the referee's verdict, what was allowed instead, the answer of a dispute
and the choices of a game played at random all come from them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal, Self

from scorekeeper.cards import GERMAN_32, Card, Pack
from scorekeeper.games.chains import FEWEST, ONE_RANK, one_rank, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.plain import Unreadable, part
from scorekeeper.referee import (
    AnyRule,
    Broken,
    Dispute,
    Finding,
    Missing,
    Penalty,
    Rule,
    breaks,
    held,
)

Suit = Literal["L", "H", "B", "A"]
Rank = Literal["7", "8", "9", "T", "U", "O", "K", "A"]

FARAON = GERMAN_32.parse("UL")
RED_SEVEN = GERMAN_32.parse("7H")
SEVEN, OBER, ACE = "7", "O", "A"
MOST = 5
"""Players; four are recommended (source 1)."""
EACH_SEVEN = 3
"""Cards that every pending seven makes the next player take (faraon.seven)."""


def penalty(house: HouseRules) -> Penalty:
    """What an invalid move costs (faraon.pajchel, source 18)."""
    return {"kind": "cards", "amount": 3}


def matches(card: Card, top: Card, suit: str | None = None) -> bool:
    """Whether a card may lie on another when nothing is pending (faraon.match, .unter, .ober).

    By rank or suit, or by the demanded `suit` in its place; a horník and the faraón lie on
    anything, and anything lies on the faraón.
    """
    if FARAON in (card, top) or card.rank in (OBER, top.rank):
        return True
    return card.suit == (suit or top.suit)


def burnt(cards: tuple[Card, ...]) -> bool:
    """Whether cards laid at once are a spálená: four of one rank (faraon.burnt, source 16)."""
    return len(cards) == ONE_RANK and one_rank(cards)


def orders(cards: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to lay one to four of some cards of one rank, the first one first."""
    left = Counter(cards)

    def longer(laid: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        for card, copies in left.items():
            if laid.count(card) < copies:
                yield (*laid, card)
                if len(laid) + 1 < ONE_RANK:
                    yield from longer((*laid, card))

    return longer(())


def plays(hand: Iterable[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to lay one to four cards of one rank from a hand."""
    held = tuple(hand)
    for rank in dict.fromkeys(card.rank for card in held):
        yield from orders(card for card in held if card.rank == rank)


@dataclass(frozen=True)
class Play(Dispute):
    """Cards laid at once, in order; the last is the new top card.

    `suit` is the demanded one, `sevens` how many are pending, `ace` whether one is to be answered.
    `second_turn`: the player goes on after a spálená, or after an ace that nobody answered; what is
    pending then waits for the others. `names_suit` is what he names with a horník, `hand` what he
    held, the cards included.
    """

    kind: ClassVar[str] = "play"
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(MOST)
    suit: Suit | None = None
    sevens: int = part(0, at_least=0, at_most=2 * ONE_RANK)
    ace: bool = False
    second_turn: bool = False
    names_suit: Suit | None = None
    hand: tuple[Card, ...] | None = part(None, includes=("cards",))

    @property
    def first(self) -> Card:
        """The card that has to match."""
        return self.cards[0]

    @property
    def held_up_by(self) -> Literal["ace", "seven"] | None:
        """What the player has to answer."""
        if self.second_turn:
            return None
        return "ace" if self.ace else "seven" if self.sevens else None

    @property
    def asked(self) -> bool:
        """Whether the player goes on after an ace: his others need no asking any more."""
        return self.second_turn and self.top.rank == ACE

    @property
    def pending(self) -> int:
        """Sevens pending after the play (faraon.seven; the faraón cancels them, source 11)."""
        if FARAON in self.cards:
            return 0
        return self.sevens + sum(card.rank == SEVEN for card in self.cards)

    @property
    def last(self) -> bool | None:
        """Whether the player has no card left; None if his hand is not known."""
        return None if self.hand is None else len(self.hand) == len(self.cards)

    def check(self) -> None:
        """Raises Unreadable for what cannot lie or be pending so."""
        if not self.cards:
            raise Unreadable("cards", "missing")
        if self.ace and self.top.rank != ACE:
            raise Unreadable("ace", "refused", rule="faraon.ace")
        if 0 < self.sevens < ONE_RANK and self.top.rank != SEVEN and not self.second_turn:
            raise Unreadable("sevens", "refused", rule="faraon.seven")
        held(self.hand or self.cards, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the hand or the cards laid."""
        return {"top": (self.top,), "cards": self.hand or self.cards}

    def check_pack(self, pack: Pack) -> None:
        """Raises Unreadable also if too many sevens are out."""
        super().check_pack(pack)
        if self.sevens > (most := ONE_RANK * pack.copies):
            raise Unreadable("sevens", "too-large", most=most)

    def alternatives(self) -> Iterable[Self]:
        """Every other way to lay cards of the hand, or if it is not known of those laid."""
        for cards in plays(self.hand or self.cards):
            named = self.names_suit if cards[0].rank == OBER else None
            yield replace(self, cards=cards, names_suit=named)

    def done(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return self.cards

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """The top card, what the next player has to draw, and whether the same one goes on.

        An invalid move is taken back, so all stays as it was (Decision, section 5).
        """
        if breaks(TURN_RULES, self, house):
            stays = house.pajchel_turn == "stays"
            return {"top": self.top, "draw": EACH_SEVEN * self.sevens, "again": stays}
        draw = EACH_SEVEN * self.pending
        return {"top": self.cards[-1], "draw": draw, "again": burnt(self.cards)}


def lays_aces_together(play: Play, house: HouseRules) -> Finding:
    """faraon.ace.together (8): the opponent is asked after the first ace.

    Four are a spálená and need no asking. With more players several aces at once reach further
    round the table (19), so there they may be laid together.
    """
    aces = play.cards if play.first.rank == ACE and one_rank(play.cards) else ()
    if play.players > FEWEST or play.asked or not 1 < len(aces) < ONE_RANK:
        return None
    return Broken({"cards": aces, "n": len(aces)})


def lays_unter_on_ace(play: Play, house: HouseRules) -> Finding:
    """faraon.unter (11): the faraón is no answer to an ace."""
    wrong = play.first == FARAON and play.held_up_by == "ace"
    return Broken({"card": play.first, "top": play.top}) if wrong else None


def names_without_ober(play: Play, house: HouseRules) -> Finding:
    """faraon.ober.suit (3, 15): only a horník changes the suit."""
    wrong = play.names_suit and play.cards[-1].rank != OBER
    return Broken({"suit": play.names_suit, "card": play.cards[-1]}) if wrong else None


def names_with_last_ober(play: Play, house: HouseRules) -> Finding:
    """faraon.ober.last (15): by this house rule the last horník keeps its own suit."""
    card = play.cards[-1]
    if card.rank != OBER or play.names_suit in (None, card.suit) or play.last is False:
        return None
    if play.last is None:
        return Missing("hand")
    return Broken({"suit": play.names_suit, "card": card})


def lays_ober_when_held_up(play: Play, house: HouseRules) -> Finding:
    """faraon.ober (15): not on a pending seven or ace, and only it names a suit."""
    if play.first.rank == OBER and play.held_up_by:
        return Broken({"card": play.first, "top": play.top})
    if house.last_ober == "own-suit" and (found := names_with_last_ober(play, house)):
        return found
    return names_without_ober(play, house)


def leaves_ace_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.ace (8, 12): only an ace answers an ace, and several are not laid unasked."""
    if play.held_up_by == "ace" and play.first.rank != ACE:
        return Broken({"card": play.first, "top": play.top})
    return lays_aces_together(play, house) if house.aces == "once" else None


def leaves_sevens_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.seven (14): only a seven or the faraón answers sevens."""
    answered = play.first.rank == SEVEN or play.first == FARAON
    if play.held_up_by != "seven" or answered:
        return None
    return Broken({"card": play.first, "top": play.top, "n": EACH_SEVEN * play.sevens})


def mixes_ranks(play: Play, house: HouseRules) -> Finding:
    """faraon.match.rank (4): one to four cards of one rank."""
    wrong = not one_rank(play.cards) or len(play.cards) > ONE_RANK
    return Broken({"cards": play.cards, "n": len(play.cards)}) if wrong else None


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """faraon.match (3): the first card matches the top one; all are of one rank."""
    if not matches(play.first, play.top, play.suit):
        return Broken({"card": play.first, "top": play.top, "suit": play.suit or play.top.suit})
    return mixes_ranks(play, house)


def asks_once(house: HouseRules) -> bool:
    """Whether the opponent is asked for an ace only once (source 5, 8)."""
    return house.aces == "once"


def keeps_last_suit(house: HouseRules) -> bool:
    """Whether a horník as the last card keeps its own suit (source 15)."""
    return house.last_ober == "own-suit"


rule = partial(Rule, offence="pajchel", penalty=penalty)
"""A rule that an invalid move breaks."""
TURN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.ace.together", Play, lays_aces_together, under=asks_once),
    rule("faraon.unter", Play, lays_unter_on_ace),
    rule("faraon.ober.suit", Play, names_without_ober),
    rule("faraon.ober.last", Play, names_with_last_ober, under=keeps_last_suit),
    rule("faraon.ober", Play, lays_ober_when_held_up),
    rule("faraon.ace", Play, leaves_ace_unanswered),
    rule("faraon.seven", Play, leaves_sevens_unanswered),
    rule("faraon.match.rank", Play, mixes_ranks),
    rule("faraon.match", Play, does_not_match),
)
