"""A play of cards in Faraón: the situation, the rules that it may break, what follows from it; and
a spálená – four cards of one rank – and the second turn it gives.

Rules document, sections 2 and 3; source (3)–(8), (11)–(16), (18). The referee's verdict, what was
allowed instead, the answer of a dispute and the choices of a game played at random all come from
the rules here. A predicate of a situation says whether its rule has a say; of a legal play only
such rules decide.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypedDict

from scorekeeper.core.cards import GERMAN_32, Card, Pack
from scorekeeper.core.schema import Invalid, Json, copies_with, copy_with, spec
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import ACE, FARAON, OBER, SEVEN, Suit, rule
from scorekeeper.games.shedding import FEWEST, ONE_RANK, one_rank, players_of, rank_in
from scorekeeper.referee.dispute import (
    Dispute,
    lying_in,
    require_in_hand,
    require_some,
    require_within,
)
from scorekeeper.referee.rule_table import Broken, Finding, Missing, breaks, has, is_told, several


class PlayResult(TypedDict):
    """What follows: the `top` card, how many cards the next player has to `draw`, and whether the
    same player goes on (`again`).
    """

    top: Card
    draw: int
    again: bool


@dataclass(frozen=True)
class Play(Dispute[HouseRules]):
    """Cards played at once, in order: may they lie there, and what follows? The last is the new
    top card.

    `suit` is demanded, `sevens` how many are pending, `ace` whether one is to be answered.
    `second_turn`: the player goes on after a spálená, or after an ace that nobody answered; what is
    pending then waits for the others. `names_suit` is the suit named with a horník, `hand` the hand
    before the play, the cards included.
    """

    kind: ClassVar[str] = "play"
    played_field: ClassVar[str | None] = "cards"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "aces", "last_ober", "pajchel_turn")
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(layout.MAX_PLAYERS)
    suit: Suit | None = None
    sevens: int = spec(0, ge=0, le=2 * ONE_RANK)
    ace: bool = False
    second_turn: bool = False
    names_suit: Suit | None = None
    hand: tuple[Card, ...] | None = spec(None, contains=("cards",), optional=True)

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        waits = {SEVEN: "sevens", ACE: "ace", OBER: "suit"}
        top, last = rank_in(given, "top"), rank_in(given, "cards")
        others = (name for rank, name in waits.items() if rank != top)
        return (*others, *(() if last == OBER else ("names_suit",)))

    @property
    def first(self) -> Card:
        return self.cards[0]

    @property
    def answers_ace(self) -> bool:
        return self.ace and not self.second_turn

    @property
    def answers_sevens(self) -> bool:
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

    def owed(self, house: HouseRules) -> int:
        """What the play takes in all if it is invalid."""
        return layout.owed(self.sevens if self.answers_sevens else 0, house)

    def validate(self) -> None:
        """Raises Invalid for what cannot lie or be pending so."""
        require_some("cards", self.cards)
        if self.ace and self.top.rank != ACE:
            raise Invalid("ace", "refused", rule="faraon.ace.top")
        if 0 < self.sevens < ONE_RANK and self.top.rank != SEVEN and not self.second_turn:
            raise Invalid("sevens", "refused", rule="faraon.seven.top")
        require_in_hand(self.hand, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"top": (self.top,), **lying_in(self.hand, "cards", self.cards)}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        layout.require_seats(self.players, pack)
        require_within("sevens", self.sevens, ONE_RANK * pack.copies)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        for cards in layout.lays(self.hand or self.cards):
            named = self.names_suit if cards[0].rank == OBER else None
            yield copy_with(self, cards=cards, names_suit=named)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """With nothing more in the hand, and with one card more: only the last cards differ."""
        if self.hand is None:
            other = next(c for c in GERMAN_32.cards if c not in (self.top, *self.cards))
            yield from copies_with(self, "hand", (self.cards, (*self.cards, other)))

    def choice(self) -> tuple[Card, ...]:
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
            return {"top": self.top, "draw": layout.EACH_SEVEN * self.sevens, "again": stays}
        draw = layout.EACH_SEVEN * self.pending
        return {"top": self.cards[-1], "draw": draw, "again": layout.is_spalena(self.cards)}


# --- what a rule has a say in ---------------------------------------------------------------------


def lays_an_ace_of_two(play: Play, house: HouseRules) -> bool:
    """True if an ace is laid that the only opponent is asked about, or was."""
    return play.players == FEWEST and play.first.rank == ACE


def answers_or_lays_an_ace(play: Play, house: HouseRules) -> bool:
    return play.answers_ace or lays_an_ace_of_two(play, house)


def answers_or_lays_sevens(play: Play, house: HouseRules) -> bool:
    """True if sevens have to be answered, or are laid for the next player to answer."""
    return play.answers_sevens or play.first.rank == SEVEN


def lays_on_or_as_unter(play: Play, house: HouseRules) -> bool:
    return FARAON in (play.first, play.top)


def lays_ober(play: Play, house: HouseRules) -> bool:
    """True if a horník was laid, or a suit named as if with one."""
    return play.names_suit is not None or OBER in (play.first.rank, play.cards[-1].rank)


def lays_last_ober(play: Play, house: HouseRules) -> bool:
    return play.cards[-1].rank == OBER and play.last is not False


def has_to_match(play: Play, house: HouseRules) -> bool:
    """True if several cards were laid, or one that has to have the rank or the suit."""
    free = play.first.rank == OBER or lays_on_or_as_unter(play, house)
    return not free or len(play.cards) > 1


# --- what breaks it -------------------------------------------------------------------------------


def lays_aces_together(play: Play, house: HouseRules) -> Finding:
    """faraon.ace.together (8): the opponent is asked after the first ace.

    Four are a spálená and need no asking. With more players several aces at once reach further
    round the table (19), so there they may be played together.
    """
    if play.first.rank != ACE or play.players > FEWEST or play.after_ace:
        return None
    wrong = layout.unasked(len(play.cards)) and one_rank(play.cards)
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
        return Broken({"card": play.first, "top": play.top, "takes": play.owed(house)})
    if house.last_ober == "own-suit" and (finding := names_with_last_ober(play, house)):
        return finding
    return names_without_ober(play, house)


def leaves_ace_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.ace (8, 12): only an ace answers an ace, and several are not played without asking."""
    if play.answers_ace and play.first.rank != ACE:
        return Broken({"card": play.first, "top": play.top})
    return lays_aces_together(play, house) if house.aces == "once" else None


def leaves_sevens_unanswered(play: Play, house: HouseRules) -> Finding:
    """faraon.seven (14): only a seven or the faraón answers sevens."""
    if not play.answers_sevens or play.first.rank == SEVEN or play.first == FARAON:
        return None
    pending, takes = layout.EACH_SEVEN * play.sevens, play.owed(house)
    return Broken({"card": play.first, "top": play.top, "n": pending, "takes": takes})


def mixes_ranks(play: Play, house: HouseRules) -> Finding:
    """faraon.match.rank (4): cards laid at once are of one rank."""
    if one_rank(play.cards):
        return None
    return Broken({"cards": play.cards, "n": len(play.cards), "takes": play.owed(house)})


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """faraon.match (3): the first card matches the top one; all are of one rank."""
    if not layout.goes_on(play.first, play.top, play.suit):
        return Broken({"card": play.first, "top": play.top, "suit": play.suit or play.top.suit})
    return mixes_ranks(play, house)


PLAY_RULES = (
    rule(
        "faraon.ace.together",
        Play,
        lays_aces_together,
        when=has("aces", "once"),
        applies=lays_an_ace_of_two,
    ),
    rule("faraon.unter", Play, lays_unter_on_ace, applies=lays_on_or_as_unter),
    rule("faraon.ober.suit", Play, names_without_ober, applies=is_told("names_suit")),
    rule(
        "faraon.ober.last",
        Play,
        names_with_last_ober,
        when=has("last_ober", "own-suit"),
        applies=lays_last_ober,
    ),
    rule("faraon.ober", Play, lays_ober_as_an_answer, applies=lays_ober),
    rule("faraon.ace", Play, leaves_ace_unanswered, applies=answers_or_lays_an_ace),
    rule("faraon.seven", Play, leaves_sevens_unanswered, applies=answers_or_lays_sevens),
    rule("faraon.match.rank", Play, mixes_ranks, applies=several("cards")),
    rule("faraon.match", Play, does_not_match, applies=has_to_match),
)


@dataclass(frozen=True)
class Burnt(Dispute[HouseRules]):
    """Four cards of one rank in order, and the card played after them; None: one was drawn.

    With two packs they may be more.
    """

    kind: ClassVar[str] = "burnt"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    cards: tuple[Card, ...]
    after: Card | None = spec(None, null_is_answer=True)

    def validate(self) -> None:
        if len(self.cards) < ONE_RANK:
            raise Invalid("cards", "wrong-number", n=ONE_RANK)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"cards": self.cards, "after": (self.after,) if self.after else ()}

    @property
    def fits(self) -> bool:
        """True if what came after may lie there; after four horníks the player names the suit."""
        last = self.cards[-1]
        return self.after is None or last.rank == OBER or layout.goes_on(self.after, last)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        orders = layout.orders(self.cards if one_rank(self.cards) else ())
        whole = (cards for cards in orders if len(cards) == len(self.cards))
        return (copy_with(self, cards=cards) for cards in whole)

    def choice(self) -> tuple[Card, ...]:
        return self.cards


def burns_unlike(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match.rank (4, 16): four of one rank or no second turn."""
    return None if one_rank(burnt.cards) else Broken({"cards": burnt.cards, "n": len(burnt.cards)})


def burns_wrongly(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.burnt (16): in the second turn the card matches as always."""
    if burnt.fits or not burnt.after:
        return burns_unlike(burnt, house)
    return Broken({"card": burnt.after, "top": burnt.cards[-1]})


def does_not_match_after(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match (3, 16): the same, as the rule on plays says it."""
    if burnt.fits or not burnt.after:
        return None
    top = burnt.cards[-1]
    return Broken({"card": burnt.after, "top": top, "suit": top.suit})


BURNT_RULES = (
    rule("faraon.match.rank", Burnt, burns_unlike),
    rule("faraon.burnt", Burnt, burns_wrongly),
    rule("faraon.match", Burnt, does_not_match_after, applies=is_told("after")),
)
