"""The referee's pages: what happened, the question, the verdict, and the link to it."""

import json
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.games import GAMES
from scorekeeper.house import read_house
from scorekeeper.plain import Unreadable
from scorekeeper.referee import Seen
from scorekeeper.verdicts import Judged, judged, keep, kept
from scorekeeper.web.access import require
from scorekeeper.web.bench import Bench, bench_of, table_of
from scorekeeper.web.board import board_of
from scorekeeper.web.games import pages_of
from scorekeeper.web.pages import page
from scorekeeper.web.question import Question, kinds_of
from scorekeeper.web.rulings import earlier, ruling_context
from scorekeeper.web.security import limiter
from scorekeeper.web.sharing import qr
from scorekeeper.web.shelf import matches
from scorekeeper.web.spoken import plain_text
from scorekeeper.web.verdict import told, word_of

disputes = Blueprint("disputes", __name__)
LISTED = 6
"""Offences shown before "more"."""
FIRST_KIND = "play"


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
    cls = kinds_of(bench).get(kind) or abort(404)
    if request.method == "GET":
        return _question(_opened(bench, cls))
    asked = Question(bench, cls, request.form)
    try:
        asked = _pressed(asked)
        if "judge" in request.form:
            return redirect(_verdict_url(bench, asked.judged()), 303)
    except Unreadable as error:
        return _question(asked, error, 422)
    return _question(asked)


@disputes.get("/m/<code>/offences/<rule>")
@disputes.get("/referee/<game>/offences/<rule>")
def offence(rule: str, code: str | None = None, game: str | None = None) -> Response:
    """An offence that the table agrees on: what it costs, and whom."""
    bench = bench_of(code, game)
    try:
        found = judged(bench.game, bench.house, bench.names, Seen.kind, {"rule": rule})
    except Unreadable:
        abort(404)
    return _verdict(bench, found)


@disputes.post("/m/<code>/offences/<rule>/link")
@disputes.post("/referee/<game>/offences/<rule>/link")
def keep_offence(rule: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """Keeps the verdict on a listed offence, for its link."""
    bench = bench_of(code, game)
    found = judged(bench.game, bench.house, bench.names, Seen.kind, {"rule": rule})
    return redirect(url_for("disputes.link", verdict=keep(matches().ledger, found)), 303)


@disputes.get("/m/<code>/verdicts/<verdict>")
def at_match(code: str, verdict: str) -> Response:
    """A verdict at the table that asked for it, which may write what it made of it."""
    bench = bench_of(code, None)
    found = kept(matches().ledger, verdict)
    if found.game is not bench.game:
        abort(404)
    return _verdict(bench, found, verdict)


@disputes.get("/v/<verdict>")
def alone(verdict: str) -> Response:
    """A verdict for everybody who has its link."""
    found = kept(matches().ledger, verdict)
    return _verdict(table_of(found.game), found, verdict)


@disputes.get("/v/<verdict>/link")
def link(verdict: str) -> Response:
    """The link of a verdict, with its QR code."""
    kept(matches().ledger, verdict)
    url = url_for("disputes.alone", verdict=verdict, _external=True)
    return page("disputes/link.html", url=url, qr=qr(url), back=url_for(".alone", verdict=verdict))


@disputes.get("/v/<verdict>/case")
def case(verdict: str) -> Response:
    """A verdict's question as a line of a case file."""
    line = kept(matches().ledger, verdict).case or abort(404)
    response = Response(json.dumps(line, ensure_ascii=False) + "\n", mimetype="application/json")
    name = f"scorekeeper-{line['game']}-{line['kind']}-{verdict[:6]}.jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@disputes.post("/m/<code>/import")
@disputes.post("/referee/<game>/import")
@limiter.limit("60 per minute")
def bring(code: str | None = None, game: str | None = None) -> AnyResponse:
    """Judges a line of a case file, as this table plays, or as the line says."""
    bench = bench_of(code, game)
    line = request.form.get("case", "")
    try:
        return redirect(_verdict_url(bench, _judged_case(bench, line)), 303)
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


def _show(bench: Bench, status: int = 200, **context: Any) -> Response:
    query = request.args.get("q", "")
    offences = _offences(bench, query)
    shown = len(offences) if query else LISTED
    return page(
        "disputes/show.html",
        "found",
        status,
        bench=bench,
        book=bench.book,
        kinds=[kind for kind in kinds_of(bench) if kind != FIRST_KIND],
        first=FIRST_KIND if FIRST_KIND in kinds_of(bench) else "",
        offences=offences[:shown],
        others=offences[shown:],
        q=query,
        rules_url=url_for("rulebook.book", game=bench.game.key),
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
    for code in f"{request.form.get('picked', '')} {request.form.get('pick', '')}".split():
        asked = asked.picked(code)
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
    return page(
        "disputes/question.html",
        "question",
        status,
        bench=bench,
        book=bench.book,
        kind=cls.kind,
        question=asked,
        role=asked.role,
        board=board_of(asked),
        suits=[suit for suit, _ranks in bench.game.pack(bench.house).suits],
        copies=bench.game.pack(bench.house).copies,
        way=way,
        so_far=text,
        error=_error(asked, error) if error else "",
        action=bench.url("question", kind=cls.kind),
        back=bench.url("show"),
        players=bench.game.seats if bench.match is None and len(bench.game.seats) > 1 else (),
    )


def _so_far(asked: Question) -> tuple[str, str]:
    """What the answer would be now: its way, and the text of the button."""
    book = asked.bench.book
    try:
        verdict = asked.judged().verdict
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
    labels = book.data["asked"].get(asked.cls.kind, {})
    label = labels.get(name, {}).get("label", "")
    if error.problem == "missing" and label:
        return _("Missing: %(what)s", what=label)
    return f"{label}: {book.unreadable(error)}".removeprefix(": ")


def _verdict(bench: Bench, found: Judged, verdict: str = "") -> Response:
    book = bench.book
    edit = found.kind in kinds_of(bench)
    return page(
        "disputes/verdict.html",
        bench=bench,
        book=book,
        told=told(found, book),
        judged=found,
        verdict=verdict,
        edit=bench.url("question", kind=found.kind, **{"from": verdict}) if edit else "",
        before=earlier(bench, found),
        seen=bench.match.seen if bench.match else 0,
        key=str(uuid4()),
        back=bench.url("show"),
        **ruling_context(bench, found),
    )


def _verdict_url(bench: Bench, found: Judged) -> str:
    """Keeps a verdict and gives its address at this table."""
    code = keep(matches().ledger, found)
    if bench.match is None:
        return url_for("disputes.alone", verdict=code)
    return url_for("disputes.at_match", code=bench.match.code, verdict=code)


def _judged_case(bench: Bench, line: str) -> Judged:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable("", "no-json", why=str(error)) from None
    if not isinstance(data, dict):
        raise Unreadable("", "not-an-object")
    if data.get("game") != bench.game.key:
        raise Unreadable("game", "not-a-choice", choices=", ".join(GAMES))
    house = read_house(bench.game.house, data["house"]) if "house" in data else bench.house
    return judged(bench.game, house, bench.names, data.get("kind", ""), data.get("given"))


def _back(bench: Bench) -> str:
    if bench.match is None:
        return url_for("home.index")
    return url_for("matches.show", code=bench.match.code)
