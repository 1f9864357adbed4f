"""Cards played in one turn of Makao: what they may be, what the next player faces then, and what a
turn may break.

Rules document, sections 2 and 3 (GRA); a joker counts as the card that it is named as.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypedDict

from scorekeeper.core.cards import JOKER, Card, Pack, as_joker, codes
from scorekeeper.core.schema import Invalid, Json, copies_with, copy_with, spec
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import situation
from scorekeeper.games.makao.referee.situation import ACE, JACK, UNNAMED, Situation, rule
from scorekeeper.games.shedding import code_in, one_rank, players_of, rank_in
from scorekeeper.referee.dispute import lying_in, require_in_hand, require_some, require_within
from scorekeeper.referee.rule_table import Broken, Finding, Missing, has


class PlayResult(TypedDict, total=False):
    """What the next player faces: cards to take (`attack`), turns to miss (`skips`), and which way
    the turn goes: `direction` is 1 or −1, `back` whether it is −1. Empty if the cards go back.
    """

    attack: int
    skips: int
    direction: int
    back: bool


JokerResult = TypedDict(
    "JokerResult",
    {"attack": int, "skips": int, "direction": int, "back": bool, "as": list[str]},
    total=False,
)
"""The same, and the codes of the cards that the jokers counted `as`."""


@dataclass(frozen=True)
class Play(situation.Facing):
    """Cards played in one turn, in order, on the `top` card; `hand` is the hand before it.

    `rank` or `suit` is demanded, `attack` cards are to be taken or `skips` turns to be missed by
    a player who does not answer; `demands` is what the player demands with it. With `start` the top
    card is the one turned up at the deal, and nobody has played yet.
    """

    kind: ClassVar[str] = "play"
    played_field: ClassVar[str | None] = "cards"
    depends_on: ClassVar[tuple[str, ...]] = ("start_effect",)
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(situation.MAX_PLAYERS)
    rank: situation.Rank | None = None
    suit: situation.Suit | None = None
    attack: int = spec(0, ge=0, le=situation.MOST_ATTACK)
    skips: int = spec(0, ge=0, le=12)
    hand: tuple[Card, ...] | None = spec(None, contains=("cards",))
    demands: situation.Demand | None = None
    start: bool = False

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        quiet = () if situation.waiting_on(code_in(given, "top")) else ("start",)
        demands = () if rank_in(given, "cards") in (JACK, ACE) else ("demands",)
        return (*super().hidden_fields(given), *quiet, *demands)

    @property
    def meant(self) -> tuple[Card, ...]:
        return situation.meant(self.cards)

    @property
    def waiting(self) -> Situation:
        return Situation(self.top.meant, self.rank, self.suit, self.attack, self.skips)

    def facing(self, house: HouseRules) -> Situation:
        """What the player faces; a start card works only where the house says so (makao.deal)."""
        works = self.start and house.start_effect
        return situation.at_start(self.top.meant) if works else self.waiting

    def validate(self) -> None:
        require_some("cards", self.cards)
        situation.require_pending(self.top.meant, self.waiting)
        if self.start and not self.waiting.quiet:
            raise Invalid("start", "refused", rule="makao.deal")
        require_in_hand(self.hand, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"top": (self.top,), **lying_in(self.hand, "cards", self.cards)}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        require_within("attack", self.attack, situation.most_of(pack))
        require_within("skips", self.skips, 4 * pack.copies + pack.number(UNNAMED))

    def unknown(self) -> tuple[str, ...]:
        return ("cards",) if UNNAMED in self.cards else ()

    def completions(self, house: HouseRules) -> Iterable[Self]:
        return copies_with(self, "cards", situation.named(self.cards) if self.unknown() else ())

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every card of the hand, played alone; a joker as a card that fits wherever one does."""
        cards = dict.fromkeys(card.physical for card in self.hand or ())
        return (
            copy_with(self, cards=(self._named(card),), demands=None, hand=None) for card in cards
        )

    def choice(self) -> str | list[str]:
        """The codes of the cards; one alone by itself, for more of its rank may always go along."""
        cards = [str(card.physical) for card in self.cards]
        return cards[0] if len(cards) == 1 else cards

    def result(self, house: HouseRules) -> PlayResult:
        """What follows; nothing if the cards go back.

        >>> two, king, five = Card("2", "S"), Card("K", "S"), Card("5", "H")
        >>> Play(two, (king,), players=4, attack=2).result(HouseRules())
        {'attack': 7, 'skips': 0, 'direction': -1, 'back': True}
        >>> Play(two, (five,), players=4, attack=2).result(HouseRules())
        {}
        """
        facing = self.facing(house)
        if not (one_rank(self.meant) and situation.fits(facing, self.meant)):
            return {}
        faced = situation.after(facing, self.meant)
        way = situation.direction(faced.top)
        return {
            "attack": faced.attack,
            "skips": faced.skips,
            "direction": way,
            "back": way == situation.BACK,
        }

    def _named(self, card: Card) -> Card:
        if card.suit != JOKER:
            return card
        top = self.top.meant
        if self.attack and not situation.worth(top):
            # A king that does nothing, played on one that does.
            return as_joker(Card("K", "H"))
        if self.waiting.has_demand:
            return as_joker(Card(self.rank or ACE, self.suit or "S"))
        return as_joker(Card(ACE, "S") if top.suit == JOKER else top)


@dataclass(frozen=True)
class JokerPlay(Play):
    """A play with a joker in it: given as a play, with a joker named as a card (`JOKER=KH`)."""

    kind: ClassVar[str] = "joker"
    played_field: ClassVar[str | None] = None

    def validate(self) -> None:
        super().validate()
        if not situation.with_joker(self.cards):
            raise Invalid("cards", "refused", rule="makao.joker")

    def result(self, house: HouseRules) -> JokerResult:
        result = super().result(house)
        return {**result, "as": codes(self.meant)} if result else {}


def lays_a_joker(play: Play, house: HouseRules) -> Missing | None:
    """makao.joker (3): a joker has to be named."""
    return Missing("cards") if UNNAMED in play.cards else None


def lays_joker(play: Play, house: HouseRules) -> bool:
    return situation.with_joker(play.cards)


def faces(what: str) -> Callable[[Play, HouseRules], bool]:
    """A predicate for a row: something has to be answered, on a start card where the house says
    so.
    """
    return lambda play, house: bool(getattr(play.facing(house), what))


def does_not_answer_attack(play: Play, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): 2s, 3s and functional kings, by rank or by suit."""
    facing = play.facing(house)
    if play.cards[0] == UNNAMED or situation.answers_attack(facing.top, play.meant):
        return None
    return situation.unfit(facing, play.cards, takes=situation.owed(facing, house))


def does_not_answer_skip(play: Play, house: HouseRules) -> Finding:
    """makao.skip.answer (3, GRA): only a four passes it on."""
    facing = play.facing(house)
    if play.cards[0] == UNNAMED or situation.answers_skip(play.meant[0]):
        return None
    return situation.unfit(facing, play.cards)


def has_to_match(play: Play, house: HouseRules) -> bool:
    """True if nothing has to be answered, or several cards were played at once."""
    return play.facing(house).quiet or len(play.cards) > 1


def does_not_answer_demand(play: Play, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): what was demanded, or a card to demand anew with."""
    facing = play.facing(house)
    if play.cards[0] == UNNAMED or situation.answers_demand(facing, play.meant[0]):
        return None
    return situation.unfit(facing, play.cards)


def demands_functional(play: Play, house: HouseRules) -> Finding:
    """makao.demand.what (3): no functional rank can be demanded."""
    return Broken({"demand": play.demands}) if play.demands in situation.FUNCTIONAL else None


def demands_rank_without_jack(play: Play, house: HouseRules) -> Finding:
    """makao.demand-rank (3, GRA): a rank is demanded with a jack."""
    return _demand_without(JACK, play)


def demands_suit_without_ace(play: Play, house: HouseRules) -> Finding:
    """makao.demand-suit (3, GRA): a suit is demanded with an ace."""
    return _demand_without(ACE, play)


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """makao.match (2, GRA): the first card has the suit or the rank of the top card.

    All the others have the rank of the first one, whatever had to be answered.
    """
    if ranks := situation.mixed(play.cards):
        return Broken({**ranks.facts, "takes": situation.owed(play.facing(house), house)})
    if situation.goes_on(play.cards[0].meant, play.top.meant) or play.cards[0] == UNNAMED:
        return None
    facing = play.facing(house)
    return situation.unfit(facing, play.cards, wrong="unlike") if facing.quiet else None


def _demand_without(rank: str, play: Play) -> Finding:
    last = play.cards[-1]
    if last == UNNAMED or last.meant.rank == rank:
        return None
    return Broken({"card": last, "demand": play.demands})


PLAY_RULES = (
    rule("makao.joker", Play, lays_a_joker, applies=lays_joker),
    rule("makao.attack.answer", Play, does_not_answer_attack, applies=faces("attack")),
    rule("makao.skip.answer", Play, does_not_answer_skip, applies=faces("skips")),
    rule("makao.demand.answer", Play, does_not_answer_demand, applies=faces("has_demand")),
    rule(
        "makao.demand.what", Play, demands_functional, applies=has("demands", *situation.ALL_RANKS)
    ),
    rule(
        "makao.demand-rank",
        Play,
        demands_rank_without_jack,
        applies=has("demands", *situation.ALL_RANKS),
    ),
    rule(
        "makao.demand-suit",
        Play,
        demands_suit_without_ace,
        applies=has("demands", *situation.SUITS),
    ),
    rule("makao.match", Play, does_not_match, applies=has_to_match),
)
