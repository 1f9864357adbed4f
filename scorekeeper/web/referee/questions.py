"""A question to the referee: its form, and the pages that a game brings for its own questions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Invalid, Json
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.match.rulings import facts_for
from scorekeeper.referee import judgements
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.explanation import field_of, missing
from scorekeeper.referee.hands import HAND, HOLDS, LACKS
from scorekeeper.referee.judgements import Judgement
from scorekeeper.referee.question import fact_of
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.decisions import Example, decisions_of
from scorekeeper.web.forms import describe
from scorekeeper.web.forms.kinds.kind import FormData, pressed, reseat
from scorekeeper.web.game_pages import free_pages_of, pages_of
from scorekeeper.web.http.access import match_or_403, matches
from scorekeeper.web.referee.picker import in_groups
from scorekeeper.web.referee.question_form import (
    QuestionForm,
    with_defaults,
    with_whole_objects,
)
from scorekeeper.web.referee.table import (
    RefereeTable,
    as_sent,
    of_size,
    question_house_form,
    table_of_question,
    table_of_request,
    table_of_row,
    with_pressed_preset,
)
from scorekeeper.web.referee.verdicts import store_verdict_url
from scorekeeper.web.render import Values, page
from scorekeeper.web.rulebook.examples import (
    house_of,
    part_of_hand,
    source_facts_in,
    source_rules,
    told_of_hand,
)
from scorekeeper.web.rulebook.pages import quotes
from scorekeeper.web.wording.verdicts import outcome_of, word_of

questions = Blueprint("questions", __name__)
SOURCES = ("from", "decision", "row", HOLDS, LACKS)
"""What an address says that a question has its facts from; the page carries it on."""
BY_VERDICT = ("legal", "undecidable", "offence")
"""In this order the cards of a hand are shown."""
CHOSEN = ("role", "tab")
"""What is chosen between two cards, if both are sent at once."""
PRESSED = ("csrf_token", "picked", "pick", "erase", "add", "say", "judge", "preset", "none")
"""Controls that do something once; the others hold what is known so far."""


@dataclass(frozen=True)
class CardGroup:
    """Cards (codes) of a hand with one verdict, its `word`, and one reason, if it needs one."""

    outcome: str
    word: str
    codes: tuple[str, ...]
    reason: str


@questions.route("/m/<code>/disputes/<kind>", methods=["GET", "POST"])
@questions.route("/referee/<game>/<kind>", methods=["GET", "POST"])
def question(kind: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """The form of a question; asked to decide, it leads to the verdict."""
    table = table_of_request(code, game)
    declared = table.game.kinds.get(kind) or abort(404)
    _check_amount(table)
    if request.method == "GET":
        return _question_page(_open_question(table, declared))
    form = _empty_question(table, declared, _from_source(table, declared))
    table = form.table
    sent = pressed(declared, with_pressed_preset(table, request.form), len(table.names))
    form = replace(form, submitted=sent)
    try:
        form = replace(form, table=as_sent(table, declared, sent))
        form = _after_button(form)
        if "judge" in request.form:
            return redirect(store_verdict_url(table, form.judgement), 303)
    except Invalid as error:
        return _question_page(form, error, 422)
    return _question_page(form)


@questions.get("/m/<code>/disputes/<kind>/hand")
@questions.get("/referee/<game>/<kind>/hand")
def hand(kind: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """What may be played from the hand of a question, card by card, and why."""
    table = table_of_request(code, game)
    declared = table.game.kinds.get(kind) or abort(404)
    if declared.played_field is None:
        abort(404)
    _check_amount(table)
    form = _open_question(table, declared)
    table = form.table
    try:
        judged = judgements.judge_hand(table.game, table.house, table.names, kind, form.given)
    except Invalid as error:
        return _question_page(form, error, 422)
    book, played = table.book, declared.played_field
    rules = (each.verdict.rules[:1] for each in judged.values())
    texts = [book.rule(id) for id in dict.fromkeys(chain.from_iterable(rules))]
    told = {name: fact for name, fact in form.given.items() if name != played}
    at = table.url("questions.question", kind=kind)
    return page(
        "referee/hand.html",
        book=book,
        question=form,
        groups=_card_groups(judged, book),
        quotes=quotes(table.game, table.house, texts, table.code),
        facts=describe(book, declared, told, table.names),
        back=_url(form, at) or at,
    )


def _card_groups(judged: Mapping[str, Judgement], book: Rulebook) -> list[CardGroup]:
    """The cards of a hand (code → its judgement), those that may be played first."""
    alike: dict[tuple[str, str], list[str]] = {}
    for code, judgement in judged.items():
        verdict, why = judgement.verdict, ""
        if verdict.verdict == "undecidable":
            why = missing(judgement, book)
        elif verdict.verdict == "offence":
            why = book.offence(verdict.rules[0])
        alike.setdefault((verdict.verdict, why), []).append(code)
    groups = []
    for told, why in sorted(alike, key=lambda each: BY_VERDICT.index(each[0])):
        codes = alike[told, why]
        outcome = outcome_of(judged[codes[0]])
        groups.append(CardGroup(outcome, word_of(outcome), tuple(codes), why))
    return groups


@questions.route("/m/<code>/ask/<kind>", methods=["GET", "POST"])
def ask(code: str, kind: str) -> AnyResponse:
    """A page of a game's own, with its answer as far as it is known."""
    match = match_or_403(code, write=True)
    answer = pages_of(match.game.key).get(kind) or abort(404)
    return answer(match)


@questions.route("/referee/<game>/ask/<kind>", methods=["GET", "POST"])
def ask_freely(game: str, kind: str) -> AnyResponse:
    """A page of a game's own, at a table without a match."""
    table = table_of_request(None, game)
    answer = free_pages_of(game).get(kind) or abort(404)
    here = url_for("questions.ask_freely", game=game, kind=kind)
    return answer(here, table.url("offences.show"))


def _check_amount(table: RefereeTable) -> None:
    """Answers 413 to more taps or cards than can be meant: each of them would be worked out."""
    most = 2 * sum(table.game.pack(table.house).numbers.values())
    if any(len(value.replace(",", " ").split()) > most for value in request.values.values()):
        abort(413)


def _open_question(table: RefereeTable, kind: type[AnyDispute]) -> QuestionForm:
    """A question that is opened: with what its address says, with all that its source knows where
    it tells no more, or with both.
    """
    source, told = _from_source(table, kind), request.args.keys() - {*SOURCES, "players"}
    if source and not told:
        return source
    form = _empty_question(table, kind, source)
    try:
        table = as_sent(form.table, kind, request.args)
    except Invalid:
        abort(422)
    return replace(form, table=table, submitted=request.args or None)


def _empty_question(
    table: RefereeTable, kind: type[AnyDispute], source: QuestionForm | None
) -> QuestionForm:
    """A question of which nothing is told, with what only its source knows: in a match whom it is
    about, and what no control asks for.
    """
    if source is None:
        return QuestionForm(table, kind)
    return QuestionForm(
        source.table if table.match else table, kind, source_facts=source.source_facts
    )


def _from_source(table: RefereeTable, kind: type[AnyDispute]) -> QuestionForm | None:
    """A question with the facts of a saved verdict, of a decision, or of a row, or with what the
    address tells of a hand; None without.
    """
    if verdict := request.values.get("from"):
        judgement = judgements.load(matches().ledger, verdict)
        if judgement.game is table.game and judgement.kind == kind.kind:
            here = table_of_question(table.match, judgement) if table.match else table
            return _question_again(here, kind, judgement.house, judgement.given)
    if example := _example_of_decision(table, kind):
        return _question_again(table, kind, house_of(example), example.case["given"])
    if table.match and (seq := request.values.get("row", 0, type=int)):
        return _about_row(table.match, table.match.row(seq), kind)
    sent = {name: [*request.values.get(name, "").split()] for name in (HOLDS, LACKS)}
    told = told_of_hand(sent)
    return QuestionForm(table, kind, source_facts=told) if told else None


def _question_again(
    table: RefereeTable, kind: type[AnyDispute], house: HouseRules, given: Mapping[str, Json]
) -> QuestionForm:
    """A question with the facts of a case; without a match by its house rules and players, too."""
    if table.match is None:
        told = given.get(kind.players_field)
        size = len(told) if isinstance(told, list | dict) else told
        table = of_size(replace(table, house=house), size)
    facts = {**source_facts_in(table.game, kind, given), **told_of_hand(given)}
    return QuestionForm(table, kind, data=with_defaults(kind, given), source_facts=facts)


def _about_row(match: Match, row: Row, kind: type[AnyDispute]) -> QuestionForm:
    """A question about a row of the sheet: with what it knows, among those who played it."""
    table, known = table_of_row(match, row), facts_for(kind, row)
    if len(table.seats) < len(row.before.totals):
        places = dict(zip(table.seats, count()))
        seats = [places.get(seat) for seat in range(len(row.before.totals))]
        known = reseat(kind, known, seats, len(table.seats))
    return QuestionForm(table, kind, data=with_whole_objects(kind, known))


def _example_of_decision(table: RefereeTable, kind: type[AnyDispute]) -> Example | None:
    """The case of the decision whose number the address says; None if it is of another kind."""
    if not (number := request.values.get("decision", 0, type=int)):
        return None
    examples = (each.example for each in decisions_of(table.game) if each.number == number)
    return next((each for each in examples if each.case.get("kind") == kind.kind), None)


def _url(form: QuestionForm, action: str) -> str:
    """The address of the question as it stands, so that it can be loaded again; else empty."""
    sent = (form.submitted or FormData()).items(multi=True)
    pairs = [(name, value) for name, value in sent if value and name not in PRESSED]
    return f"{action.partition('?')[0]}?{urlencode(pairs)}" if pairs else ""


def _after_button(form: QuestionForm) -> QuestionForm:
    """The question after the button that was pressed. Raises Invalid."""
    for tap in f"{request.form.get('picked', '')} {request.form.get('pick', '')}".split():
        name, _equals, value = tap.partition("=")
        form = form.chosen(name, value) if name in CHOSEN else form.picked(tap)
    if "erase" in request.form:
        return form.erased()
    if "none" in request.form:
        return form.assume_rest_false()
    if name := request.form.get("add", ""):
        return form.with_row(name) if name in form.bound.parts else form
    if text := request.form.get("say", "").strip():
        return form.with_typed_cards(text)
    return form


def _question_page(form: QuestionForm, error: Invalid | None = None, status: int = 200) -> Response:
    """The form of a question: `way` is the verdict so far, which colours the button, and `so_far`
    its text. What was typed to `say` stands there again with its `say_error`.
    """
    table, wrong = form.table, _error(form, error) if error else ""
    action = table.url("questions.question", kind=form.kind.kind)
    way, so_far = _button_state(form)
    unsaid = error is not None and error.path == "say"
    if error and not unsaid:
        form = replace(form, errors=((error.path.removeprefix("given."), wrong),))
    house = question_house_form(
        table, form.kind, form.submitted or request.values, form.source_facts
    )
    shown: Values = {
        "house": house,
        "way": way,
        "so_far": so_far,
        "errors": [(_anchor(form, anchor), text) for anchor, text in form.bound.anchors],
        "say": request.form.get("say", "") if unsaid else "",
        "say_error": wrong if unsaid else "",
        "action": action,
        "page_url": _url(form, action),
    }
    return page("referee/question.html", "question", status, **shown, **_values_of(form))


def _values_of(form: QuestionForm) -> Values:
    """What the page shows of a question itself, and where it has its facts from."""
    table, kind, picker = form.table, form.kind, form.picker
    told = {} if form.given.get(HAND) else form.source_facts
    hand_url = ""
    if kind.played_field is not None and form.given.get("hand"):
        hand_url = _url(form, table.url("questions.hand", kind=kind.kind))
    return {
        "table": table,
        "book": table.book,
        "question": form,
        "kind": kind.kind,
        "hand_url": hand_url,  # where it is said what may be played from the hand
        "sources": [(name, request.values[name]) for name in SOURCES if name in request.values],
        "source_rules": source_rules(table.game, table.book, form.source_facts),
        "part_of_hand": [*part_of_hand(table.book, kind.kind, told, table.game.pack(table.house))],
        "picker": picker,
        "slot": picker.slot,
        "groups": list(in_groups(picker.slots)),
        "board": form.board,
        "several": picker.pack.copies > 1,
        "back": table.url("offences.show"),
        "sizes": table.sizes if len(table.sizes) > 1 and form.counts_players else (),
    }


def _anchor(form: QuestionForm, part: str) -> str:
    """Where an error leads: to its part, or to the slot where cards are picked."""
    chosen = form.picker.slots if len(form.picker.slots) > 1 else ()
    slots = {f"part-{slot.name}": f"role-{slot.name}" for slot in chosen}
    shown = {
        each.id
        for stands in (form.needed, form.asked, form.more)
        for part in stands
        for each in part.every
    }
    return part if part in shown else slots.get(part, "form")


def _button_state(form: QuestionForm) -> tuple[str, str]:
    """The verdict that colours the button (empty for none yet), and the button's text."""
    book = form.table.book
    try:
        outcome = outcome_of(form.judgement)
    except Invalid as error:
        wanted = Invalid(form.wanted or error.path, "missing")
        return "", _error(form, wanted if error.code == "missing" else error)
    if outcome == "undecidable":
        return outcome, missing(form.judgement, book, form.decides)
    if outcome == "answer":
        return "legal", _("Show the answer")
    return outcome, _("%(word)s – show why", word=word_of(outcome).capitalize())


def _error(form: QuestionForm, error: Invalid) -> str:
    """What is wrong, with the name of the field as the form calls it."""
    book, kind = form.table.book, form.kind
    path = fact_of(kind, error.path.removeprefix("given."))
    if path == "say":
        return book.unreadable(error)
    if error.code == "refused":
        return book.unreadable(error, form.table.names)
    _cls, name, section = field_of(form.table.game, kind.kind, path)
    label = book.text(*section, name, "label")
    if error.code == "missing" and label:
        asks = book.text("ask", kind.kind, path)
        return asks or _("Missing: %(what)s", what=label)
    cards = form.table.game.pack(form.table.house).by_code
    named = {k: book.card(v) if str(v) in cards else v for k, v in error.params.items()}
    said = book.unreadable(Invalid(error.path, error.code, **named))
    return f"{label}: {said}".removeprefix(": ")
