"""Defence in Durak: beating, taking what is not beaten, and passing the attack on.

Rules document, section 3: durak.beat, durak.spades, durak.take, durak.all-or-nothing,
durak.transfer and the rules below it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, Json, copies_with, copy_with, spec
from scorekeeper.games.durak.house_rules import HouseRules, pack_of
from scorekeeper.games.durak.referee import layout
from scorekeeper.games.durak.referee.attacks import PAIR, CardBeside, attack_limit
from scorekeeper.games.durak.referee.layout import Cards, rule
from scorekeeper.games.shedding import TakesResult
from scorekeeper.referee.dispute import CardPlayed, Dispute, require_some, require_within
from scorekeeper.referee.hands import OpenHand
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule, has


@dataclass(frozen=True, kw_only=True)
class Beat(CardPlayed[HouseRules]):
    """A card that was to beat another."""

    kind: ClassVar[str] = "beat"
    depends_on: ClassVar[tuple[str, ...]] = ("spades_by_spades", "pack")
    attack: Card
    card: Card
    trump: layout.Suit
    hand: Cards | None = spec(None, contains=("card",))

    def validate_house(self, house: HouseRules) -> None:
        layout.require_trump("trump", self.trump, house)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"attack": (self.attack,), **super().places()}


def spade_by_another_suit(beat: Beat, house: HouseRules) -> Finding:
    """durak.spades (3): a spade is beaten by spades only."""
    wrong = beat.attack.suit == layout.SPADES != beat.card.suit
    return Broken({"attack": beat.attack, "card": beat.card}) if wrong else None


def does_not_beat(beat: Beat, house: HouseRules) -> Finding:
    """durak.beat (3): a higher card of the suit, or a trump; a trump by a higher trump."""
    trump = layout.trump_in(house, beat.trump)
    if layout.beats(beat.attack, beat.card, trump):
        return None
    return Broken({"attack": beat.attack, "card": beat.card, "trump": trump})


@dataclass(frozen=True, kw_only=True)
class Take(Dispute[HouseRules]):
    """The defender says that he takes: `unbeaten` cards lie there, and he has `beaten` others.

    `hand` is what he still holds.
    """

    kind: ClassVar[str] = "take"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "simple_takes", "beat_thrown_in", "spades_by_spades", "pack", "at_most_six"),
    )
    unbeaten: Cards
    trump: layout.Suit
    beaten: int = spec(0, ge=0, le=layout.MOST_CARDS // 2)
    hand: Cards | None = None

    def validate(self) -> None:
        require_some("unbeaten", self.unbeaten)
        if len({card.rank for card in self.unbeaten}) > self.beaten + 1:
            raise Invalid("unbeaten", "refused", rule="durak.given.table")

    def validate_house(self, house: HouseRules) -> None:
        layout.require_trump("trump", self.trump, house)
        if layout.simple(house) and len(self.unbeaten) + self.beaten > PAIR:
            raise Invalid("unbeaten", "refused", rule="durak.given.pair")
        most = attack_limit(house, first_bout=False)
        if len(self.unbeaten) + self.beaten > most:
            raise Invalid("unbeaten", "too-many-cards", most=most)

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        room = sum(pack.numbers.values()) - len(self.unbeaten) - len(self.hand or ())
        require_within("beaten", self.beaten, room // 2)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"unbeaten": self.unbeaten, "hand": self.hand or ()}

    def beaten_with(self, hand: Cards, house: HouseRules) -> Cards | None:
        """A card of a hand for each that is unbeaten, to beat it with; None if it has them not."""
        fits = partial(layout.may_beat, trump=self.trump, house=house)
        return layout.matched(self.unbeaten, hand, fits)

    def unknown(self) -> tuple[str, ...]:
        return ("hand",) if self.beaten and self.hand is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with no card left, and with one for each that is unbeaten, if there are such."""
        if not self.unknown():
            return
        yield copy_with(self, hand=())
        pack = pack_of(house).cards
        free = tuple(card for card in pack if card not in self.unbeaten)
        cards = self.beaten_with(free, house)
        if cards and len(pack) >= 2 * (len(cards) + self.beaten):
            yield copy_with(self, hand=cards)

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[Cards]:
        """With nothing more in it, and with what beats all that is unbeaten."""
        yield told.known
        if cards := self.beaten_with((*told.known, *told.free), house):
            yield (*told.known, *(card for card in cards if card not in told.known))

    def result(self, house: HouseRules) -> TakesResult:
        """All that lies there; where a simple game is played so, what is unbeaten."""
        left = len(self.unbeaten)
        apart = layout.simple(house) and house.simple_takes == "unbeaten"
        return {"takes": left if apart else left + 2 * self.beaten}


def takes_what_he_could_beat(take: Take, house: HouseRules) -> Finding:
    """durak.throw-in.beat (3): who has begun to beat beats all that he can.

    He may take if one of the cards cannot be beaten with what he holds.
    """
    if take.hand is None:
        return Missing("hand")
    cards = take.beaten_with(take.hand, house)
    return Broken({"cards": cards}) if cards else None


def all_are_beaten(house: HouseRules) -> bool:
    return house.beat_thrown_in and not layout.simple(house)


@dataclass(frozen=True, kw_only=True)
class Retract(Dispute[HouseRules]):
    """The defender said "I take" and goes back on it; `added`: cards were thrown in since."""

    kind: ClassVar[str] = "retract"
    depends_on: ClassVar[tuple[str, ...]] = ("take_back", "variant")
    added: bool
    picked_up: bool

    def validate_house(self, house: HouseRules) -> None:
        if self.added and layout.simple(house):
            raise Invalid("added", "refused", rule="durak.given.simple")


def goes_back_on_taking(retract: Retract, house: HouseRules) -> Finding:
    """durak.take: "I take" stands, or as long as nobody added a card and he took none up."""
    free = house.take_back == "until-added" and not (retract.added or retract.picked_up)
    return None if free else Broken()


DEFENCE_RULES: tuple[AnyRule, ...] = (
    rule(
        "durak.spades",
        Beat,
        spade_by_another_suit,
        when=has("spades_by_spades"),
        applies=has("attack.suit", layout.SPADES),
    ),
    rule("durak.beat", Beat, does_not_beat),
    rule(
        "durak.throw-in.beat",
        Take,
        takes_what_he_could_beat,
        when=all_are_beaten,
        applies=has("beaten"),
    ),
    Rule("durak.all-or-nothing", Take, applies=has("beaten")),
    Rule("durak.take", Take),
    rule("durak.take", Retract, goes_back_on_taking),
)


@dataclass(frozen=True, kw_only=True)
class Transfer(CardBeside):
    """A card played beside the attack, or only shown, to pass it all on to the next player.

    `more` are others laid with it; `last_card`: none is left then, which the `hand` tells if it is
    known. `first_game` is the table's first one, `attacker_out`: the first attacker laid his last
    card; `against_clock`: passed on to the right and not to the left.
    """

    kind: ClassVar[str] = "transfer"
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "transfer_first_bout", "transfer_trump", "transfer_finish"),
        *("transfer_by_show", "spades_by_spades", "pack"),
    )
    supposes: ClassVar[Mapping[str, Json]] = {"variant": "transfer"}
    attack: Cards
    beat: Cards = ()
    card: Card
    more: Cards = ()
    next_hand: int = spec(ge=0, le=layout.MOST_CARDS, in_details=True)
    bout: int = spec(
        ge=1, le=layout.MOST_BOUTS, in_details=True, deciding_values=layout.FIRST_OR_LATER
    )
    trump: layout.Suit
    show: bool = False
    shown_before: bool = False
    last_card: bool = spec(False, told_by="hand")
    first_game: bool | None = spec(None, known="opening")
    attacker_out: bool = False
    against_clock: bool = False
    hand: Cards | None = spec(None, contains=("card", "more"))

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """The wrong way round, of which who complains tells, and what is so only of a shown trump.

        Nobody shows several cards, or one that is no trump.
        """
        a_trump = str(given.get("card"))[-1:] == given.get("trump")
        may_show = a_trump and not given.get("more")
        shown = may_show and given.get("show") is not False
        return (
            "against_clock",
            *(() if may_show else ("show",)),
            *(() if shown else ("shown_before",)),
        )

    def validate(self) -> None:
        super().validate()
        if self.show and self.more:
            raise Invalid("more", "refused", rule="durak.given.show")
        if self.last_card and self.hand is not None and len(self.hand) > len(self.cards):
            raise Invalid("last_card", "refused", rule="durak.given.last")

    def validate_house(self, house: HouseRules) -> None:
        layout.require_trump("trump", self.trump, house)
        layout.require_beaten(self.attack, self.beat, (self.trump,), house)

    @property
    def last(self) -> bool:
        told = self.last_card if self.hand is None else len(self.hand) == len(self.cards)
        return told and not self.show

    def unknown(self) -> tuple[str, ...]:
        return ("first_game",) if self.bout == 1 and self.first_game is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        return copies_with(self, "first_game", (True, False))

    def whole_hands(self, told: OpenHand, house: HouseRules) -> Iterator[Cards]:
        """With nothing more in it than was laid or is known where that was the last, else more."""
        known, laid = told.known, len(self.cards)
        if self.last_card or len(known) > laid:
            yield known
        else:
            yield from ((*known, card) for card in told.free[:1])

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        hand = self.hand or ()
        ways = ((show, card) for show in (False, True) for card in hand)
        return (copy_with(self, show=show, card=card, more=()) for show, card in ways)

    def choice(self) -> object:
        return {"show": str(self.card)} if self.show else super().choice()


def transfers_elsewhere(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer (2): only in the transfer game."""
    return None if house.variant == "transfer" else Broken({"card": transfer.card})


def transfers_another_rank(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.rank (3): with a card of the same rank as all that lie there."""
    rank = transfer.card.rank
    same = all(card.rank == rank for card in (*transfer.attack, *transfer.more))
    return None if same else Broken({"card": transfer.card, "cards": transfer.attack})


def transfers_after_beating(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.before-beat (3): not after a card was beaten."""
    return Broken({"cards": transfer.beat}) if transfer.beat else None


def transfers_too_many(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.size (3): no more than the next player holds; what is shown is not played."""
    laid = () if transfer.show else transfer.cards
    n, most = len(transfer.attack) + len(laid), transfer.next_hand
    return Broken({"n": n, "most": most}) if n > most else None


def transfers_the_first_bout(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.first-bout (3): not in the very first bout, or only in the first game."""
    if house.transfer_first_bout == "always":
        return None
    if house.transfer_first_bout == "never":
        return Broken()
    if transfer.first_game is None:
        return Missing("first_game")
    return None if transfer.first_game else Broken()


def transfers_a_trump(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.trump (3): not while a trump lies among the cards."""
    return None if house.transfer_trump else Broken({"cards": trumps_in(transfer, house)})


def trumps_in(transfer: Transfer, house: HouseRules) -> Cards:
    """The trumps among the cards that were to be beaten."""
    trump = layout.trump_in(house, transfer.trump)
    return tuple(card for card in transfer.attack if card.suit == trump)


def finishes_by_transfer(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.finish (3): not by laying one's last card."""
    return None if house.transfer_finish else Broken({"card": transfer.card})


def transfers_against_clock(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.direction (3): to the next player on the left, never back to the right."""
    return Broken({"card": transfer.card}) if transfer.against_clock else None


def shows_wrongly(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.show (3): a trump is shown, once a bout, if the house plays it."""
    if not house.transfer_by_show:
        return Broken({"card": transfer.card, "wrong": "not-played"})
    if transfer.card.suit != layout.trump_in(house, transfer.trump):
        return Broken({"card": transfer.card, "wrong": "no-trump"})
    return Broken({"card": transfer.card, "wrong": "twice"}) if transfer.shown_before else None


def on_trumps(transfer: Transfer, house: HouseRules) -> bool:
    return bool(trumps_in(transfer, house))


def may_turn_back(transfer: Transfer, house: HouseRules) -> bool:
    """True if the attacker is out, or it was passed on to the right."""
    return transfer.attacker_out or transfer.against_clock


in_transfer_game = partial(rule, when=layout.transferring)
TRANSFER_RULES = (
    rule("durak.transfer", Transfer, transfers_elsewhere),
    rule("durak.transfer.show", Transfer, shows_wrongly, applies=has("show")),
    in_transfer_game("durak.transfer.rank", Transfer, transfers_another_rank),
    in_transfer_game("durak.transfer.before-beat", Transfer, transfers_after_beating),
    in_transfer_game(
        "durak.transfer.first-bout", Transfer, transfers_the_first_bout, applies=has("bout", 1)
    ),
    in_transfer_game("durak.transfer.trump", Transfer, transfers_a_trump, applies=on_trumps),
    in_transfer_game("durak.transfer.finish", Transfer, finishes_by_transfer, applies=has("last")),
    in_transfer_game(
        "durak.transfer.direction", Transfer, transfers_against_clock, applies=may_turn_back
    ),
    in_transfer_game("durak.transfer.size", Transfer, transfers_too_many),
)
