"""A play of cards in Faraón: what may be played on what, and what follows from it.

Rules document, sections 2 and 3; source (3)–(8), (11)–(16), (18). Only the predicates here say
what a play breaks: the referee's verdict, what was allowed instead, the answer of a dispute and the
choices of a game played at random all come from them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, Self, TypedDict

from scorekeeper.cards import Card, Pack
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.chains import FEWEST, ONE_RANK, one_rank, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import asks_once, keeps_last_suit, rule
from scorekeeper.games.faraon.referee.cards import (
    ACE,
    EACH_SEVEN,
    FARAON,
    MOST,
    OBER,
    SEVEN,
    Suit,
    goes_on,
    is_spalena,
    lays,
)
from scorekeeper.places import require_in_hand
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, breaks
from scorekeeper.schema import Invalid


class PlayResult(TypedDict):
    """What follows: the `top` card, how many cards the next player has to `draw`, and whether the
    same player goes on (`again`).
    """

    top: Card
    draw: int
    again: bool


@dataclass(frozen=True)
class Play(Dispute):
    """Cards played at once, in order; the last is the new top card.

    `suit` is demanded, `sevens` how many are pending, `ace` whether one is to be answered.
    `second_turn`: the player goes on after a spálená, or after an ace that nobody answered; what is
    pending then waits for the others. `names_suit` is the suit named with a horník, `hand` the hand
    before the play, the cards included.
    """

    kind: ClassVar[str] = "play"
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(MOST)
    suit: Suit | None = None
    sevens: int = spec(0, ge=0, le=2 * ONE_RANK)
    ace: bool = False
    second_turn: bool = False
    names_suit: Suit | None = None
    hand: tuple[Card, ...] | None = spec(None, contains=("cards",))

    @property
    def first(self) -> Card:
        """The card that has to match."""
        return self.cards[0]

    @property
    def answers_ace(self) -> bool:
        """True if the player has to answer an ace."""
        return self.ace and not self.second_turn

    @property
    def answers_sevens(self) -> bool:
        """True if the player has to answer sevens."""
        return self.sevens > 0 and not self.ace and not self.second_turn

    @property
    def after_ace(self) -> bool:
        """True if the player goes on after an ace: more aces are played without asking again."""
        return self.second_turn and self.top.rank == ACE

    @property
    def pending(self) -> int:
        """Sevens pending after the play (faraon.seven; the faraón cancels them, source 11)."""
        if FARAON in self.cards:
            return 0
        return self.sevens + sum(card.rank == SEVEN for card in self.cards)

    @property
    def last(self) -> bool | None:
        """True if the player has no card left; None if the hand is not known."""
        return None if self.hand is None else len(self.hand) == len(self.cards)

    def check(self) -> None:
        """Raises Invalid for what cannot lie or be pending so."""
        if not self.cards:
            raise Invalid("cards", "missing")
        if self.ace and self.top.rank != ACE:
            raise Invalid("ace", "refused", rule="faraon.ace")
        if 0 < self.sevens < ONE_RANK and self.top.rank != SEVEN and not self.second_turn:
            raise Invalid("sevens", "refused", rule="faraon.seven")
        require_in_hand(self.hand or self.cards, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the hand or the cards played."""
        return {"top": (self.top,), "cards": self.hand or self.cards}

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid also if too many sevens are out."""
        super().check_pack(pack)
        if self.sevens > (most := ONE_RANK * pack.copies):
            raise Invalid("sevens", "too-large", most=most)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every other way to lay cards of the hand, or if it is not known of those played."""
        for cards in lays(self.hand or self.cards):
            named = self.names_suit if cards[0].rank == OBER else None
            yield copy_with(self, cards=cards, names_suit=named)

    def choice(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return self.cards

    def result(self, house: HouseRules) -> PlayResult:
        """What follows; an invalid move is taken back, so all stays as it was (section 5).

        >>> eight, nine, king = Card("8", "L"), Card("9", "L"), Card("K", "H")
        >>> Play(eight, (nine,), players=4).result(HouseRules())["top"] == nine
        True
        >>> Play(eight, (king,), players=4).result(HouseRules())["top"] == eight
        True
        """
        if breaks(PLAY_RULES, self, house):
            stays = house.pajchel_turn == "stays"
            return {"top": self.top, "draw": EACH_SEVEN * self.sevens, "again": stays}
        draw = EACH_SEVEN * self.pending
        return {"top": self.cards[-1], "draw": draw, "again": is_spalena(self.cards)}


def opponent_is_asked(play: Play) -> bool:
    """True if the only opponent is still to be asked after the first ace (faraon.ace.together)."""
    return play.players == FEWEST and not play.after_ace


def lays_aces_together(play: Play, house: HouseRules) -> Finding:
    """faraon.ace.together (8): the opponent is asked after the first ace.

    Four are a spálená and need no asking. With more players several aces at once reach further
    round the table (19), so there they may be played together.
    """
    if play.first.rank != ACE or not opponent_is_asked(play):
        return None
    wrong = 1 < len(play.cards) < ONE_RANK and one_rank(play.cards)
    return Broken({"cards": play.cards, "n": len(play.cards)}) if wrong else None


def lays_unter_on_ace(play: Play, house: HouseRules) -> Finding:
    """faraon.unter (11): the faraón is no answer to an ace."""
    wrong = play.answers_ace and play.first == FARAON
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


def lays_ober_as_an_answer(play: Play, house: HouseRules) -> Finding:
    """faraon.ober (15): not on a pending seven or ace, and only it names a suit."""
    if play.first.rank == OBER and (play.answers_ace or play.answers_sevens):
        return Broken({"card": play.first, "top": play.top})
    if keeps_last_suit(house) and (finding := names_with_last_ober(play, house)):
        return finding
    return names_without_ober(play, house)


def answers_or_plays_an_ace(play: Play) -> bool:
    """True if an ace has to be answered, or the opponent would have to be asked about one."""
    return play.answers_ace or opponent_is_asked(play)


def leaves_ace_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.ace (8, 12): only an ace answers an ace, and several are not played without asking."""
    if play.answers_ace and play.first.rank != ACE:
        return Broken({"card": play.first, "top": play.top})
    return lays_aces_together(play, house) if asks_once(house) else None


def leaves_sevens_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.seven (14): only a seven or the faraón answers sevens."""
    if not play.answers_sevens or play.first.rank == SEVEN or play.first == FARAON:
        return None
    return Broken({"card": play.first, "top": play.top, "n": EACH_SEVEN * play.sevens})


def mixes_ranks(play: Play, house: HouseRules) -> Finding:
    """faraon.match.rank (4): one to four cards of one rank."""
    if len(play.cards) == 1:
        return None
    wrong = not one_rank(play.cards) or len(play.cards) > ONE_RANK
    return Broken({"cards": play.cards, "n": len(play.cards)}) if wrong else None


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """faraon.match (3): the first card matches the top one; all are of one rank.

    >>> eight, nine, king = Card("8", "L"), Card("9", "L"), Card("K", "H")
    >>> does_not_match(Play(eight, (nine,), players=4), HouseRules()) is None
    True
    >>> does_not_match(Play(eight, (king,), players=4), HouseRules()) is None
    False
    """
    if not goes_on(play.first, play.top, play.suit):
        return Broken({"card": play.first, "top": play.top, "suit": play.suit or play.top.suit})
    return mixes_ranks(play, house)


PLAY_RULES: tuple[AnyRule, ...] = (
    rule(
        "faraon.ace.together",
        Play,
        lays_aces_together,
        when=asks_once,
        concerns=opponent_is_asked,
    ),
    rule("faraon.unter", Play, lays_unter_on_ace, concerns=attrgetter("answers_ace")),
    rule("faraon.ober.suit", Play, names_without_ober),
    rule("faraon.ober.last", Play, names_with_last_ober, when=keeps_last_suit),
    rule("faraon.ober", Play, lays_ober_as_an_answer),
    rule("faraon.ace", Play, leaves_ace_unanswered, concerns=answers_or_plays_an_ace),
    rule("faraon.seven", Play, leaves_sevens_unanswered, concerns=attrgetter("answers_sevens")),
    rule("faraon.match.rank", Play, mixes_ranks),
    rule("faraon.match", Play, does_not_match),
)
