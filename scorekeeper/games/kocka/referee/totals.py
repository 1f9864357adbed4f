"""What a round is worth, and what the totals after it set off (kocka.round.*, kocka.game.*)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.kocka.checks import check_round
from scorekeeper.games.kocka.entries import ROUND, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.scoring import effects_of, score_round
from scorekeeper.referee import AnyRule, Dispute, Rule
from scorekeeper.schema import Invalid, Json, Seat
from scorekeeper.sheet import dump_entry, sum_of


class TriggerResult(TypedDict):
    """A `dokladacka` is due, or the game is `over`; the seats of `loser` and `barrage`."""

    dokladacka: bool
    over: bool
    loser: int | None
    barrage: list[int]


@dataclass(frozen=True, kw_only=True)
class Trigger(Dispute):
    """Totals before and after a round: what they set off (kocka.game.*)."""

    kind: ClassVar[str] = "trigger"
    before: tuple[int, ...] = spec(known="before")
    after: tuple[int, ...]

    def check(self) -> None:
        """Raises Invalid unless there are four totals each."""
        for name in ("before", "after"):
            if len(getattr(self, name)) != SEATS:
                raise Invalid(name, "wrong-number", n=SEATS)

    def result(self, house: HouseRules) -> TriggerResult:
        """What the totals set off at this table.

        >>> totals = Trigger(before=(40, 0, 0, 0), after=(55, 13, 0, 0))
        >>> totals.result(HouseRules())["dokladacka"]
        True
        >>> totals.result(HouseRules(dokladacka="off"))["dokladacka"]
        False
        """
        effects = effects_of(self.before, self.after)
        return {
            "dokladacka": effects.dokladacka and house.dokladacka != "off",
            "over": effects.over,
            "loser": effects.loser,
            "barrage": list(effects.barrage),
        }


class RoundResult(TypedDict):
    """The `points` per seat, the bonus for no trick included."""

    points: list[int]


@dataclass(frozen=True)
class RoundScore(Dispute):
    """What a round is worth; its fields are those of a round on the sheet."""

    kind: ClassVar[str] = "round"
    points: tuple[int | None, ...] | None = spec(None, ge=0, le=ROUND)
    cards: Mapping[Card, Seat] | None = spec(None, in_form=False)
    no_trick: frozenset[Seat] = frozenset()
    durch: Seat | None = None
    durch_caught: Seat | None = None

    @property
    def as_round(self) -> Round:
        """The round as an entry of the sheet."""
        return Round(
            points=self.points,
            cards=self.cards,
            no_trick=self.no_trick,
            durch=self.durch,
            durch_caught=self.durch_caught,
        )

    def check(self) -> None:
        """Raises Invalid for a round that the sheet would refuse."""
        if refusal := check_round(self.as_round):
            raise Invalid(refusal.field, "refused", rule=refusal.id, **refusal.facts)

    def result(self, house: HouseRules) -> RoundResult:
        """The points of the round."""
        return {"points": list(sum_of(score_round(self.as_round), SEATS))}

    def entry(self) -> Mapping[str, Json]:
        """The round."""
        return dump_entry(self.as_round)


TOTAL_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.game.dokladacka", Trigger),
    Rule("kocka.game.end", Trigger),
    Rule("kocka.game.barrage", Trigger),
    Rule("kocka.round.sum", RoundScore),
    Rule("kocka.round.no-trick", RoundScore),
)
