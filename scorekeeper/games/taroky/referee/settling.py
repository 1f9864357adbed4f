"""What a whole deal costs, line by line, as the sheet would write it (section 11)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, TypedDict, get_args

from scorekeeper.core.schema import Invalid, Json, Seat, spec
from scorekeeper.core.sheet import Line, dump_entry, sum_of

# The checks ask the referee in turn, so the module itself is imported, not what it defines.
from scorekeeper.games.taroky import checks, entries
from scorekeeper.games.taroky.house_rules import TOTAL, HouseRules, Tariff
from scorekeeper.games.taroky.scoring import score, start
from scorekeeper.referee.dispute import Dispute, Some
from scorekeeper.referee.question import with_facts
from scorekeeper.referee.rule_table import Rule, has


class LineData(TypedDict):
    """A line of the sheet: the id of the rule that gives it, and its points by seat."""

    rule: str
    points: list[int]


class SettleResult(TypedDict):
    """The `lines` of a deal, and their sum by seat."""

    lines: list[LineData]
    points: list[int]


@dataclass(frozen=True)
class Settled(Dispute[HouseRules]):
    """A deal that was played, to be settled at this table or by another tariff."""

    kind: ClassVar[str] = "settle"
    depends_on: ClassVar[tuple[str, ...]] = (
        "tariff",
        "ante",
        "honours_always",
        "honours_in_draw",
        "varsava_pays",
    )
    idle_facts: ClassVar[tuple[str, ...]] = ("deal.dealer", "deal.called", "deal.pausing")
    deal: entries.Deal
    tariff: Tariff | None = spec(None, in_form=False)

    @property
    def played(self) -> entries.Deal:
        """The deal with its dealer: of a first contract whoever sits before the declarer."""
        if self.deal.dealer is not None:
            return self.deal
        return replace(self.deal, dealer=Seat((self.deal.declarer - 1) % entries.SEATS))

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, Any]) -> Sequence[object] | None:
        """Of announcements none, or one by one player, since each counts by itself. Of points those
        of a side; of a Varšava all in one pile, unless the cards of the piles are told.
        """
        if name == "deal.announcements":
            singles = product(map(Seat, range(entries.SEATS)), get_args(entries.Announcement))
            return Some(({}, *({seat: frozenset({said})} for seat, said in singles)))
        if name == "deal.points":
            seats = range(entries.SEATS)
            piles = [tuple(TOTAL * (seat == each) for each in seats) for seat in seats]
            return () if known["deal"].get("piles") else Some((None, *range(TOTAL + 1), *piles))
        return None

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        deal = given.get("deal")
        told = deal if isinstance(deal, Mapping) else {}
        return [f"deal.{name}" for name in _unused(told)]

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """In a druha the contract says whose pagát it is, and that it is declared; who has no
        partner there plays a quiet solo. Points by pile without a variant may be a Varšava's,
        whose piles are not asked for until it is told.
        """
        deal = given.get("deal")
        if not isinstance(deal, Mapping):
            return given
        follows: dict[str, Json] = {}
        if isinstance(deal.get("points"), list) and deal.get("variant") is None:
            follows["piles"] = deal.get("piles")
        if deal.get("contract") == "druha":
            if deal.get("pagat"):
                follows |= {"pagat.seat": deal.get("declarer"), "pagat.declared": True}
            if "partner" not in deal and deal.get("variant") is None:
                follows["variant"] = "quiet-solo"
        return {**given, "deal": with_facts(deal, follows)}

    def standing(self, house: HouseRules) -> entries.Standing:
        """An empty sheet before the deal."""
        return start(entries.SEATS, self.played.dealer or 0, house)

    def validate(self) -> None:
        house = HouseRules()
        if refusal := checks.check(self.played, self.standing(house), house):
            raise Invalid(f"deal.{refusal.field}", "refused", rule=refusal.id, **refusal.facts)

    def lines(self, house: HouseRules) -> tuple[Line, ...]:
        """What the sheet would write; worked out once, as every rule asks for it."""
        if house not in self._lines:
            agreed = house if self.tariff is None else replace(house, tariff=self.tariff)
            self._lines[house] = score(self.played, self.standing(agreed), agreed)
        return self._lines[house]

    @cached_property
    def _lines(self) -> dict[HouseRules, tuple[Line, ...]]:
        return {}

    def result(self, house: HouseRules) -> SettleResult:
        lines = self.lines(house)
        data: list[LineData] = [{"rule": x.rule, "points": list(x.points)} for x in lines]
        return {"lines": data, "points": list(sum_of(lines, entries.SEATS))}

    def entry(self) -> Mapping[str, Json] | None:
        """The deal; of a first contract it is known who dealt. By another tariff there is none: the
        sheet would settle it by its own.
        """
        if self.tariff is not None:
            return None
        known = self.deal.contract == "zakladni"
        return dump_entry(self.played if known else self.deal)


WITHOUT_CARDS = ("partner", "announcements", "fleks", "pagat", "valat", "counted_side")
"""What nobody tells of a deal that was folded, or played as a Varšava."""


def _unused(deal: Mapping[str, Json]) -> Iterator[str]:
    """The members that a deal, as far as it is told (JSON), has no use for; of variants, and of
    points and cards by pile, those that do not fit it.
    """
    contract, variant = deal.get("contract"), deal.get("variant")
    if variant == "folded":
        yield "points"
    if variant in entries.WITHOUT_SIDES:
        yield from WITHOUT_CARDS
    elif contract in ("preferanc", "solo") or variant == "quiet-solo":
        yield "partner"
    if contract == "solo" or isinstance(deal.get("partner"), int):
        yield "variant"
    if contract == "druha":
        yield from ("pagat.seat", "pagat.declared", "pagat.none")
    fitting = [ways for name, ways in entries.VARIANTS.items() if name == contract]
    if fitting:
        ways = get_args(entries.Variant)
        yield from (f"variant.{each}" for each in ways if each not in fitting[0])
    if variant != "varsava":
        yield from ("piles", *(f"points.{seat}" for seat in range(entries.SEATS)))


def has_line(rule: str) -> Callable[[Settled, HouseRules], bool]:
    """True of a deal with a line by this rule, or by a case of it."""
    return lambda settled, house: any(x.rule.startswith(rule) for x in settled.lines(house))


def has_announcements(settled: Settled, house: HouseRules) -> bool:
    """True if something was announced, whether it counts or not."""
    return any(settled.deal.announcements.values())


ITEMIZED = (
    "taroky.pagat.failed",
    "taroky.pagat.silent-failed",
    "taroky.settle.pagat",
    "taroky.settle.valat",
    "taroky.settle.ceiling",
    "taroky.settle.rounding",
    "taroky.settle.base",
)
"""What is told of a deal as far as it has such a line."""
SETTLING_RULES: tuple[Rule[Settled, HouseRules], ...] = (
    Rule("taroky.settle.folded", Settled, applies=has("deal.way", "folded")),
    Rule("taroky.settle.varsava", Settled, applies=has("deal.way", "varsava")),
    Rule("taroky.settle.draw", Settled, applies=has("deal.earned", entries.HALF)),
    Rule("taroky.settle.announcements", Settled, applies=has_announcements),
    *(Rule(id, Settled, applies=has_line(id)) for id in ITEMIZED),
    Rule("taroky.settle", Settled),
)
