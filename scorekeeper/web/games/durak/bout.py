"""The table of a bout: what attacks beside what beats it, and whether each card may lie there.

Cards are put on places in the order in which they came; each is judged with those that lay there
lawfully before it (durak.beat, durak.throw-in, durak.attack-size, durak.transfer).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from flask import Response, request

from scorekeeper.games.durak.disputes import MOST_CARDS
from scorekeeper.games.durak.results import HAND, trump_in
from scorekeeper.games.durak.rules import transferring
from scorekeeper.plain import Unreadable
from scorekeeper.verdicts import Judged
from scorekeeper.web.games.tapping import (
    Sitting,
    asks_why,
    help_page,
    in_words,
    taps,
    verdict_of,
)
from scorekeeper.web.typed import number
from scorekeeper.web.verdict import Told

Given = Mapping[str, Any]
What = Literal["attack", "beat", "transfer"]
ATTACKS: tuple[What, What] = ("attack", "transfer")
ATTACKER, DEFENDER = 0, 1
"""Seats for questions that ask for them; on this page it is always the attacker who adds cards."""
PLACES = 12
"""Cards of an attack that the page has room for: no pack lets more lie there."""


@dataclass(frozen=True)
class Place:
    """A place on the table: the pair it belongs to, and what a card does there."""

    what: What
    pair: int

    def __str__(self) -> str:
        return f"{self.what}.{self.pair}"


@dataclass(frozen=True)
class Bout:
    """What was told: the trump, the defender's cards before the bout, and what lies where."""

    trump: str = ""
    hand: int = HAND
    first: bool = False
    laid: Mapping[Place, str] = field(default_factory=dict)

    @property
    def attacks(self) -> list[Place]:
        """The places of attacking cards, and of those that passed the attack on."""
        return sorted((p for p in self.laid if p.what != "beat"), key=lambda place: place.pair)

    @property
    def lying(self) -> list[str]:
        """The attacking cards."""
        return [self.laid[place] for place in self.attacks]

    @property
    def beating(self) -> list[str]:
        """The cards that beat one of them."""
        pairs = {place.pair for place in self.attacks}
        return [c for p, c in self.laid.items() if p.what == "beat" and p.pair in pairs]


@dataclass(frozen=True)
class Lying:
    """A card on its place, with the referee's word on it."""

    place: Place
    code: str
    judged: Judged
    told: Told | None

    @property
    def legal(self) -> bool:
        """Whether it may lie there."""
        return self.judged.verdict.verdict == "legal"


def bout_page(sitting: Sitting) -> Response:
    """The page after the taps that were sent."""
    bout, done, wrong = _followed(sitting, taps())
    lying = {card.place: card for card in _lying(sitting, bout)}
    last = _last(bout, lying, done)
    if last and asks_why(last.judged):
        return verdict_of(sitting, last.judged)
    at = _chosen(bout, lying)
    house: Any = sitting.bench.house
    return help_page(
        "games/durak/bout.html",
        sitting,
        done,
        wrong,
        bout=bout,
        pairs=_pairs(bout, lying),
        at=at,
        fresh=_fresh(sitting, bout),
        hint=_hint(sitting, bout, at),
        wrongs=[card for card in lying.values() if not card.legal],
        last=last,
        asks_first=house.first_bout_five or transferring(house),
        suits=_suits(sitting),
        tab=_tab(sitting),
        used=set(bout.laid.values()),
    )


def _followed(sitting: Sitting, moves: Sequence[str]) -> tuple[Bout, list[str], Unreadable | None]:
    """The table after all taps up to the first that cannot be."""
    bout, done = Bout(trump=_fixed_trump(sitting)), list[str]()
    for move in moves:
        try:
            changed = _moved(sitting, bout, move)
            list(_lying(sitting, changed))
        except Unreadable as wrong:
            return bout, done, wrong
        bout, done = changed, [*done, move]
    return bout, done, None


def _fixed_trump(sitting: Sitting) -> str:
    """The trump where the house rules tell it (durak.spades)."""
    house: Any = sitting.bench.house
    return trump_in(house, "") if house.spades_by_spades else ""


def _moved(sitting: Sitting, bout: Bout, move: str) -> Bout:
    """The table after one tap: "trump.H", "hand.-1", "first", "beat.0.KH"."""
    match move.split("."):
        case ["trump", suit] if suit in _suits(sitting):
            return replace(bout, trump=suit)
        case ["hand", by] if isinstance(n := number(by), int):
            return replace(bout, hand=min(max(1, bout.hand + n), MOST_CARDS))
        case ["first"]:
            return replace(bout, first=not bout.first)
        case [what, pair, code] if place := _place(f"{what}.{pair}", bout):
            return _laid(sitting, bout, place, code)
    raise Unreadable("move", "not-a-choice", choices="trump, hand, first, attack, beat, transfer")


def _laid(sitting: Sitting, bout: Bout, place: Place, code: str) -> Bout:
    """The table with a card on a place. Raises Unreadable if there is none, or not twice."""
    if code not in sitting.bench.game.pack(sitting.bench.house).by_code:
        raise Unreadable("move", "unknown-card", code=code[:20])
    if not bout.trump:
        raise Unreadable("trump", "missing")
    if any(each == code for at, each in bout.laid.items() if at != place):
        raise Unreadable("move", "twice", item=code)
    return replace(bout, laid={**bout.laid, place: code})


def _place(text: str, bout: Bout) -> Place | None:
    """A place that a card can be put on: in a pair that is there, or in the one after."""
    what, _, number_of = text.partition(".")
    pair, pairs = number(number_of), len(bout.attacks)
    if not isinstance(pair, int) or not 0 <= pair <= min(pairs, PLACES):
        return None
    if what == "beat":
        return Place("beat", pair) if pair < pairs else None
    fresh: Mapping[str, Place] = {each: Place(each, pair) for each in ATTACKS}
    return (bout.attacks[pair] if pair < pairs else fresh[what]) if what in fresh else None


def _lying(sitting: Sitting, bout: Bout) -> Iterator[Lying]:
    """Every card with the referee's word on it, in the order in which they came.

    What may not lie there goes back to the hand: the cards after it are judged without it.
    """
    lawful = Bout(bout.trump, bout.hand, bout.first)
    for place, code in bout.laid.items():
        kind, given = _question(sitting, bout, lawful, place)
        found = sitting.judged(kind, given)
        card = Lying(place, code, found, in_words(sitting, found))
        if card.legal:
            lawful = replace(lawful, laid={**lawful.laid, place: code})
        yield card


def _question(sitting: Sitting, bout: Bout, lawful: Bout, place: Place) -> tuple[str, Given]:
    """The kind of question that a card asks, and what it gives to it."""
    code, attack, beat = bout.laid[place], lawful.lying, lawful.beating
    trump, numbered = {"trump": bout.trump}, {"bout": 1 if bout.first else 2}
    table = {"attack": attack, "beat": beat, "card": code, **numbered}
    if place.what == "beat":
        return "beat", {"attack": bout.laid[bout.attacks[place.pair]], "card": code, **trump}
    if place.what == "transfer":
        return "transfer", {**table, **trump, "next_hand": bout.hand}
    if not beat:
        return "attack", {"cards": [*attack, code], "defender_hand": bout.hand, **numbered}
    who = {"players": sitting.players, "seat": ATTACKER, "attacker": ATTACKER, "defender": DEFENDER}
    return "throw-in", {**table, **who, "defender_hand": max(0, bout.hand - len(beat))}


def _pairs(bout: Bout, lying: Mapping[Place, Lying]) -> list[tuple[Lying, Place, Lying | None]]:
    """Every attacking card with the place beside it, and what was laid there."""
    places = [(place, Place("beat", place.pair)) for place in bout.attacks]
    return [(lying[attack], beat, lying.get(beat)) for attack, beat in places]


def _last(bout: Bout, lying: Mapping[Place, Lying], done: Sequence[str]) -> Lying | None:
    """The card that was laid last."""
    places = (_place(move.rpartition(".")[0], bout) for move in reversed(done))
    return next((lying[place] for place in places if place and place in lying), None)


def _fresh(sitting: Sitting, bout: Bout) -> list[Place]:
    """The places for one more card: of the attack, and one that passes it on."""
    pair = len(bout.attacks)
    if pair >= PLACES:
        return []
    house: Any = sitting.bench.house
    passes = [Place("transfer", pair)] if pair and transferring(house) else []
    return [Place("attack", pair), *passes]


def _chosen(bout: Bout, lying: Mapping[Place, Lying]) -> Place:
    """Where the next card goes: where was tapped, else where one is missing or has to go back."""
    if place := _place(request.values.get("at", ""), bout):
        return place
    pairs = ((place, Place("beat", place.pair)) for place in bout.attacks)
    places = (place for attack, beat in pairs for place in (attack, beat))
    stand = {place for place, card in lying.items() if card.legal}
    return next((p for p in places if p not in stand), Place("attack", len(bout.attacks)))


def _hint(sitting: Sitting, bout: Bout, at: Place) -> str:
    """What the next card does."""
    book = sitting.book
    if at.what == "beat":
        return book.say("texts", "bout-answer", {"card": bout.laid[bout.attacks[at.pair]]})
    return book.label("texts", "bout-lay" if at.what == "attack" else "bout-pass")


def _suits(sitting: Sitting) -> dict[str, list[str]]:
    """Suit → the codes of its cards, high to low."""
    pack = sitting.bench.game.pack(sitting.bench.house)
    return {suit: [f"{rank}{suit}" for rank in reversed(ranks)] for suit, ranks in pack.suits}


def _tab(sitting: Sitting) -> str:
    """The suit whose keys are shown: as was chosen, else the first one."""
    suits = list(_suits(sitting))
    chosen = request.values.get("tab", "")
    return chosen if chosen in suits else suits[0]
