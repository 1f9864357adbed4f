"""What a round is worth, and what the totals after it set off (kocka.round.*, kocka.game.*)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.kocka.checks import ASK, check_barrage, check_round
from scorekeeper.games.kocka.entries import ROUND, SEATS, Round
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.scoring import END, Effects, effects_of, highest, score_round
from scorekeeper.referee import AnyRule, Missing, Rule
from scorekeeper.schema import Invalid, Json, Seat
from scorekeeper.sheet import Refusal, dump_entry, sum_of


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
    depends_on: ClassVar[tuple[str, ...]] = ("dokladacka",)
    before: tuple[int, ...] = spec(known="before")
    after: tuple[int, ...]

    def check(self) -> None:
        """Raises Invalid unless there are four totals each, with a round of the game between."""
        for name in ("before", "after"):
            if len(getattr(self, name)) != SEATS:
                raise Invalid(name, "wrong-number", n=SEATS)
        if max(self.before) >= END and not self.in_barrage:
            raise Invalid("before", "refused", rule="kocka.game.end.over")
        refuse_if("after", check_barrage(self.points))

    @property
    def in_barrage(self) -> bool:
        """True if the round was a barrage."""
        return max(self.before) >= END and len(highest(self.before)) > 1

    @property
    def points(self) -> Mapping[Seat, int]:
        """The points of the round; of a barrage perhaps only those of the players in it."""
        pairs = enumerate(zip(self.before, self.after, strict=True))
        points = {Seat(seat): after - before for seat, (before, after) in pairs}
        tied = highest(self.before)
        if not self.in_barrage or any(points[seat] for seat in points if seat not in tied):
            return points
        return {Seat(seat): points[Seat(seat)] for seat in tied}

    @property
    def effects(self) -> Effects:
        """What the totals set off where everything is played."""
        return effects_of(self.before, self.after)

    def result(self, house: HouseRules) -> TriggerResult:
        """What the totals set off at this table.

        >>> totals = Trigger(before=(40, 0, 0, 0), after=(55, 13, 0, 0))
        >>> totals.result(HouseRules())["dokladacka"]
        True
        >>> totals.result(HouseRules(dokladacka="off"))["dokladacka"]
        False
        """
        effects = self.effects
        return {
            "dokladacka": effects.dokladacka and house.dokladacka != "off",
            "over": effects.over,
            "loser": effects.loser,
            "barrage": list(effects.barrage),
        }


class RoundResult(TypedDict, total=False):
    """The `points` per seat, the bonus for no trick included; empty while that is not known."""

    points: list[int]


@dataclass(frozen=True)
class RoundScore(Dispute):
    """What a round is worth; its fields are those of a round on the sheet."""

    kind: ClassVar[str] = "round"
    may_lack: ClassVar[tuple[str, ...]] = ("no_trick",)
    points: tuple[int | None, ...] | None = spec(None, ge=0, le=ROUND)
    cards: Mapping[Card, Seat] | None = spec(None, in_form=False)
    no_trick: frozenset[Seat] | None = frozenset()
    took: frozenset[Seat] | None = None
    durch: Seat | None = None
    durch_caught: Seat | None = None

    @property
    def as_round(self) -> Round:
        """The round as an entry of the sheet."""
        return Round(
            points=self.points,
            cards=self.cards,
            no_trick=self.no_trick,
            took=self.took,
            durch=self.durch,
            durch_caught=self.durch_caught,
        )

    def check(self) -> None:
        """Raises Invalid for a round that the sheet would refuse."""
        refusal = check_round(self.as_round)
        if refusal and refusal.id != ASK:
            refuse_if(refusal.field, refusal)

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """What a form sent: one that ticks nobody does not tell who took no trick."""
        return given if given.get("no_trick") or "took" in given else given | {"no_trick": None}

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """The ways to tell a round that were not used: there was no durch then."""
        return ("points", "durch", "durch_caught")

    def unknown(self) -> tuple[str, ...]:
        """Who took no trick, wherever that makes a difference."""
        untold = self.as_round.without is None and self.as_round.pointless
        return ("no_trick",) if untold else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with a trick for everybody, and with none for one without points."""
        one = frozenset(sorted(self.as_round.pointless)[:1])
        return copies_with(self, "no_trick", (frozenset(), one)) if self.unknown() else iter(())

    def result(self, house: HouseRules) -> RoundResult:
        """The points of the round."""
        return {} if self.unknown() else {"points": list(sum_of(score_round(self.as_round), SEATS))}

    def entry(self) -> Mapping[str, Json] | None:
        """The round, once it is known who took no trick."""
        return None if self.unknown() else dump_entry(self.as_round)


def refuse_if(field: str, refusal: Refusal | None) -> None:
    """Raises Invalid at a field for what the sheet would refuse."""
    if refusal:
        raise Invalid(field, "refused", rule=refusal.id, **refusal.facts)


def goes_on(trigger: Trigger, house: HouseRules) -> bool:
    """True if the game goes on: then a dokládačka may be due."""
    return not trigger.effects.over and not trigger.effects.barrage


def is_shared(trigger: Trigger, house: HouseRules) -> bool:
    """True if several share the highest total, before or now."""
    return trigger.in_barrage or bool(trigger.effects.barrage)


def is_lost(trigger: Trigger, house: HouseRules) -> bool:
    """True if somebody lost the game, and so has to pay."""
    return trigger.effects.loser is not None


def is_counted(asked: RoundScore, house: HouseRules) -> bool:
    """True if the round has points: without a durch, made or caught."""
    return asked.durch is None and asked.durch_caught is None


def is_vagon(asked: RoundScore, house: HouseRules) -> bool:
    """True if one player took all points without a durch."""
    return is_counted(asked, house) and ROUND in asked.as_round.taken


def is_durch(asked: RoundScore, house: HouseRules) -> bool:
    """True if somebody made a durch."""
    return asked.durch is not None


def is_caught(asked: RoundScore, house: HouseRules) -> bool:
    """True if a durch was caught."""
    return asked.durch_caught is not None


def untold(asked: RoundScore, house: HouseRules) -> Missing | None:
    """Who took no trick, where nobody told it; nobody can break this."""
    return Missing("no_trick") if asked.unknown() else None


def gives_bonus(asked: RoundScore, house: HouseRules) -> bool:
    """True if whoever took no trick gets a point off: not where a durch was caught."""
    return not is_caught(asked, house)


TOTAL_RULES: tuple[AnyRule, ...] = (
    Rule("kocka.game.barrage", Trigger, applies=is_shared),
    Rule("kocka.game.dokladacka", Trigger, applies=goes_on),
    Rule("kocka.game.end", Trigger),
    Rule("kocka.game.pay", Trigger, applies=is_lost),
    Rule("kocka.round.durch-caught", RoundScore, applies=is_caught),
    Rule("kocka.round.durch", RoundScore, applies=is_durch),
    Rule("kocka.round.vagon", RoundScore, applies=is_vagon),
    Rule("kocka.round.sum", RoundScore, applies=is_counted),
    Rule("kocka.round.no-trick", RoundScore, untold, offence="", applies=gives_bonus),
)
