"""Fleks: on what, when, and by which side; when something may be announced or flekked, and what a
valát is worth (sections 7 and 8).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games.taroky import entries
from scorekeeper.games.taroky.house_rules import HouseRules
from scorekeeper.games.taroky.referee.announcements import NO_PROMISES
from scorekeeper.games.taroky.referee.penalties import immediate
from scorekeeper.games.taroky.scoring import valat_worth
from scorekeeper.referee.dispute import Dispute, require_once
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Missing, Rule, has, needs


class FlekResult(TypedDict):
    """By how much the flek multiplies: 2, 4 or 8."""

    factor: int


@dataclass(frozen=True)
class FlekSaid(Dispute[HouseRules]):
    """A flek on something: who said which level, whose promise it is, and what was said before.

    As long as the partner is secret nobody may tell the `owner`: it is answered afterwards.
    """

    kind: ClassVar[str] = "flek"
    item: Literal[entries.FlekItem, entries.Announcement]
    level: entries.Flek
    seat: Seat
    owner: frozenset[Seat] | None = spec(None, optional=True)
    said: tuple[entries.Flek, ...] = ()
    declared: bool = True
    led: bool = False
    variant: entries.Variant | None = None

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, object]) -> Sequence[object] | None:
        """The owner on the side of whoever says it, and on the other; who, makes no difference."""
        seat = known.get("seat")
        return cls.owners(Seat(seat)) if name == "owner" and isinstance(seat, int) else None

    @staticmethod
    def owners(seat: Seat) -> tuple[frozenset[Seat], frozenset[Seat]]:
        return frozenset({seat}), frozenset({Seat((seat + 1) % entries.SEATS)})

    def validate(self) -> None:
        if self.owner is not None and not self.owner:
            raise Invalid("owner", "missing")

    def completions(self, house: HouseRules) -> Iterator["FlekSaid"]:
        return copies_with(self, "owner", self.owners(self.seat))

    def result(self, house: HouseRules) -> FlekResult:
        return {"factor": entries.FACTORS[self.level]}


def fleks_in_a_varsava(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.varsava.no-announcements: a Varšava has no fleks either."""
    return Broken()


def fleks_what_cannot_be(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.what: the game, a declared pagát, a declared valát."""
    if flek.item not in ("game", "pagat", "valat"):
        return Broken({"item": flek.item})
    silent = flek.item != "game" and not flek.declared
    return Broken({"item": flek.item, "wrong": "undeclared"}) if silent else None


def fleks_too_late(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.when: before the first lead, each level after the one before it was said."""
    levels = tuple(level for level in entries.FACTORS if level is not None)
    due = levels[: levels.index(flek.level)]
    if not flek.led and flek.said == due:
        return None
    return Broken({"level": flek.level, "wrong": "flek-led" if flek.led else "flek-order"})


def fleks_for_the_wrong_side(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.who: flek and superflek by the side against, reflek by the side that promised."""
    if flek.owner is None:
        return Missing("owner")
    ours = flek.seat in flek.owner
    facts = {"seat": flek.seat, "level": flek.level, "owner": flek.owner}
    return None if ours == (flek.level == "reflek") else Broken(facts)


FLEK_RULES = (
    immediate(NO_PROMISES, FlekSaid, fleks_in_a_varsava, applies=has("variant", "varsava")),
    immediate("taroky.flek.what", FlekSaid, fleks_what_cannot_be),
    immediate("taroky.flek.when", FlekSaid, fleks_too_late),
    immediate("taroky.flek.who", FlekSaid, fleks_for_the_wrong_side),
)


@dataclass(frozen=True)
class SaidWhen(Dispute[HouseRules]):
    """A player announced something, or gave a flek: at this moment, after those of `said_by`.

    `discarded`: the cards are laid aside; `led`: the first one is played.
    """

    kind: ClassVar[str] = "when"
    what: Literal["announcement", "flek"]
    seat: Seat
    declarer: Seat
    led: bool = False
    said_by: tuple[Seat, ...] = ()
    discarded: bool = True

    def validate(self) -> None:
        require_once("said_by", self.said_by)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to announce, from the declarer on; None after the last."""
        order = seats_after(self.declarer - 1, entries.SEATS)
        return next((seat for seat in order if seat not in self.said_by), None)


class ValatResult(TypedDict, total=False):
    """A valát `made` or not, and its `points` for that side; empty while that is not known."""

    made: bool
    points: int


@dataclass(frozen=True)
class ValatPlayed(Dispute[HouseRules]):
    """A valát of a side, `declared` or silent."""

    kind: ClassVar[str] = "valat"
    depends_on: ClassVar[tuple[str, ...]] = ("tariff",)
    side: entries.Side
    declared: bool
    made: bool | None = spec(None, optional=True)
    flek: entries.Flek | None = None

    def validate(self) -> None:
        if self.flek and not self.declared:
            raise Invalid("flek", "refused", rule="taroky.flek.what.valat")

    def result(self, house: HouseRules) -> ValatResult:
        if self.made is None:
            return {}
        valat = entries.Valat(self.side, self.declared, self.made)
        return {"made": self.made, "points": valat_worth(valat, self.flek, house.tariff)}


def announces_at_the_wrong_time(said: SaidWhen, house: HouseRules) -> Finding:
    """taroky.announce.when: after laying aside, before the lead, in turn from the declarer on."""
    if not said.led and said.discarded and said.seat == said.turn:
        return None
    early = "announce-turn" if said.discarded else "flek-soon"
    wrong = "flek-led" if said.led else early
    return Broken({"seat": said.seat, "declarer": said.declarer, "wrong": wrong})


def fleks_at_the_wrong_time(said: SaidWhen, house: HouseRules) -> Finding:
    """taroky.flek.when: with the announcements or after them, before the lead."""
    if said.discarded and not said.led:
        return None
    return Broken({"level": "flek", "wrong": "flek-led" if said.led else "flek-soon"})


PROMISE_RULES: tuple[AnyRule, ...] = (
    immediate(
        "taroky.announce.when",
        SaidWhen,
        announces_at_the_wrong_time,
        applies=has("what", "announcement"),
    ),
    immediate("taroky.flek.when", SaidWhen, fleks_at_the_wrong_time, applies=has("what", "flek")),
    Rule("taroky.valat", ValatPlayed, needs("made"), offence=""),
    Rule("taroky.settle.valat", ValatPlayed),
)
