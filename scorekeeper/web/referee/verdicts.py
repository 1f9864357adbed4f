"""Verdicts: at the table that asked, and for everybody with the link; with the house rules that
would change them where the source is silent, each as a few taps. What is tapped is how the table
plays from here on.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.house_rules import HouseRules, dump_house, load_house
from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.core.schema import Invalid, Json, default_of, dump, fields_of, spec_of
from scorekeeper.match import Match
from scorekeeper.match.checks import validate_lasting
from scorekeeper.referee import judgements
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import answers, field_of, ours, sentence
from scorekeeper.referee.judgements import Judgement, as_case
from scorekeeper.referee.question import fact_at
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.sources import source_of
from scorekeeper.web.forms import LabelledValue, describe, describe_none
from scorekeeper.web.forms.kinds.kind import kind_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.http.access import absolute_url, matches
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.saving import fresh_key
from scorekeeper.web.referee.ruling_form import ruling_form
from scorekeeper.web.referee.table import (
    RefereeTable,
    table_of_game,
    table_of_request,
)
from scorekeeper.web.render import page, qr
from scorekeeper.web.rulebook.examples import facts_of
from scorekeeper.web.rulebook.pages import quotes
from scorekeeper.web.wording.reader import book_of
from scorekeeper.web.wording.verdicts import verdict_view, word_of

MOST_CHOICES = 4
"""A house rule of more choices is for its form."""
MOST_CANDIDATES = 100
"""Where more disputes than these are possible, it is not tried what each choice would change."""


class Choice(NamedTuple):
    """A value of a house rule: what a tap sends, its words, and whether the table plays so now."""

    value: str
    word: str
    now: bool


@dataclass(frozen=True)
class Practice:
    """A house rule where the source is silent."""

    label: str
    choices: tuple[Choice, ...]


def practices(match: Match, judgement: Judgement) -> Iterator[Practice]:
    """The practices that would change a verdict at the table of a match: those of the rules that
    it stands on, or where its penalty is ours.
    """
    game, book = match.game, book_of(match.game)
    if match.standing.over or not judgement.question:
        return
    if len(judgement.question.candidates) > MOST_CANDIDATES:
        return
    source, labels = source_of(game.folder), Labels(book, ("house",), ())
    costs = "penalty" in ours(judgement)
    for name in judgement.asked.depends_on:
        rule = book.rule(spec_of(fields_of(game.house)[name]).rule)
        field = kind_of(game.house, name)
        words = [*field.choices(labels, None)]
        silent = source.decides(rule) and (costs or rule.id in judgement.verdict.rules)
        if not silent or not 1 < len(words) <= MOST_CHOICES:
            continue
        ways = {value: with_practice(match.house, f"{name}:{value}") for value, _ in words}
        answers = {v: _answer(judgement, way) for v, way in ways.items() if may_hold(match, way)}
        if len({*answers.values()} - {""}) > 1:
            now = dump(getattr(match.house, name))
            possible = ((value, word) for value, word in words if answers.get(value))
            choices = (Choice(f"{name}:{v}", word, field.read(v) == now) for v, word in possible)
            yield Practice(labels.of(name, "label"), tuple(choices))


def with_practice(house: HouseRules, tapped: str) -> HouseRules:
    """House rules with what a tap sent, "card_stands:touched". Raises Invalid."""
    name, _, value = tapped.partition(":")
    if name not in fields_of(type(house)):
        raise Invalid("practice", "not-a-choice", choices="")
    told = kind_of(type(house), name).read(value)
    return load_house(type(house), {**dump_house(house), name: told})


def may_hold(match: Match, house: HouseRules) -> bool:
    """True if so many can play by house rules, and nothing changes that holds for a whole match."""
    with suppress(Invalid):
        validate_lasting(match, house)
        return len(match.names) in match.game.player_counts(house)
    return False


def _answer(judgement: Judgement, house: HouseRules) -> str:
    """The verdict by other house rules, as a text to compare; empty where it could not be asked."""
    with suppress(Invalid):
        return repr(as_case(judgement.again(house).verdict))
    return ""


verdicts = Blueprint("verdicts", __name__)


class Way(NamedTuple):
    """How it may have been: a verdict and its word, and what would have to be so for it."""

    verdict: str
    word: str
    facts: list[LabelledValue]


@verdicts.get("/m/<code>/offences/<rule>")
@verdicts.get("/referee/<game>/offences/<rule>")
def offence(rule: str, code: str | None = None, game: str | None = None) -> Response:
    """An offence that the table agrees on: what it costs, and whom."""
    table = table_of_request(code, game)
    try:
        return verdict_page(table, table.judge(Admitted.kind, {"rule": rule}))
    except Invalid:
        abort(404)


@verdicts.post("/m/<code>/offences/<rule>/link")
@verdicts.post("/referee/<game>/offences/<rule>/link")
def keep_offence(rule: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """Keeps the verdict on a listed offence, for its link."""
    table = table_of_request(code, game)
    verdict = store_verdict(table, table.judge(Admitted.kind, {"rule": rule}))
    return redirect(url_for("verdicts.link", verdict=verdict), 303)


@verdicts.get("/m/<code>/verdicts/<verdict>")
def at_match(code: str, verdict: str) -> Response:
    """A verdict at the table that asked for it, with the form to rule on it."""
    table = table_of_request(code, None)
    judgement = judgement_by_code(table, verdict)
    if judgement.game is not table.game:
        abort(404)
    return verdict_page(table, judgement, verdict)


@verdicts.get("/v/<verdict>", endpoint="alone")
def public_verdict(verdict: str) -> Response:
    judgement = judgements.load(matches().ledger, verdict)
    return verdict_page(table_of_game(judgement.game), judgement, verdict)


@verdicts.get("/v/<verdict>/link")
def link(verdict: str) -> Response:
    """The link of a verdict, with its QR code."""
    judgements.load(matches().ledger, verdict)
    url = absolute_url(url_for("verdicts.alone", verdict=verdict))
    return page("referee/link.html", url=url, qr=qr(url), back=url_for(".alone", verdict=verdict))


def verdict_page(
    table: RefereeTable,
    judgement: Judgement,
    verdict: str = "",
    status: int = 200,
    message: str = "",
    note: str = "",
) -> Response:
    """The page of a verdict for a table; `verdict` is the code under which it is kept, if it is.

    A ruling that lost the race is shown again with a `message` and the `note` that was typed.
    """
    book, asked = table.book, judgement
    view, match = verdict_view(judgement, book), table.match if table.writes else None
    edit = table.url("questions.question", kind=asked.kind, **{"from": verdict})
    return page(
        "referee/verdict.html",
        status=status,
        table=table,
        book=book,
        judgement=judgement,
        verdict=verdict,
        message=message,
        note=note,
        key=fresh_key(),  # of the ruling that may be written
        ways=ways_of(judgement, book),
        view=view,
        quotes=quotes(asked.game, asked.house, (*view.rules, *view.on_costs), table.code),
        customs=quotes(asked.game, asked.house, view.customs, table.code),
        facts=facts_of(judgement, book),
        edit=edit if asked.kind in table.game.kinds else "",
        ruling=ruling_form(table, judgement),
        practices=[*practices(match, judgement)] if match and verdict else (),
        back=table.url("offences.show"),
    )


def judgement_by_code(table: RefereeTable, verdict: str) -> Judgement:
    """The verdict of a code; a match that came in a file knows those that it was shown.

    Raises UnknownVerdict.
    """
    match = table.match
    shown = first_of_rooms(lambda room: room.shown_verdict(match, verdict)) if match else None
    return shown or judgements.load(matches().ledger, verdict)


def ways_of(judgement: Judgement, book: Rulebook) -> list[Way]:
    """The ways in which it may have been, one for each verdict."""
    verdict = judgement.verdict
    if judgement.kind not in judgement.game.kinds or verdict.decides is None:
        return []
    return [
        Way(way, _way(judgement, book, way), _deciding_fact(judgement, book, given))
        for way, given in verdict.witness.items()
    ]


def _deciding_fact(
    judgement: Judgement, book: Rulebook, given: Mapping[str, Json]
) -> list[LabelledValue]:
    """The fact that decides, with its value in some facts, or the one that leaving it out means."""
    path = judgement.verdict.decides or ""
    cls, name, section = field_of(judgement.game, judgement.kind, path)
    default = default_of(fields_of(cls)[name])
    usual = None if default is MISSING else dump(default)
    value = fact_at(given, path, usual)
    if value is None:
        return [describe_none(book, cls, name, judgement.names, section)]
    return describe(book, cls, {name: value}, judgement.names, section)


def _way(judgement: Judgement, book: Rulebook, way: str) -> str:
    """What is so in a way in which it may have been: the word of a verdict, or the answer."""
    if way in ("legal", "offence"):
        return word_of(way)
    known = judgement.again(given=judgement.verdict.witness[way])
    return " ".join(answers(known, book)) or sentence(known, book)


def store_verdict(table: RefereeTable, judgement: Judgement) -> str:
    """Writes a verdict to the ledger, and gives its code. Raises RateLimitReached.

    What is written stays: so nobody stores without end, and least of all who keeps no score.
    """
    ledger = matches().ledger
    if not judgements.is_saved(ledger, judgement):
        spend("VERDICTS_PER_ADDRESS", visitor())
        if not table.writes and table.asking_person is None:
            spend("STRANGERS_VERDICTS_PER_HOUSE")
    return judgements.save(ledger, judgement)


def store_verdict_url(table: RefereeTable, judgement: Judgement) -> str:
    """Writes a verdict to the ledger → its address at this table. Raises RateLimitReached."""
    verdict = store_verdict(table, judgement)
    if table.match is None:
        return url_for("verdicts.alone", verdict=verdict)
    return url_for("verdicts.at_match", code=table.match.code, verdict=verdict)
