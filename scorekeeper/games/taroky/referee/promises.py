"""When something may be announced or flekked, and what a valát is worth (sections 7 and 8).

when: `what` (`announcement` or `flek`), `seat`, `declarer`, `led`? (the first card), `said_by`?
[seats that spoke so far], `discarded`? (cards are laid aside; default true).
valat: `side` (`declarer` or `opponents`), `declared`, `made`?, `flek`? → `made`, `points` (of that
side).
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.games.taroky.entries import SEATS, Flek, Side, Valat
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee.penalties import take_back
from scorekeeper.games.taroky.scoring.reasons import valat_worth
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid, Seat
from scorekeeper.sheet import seats_after


@dataclass(frozen=True)
class SaidWhen(Dispute):
    """A player announced something, or gave a flek: at this moment, after those of `said_by`."""

    kind: ClassVar[str] = "when"
    what: Literal["announcement", "flek"]
    seat: Seat
    declarer: Seat
    led: bool = False
    said_by: tuple[Seat, ...] = ()
    discarded: bool = True

    def check(self) -> None:
        """Raises Invalid if somebody is said to have spoken twice."""
        for seat in self.said_by:
            if self.said_by.count(seat) > 1:
                raise Invalid("said_by", "twice", item=str(seat))

    @property
    def order(self) -> tuple[int, ...]:
        """Who speaks after whom, from the declarer on."""
        return seats_after(self.declarer - 1, SEATS)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to announce; None after the last."""
        return next((seat for seat in self.order if seat not in self.said_by), None)


class ValatResult(TypedDict, total=False):
    """A valát `made` or not, and its `points` for that side; empty while that is not known."""

    made: bool
    points: int


@dataclass(frozen=True)
class ValatPlayed(Dispute):
    """A valát of a side, `declared` or silent."""

    kind: ClassVar[str] = "valat"
    may_lack: ClassVar[tuple[str, ...]] = ("made",)
    depends_on: ClassVar[tuple[str, ...]] = ("tariff",)
    side: Side
    declared: bool
    made: bool | None = None
    flek: Flek | None = None

    def check(self) -> None:
        """Raises Invalid for a flek on a silent valát."""
        if self.flek and not self.declared:
            raise Invalid("flek", "refused", rule="taroky.flek.what.valat")

    def result(self, house: HouseRules) -> ValatResult:
        """What it is worth to the side at this table."""
        if self.made is None:
            return {}
        valat = Valat(self.side, self.declared, self.made)
        return {"made": self.made, "points": valat_worth(valat, self.flek, house.tariff)}


def is_announcement(said: SaidWhen, house: HouseRules) -> bool:
    """True if something was announced."""
    return said.what == "announcement"


def is_flek(said: SaidWhen, house: HouseRules) -> bool:
    """True if somebody gave a flek."""
    return said.what == "flek"


def announces_at_the_wrong_time(said: SaidWhen, house: HouseRules) -> Finding:
    """taroky.announce.when: after laying aside, before the lead, in turn from the declarer on."""
    if not said.led and said.discarded and said.seat == said.turn:
        return None
    early = "flek-soon" if not said.discarded else "announce-turn"
    wrong = "flek-led" if said.led else early
    return Broken({"seat": said.seat, "declarer": said.declarer, "wrong": wrong})


def fleks_at_the_wrong_time(said: SaidWhen, house: HouseRules) -> Finding:
    """taroky.flek.when: with the announcements or after them, before the lead."""
    if said.discarded and not said.led:
        return None
    return Broken({"level": "flek", "wrong": "flek-led" if said.led else "flek-soon"})


def valat_decided(valat: ValatPlayed, house: HouseRules) -> Missing | None:
    """taroky.valat: all tricks or not; nobody can break this."""
    return Missing("made") if valat.made is None else None


at_once = partial(Rule, offence="invalid", penalty=take_back)
PROMISE_RULES: tuple[AnyRule, ...] = (
    at_once("taroky.announce.when", SaidWhen, announces_at_the_wrong_time, applies=is_announcement),
    at_once("taroky.flek.when", SaidWhen, fleks_at_the_wrong_time, applies=is_flek),
    Rule("taroky.valat", ValatPlayed, valat_decided, offence=""),
    Rule("taroky.settle.valat", ValatPlayed),
)
