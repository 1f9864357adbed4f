"""A pile of Taroky is counted: by counts, by its cards, by threes, or the four of a Varšava.

What a pile is worth, and whether there can be such a pile, is asked of the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, request

from scorekeeper import plain
from scorekeeper.cards import TAROCK_54, Card, Pack
from scorekeeper.games.taroky.counting import MOST, POINTS, Count, count, groups, total_of_piles
from scorekeeper.games.taroky.disputes import Counting
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.match import Match
from scorekeeper.plain import Table, Unreadable
from scorekeeper.sheet import Refused
from scorekeeper.web.games.taroky.asking import PLAYERS, Asking
from scorekeeper.web.typed import Typed, number

WAYS = ("counts", "cards", "threes", "varsava")
DEAR = Pack(
    "dear",
    tuple(
        (suit, tuple(rank for rank in reversed(ranks) if POINTS[Card(rank, suit)] > 1))
        for suit, ranks in TAROCK_54.suits
    ),
)
"""The cards that are worth more than one."""
WORTHS = tuple(worth for worth in MOST if worth > 1)
DEAREST = sorted(TAROCK_54.cards, key=POINTS.__getitem__, reverse=True)
THREES = range(1, count(DEAREST[:3]).points + 1)
RESTS = range(count(DEAREST[:2]).points + 1)


@dataclass(frozen=True)
class Answer:
    """A counted pile: how it comes out, both sides, how it lies, and what the deal's form gets."""

    how: str
    sides: str
    laid: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


def count_page(match: Match) -> Response:
    """Counts a pile one of four ways; without an answer it says what is wrong, and where."""
    asking = Asking(match, request.form, "pile-", ("points", "piles"))
    sent, way = "pile-way" in request.form, request.form.get("pile-way", _usual_way())
    answer, errors = None, []
    try:
        answer = _way(way)(asking)
    except Unreadable as why:
        errors.append((_anchor(why.field), _reason(asking, why)))
    except Refused as why:
        refusal = why.refusal
        text = asking.book.say("refusals", refusal.id, refusal.facts, match.names)
        errors.append(("part-varsava", text))
    done = _goes_back(asking, way, answer)
    if answer and done and "pile-done" in request.form:
        return asking.refilled(answer.fields)
    return asking.shown(
        "games/taroky/count.html",
        "count",
        422 if errors and sent and not _live() else 200,
        answer=answer,
        done=done,
        errors=errors,
        sent=sent,
        **_controls(asking, way),
    )


def _goes_back(asking: Asking, way: str, answer: Answer | None) -> bool:
    """Whether the answer is one that the deal's form waits for: of one pile, or of all four."""
    if not asking.carried or answer is None or not answer.fields:
        return False
    return (way == "varsava") == (asking.typed.get("contract") == "varsava")


def _controls(asking: Asking, way: str) -> dict[str, Any]:
    """What stands on the page to be tapped, and what was."""
    typed = asking.typed
    return {
        "ways": WAYS,
        "way": way if way in WAYS else "counts",
        "worths": [(worth, MOST[worth]) for worth in WORTHS],
        "told": lambda name: typed.get(f"pile-{name}", "0"),
        "filled": lambda name, of: typed.get(f"pile-{name}", typed.get(of, "")),
        "cards": [str(card) for card in DEAR.cards],
        "tapped": typed.getlist("pile-card"),
        "threes": _threes_said(typed),
        "three_worths": THREES,
        "rest_worths": RESTS,
        "seats": asking.seats,
    }


def _usual_way() -> str:
    return "varsava" if request.form.get("contract") == "varsava" else "counts"


def _live() -> bool:
    return request.headers.get("HX-Request-Type") == "partial"


def _way(way: str) -> Callable[[Asking], Answer]:
    if way not in WAYS:
        raise Unreadable("way", "not-a-choice", choices=", ".join(WAYS))
    ways = (_by_counts, _by_cards, _by_threes, _varsava)
    return ways[WAYS.index(way)]


def _by_counts(asking: Asking) -> Answer:
    """How many fives, fours, threes and twos; the ones are never counted."""
    typed = asking.typed
    return _by_worth(asking, {str(w): number(typed.get(f"pile-{w}", "0")) for w in WORTHS})


def _by_cards(asking: Asking) -> Answer:
    """The dear cards themselves."""
    data = {"cards": asking.typed.getlist("pile-card")}
    cards = plain.read(Counting, data, Table(PLAYERS, DEAR)).cards or ()
    tapped = Counter(POINTS[card] for card in cards)
    return _by_worth(asking, {str(worth): tapped[worth] for worth in WORTHS})


def _by_worth(asking: Asking, counts: Mapping[str, Any]) -> Answer:
    size = {name: number(asking.typed.get(f"pile-{name}") or "0") for name in ("tricks", "aside")}
    asked = plain.read(Counting, {"counts": counts, **size}, Table(PLAYERS, TAROCK_54))
    pile = asked.pile()
    dear = Counter({int(worth): n for worth, n in counts.items()})
    laid = groups([*dear.elements(), *(1 for _ in range(pile.cards - dear.total()))])
    return _answer(asking, pile, [f"{' + '.join(map(str, g))} → {points}" for g, points in laid])


def _threes_said(typed: Typed) -> list[str]:
    said = typed.getlist("pile-three")
    return said[:-1] if "pile-undo" in typed else said


def _by_threes(asking: Asking) -> Answer:
    """What was said aloud for each group of three, and for a rest of one or two cards."""
    said = _threes_said(asking.typed)
    threes = [_within(f"three.{at}", text, 3) for at, text in enumerate(said)]
    cards = _number("rest", asking.typed.get("pile-rest", "0"), range(3))
    rest = _within("rest", asking.typed.get("pile-rest-points", "0"), cards) if cards else 0
    size = 3 * len(threes) + cards
    if size > len(DEAREST):
        raise Unreadable("three", "too-large", most=len(DEAREST) // 3)
    points = _within("three", str(sum(threes) + rest), size)
    pile = Count(size, points + Count(size, 0).off)
    laid = [f"{asking.say('three')} {n}" for n in threes]
    return _answer(asking, pile, laid + ([f"{asking.say('rest')} {rest}"] if cards else []))


def _within(field: str, text: str, cards: int) -> int:
    """Points that so many cards can be worth, from the cheapest to the dearest of the pack."""
    least = count(DEAREST[len(DEAREST) - cards :]).points
    return _number(field, text, range(least, count(DEAREST[:cards]).points + 1))


def _number(field: str, text: str, possible: range) -> int:
    said = number(text)
    if not isinstance(said, int):
        raise Unreadable(field, "not-a-number")
    if said < possible[0]:
        raise Unreadable(field, "too-small", least=possible[0])
    if said > possible[-1]:
        raise Unreadable(field, "too-large", most=possible[-1])
    return said


def _answer(asking: Asking, pile: Count, laid: Iterable[str]) -> Answer:
    cards = asking.say("cards", n=pile.cards)
    sum_ = asking.say("counted", sum=pile.worth, less=pile.off, n=pile.points)
    fields = (("points", str(pile.points)),)
    return Answer(f"{cards} · {sum_}", f"{pile.points} : {pile.other}", tuple(laid), fields)


def _varsava(asking: Asking) -> Answer:
    """Four piles: the total that their sizes give, and whether the points agree with it."""
    piles, points = _of_each(asking, "size", "piles"), _of_each(asking, "points", "points")
    if None in piles.values():
        raise Unreadable("varsava", "missing")
    whole = None not in points.values()
    deal = _four_piles(asking, piles, points if whole else dict.fromkeys(points, 0))
    refusal = asking.match.game.check(deal, asking.match.standing, asking.match.house)
    if refusal and (whole or refusal.field == "piles"):
        raise Refused(refusal)
    right = total_of_piles(deal.piles or ())
    fields = [(f"piles-{seat}", str(n)) for seat, n in piles.items()]
    fields += [(f"points-{seat}", str(n)) for seat, n in points.items()]
    how = asking.say("piles-make", n=right)
    return Answer(how, f"Σ {right}", fields=tuple(fields) if whole else ())


def _of_each(asking: Asking, control: str, of: str) -> dict[int, Any]:
    """What was typed for each of the four seats, here or in the deal's form before."""
    typed = asking.typed
    return {
        seat: number(typed.get(f"pile-{control}-{seat}", typed.get(f"{of}-{seat}")))
        for seat in asking.seats
    }


def _four_piles(asking: Asking, piles: Mapping[int, Any], points: Mapping[int, Any]) -> Deal:
    """The Varšava as it would be written down. Raises Unreadable."""
    seats = range(len(asking.match.names))
    data = {
        "declarer": asking.seats[0],
        "variant": "varsava",
        "pausing": [seat for seat in seats if seat not in asking.seats],
        "piles": [piles.get(seat, 0) for seat in seats],
        "points": [points.get(seat, 0) for seat in seats],
    }
    return plain.read(Deal, data, Table(len(seats), TAROCK_54))


def _anchor(field: str) -> str:
    """The part of the page that a field is asked for in."""
    name, _, rest = field.partition(".")
    if name == "counts":
        return f"part-{rest}" if rest in map(str, WORTHS) else "part-tricks"
    if name in ("tricks", "cards", "three", "rest"):
        return f"part-{name}"
    return {"aside": "part-tricks", "way": "part-way"}.get(name, "part-varsava")


def _reason(asking: Asking, why: Unreadable) -> str:
    if why.field in ("counts", "counts.1"):
        text = "too-many" if why.field == "counts" else "too-few"
        return asking.say(text, n=why.facts["most"])
    return asking.say("piles-missing") if why.problem == "missing" else asking.book.unreadable(why)
