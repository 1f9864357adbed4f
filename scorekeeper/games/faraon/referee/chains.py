"""Chains of sevens and of aces in Faraón: who may answer, who takes how many, and who plays next;
and what becomes of a wrong answer, or of none.

Rules document, sections 3 and 4; source (5), (6), (8), (11)–(14), (18), (19).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, NotRequired, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, Seat, spec
from scorekeeper.core.sheet import seats_after
from scorekeeper.games import shedding
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import FARAON, SEVEN, rule
from scorekeeper.games.shedding import FEWEST, ONE_RANK, Link, TakesResult
from scorekeeper.referee.dispute import Dispute, require_some, require_within
from scorekeeper.referee.rule_table import AnyRule, Broken, Finding, Rule, has, several

How = Literal["faraon", "return"]


@dataclass(frozen=True)
class Answer(Link):
    """What a seat put into the chain: sevens, or (`how`) the faraón or the red seven to return."""

    how: How | None = None


class SevensResult(TypedDict):
    """`takes`: the seat that did not answer → how many cards it takes; and who plays `next`.

    `back` is how many a player takes whom the red seven brought back.
    """

    takes: dict[int, int]
    next: int
    back: NotRequired[int]


@dataclass(frozen=True)
class Sevens(Dispute[HouseRules]):
    """A chain of sevens, seat by seat; the seat after the last one did not answer."""

    kind: ClassVar[str] = "sevens"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    plays: tuple[Answer, ...]
    players: int = shedding.players_of(layout.MAX_PLAYERS)

    def validate(self) -> None:
        require_some("plays", self.plays)
        for at, play in enumerate(self.plays):
            if play.how == "return":
                require_within(f"plays.{at}.cards", play.cards, 1)

    def validate_pack(self, pack: Pack) -> None:
        """Raises Invalid if too many play, or there are not so many such cards."""
        layout.require_seats(self.players, pack)
        sevens = sum(play.cards for play in self.plays if play.how != "faraon")
        for number, most in (
            (sevens, ONE_RANK * pack.copies),
            (self.times("faraon"), pack.copies),
            (self.times("return"), pack.copies),
        ):
            if number > most:
                raise Invalid("plays", "too-many-cards", most=most)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(play.seat for play in self.plays)

    @property
    def in_order(self) -> int:
        """How many of the plays, from the first, came from the next in turn."""
        return shedding.in_turn(self.seats, self.players)

    @property
    def valid(self) -> tuple[Answer, ...]:
        return self.plays[: self.in_order]

    @property
    def pending(self) -> int:
        """Sevens that the next player has to answer: the faraón kills those before it (11)."""
        sevens = 0
        for play in self.valid:
            sevens = 0 if play.how == "faraon" else sevens + play.cards * (play.how is None)
        return sevens

    def times(self, how: How) -> int:
        return sum(play.how == how for play in self.plays)

    def result(self, house: HouseRules) -> SevensResult:
        """Who takes how many, and who plays after that (faraon.seven, .order; source 14, 19).

        >>> plays = Answer(Seat(0), 2), Answer(Seat(1), 1)
        >>> Sevens(plays, players=4).result(HouseRules())
        {'takes': {2: 9}, 'next': 3}
        >>> Sevens((*plays, Answer(Seat(2), 1, "faraon")), players=4).result(HouseRules())
        {'takes': {}, 'next': 3}
        """
        following = (self.valid[-1].seat + 1) % self.players
        found = SevensResult(takes={}, next=following)
        if self.pending:
            found["takes"] = {following: layout.EACH_SEVEN * self.pending}
            found["next"] = (following + 1) % self.players
        if self.times("return"):
            found["back"] = layout.EACH_SEVEN
        return found


@dataclass(frozen=True)
class WrongSeven(Dispute[HouseRules]):
    """Cards that were laid in answer to so many pending sevens."""

    kind: ClassVar[str] = "wrong-seven"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "pajchel_turn")
    cards: tuple[Card, ...]
    sevens: int = spec(ge=1, le=2 * ONE_RANK)

    def validate(self) -> None:
        require_some("cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"cards": self.cards}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        laid = sum(card.rank == SEVEN for card in self.cards)
        require_within("sevens", self.sevens, ONE_RANK * pack.copies - laid)

    @property
    def answers(self) -> bool:
        return self.cards[0].rank == SEVEN or self.cards[0] == FARAON

    @property
    def alike(self) -> bool:
        return shedding.one_rank(self.cards)

    def result(self, house: HouseRules) -> TakesResult:
        """Three for the pajchel, and those of the sevens, for the turn is over (source 14, 18).

        Where it stays with the player, the sevens still wait for an answer.

        >>> WrongSeven(sevens=1, cards=(Card("8", "L"),)).result(HouseRules())
        {'takes': 6}
        """
        right = self.answers and self.alike
        return {"takes": 0 if right else layout.owed(self.sevens, house)}


def answers_with_unlike(wrong: WrongSeven, house: HouseRules) -> Finding:
    """faraon.match.rank (4): cards laid at once are of one rank."""
    takes = wrong.result(house)["takes"]
    return None if wrong.alike else Broken({"cards": wrong.cards, "n": takes})


def answers_wrongly(wrong: WrongSeven, house: HouseRules) -> Finding:
    """faraon.seven (14, 18): only a seven or the faraón answers sevens."""
    takes = wrong.result(house)["takes"]
    return None if wrong.answers else Broken({"card": wrong.cards[0], "n": takes})


def answers_sevens_out_of_order(sevens: Sevens, house: HouseRules) -> Finding:
    """faraon.seven.order (19): only the next in turn answers sevens."""
    valid = sevens.in_order
    if valid == len(sevens.plays):
        return None
    turn = (sevens.seats[valid - 1] + 1) % sevens.players
    return Broken({"seat": sevens.seats[valid], "turn": turn})


def kills_sevens(sevens: Sevens, house: HouseRules) -> bool:
    return sevens.times("faraon") > 0


def brings_back(sevens: Sevens, house: HouseRules) -> bool:
    return sevens.times("return") > 0


SEVEN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.seven.order", Sevens, answers_sevens_out_of_order),
    Rule("faraon.unter", Sevens, applies=kills_sevens),
    Rule("faraon.red-seven", Sevens, applies=brings_back),
    Rule("faraon.seven", Sevens),
    rule("faraon.match.rank", WrongSeven, answers_with_unlike, applies=several("cards")),
    rule("faraon.seven", WrongSeven, answers_wrongly),
)


class AceResult(TypedDict):
    """The seat that plays `next`."""

    next: int


@dataclass(frozen=True)
class AceAnswer(Dispute[HouseRules]):
    """Aces that a seat laid at once, and the answers to them, in order.

    An answer is a seat that answered with one ace, or that seat and how many aces it laid at once.
    `late`: the first ace had been left unanswered, and what came after it came only then: the
    other aces, and the last answer.
    """

    kind: ClassVar[str] = "ace-answer"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "aces", "pajchel_turn")
    by: Seat
    players: int = shedding.players_of(layout.MAX_PLAYERS)
    aces: int = spec(ge=1, le=2 * ONE_RANK)
    answers: tuple[tuple[int, ...] | Seat, ...] = ()
    late: bool = False

    def validate(self) -> None:
        for at, answer in enumerate(self.answers):
            if isinstance(answer, tuple):
                _check_answer(answer, f"answers.{at}", self.players)

    def validate_pack(self, pack: Pack) -> None:
        layout.require_seats(self.players, pack)
        most = ONE_RANK * pack.copies
        require_within("aces", self.aces, most)
        if sum(link.cards for link in self.links) > most - self.aces:
            raise Invalid("answers", "too-many-cards", most=most - self.aces)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return tuple(map(_link, self.answers))

    @property
    def in_order(self) -> int:
        """How many of the answers, from the first, came in order (faraon.ace.order)."""
        if self.players == FEWEST:
            seats = (self.by, *(link.seat for link in self.links))
            return shedding.in_turn(seats, FEWEST) - 1
        return shedding.count_answers(seats_after(self.by, self.players), self.aces, self.links)

    @property
    def together(self) -> int | None:
        """Which play of two, 0 the first, had several aces at once unasked (faraon.ace.together);
        None if they always asked, or are more.
        """
        if self.players != FEWEST:
            return None
        if not self.late and layout.unasked(self.aces):  # whatever was answered
            return 0
        unasked = (at for at, link in enumerate(self.links, 1) if layout.unasked(link.cards))
        return next(unasked, None)

    def valid(self, house: HouseRules) -> tuple[Link, ...]:
        valid = self.links[: self.in_order]
        if house.aces != "once":
            return valid
        most = self.together - 1 if self.together else len(self.links)
        return valid[: min(most, len(self.links) - self.late)]

    def result(self, house: HouseRules) -> AceResult:
        """Who plays next: of two players the one with the last ace (faraon.ace, .order).

        Aces that were laid unasked go back, and the turn passes if the house does not let it stay.

        >>> AceAnswer(by=Seat(0), players=4, aces=2).result(HouseRules())
        {'next': 3}
        """
        valid, order = self.valid(house), seats_after(self.by, self.players)
        if house.aces == "once" and self.together == 0:
            return {"next": self.by if house.pajchel_turn == "stays" else order[0]}
        if self.players == FEWEST:
            return {"next": (self.by, *(link.seat for link in valid))[-1]}
        return {"next": shedding.past(order, self.aces + sum(link.cards for link in valid))}


def _link(answer: Sequence[int] | Seat) -> Link:
    seat, aces = (answer, 1) if isinstance(answer, int) else answer
    return Link(Seat(seat), aces)


def _check_answer(answer: Sequence[int], path: str, players: int) -> None:
    if len(answer) != 2:
        raise Invalid(path, "wrong-number", n=2)
    seat, aces = answer
    if not 0 <= seat < players:
        raise Invalid(f"{path}.0", "no-such-seat", last=players - 1)
    if not 1 <= aces < 2 * ONE_RANK:
        raise Invalid(f"{path}.1", "wrong-number", n=f"1–{2 * ONE_RANK - 1}")


def answers_late(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.late (8): no ace on the end of the opponent's after leaving the first one."""
    return Broken({"seat": answer.links[-1].seat}) if answer.late else None


def lays_aces_unasked(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.together (8): of two players nobody lays several before the other was asked."""
    at = answer.together
    if at is None:
        return None
    return Broken({"n": answer.links[at - 1].cards if at else answer.aces})


def answers_out_of_order(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.order (19): only stopped players answer, in order."""
    valid = answer.in_order
    if valid == len(answer.links):
        return None
    return Broken({"seat": answer.links[valid].seat, "by": answer.by, "n": answer.aces})


def goes_round(answer: AceAnswer, house: HouseRules) -> bool:
    return answer.players > FEWEST or bool(answer.links)


ACE_RULES: tuple[Rule[AceAnswer, HouseRules], ...] = (
    rule(
        "faraon.ace.late", AceAnswer, answers_late, when=has("aces", "once"), applies=has("links")
    ),
    rule(
        "faraon.ace.together",
        AceAnswer,
        lays_aces_unasked,
        when=has("aces", "once"),
        applies=has("players", FEWEST),
    ),
    rule("faraon.ace.order", AceAnswer, answers_out_of_order, applies=goes_round),
    Rule("faraon.ace", AceAnswer),
)


@dataclass(frozen=True)
class Unanswered(Dispute[HouseRules]):
    """Somebody answered neither the sevens nor the ace that waited, whether he could or not.

    `sevens` are pending, if they are what `waits`. `drew`: whoever an ace stopped drew a card.
    """

    kind: ClassVar[str] = "unanswered"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    waits: Literal["seven", "ace"]
    sevens: int = spec(0, ge=0, le=2 * ONE_RANK)
    drew: bool = False

    def validate(self) -> None:
        if self.waits == "seven" and not self.sevens:
            raise Invalid("sevens", "missing")
        if self.waits == "ace" and self.sevens:
            raise Invalid("sevens", "refused", rule="faraon.unanswered.seven")
        if self.waits == "seven" and self.drew:
            raise Invalid("drew", "refused", rule="faraon.unanswered.ace")

    def validate_pack(self, pack: Pack) -> None:
        require_within("sevens", self.sevens, ONE_RANK * pack.copies)

    def result(self, house: HouseRules) -> TakesResult:
        """Three cards for each seven (faraon.seven, source 14); nothing for an ace.

        >>> Unanswered("seven", sevens=2).result(HouseRules())
        {'takes': 6}
        """
        return {"takes": layout.EACH_SEVEN * self.sevens}


def draws_while_stopped(unanswered: Unanswered, house: HouseRules) -> Finding:
    """faraon.ace (8, 18): whoever is stopped does not draw; it is a mistake in play as any."""
    return Broken() if unanswered.drew else None


UNANSWERED_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.not-forced", Unanswered),
    Rule("faraon.seven", Unanswered, applies=has("waits", "seven")),
    rule(
        "faraon.ace",
        Unanswered,
        draws_while_stopped,
        offence="invalid",
        applies=has("waits", "ace"),
    ),
)
