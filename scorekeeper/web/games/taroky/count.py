"""The page on which a pile of Taroky is counted, by one of four ways."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request
from werkzeug import Response

from scorekeeper.games.taroky.referee.counting import MOST
from scorekeeper.match import Match
from scorekeeper.schema import Invalid
from scorekeeper.sheet import Refused
from scorekeeper.web.games.taroky.form_page import FormPage, about
from scorekeeper.web.games.taroky.piles import (
    BY_WAY,
    DEAR,
    RESTS,
    THREES,
    WORTHS,
    CountedPile,
    threes_of,
)
from scorekeeper.web.render import wants_part

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


@dataclass(frozen=True)
class Outcome:
    """A counted `pile`, or the `errors`: anchor of a part of the page, and what is wrong there."""

    pile: CountedPile | None = None
    errors: tuple[tuple[str, str], ...] = ()


def count_page(match: Match) -> Response:
    """Counts a pile one of four ways; if it cannot, it says what is wrong, and where."""
    match = about(match, request.form)
    form_page = FormPage(match, request.form, "pile-", ("points", "piles"))
    sent, way = "pile-way" in request.form, request.form.get("pile-way", _usual_way())
    outcome = _count(form_page, way)
    done = _is_awaited(form_page, way, outcome.pile)
    if outcome.pile and done and "pile-done" in request.form:
        return form_page.redisplay_form(outcome.pile.fields)
    return form_page.render(
        "games/taroky/count.html",
        "count",
        422 if outcome.errors and sent and not wants_part() else 200,
        pile=outcome.pile,
        done=done,
        errors=outcome.errors,
        sent=sent,
        **_controls(form_page, way),
    )


def _count(form_page: FormPage, way: str) -> Outcome:
    """The pile counted by a way."""
    try:
        if way not in BY_WAY:
            raise Invalid("way", "not-a-choice", choices=", ".join(WAYS))
        return Outcome(BY_WAY[way](form_page))
    except Invalid as why:
        return Outcome(errors=((_anchor(why.path), _explain(form_page, why)),))
    except Refused as why:
        refusal = why.refusal
        names = form_page.match.names
        text = form_page.book.say("refusals", refusal.id, refusal.facts, names)
        return Outcome(errors=(("part-varsava", text),))


def _is_awaited(form_page: FormPage, way: str, pile: CountedPile | None) -> bool:
    """True if the deal's form waits for such a pile: for one, or for all four of a Varšava."""
    if not form_page.other_fields or pile is None or not pile.fields:
        return False
    return (way == "varsava") == (form_page.submitted.get("contract") == "varsava")


def _controls(form_page: FormPage, way: str) -> Mapping[str, object]:
    """What stands on the page to be tapped, and what was."""
    submitted = form_page.submitted
    return {
        "ways": WAYS,
        "way": way if way in WAYS else "counts",
        "worths": [(worth, MOST[worth]) for worth in WORTHS],
        "value_of": lambda name: submitted.get(f"pile-{name}", "0"),
        "value_or": lambda name, field: submitted.get(f"pile-{name}", submitted.get(field, "")),
        "cards": [str(card) for card in DEAR.cards],
        "tapped": submitted.getlist("pile-card"),
        "threes": threes_of(submitted),
        "three_worths": THREES,
        "rest_worths": RESTS,
        "seats": form_page.seats,
    }


def _usual_way() -> str:
    return "varsava" if request.form.get("contract") == "varsava" else "counts"


def _anchor(field: str) -> str:
    """The anchor of the part of the page that asks for a field."""
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
