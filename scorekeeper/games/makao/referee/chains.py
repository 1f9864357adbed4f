"""Plays of Makao that answer one another: attacks and missed turns, passed on, answered wrongly or
not at all.

Rules document, section 3 (GRA); the kinds of dispute are in section 6.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import ClassVar, Literal, Self, TypedDict

from scorekeeper.core.cards import Card, Pack, as_joker
from scorekeeper.core.schema import Invalid, Seat, copy_with, spec
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import situation
from scorekeeper.games.makao.referee.situation import KINGS, SKIP, TAKES, UNNAMED, Situation, rule
from scorekeeper.games.shedding import TakesResult, one_rank, players_of
from scorekeeper.referee.dispute import Dispute, require_some, require_within
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has, several


@dataclass(frozen=True)
class ChainPlay:
    """The cards that one player played in a turn, in order."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Chain(Dispute[HouseRules]):
    """Plays one after another, each an answer to the one before.

    `players` are those still in the game, and seats are counted among them.
    """

    plays: tuple[ChainPlay, ...]
    players: int = players_of(situation.MAX_PLAYERS)

    def validate(self) -> None:
        require_some("plays", self.plays)
        for at, play in enumerate(self.plays):
            require_some(f"plays.{at}.cards", play.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {f"plays.{at}.cards": play.cards for at, play in enumerate(self.plays)}

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for play in self.plays for card in play.cards)

    def unknown(self) -> tuple[str, ...]:
        return ("plays",) if UNNAMED in self.cards else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with jokers named so that each play answers, and named as something else."""
        if not self.unknown():
            return
        yield from self._answering()
        names = {UNNAMED: as_joker(Card(situation.RANKS[0], situation.SUITS[0]))}
        plays = (
            replace(play, cards=tuple(names.get(card, card) for card in play.cards))
            for play in self.plays
        )
        yield copy_with(self, plays=tuple(plays))

    def _answering(self) -> Iterable[Self]:
        """The ways in which every play answers the one before: one for each last card."""
        ways: tuple[Self, ...] = (copy_with(self, plays=()),)
        for play in self.plays:
            named = situation.named(play.cards) if UNNAMED in play.cards else (play.cards,)
            longer = (
                copy_with(way, plays=(*way.plays, replace(play, cards=cards)))
                for way, cards in product(ways, named)
            )
            lasts = {
                way.plays[-1].cards[-1].meant: way
                for way in longer
                if way.sound and not any(_out_of_turn(way, king) for king in (False, True))
            }
            ways = tuple(lasts.values())
        return ways

    def situations(self) -> Iterator[tuple[Situation, ChainPlay]]:
        """Each play but the first, with what its player faced."""
        first, *rest = self.plays
        facing = situation.after(Situation(first.cards[-1].meant), situation.meant(first.cards))
        for play in rest:
            yield facing, play
            facing = situation.after(facing, situation.meant(play.cards))

    @property
    def final(self) -> Situation:
        begun = Situation(self.plays[0].cards[0].meant)
        return situation.after(begun, situation.meant(self.cards))

    @property
    def faces(self) -> int:
        last = self.plays[-1]
        return self.beside(last.seat, situation.direction(last.cards[-1].meant))

    def beside(self, seat: int, way: int) -> int:
        """The next seat in a direction that takes part."""
        return (seat + way) % self.players

    def answers(self, facing: Situation, cards: Sequence[Card]) -> bool:
        """True if cards pass on what waits, and raise it."""
        raise NotImplementedError

    @property
    def sound(self) -> bool:
        alike = all(one_rank(situation.meant(play.cards)) for play in self.plays)
        return alike and all(
            situation.fits(facing, situation.meant(play.cards))
            for facing, play in self.situations()
        )


class AttackResult(TypedDict, total=False):
    """`takes`: seat → cards, and the seat that plays `next`; empty for an unsound chain."""

    takes: dict[int, int]
    next: int


@dataclass(frozen=True)
class Attack(Chain):
    """Twos, threes and kings, the last not answered; they pass over those `skipped` just now."""

    kind: ClassVar[str] = "attack"
    depends_on: ClassVar[tuple[str, ...]] = ("spade_king_turn",)
    skipped: frozenset[Seat] = frozenset()

    def validate(self) -> None:
        super().validate()
        alone = len(self.skipped) > self.players - 2
        if alone or self.skipped & {play.seat for play in self.plays}:
            raise Invalid("skipped", "refused", rule="makao.given.skipped")
        if not any(situation.worth(card.meant) for card in self.plays[0].cards):
            raise Invalid("plays.0.cards", "refused", rule="makao.attack")

    def beside(self, seat: int, way: int) -> int:
        """The next seat in a direction that misses no turn."""
        found = super().beside(seat, way)
        return self.beside(found, way) if found in self.skipped else found

    def answers(self, facing: Situation, cards: Sequence[Card]) -> bool:
        return situation.answers_attack(facing.top, cards)

    def result(self, house: HouseRules) -> AttackResult:
        """Who takes how many cards, and who plays next (makao.attack.answer, makao.king).

        >>> two, three = Card("2", "S"), Card("3", "S")
        >>> begun = ChainPlay(Seat(0), (two,))
        >>> Attack((begun, ChainPlay(Seat(1), (three,))), players=4).result(HouseRules())
        {'takes': {2: 5}, 'next': 3}
        """
        if not self.sound:
            return {}
        back = situation.direction(self.final.top) == situation.BACK
        his = back and house.spade_king_turn == "his"
        following = self.faces if his else self.beside(self.faces, situation.FORWARD)
        return {"takes": {self.faces: self.final.attack}, "next": following}


class SkipResult(TypedDict, total=False):
    """`misses`: seat → turns, and the seat that plays `next`; empty for an unsound chain."""

    misses: dict[int, int]
    next: int


@dataclass(frozen=True)
class Skip(Chain):
    """A chain of fours; the last play was not answered."""

    kind: ClassVar[str] = "skip"

    def validate(self) -> None:
        super().validate()
        if not any(card.meant.rank == SKIP for card in self.plays[0].cards):
            raise Invalid("plays.0.cards", "refused", rule="makao.skip")

    def answers(self, facing: Situation, cards: Sequence[Card]) -> bool:
        return situation.answers_skip(cards[0])

    def result(self, house: HouseRules) -> SkipResult:
        """Who misses how many turns, and who plays next (makao.skip.answer)."""
        if not self.sound:
            return {}
        return {
            "misses": {self.faces: self.final.skips},
            "next": self.beside(self.faces, situation.FORWARD),
        }


def joker_in_the_chain(chain: Chain, house: HouseRules) -> Missing | None:
    """makao.joker (3): a joker has to be named."""
    return Missing("plays") if UNNAMED in chain.cards else None


def joker_is_there(chain: Chain, house: HouseRules) -> bool:
    return situation.with_joker(chain.cards)


def several_at_once(chain: Chain, house: HouseRules) -> bool:
    return any(len(play.cards) > 1 for play in chain.plays)


def kings_attack(chain: Attack, house: HouseRules) -> bool:
    return any(card in KINGS for card in situation.meant(chain.cards))


def small_cards_attack(chain: Attack, house: HouseRules) -> bool:
    return any(card.rank in TAKES for card in situation.meant(chain.cards))


def mixes_ranks(chain: Chain, house: HouseRules) -> Finding:
    """makao.match (2, GRA): cards played together are of one rank."""
    return next(filter(None, (situation.mixed(play.cards) for play in chain.plays)), None)


def not_answered(chain: Chain, house: HouseRules) -> Finding:
    """makao.attack.answer, makao.skip.answer (3, GRA): each play passes on what waits, and raises
    it.
    """
    for facing, play in chain.situations():
        answers = chain.answers(facing, situation.meant(play.cards))
        if UNNAMED not in (facing.top, play.cards[0]) and not answers:
            return situation.unfit(facing, play.cards, takes=situation.owed(facing, house))
    return None


def answers_for_another(chain: Chain, house: HouseRules) -> Finding:
    """makao.attack, makao.skip (3, GRA): it is the next player who has to answer."""
    return _out_of_turn(chain, after_king=False)


def king_sent_it_elsewhere(chain: Attack, house: HouseRules) -> Finding:
    """makao.king (3, GRA): hearts go to the next player, spades back to the previous one."""
    return _out_of_turn(chain, after_king=True)


def _out_of_turn(chain: Chain, after_king: bool) -> Finding:
    for before, play in pairwise(chain.plays):
        top = before.cards[-1].meant
        turn = chain.beside(before.seat, situation.direction(top))
        if (top.rank == "K") == after_king and play.seat != turn:
            return Broken({"seat": int(play.seat), "turn": turn, "card": top})
    return None


CHAIN_RULES = (
    rule("makao.joker", Attack, joker_in_the_chain, applies=joker_is_there),
    rule("makao.king", Attack, king_sent_it_elsewhere, applies=kings_attack),
    rule("makao.attack", Attack, answers_for_another, applies=small_cards_attack),
    rule("makao.attack.answer", Attack, not_answered, applies=several("plays")),
    rule("makao.match", Attack, mixes_ranks, applies=several_at_once),
    rule("makao.joker", Skip, joker_in_the_chain, applies=joker_is_there),
    rule("makao.skip", Skip, answers_for_another),
    rule("makao.skip.answer", Skip, not_answered, applies=several("plays")),
    rule("makao.match", Skip, mixes_ranks, applies=several_at_once),
)


@dataclass(frozen=True)
class WrongAnswer(Dispute[HouseRules]):
    """Cards laid on the `top` card in answer to an attack of so many cards."""

    kind: ClassVar[str] = "wrong-answer"
    depends_on: ClassVar[tuple[str, ...]] = ("invalid_penalty",)
    top: Card
    cards: tuple[Card, ...]
    attack: int = spec(ge=1, le=situation.MOST_ATTACK)

    @property
    def facing(self) -> Situation:
        return Situation(self.top.meant, attack=self.attack)

    @property
    def answers(self) -> bool:
        return situation.answers_attack(self.facing.top, situation.meant(self.cards))

    def validate(self) -> None:
        require_some("cards", self.cards)
        if UNNAMED in self.cards:
            raise Invalid("cards", "refused", rule="makao.joker")
        situation.require_pending(self.top.meant, self.facing)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"top": (self.top,), "cards": self.cards}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        require_within("attack", self.attack, situation.most_of(pack))

    def result(self, house: HouseRules) -> TakesResult:
        """Those of the penalty, and those of the attack, for it was not answered (makao.invalid).

        >>> two, five = Card("2", "H"), Card("5", "H")
        >>> WrongAnswer(two, (five,), 2).result(HouseRules())
        {'takes': 4}
        """
        right = self.answers and one_rank(situation.meant(self.cards))
        return {"takes": 0 if right else house.invalid_penalty + self.attack}


class UnansweredResult(TypedDict):
    """How many cards whoever did not answer `takes`, and how many turns he `misses`."""

    takes: int
    misses: int


@dataclass(frozen=True)
class Unanswered(Dispute[HouseRules]):
    """Somebody did not answer what waited, whether he could or not.

    `number` is how many cards the attack takes, or how many turns are missed for fours. `drew`: a
    card was drawn by whoever misses turns.
    """

    kind: ClassVar[str] = "unanswered"
    waits: Literal["attack", "four", "demand"]
    number: int = spec(0, ge=0, le=situation.MOST_ATTACK)
    drew: bool = False

    def validate(self) -> None:
        if self.waits != "demand" and not self.number:
            raise Invalid("number", "missing")
        if self.waits == "demand" and self.number:
            raise Invalid("number", "refused", rule="makao.given.number")
        if self.waits != "four" and self.drew:
            raise Invalid("drew", "refused", rule="makao.given.drew")

    def validate_pack(self, pack: Pack) -> None:
        fours = 4 * pack.copies + sum(card.suit == "JOKER" for card in pack)
        require_within(
            "number", self.number, fours if self.waits == "four" else situation.most_of(pack)
        )

    def result(self, house: HouseRules) -> UnansweredResult:
        """The cards of the attack, the turns of the fours, or the card that is drawn for a demand.

        >>> Unanswered("four", number=2).result(HouseRules())
        {'takes': 0, 'misses': 2}
        """
        takes = {"attack": self.number, "four": 0, "demand": 1}[self.waits]
        return {"takes": takes, "misses": self.number if self.waits == "four" else 0}


def answers_wrongly(wrong: WrongAnswer, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): what passes an attack on, and nothing else."""
    if wrong.answers:
        return None
    return situation.unfit(wrong.facing, wrong.cards, n=wrong.result(house)["takes"])


def answers_with_unlike(wrong: WrongAnswer, house: HouseRules) -> Finding:
    """makao.match (2, GRA): cards laid together are of one rank."""
    return situation.mixed(wrong.cards)


def draws_while_missing_turns(unanswered: Unanswered, house: HouseRules) -> Finding:
    """makao.skip.answer (GRA): whoever misses turns takes no card from the stock."""
    return Broken() if unanswered.drew else None


UNANSWERED_RULES = (
    rule("makao.attack.answer", WrongAnswer, answers_wrongly),
    rule("makao.match", WrongAnswer, answers_with_unlike, applies=several("cards")),
    Rule("makao.attack.answer", Unanswered, applies=has("waits", "attack")),
    rule("makao.skip.answer", Unanswered, draws_while_missing_turns, applies=has("waits", "four")),
    Rule("makao.draw", Unanswered, applies=has("waits", "demand")),
)
