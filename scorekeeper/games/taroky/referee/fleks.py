"""Fleks: on what, when, and by which side (section 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with
from scorekeeper.games.taroky.entries import FACTORS, SEATS, Announcement, Flek, FlekItem, Variant
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.announcements import NO_PROMISES
from scorekeeper.games.taroky.referee.penalties import take_back
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat


class FlekResult(TypedDict):
    """By how much the flek multiplies: 2, 4 or 8."""

    factor: int


@dataclass(frozen=True)
class FlekSaid(Dispute):
    """A flek on something: who said which level, whose promise it is, and what was said before.

    As long as the partner is secret nobody may tell the `owner`: it is answered afterwards.
    """

    kind: ClassVar[str] = "flek"
    may_lack: ClassVar[tuple[str, ...]] = ("owner",)
    item: Literal[FlekItem, Announcement]
    level: Flek
    seat: Seat
    owner: frozenset[Seat] | None = None
    said: tuple[Flek, ...] = ()
    declared: bool = True
    led: bool = False
    variant: Variant | None = None

    def check(self) -> None:
        """Raises Invalid if nobody promised it."""
        if self.owner is not None and not self.owner:
            raise Invalid("owner", "missing")

    def completions(self, house: HouseRules) -> Iterator["FlekSaid"]:
        """The same as a promise of the player's own side, and of the other."""
        seats = (self.seat, Seat((self.seat + 1) % SEATS)) if self.owner is None else ()
        return copies_with(self, "owner", (frozenset({seat}) for seat in seats))

    def result(self, house: HouseRules) -> FlekResult:
        """By how much it multiplies."""
        return {"factor": FACTORS[self.level]}


def fleks_in_a_varsava(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.varsava.no-announcements: a Varšava has no fleks either."""
    return Broken() if flek.variant == "varsava" else None


def fleks_what_cannot_be(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.what: the game, a declared pagát, a declared valát."""
    fits = flek.item == "game" or (flek.item in ("pagat", "valat") and flek.declared)
    return None if fits else Broken({"item": flek.item})


def fleks_too_late(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.when: before the first lead, each level after the one before it was said."""
    levels = tuple(level for level in FACTORS if level is not None)
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


def in_varsava(flek: FlekSaid, house: HouseRules) -> bool:
    """True if a Varšava was called."""
    return flek.variant == "varsava"


FLEK_RULES: tuple[AnyRule, ...] = (
    Rule(NO_PROMISES, FlekSaid, fleks_in_a_varsava, "invalid", take_back, applies=in_varsava),
    Rule("taroky.flek.what", FlekSaid, fleks_what_cannot_be, "invalid", take_back),
    Rule("taroky.flek.when", FlekSaid, fleks_too_late, "invalid", take_back),
    Rule("taroky.flek.who", FlekSaid, fleks_for_the_wrong_side, "invalid", take_back),
)
