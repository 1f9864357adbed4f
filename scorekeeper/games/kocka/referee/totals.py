"""What a round is worth, what the totals after it set off (kocka.round.*, kocka.game.*), milestones
that only its cards can tell (source 5), and its audit: what the tricks themselves prove.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from typing import ClassVar, NotRequired, Self, TypedDict, get_args

from scorekeeper.core.cards import FRENCH_32, Card, Pack, parse_cards
from scorekeeper.core.schema import Invalid, Json, Seat, copies_with, copy_with, spec
from scorekeeper.core.sheet import Refusal, dump_entry
from scorekeeper.games.audits import BreachData, ProofData, TrickAudit, audit_rules, proofs_of
from scorekeeper.games.kocka import scoring
from scorekeeper.games.kocka.checks import ASK, check_barrage, check_round
from scorekeeper.games.kocka.entries import NO_TRICK, POINTS, ROUND, SEATS, Milestone, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee import plays
from scorekeeper.games.tricks import Strength, Tricks
from scorekeeper.referee.dispute import Dispute, require_number
from scorekeeper.referee.rule_table import AnyRule, Missing, Rule, has, is_told, needs


class TriggerResult(TypedDict, total=False):
    """A `dokladacka` is due, or the game is `over`; the seats of `loser` and `barrage`. Empty while
    that is not known.
    """

    dokladacka: bool
    over: bool
    loser: int | None
    barrage: list[int]


@dataclass(frozen=True, kw_only=True)
class Trigger(Dispute[HouseRules]):
    """Totals after a round, and those before it: what they set off (kocka.game.*).

    Those before may be unknown: often the ones after it are enough.
    """

    kind: ClassVar[str] = "trigger"
    depends_on: ClassVar[tuple[str, ...]] = ("dokladacka",)
    after: tuple[int, ...]
    before: tuple[int, ...] | None = spec(None, known="before", optional=True)

    def validate(self) -> None:
        """Raises Invalid unless there are four totals each, with a round of the game between."""
        for name, totals in (("after", self.after), ("before", self.before)):
            require_number(name, totals, SEATS)
        if self.before is None:
            return
        if max(self.before) >= scoring.END and not self.in_barrage:
            raise Invalid("before", "refused", rule="kocka.game.end.over")
        refuse_if("after", check_barrage(self.points))

    @property
    def in_barrage(self) -> bool:
        before = self.before or (0,)
        return max(before) >= scoring.END and len(scoring.highest(before)) > 1

    @property
    def points(self) -> Mapping[Seat, int]:
        """The points of the round; of a barrage perhaps only those of the players in it."""
        before = self.before or self.after
        pairs = enumerate(zip(before, self.after, strict=True))
        points = {Seat(seat): after - before for seat, (before, after) in pairs}
        tied = scoring.highest(before)
        if not self.in_barrage or any(points[seat] for seat in points if seat not in tied):
            return points
        return {Seat(seat): points[Seat(seat)] for seat in tied}

    @property
    def effects(self) -> scoring.Effects:
        """What the totals set off where everything is played; nothing if it is not known."""
        if self.before is None:
            return scoring.Effects()
        return scoring.effects_of(self.before, self.after)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with totals before it, one example of each thing that they may set off."""
        seen: list[scoring.Effects] = []
        for before in totals_before(self.after) if self.before is None else ():
            way = copy_with(self, before=before)
            if way.effects in seen:
                continue
            with suppress(Invalid):
                way.validate()
                seen.append(way.effects)
                yield way

    def result(self, house: HouseRules) -> TriggerResult:
        """What the totals set off at this table.

        >>> totals = Trigger(before=(40, 0, 0, 0), after=(55, 13, 0, 0))
        >>> totals.result(HouseRules())["dokladacka"]
        True
        >>> totals.result(HouseRules(dokladacka="off"))["dokladacka"]
        False
        """
        if self.before is None:
            return {}
        effects = self.effects
        return {
            "dokladacka": effects.dokladacka and house.dokladacka != "off",
            "over": effects.over,
            "loser": effects.loser,
            "barrage": list(effects.barrage),
        }


def totals_before(after: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All totals from which one round leads to these: a usual one, a durch, or a barrage."""
    for points in rounds():
        yield tuple(total - each for total, each in zip(after, points, strict=True))
    for tied in chain.from_iterable(combinations(range(SEATS), n) for n in range(2, SEATS + 1)):
        now = [after[seat] for seat in tied]  # nobody gets more than a round, or loses more
        for most in range(max(scoring.END, max(now) - ROUND), min(now) + ROUND + 1):
            yield tuple(most if seat in tied else total for seat, total in enumerate(after))


@cache
def rounds() -> tuple[tuple[int, ...], ...]:
    """The points of every round: 28 in four parts, or a durch; a zero may be −1 without a trick."""
    parts = (points for points in product(range(ROUND + 1), repeat=SEATS - 1))
    shares = ((*points, ROUND - sum(points)) for points in parts if sum(points) <= ROUND)
    usual = (product(*((0, NO_TRICK) if n == 0 else (n,) for n in share)) for share in shares)
    durchs = (tuple(-ROUND if seat == by else NO_TRICK for seat in range(SEATS)) for by in range(4))
    return (*durchs, *chain.from_iterable(usual))


class RoundResult(TypedDict, total=False):
    """The `points` per seat, the bonus for no trick included; empty while that is not known."""

    points: list[int]


@dataclass(frozen=True)
class RoundScore(Dispute[HouseRules]):
    """What a round is worth; its fields are those of a round on the sheet."""

    kind: ClassVar[str] = "round"
    unasked: ClassVar[tuple[str, ...]] = ("points", "durch", "durch_caught")
    points: tuple[int | None, ...] | None = spec(None, ge=0, le=ROUND)
    cards: Mapping[Card, Seat] | None = spec(None, in_form=False)
    no_trick: frozenset[Seat] | None = spec(frozenset(), optional=True)
    took: frozenset[Seat] | None = None
    durch: Seat | None = None
    durch_caught: Seat | None = None

    @property
    def as_round(self) -> Round:
        return Round(
            points=self.points,
            cards=self.cards,
            no_trick=self.no_trick,
            took=self.took,
            durch=self.durch,
            durch_caught=self.durch_caught,
        )

    def validate(self) -> None:
        refusal = check_round(self.as_round)
        if refusal and refusal.id != ASK:
            refuse_if(refusal.field, refusal)

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """A form that ticks nobody does not tell who took no trick."""
        return given if given.get("no_trick") or "took" in given else given | {"no_trick": None}

    def unknown(self) -> tuple[str, ...]:
        untold = self.as_round.without is None and self.as_round.pointless
        return ("no_trick",) if untold else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        one = frozenset(sorted(self.as_round.pointless)[:1])
        return copies_with(self, "no_trick", (frozenset(), one))

    def result(self, house: HouseRules) -> RoundResult:
        return {} if self.unknown() else {"points": scoring.round_points(self.as_round)}

    def entry(self) -> Mapping[str, Json] | None:
        return None if self.unknown() else dump_entry(self.as_round)


def refuse_if(field: str, refusal: Refusal | None) -> None:
    """Raises Invalid at a field for what the sheet would refuse."""
    if refusal:
        raise Invalid(field, "refused", rule=refusal.id, **refusal.facts)


def goes_on(trigger: Trigger, house: HouseRules) -> bool:
    """True if the game goes on: then a dokládačka may be due."""
    return not trigger.effects.over and not trigger.effects.barrage


def is_shared(trigger: Trigger, house: HouseRules) -> bool:
    """True if several share the highest total, before or now, or if that is not known."""
    return trigger.before is None or trigger.in_barrage or bool(trigger.effects.barrage)


def is_lost(trigger: Trigger, house: HouseRules) -> bool:
    """True if somebody lost the game, and so has to pay, or if that is not known."""
    return trigger.before is None or trigger.effects.loser is not None


def is_counted(asked: RoundScore, house: HouseRules) -> bool:
    """True if the round has points: without a durch, made or caught."""
    return asked.durch is None and asked.durch_caught is None


def is_vagon(asked: RoundScore, house: HouseRules) -> bool:
    return is_counted(asked, house) and ROUND in asked.as_round.taken


def untold(asked: RoundScore, house: HouseRules) -> Missing | None:
    """Who took no trick, where nobody told it; nobody can break this."""
    return Missing("no_trick") if asked.unknown() else None


TOTAL_RULES = (
    Rule("kocka.game.barrage", Trigger, applies=is_shared),
    Rule("kocka.game.dokladacka", Trigger, applies=goes_on),
    Rule("kocka.game.end", Trigger, needs("before"), offence=""),
    Rule("kocka.game.pay", Trigger, applies=is_lost),
    Rule("kocka.round.durch-caught", RoundScore, applies=is_told("durch_caught")),
    Rule("kocka.round.durch", RoundScore, applies=is_told("durch")),
    Rule("kocka.round.vagon", RoundScore, applies=is_vagon),
    Rule("kocka.round.sum", RoundScore, applies=is_counted),
    Rule("kocka.round.no-trick", RoundScore, untold, offence="", applies=has("durch_caught", None)),
)


ABSOLUTE = frozenset(parse_cards(FRENCH_32, "AH KH QH QS"))
CACHNOV = frozenset(parse_cards(FRENCH_32, "7H 8H 9H TH"))
KADOV = frozenset(parse_cards(FRENCH_32, "7S 8S 9S TS"))
SMALL = 1
"""What a small heart is worth (a decision of ours)."""


def milestones(tricks: Tricks) -> tuple[Milestone, ...]:
    """The milestones of some tricks in the order played, from the first of the round on."""
    return tuple(id for id in get_args(Milestone) if _REACHED[id](tricks))


def _in_one_trick(cards: frozenset[Card]) -> Callable[[Tricks], bool]:
    return lambda tricks: any(cards == frozenset(trick) for trick in tricks)


def _hofmani_tah(tricks: Tricks) -> bool:
    """True if whoever took the first trick led a small heart to the second.

    Whether that was on purpose no card can tell. All hearts in one hand are another story.
    """
    if len(tricks) < 2 or tricks[0][0].suit == plays.HEARTS:
        return False
    led = tricks[1][0]
    return led.suit == plays.HEARTS and POINTS[led] == SMALL


def _poctiva_barva(tricks: Tricks) -> bool:
    """True if a suit went round twice, everybody following both times."""
    pure = [trick[0].suit for trick in tricks if len({card.suit for card in trick}) == 1]
    return any(pure.count(suit) > 1 for suit in pure)


_REACHED: Mapping[Milestone, Callable[[Tricks], bool]] = {
    "absolutni-stych": _in_one_trick(ABSOLUTE),
    "cachnov": _in_one_trick(CACHNOV),
    "kadov": _in_one_trick(KADOV),
    "hofmani-tah": _hofmani_tah,
    "poctiva-barva": _poctiva_barva,
}


class AuditResult(TypedDict):
    """What the tricks prove: the `breaches` in order and the proof of each, the seat that won each
    trick, and `points` per seat: the score of the round, or while it is unfinished those taken.

    Only a finished round has `no_trick`, the seats without one, `durch`, whose it was if any, and
    `milestones`, what else it is remembered for.
    """

    breaches: list[BreachData]
    proofs: list[ProofData | None]
    winners: list[int]
    points: list[int]
    no_trick: NotRequired[list[int]]
    durch: NotRequired[int | None]
    milestones: NotRequired[list[str]]


@dataclass(frozen=True, kw_only=True)
class Audit(TrickAudit[HouseRules]):
    """A round trick by trick, in the order played; perhaps only its beginning."""

    kind: ClassVar[str] = "audit"
    depends_on: ClassVar[tuple[str, ...]] = plays.OTHER_COSTS
    all_tricks: ClassVar[int] = plays.TRICKS
    pack: ClassVar[Pack] = FRENCH_32
    strength: ClassVar[Strength] = plays.strength
    play_kind: ClassVar[type[plays.Play]] = plays.Play
    leader: Seat = spec(known="leader")
    tricks: tuple[tuple[Card, ...], ...]

    @property
    def play_rules(self) -> tuple[AnyRule, ...]:
        return plays.PLAY_RULES

    def situation(self, n: int) -> Mapping[str, object]:
        return {"trick_no": n}

    def as_round(self) -> Round:
        fallen = frozenset(milestones(self.tricks))
        for seat, cards in enumerate(self.taken):
            if len(cards) == len(FRENCH_32.cards):
                return Round(durch=Seat(seat), milestones=fallen)
        owned = ((card, Seat(seat)) for seat, cards in enumerate(self.taken) for card in cards)
        owners = {card: seat for card, seat in owned if card in POINTS}
        without = frozenset(Seat(seat) for seat, cards in enumerate(self.taken) if not cards)
        return Round(cards=owners, no_trick=without, milestones=fallen)

    def result(self, house: HouseRules) -> AuditResult:
        breaches = self.breaches(house)
        result: AuditResult = {
            "breaches": [breach.as_data() for breach in breaches],
            "proofs": proofs_of(breaches),
            "winners": list(self.winners),
            "points": [sum(POINTS.get(card, 0) for card in cards) for cards in self.taken],
        }
        if self.finished:
            entry = self.as_round()
            result["points"] = scoring.round_points(entry)
            result["no_trick"] = [seat for seat, cards in enumerate(self.taken) if not cards]
            result["durch"] = entry.durch
            result["milestones"] = list(milestones(self.tricks))
        return result

    def entry(self) -> Mapping[str, Json] | None:
        return dump_entry(self.as_round()) if self.finished else None


AUDIT_RULES = audit_rules(plays.PLAY_RULES, Audit)
