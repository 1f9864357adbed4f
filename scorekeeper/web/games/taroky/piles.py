"""The page on which a pile of Taroky is counted, by one of four ways: by counts, by its cards, by
threes, or four piles of a Varšava.

What a pile is worth, and whether there can be such a pile, is asked of the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from flask import request
from werkzeug import Response

from scorekeeper.core import schema
from scorekeeper.core.cards import TAROCK_54, Card, Pack
from scorekeeper.core.schema import Invalid, Json, LoadContext
from scorekeeper.core.sheet import Refused
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.games.taroky.referee.counting import (
    CARDS_PER_WORTH,
    POINTS,
    Count,
    Counting,
    count,
    groups,
    total_of_piles,
)
from scorekeeper.match import Match
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.forms.labels import number
from scorekeeper.web.games.taroky.form_page import PLAYERS, FieldPair, FormPage, about
from scorekeeper.web.render import wants_partial

DEAR = Pack(
    "dear",
    tuple(
        (suit, tuple(rank for rank in reversed(ranks) if POINTS[Card(rank, suit)] > 1))
        for suit, ranks in TAROCK_54.suits
    ),
)
"""The cards that are worth more than one."""
WORTHS = tuple(worth for worth in CARDS_PER_WORTH if worth > 1)
DEAREST = sorted(TAROCK_54.cards, key=POINTS.__getitem__, reverse=True)
THREES = range(1, count(DEAREST[:3]).points + 1)
"""What a group of three can be worth; and RESTS, what a rest of one or two can."""
RESTS = range(count(DEAREST[:2]).points + 1)


@dataclass(frozen=True)
class CountedPile:
    """A pile in words: the sum, the points of both sides, its groups; and the deal's `fields`.

    `fields` are what the deal's form gets: empty if it can take nothing over.
    """

    sum: str
    sides: str
    groups: tuple[str, ...] = ()
    fields: tuple[FieldPair, ...] = ()


def _by_counts(form_page: FormPage) -> CountedPile:
    """From how many fives, fours, threes and twos there are; the ones are never counted."""
    submitted = form_page.submitted
    return _by_worth(form_page, {str(w): number(submitted.get(f"pile-{w}", "0")) for w in WORTHS})


def _by_cards(form_page: FormPage) -> CountedPile:
    data = {"cards": form_page.submitted.getlist("pile-card")}
    cards = schema.load(Counting, data, LoadContext(PLAYERS, DEAR)).cards or ()
    by_worth = Counter(POINTS[card] for card in cards)
    return _by_worth(form_page, {str(worth): by_worth[worth] for worth in WORTHS})


def _by_worth(form_page: FormPage, counts: Mapping[str, Json]) -> CountedPile:
    """From the numbers of dear cards by their worth, and how many cards there are in all."""
    submitted = form_page.submitted
    size = {name: number(submitted.get(f"pile-{name}") or "0") for name in ("tricks", "aside")}
    counting = schema.load(Counting, {"counts": counts, **size}, LoadContext(PLAYERS, TAROCK_54))
    pile = counting.pile()
    dear = [int(worth) for worth, n in (counting.counts or {}).items() for _ in range(n)]
    laid_out = groups([*dear, *(1 for _ in range(pile.cards - len(dear)))])
    texts = [f"{' + '.join(map(str, group))} → {points}" for group, points in laid_out]
    return _counted_pile(form_page, pile, texts)


def threes_of(submitted: FormData) -> list[str]:
    """What was tapped for each group of three; without the last one if it is to be taken back."""
    sent = submitted.getlist("pile-three")
    return sent[:-1] if "pile-undo" in submitted else sent


def _by_threes(form_page: FormPage) -> CountedPile:
    """From the points of each group of three, and of a rest of one or two cards."""
    sent = enumerate(threes_of(form_page.submitted))
    threes = [_points_of(f"three.{at}", text, 3) for at, text in sent]
    cards = _number("rest", form_page.submitted.get("pile-rest", "0"), range(3))
    left = form_page.submitted.get("pile-rest-points", "0")
    rest = _points_of("rest", left, cards) if cards else 0
    size = 3 * len(threes) + cards
    if size > len(DEAREST):
        raise Invalid("three", "too-large", most=len(DEAREST) // 3)
    points = _points_of("three", str(sum(threes) + rest), size)
    pile = Count(size, points + Count(size, 0).off)
    texts = [f"{form_page.say('three')} {n}" for n in threes]
    texts += [f"{form_page.say('rest')} {rest}"] if cards else []
    return _counted_pile(form_page, pile, texts)


def _points_of(field: str, text: str, cards: int) -> int:
    """Points of so many cards. Raises Invalid for less than the cheapest or more than the dearest.

    `field` is the part of the page that is to blame.
    """
    least = count(DEAREST[len(DEAREST) - cards :]).points
    return _number(field, text, range(least, count(DEAREST[:cards]).points + 1))


def _number(field: str, text: str, possible: range) -> int:
    """A number in a range. Raises Invalid."""
    value = number(text)
    if not isinstance(value, int):
        raise Invalid(field, "not-a-number")
    if value < possible[0]:
        raise Invalid(field, "too-small", least=possible[0])
    if value > possible[-1]:
        raise Invalid(field, "too-large", most=possible[-1])
    return value


def _counted_pile(form_page: FormPage, pile: Count, texts: Iterable[str]) -> CountedPile:
    cards = form_page.say("cards", n=pile.cards)
    sum_ = form_page.say("counted", sum=pile.worth, less=pile.off, n=pile.points)
    fields = (("points", str(pile.points)),)
    return CountedPile(f"{cards} · {sum_}", f"{pile.points} : {pile.other}", tuple(texts), fields)


def _varsava(form_page: FormPage) -> CountedPile:
    """The total that the sizes of four piles give, and whether the points agree with it.

    Raises Invalid without the sizes, Refused if there cannot be such piles or, once all are told,
    such points.
    """
    sizes = _by_seat(form_page, "size", "piles")
    points = _by_seat(form_page, "points", "points")
    if None in sizes.values():
        raise Invalid("varsava", "missing")
    whole = None not in points.values()
    deal = _varsava_deal(form_page, sizes, points if whole else dict.fromkeys(points, 0))
    match = form_page.match
    refusal = match.game.check(deal, match.standing, match.house)
    if refusal and (whole or refusal.field == "piles"):
        raise Refused(refusal)
    right = total_of_piles(deal.piles or ())
    fields = [(f"piles-{seat}", str(n)) for seat, n in sizes.items()]
    fields += [(f"points-{seat}", str(n)) for seat, n in points.items()]
    text = form_page.say("piles-make", n=right)
    return CountedPile(text, f"Σ {right}", fields=tuple(fields) if whole else ())


def _by_seat(form_page: FormPage, control: str, field: str) -> dict[int, Json]:
    """What was typed for each of the four seats, here or in the deal's form before."""
    submitted = form_page.submitted
    return {
        seat: number(submitted.get(f"pile-{control}-{seat}", submitted.get(f"{field}-{seat}")))
        for seat in form_page.seats
    }


def _varsava_deal(
    form_page: FormPage, sizes: Mapping[int, Json], points: Mapping[int, Json]
) -> Deal:
    """The Varšava as the sheet would record it. Raises Invalid."""
    seats = range(len(form_page.match.names))
    data = {
        "declarer": form_page.seats[0],
        "variant": "varsava",
        "pausing": [seat for seat in seats if seat not in form_page.seats],
        "piles": [sizes.get(seat, 0) for seat in seats],
        "points": [points.get(seat, 0) for seat in seats],
    }
    return schema.load(Deal, data, LoadContext(len(seats), TAROCK_54))


BY_WAY: Mapping[str, Callable[[FormPage], CountedPile]] = {
    "counts": _by_counts,
    "cards": _by_cards,
    "threes": _by_threes,
    "varsava": _varsava,
}
"""Way → the function that counts by it; each raises Invalid or Refused."""


WAYS = tuple(BY_WAY)
PARTS = {
    "tricks": "part-tricks",
    "aside": "part-tricks",
    "cards": "part-cards",
    "three": "part-three",
    "rest": "part-rest",
    "way": "part-way",
}
"""Field → the part of the page that it is asked for in; the others are asked for a Varšava."""


Errors = tuple[tuple[str, str], ...]
"""Anchor of a part of the page, and what is wrong there."""


def count_page(match: Match) -> Response:
    """Counts a pile one of four ways; if it cannot, it says what is wrong, and where."""
    match = about(match, request.form)
    form_page = FormPage(match, request.form, "pile-", ("points", "piles"))
    varsava = request.form.get("contract") == "varsava"
    sent = "pile-way" in request.form
    way = request.form.get("pile-way", "varsava" if varsava else "counts")
    pile, errors = _count(form_page, way)
    # The deal's form waits for one pile, or for all four of a Varšava.
    awaited = bool(form_page.other_fields) and (way == "varsava") == varsava
    done = awaited and pile is not None and bool(pile.fields)
    if pile and done and "pile-done" in request.form:
        return form_page.redisplay_form(pile.fields)
    submitted = form_page.submitted
    return form_page.show(
        "games/taroky/count.html",
        "count",
        422 if errors and sent and not wants_partial() else 200,
        pile=pile,
        errors=errors,
        way=way if way in WAYS else "counts",
        ways=WAYS,
        sent=sent,
        done=done,
        worths=[(worth, CARDS_PER_WORTH[worth]) for worth in WORTHS],
        cards=[str(card) for card in DEAR.cards],
        tapped=submitted.getlist("pile-card"),
        threes=threes_of(submitted),
        three_worths=THREES,
        rest_worths=RESTS,
        value_of=lambda name: submitted.get(f"pile-{name}", "0"),
        value_or=lambda name, field: submitted.get(f"pile-{name}", submitted.get(field, "")),
    )


def _count(form_page: FormPage, way: str) -> tuple[CountedPile | None, Errors]:
    try:
        if way not in BY_WAY:
            raise Invalid("way", "not-a-choice", choices=", ".join(WAYS))
        return BY_WAY[way](form_page), ()
    except Invalid as why:
        return None, ((_anchor(why.path), _explain(form_page, why)),)
    except Refused as why:
        refusal = why.refusal
        names = form_page.match.names
        text = form_page.book.say("refusals", refusal.id, refusal.facts, names)
        return None, (("part-varsava", text),)


def _anchor(field: str) -> str:
    name, _, rest = field.partition(".")
    if name == "counts":
        return f"part-{rest}" if rest in map(str, WORTHS) else "part-tricks"
    return PARTS.get(name, "part-varsava")


def _explain(form_page: FormPage, invalid: Invalid) -> str:
    """What is wrong, in the game's words where it has better ones than all games."""
    if invalid.path in ("counts", "counts.1"):
        text = "too-many" if invalid.path == "counts" else "too-few"
        return form_page.say(text, n=invalid.params["most"])
    missing = invalid.code == "missing"
    return form_page.say("piles-missing") if missing else form_page.book.unreadable(invalid)
