"""The referee's pages: what happened, the question, the verdict, and the link to it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules, read_house
from scorekeeper.plain import Unreadable
from scorekeeper.referee import Dispute, Seen
from scorekeeper.verdicts import Judged, judged, kept
from scorekeeper.web.access import require
from scorekeeper.web.bench import Bench, bench_of, numbered
from scorekeeper.web.board import board_of
from scorekeeper.web.games import free_pages_of, pages_of
from scorekeeper.web.pages import page
from scorekeeper.web.question import Question
from scorekeeper.web.roles import in_groups
from scorekeeper.web.rulebook import book_url
from scorekeeper.web.security import limiter
from scorekeeper.web.shelf import matches
from scorekeeper.web.spoken import plain_text
from scorekeeper.web.verdict import word_of
from scorekeeper.web.verdicts import verdict_url
from scorekeeper.web.wording import titled

disputes = Blueprint("disputes", __name__)
LISTED = 6
"""Offences shown before "more"."""
CHOSEN = ("role", "tab")
"""What is chosen between two cards, if both are sent at once."""


@disputes.get("/referee")
def choose() -> Response:
    """Which game is the dispute about?"""
    games = [(title, url_for("disputes.show", game=game.key)) for title, game in titled()]
    return page("disputes/games.html", games=games)


@disputes.get("/m/<code>/disputes")
@disputes.get("/referee/<game>")
def show(code: str | None = None, game: str | None = None) -> Response:
    """What happened? The listed offences, and the questions that can be asked."""
    bench = bench_of(code, game)
    return _show(bench)


@disputes.route("/m/<code>/disputes/<kind>", methods=["GET", "POST"])
@disputes.route("/referee/<game>/<kind>", methods=["GET", "POST"])
def question(kind: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """The form of a question; asked to decide, it leads to the verdict."""
    bench = bench_of(code, game)
    cls = bench.game.kinds.get(kind) or abort(404)
    if request.method == "GET":
        return _question(_opened(bench, cls))
    asked = Question(bench, cls, request.form)
    try:
        asked = _pressed(asked)
        if "judge" in request.form:
            return redirect(verdict_url(bench, asked.judged), 303)
    except Unreadable as error:
        return _question(asked, error, 422)
    return _question(asked)


@disputes.post("/m/<code>/import")
@disputes.post("/referee/<game>/import")
@limiter.limit("60 per minute")
def bring(code: str | None = None, game: str | None = None) -> AnyResponse:
    """Judges a line of a case file, as this table plays, or as the line says."""
    bench = bench_of(code, game)
    line = request.form.get("case", "")
    try:
        return redirect(verdict_url(bench, _judged_case(bench, line)), 303)
    except Unreadable as error:
        text = f"{error.field}: {bench.book.unreadable(error)}".removeprefix(": ")
        return _show(bench, 422, line=line, line_error=text)


@disputes.route("/m/<code>/ask/<kind>", methods=["GET", "POST"])
def ask(code: str, kind: str) -> Response:
    """A page of a game's own, with its answer as far as it is known."""
    require(code, "scorer")
    match = matches().get(code)
    pages = pages_of(match.game.key)
    if kind not in pages:
        abort(404)
    return pages[kind](match)


@disputes.route("/referee/<game>/ask/<kind>", methods=["GET", "POST"])
def ask_freely(game: str, kind: str) -> Response:
    """A page of a game's own, at a table without a match."""
    bench = bench_of(None, game)
    pages = free_pages_of(game)
    if kind not in pages:
        abort(404)
    here = url_for("disputes.ask_freely", game=game, kind=kind)
    return pages[kind](here, bench.url("disputes.show"))


def _asked(bench: Bench, first: str) -> list[tuple[str, str]]:
    """Every other question: its address and name; a game's own page comes before the form."""
    match, key = bench.match, bench.game.key
    own = free_pages_of(key) if match is None else pages_of(key) if bench.writes else {}
    page_of = f"disputes.{'ask' if match else 'ask_freely'}"
    urls = {kind: bench.url("disputes.question", kind=kind) for kind in bench.game.kinds}
    urls |= {kind: bench.url(page_of, kind=kind) for kind in own}
    return [(url, bench.book.question(kind)) for kind, url in urls.items() if kind != first]


def _show(bench: Bench, status: int = 200, **context: Any) -> Response:
    query = request.args.get("q", "")
    offences, first = _offences(bench, query), bench.game.disputes[0].kind
    shown = len(offences) if query else LISTED
    return page(
        "disputes/show.html",
        "found",
        status,
        bench=bench,
        book=bench.book,
        questions=_asked(bench, first),
        first=first,
        offences=offences[:shown],
        others=offences[shown:],
        q=query,
        rules_url=book_url(bench.game.key, bench.code),
        back=_back(bench),
        **{"line": "", "line_error": "", **context},
    )


def _offences(bench: Bench, query: str) -> list[tuple[str, str]]:
    """Listed offences, the most frequent first; those in whose rule all words of a query are."""
    book = bench.book
    ids = {rule.id for rule in bench.game.rules if rule.under(bench.house)}
    listed = [(id, label) for id, label in book.data["offences"].items() if id in ids]
    words = plain_text(query).split()
    return [
        (id, label)
        for id, label in listed
        for text in [plain_text(f"{label} {book.rule(id).title} {book.rule(id).text}")]
        if all(word in text for word in words)
    ]


def _opened(bench: Bench, cls: Any) -> Question:
    """A question just opened: empty, or with what a kept verdict was asked."""
    if verdict := request.args.get("from"):
        found = kept(matches().ledger, verdict)
        if found.game is bench.game and found.kind == cls.kind:
            return Question(bench, cls, plain=found.given)
    return Question(bench, cls)


def _pressed(asked: Question) -> Question:
    """The question after the button that was pressed. Raises Unreadable."""
    for tap in f"{request.form.get('picked', '')} {request.form.get('pick', '')}".split():
        name, _equals, value = tap.partition("=")
        asked = asked.chosen(name, value) if name in CHOSEN else asked.picked(tap)
    if "erase" in request.form:
        return asked.erased()
    if name := request.form.get("add", ""):
        return asked.with_row(name) if name in asked.form.parts else asked
    if text := request.form.get("say", "").strip():
        return asked.typed_in(text)
    return asked


def _question(asked: Question, error: Unreadable | None = None, status: int = 200) -> Response:
    bench = asked.bench
    cls = asked.cls
    way, text = _so_far(asked)
    wrong = _error(asked, error) if error else ""
    unsaid = error is not None and error.field == "say"
    if error and not unsaid:
        asked = replace(asked, errors=((error.field.removeprefix("given."), wrong),))
    return page(
        "disputes/question.html",
        "question",
        status,
        bench=bench,
        book=bench.book,
        kind=cls.kind,
        question=asked,
        role=asked.role,
        groups=list(in_groups(asked.roles)),
        board=board_of(asked),
        several=bench.game.pack(bench.house).copies > 1,
        way=way,
        so_far=text,
        errors=[(_anchor(asked, anchor), text) for anchor, text in asked.form.errors],
        say=request.form.get("say", "") if unsaid else "",
        say_error=wrong if unsaid else "",
        action=bench.url("disputes.question", kind=cls.kind),
        back=bench.url("disputes.show"),
        sizes=bench.sizes if len(bench.sizes) > 1 else (),
    )


def _anchor(asked: Question, part: str) -> str:
    """Where an error leads: to its part, or to the role where cards are picked."""
    chosen = asked.roles if len(asked.roles) > 1 else ()
    roles = {f"part-{role.name}": f"role-{role.name}" for role in chosen}
    shown = {part.id for part in (*asked.needed, *asked.more)}
    return part if part in shown else roles.get(part, "form")


def _so_far(asked: Question) -> tuple[str, str]:
    """What the answer would be now: its way, and the text of the button."""
    book = asked.bench.book
    try:
        verdict = asked.judged.verdict
    except Unreadable as error:
        return "", _error(asked, error)
    if verdict.verdict == "undecidable":
        return "undecidable", book.say("missing", verdict.missing[0], {}, ())
    return verdict.verdict, _("%(word)s – show why", word=word_of(verdict.verdict).capitalize())


def _error(asked: Question, error: Unreadable) -> str:
    """What is wrong, with the name of the field as the form calls it."""
    name = error.field.removeprefix("given.").partition(".")[0]
    book = asked.bench.book
    if name == "say":
        return book.unreadable(error)
    if error.problem == "refused":
        return _refused(asked.bench, error)
    labels = book.data["asked"].get(asked.cls.kind, {})
    label = labels.get(name, {}).get("label", "")
    if error.problem == "missing" and label:
        return _("Missing: %(what)s", what=label)
    return f"{label}: {book.unreadable(_named(asked.bench, error))}".removeprefix(": ")


def _refused(bench: Bench, error: Unreadable) -> str:
    """Why something cannot have been so: as the sheet refuses it, or by the rule against it."""
    book, rule = bench.book, error.facts["rule"]
    if rule in book.data["refusals"]:
        return book.say("refusals", rule, error.facts, bench.names)
    return book.unreadable(Unreadable(error.field, "refused", rule=book.rule(rule).title))


def _named(bench: Bench, error: Unreadable) -> Unreadable:
    """The same with cards by their names in place of their codes."""
    cards = bench.game.pack(bench.house).by_code
    facts = {k: bench.book.card(v) if str(v) in cards else v for k, v in error.facts.items()}
    return Unreadable(error.field, error.problem, **facts)


def _judged_case(bench: Bench, line: str) -> Judged:
    try:
        data = json.loads(line)
        json.dumps(data, ensure_ascii=False).encode()  # half a character cannot be kept
    except (ValueError, RecursionError) as error:
        raise Unreadable("", "no-json", why=str(error)) from None
    if not isinstance(data, dict):
        raise Unreadable("", "not-an-object")
    if data.get("game") != bench.game.key:
        raise Unreadable("game", "not-a-choice", choices=", ".join(GAMES))
    kind: Any = data.get("kind")
    asked = "" if kind == Seen.kind else kind  # that one is no question
    given = data.get("given")
    seated = bench.game.seated(bench.game.kinds.get(str(asked), Dispute), given)
    names = bench.names if len(bench.names) == seated else numbered(seated)
    return judged(bench.game, _house_of(bench, data), names, asked, given)


def _house_of(bench: Bench, data: Mapping[str, Any]) -> HouseRules:
    try:
        return read_house(bench.game.house, data["house"]) if "house" in data else bench.house
    except Unreadable as error:
        raise error.under("house") from None


def _back(bench: Bench) -> str:
    if bench.match is None:
        return url_for("home.index")
    return url_for("matches.show", code=bench.match.code)
