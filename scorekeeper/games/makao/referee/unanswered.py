"""A wrong answer or none in Makao, and a forgotten "makao".

Rules document, sections 3 and 4 (GRA).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, spec
from scorekeeper.games import shedding
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import situation
from scorekeeper.games.makao.referee.situation import Situation, rule
from scorekeeper.games.shedding import one_rank
from scorekeeper.referee.dispute import Dispute, require_some
from scorekeeper.referee.rule_table import Broken, Finding, Penalty, Rule, has, lacks, several

CALL = 5
"""Cards for a forgotten "makao" (makao.call)."""


class WrongAnswerResult(TypedDict):
    """How many cards the player `takes` now."""

    takes: int


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
        if situation.unnamed(self.cards):
            raise Invalid("cards", "refused", rule="makao.joker")
        situation.require_pending(self.top.meant, self.facing)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"top": (self.top,), "cards": self.cards}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        situation.require_within("attack", self.attack, situation.most_of(pack))

    def result(self, house: HouseRules) -> WrongAnswerResult:
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
        situation.require_within(
            "number", self.number, fours if self.waits == "four" else situation.most_of(pack)
        )

    def result(self, house: HouseRules) -> UnansweredResult:
        """The cards of the attack, the turns of the fours, or the card that is drawn for a demand.

        >>> Unanswered("four", number=2).result(HouseRules())
        {'takes': 0, 'misses': 2}
        """
        takes = {"attack": self.number, "four": 0, "demand": 1}[self.waits]
        return {"takes": takes, "misses": self.number if self.waits == "four" else 0}


@dataclass(frozen=True)
class Call(shedding.Call[HouseRules]):
    """Whether "makao" was said."""

    depends_on: ClassVar[tuple[str, ...]] = ("makao_call",)

    def in_force(self, house: HouseRules) -> bool:
        """True if "makao" has to be said here (makao.call)."""
        return house.makao_call


def forgotten_call(house: HouseRules) -> Penalty:
    """The penalty of a forgotten "makao" (makao.call)."""
    return Penalty("cards", amount=CALL)


def answers_wrongly(wrong: WrongAnswer, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): what passes an attack on, and nothing else."""
    if wrong.answers:
        return None
    facts = situation.unfit(wrong.facing, wrong.cards).facts
    return Broken({**facts, "n": wrong.result(house)["takes"]})


def mixes_ranks(wrong: WrongAnswer, house: HouseRules) -> Finding:
    """makao.match (2, GRA): cards laid together are of one rank."""
    return situation.mixed(wrong.cards)


def draws_while_missing_turns(unanswered: Unanswered, house: HouseRules) -> Finding:
    """makao.skip.answer (GRA): whoever misses turns takes no card from the stock."""
    return Broken() if unanswered.drew else None


UNANSWERED_RULES = (
    rule("makao.attack.answer", WrongAnswer, answers_wrongly),
    rule("makao.match", WrongAnswer, mixes_ranks, applies=several("cards")),
    Rule("makao.attack.answer", Unanswered, applies=has("waits", "attack")),
    rule("makao.skip.answer", Unanswered, draws_while_missing_turns, applies=has("waits", "four")),
    Rule("makao.draw", Unanswered, applies=has("waits", "demand")),
    Rule(
        "makao.call",
        Call,
        shedding.forgets_the_call,
        "makao",
        forgotten_call,
        has("makao_call"),
        ours=("penalty", "onward"),
    ),
    Rule("makao.call", Call, when=lacks("makao_call")),
)
