"""What a table made of a verdict: a penalty applied, agreed otherwise, or waived."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper import plain
from scorekeeper.ledger import Event, KeyReused, Stale
from scorekeeper.match import Match, Row
from scorekeeper.plain import Unreadable
from scorekeeper.referee import Seen
from scorekeeper.sheet import Refused
from scorekeeper.verdicts import Judged, judged, keep, kept
from scorekeeper.web.access import require
from scorekeeper.web.bench import Bench, bench_of
from scorekeeper.web.entry import EntryForm, entry_page
from scorekeeper.web.happenings import somebody_was_quicker
from scorekeeper.web.pages import page
from scorekeeper.web.penalty import entry_of
from scorekeeper.web.rulebook import quotes
from scorekeeper.web.ruled import made, question_of
from scorekeeper.web.save import Save, read_save
from scorekeeper.web.shelf import matches
from scorekeeper.web.typed import number
from scorekeeper.web.verdict import told
from scorekeeper.web.verdict_page import verdict_page
from scorekeeper.web.views import columns_of, row_view
from scorekeeper.web.wording import book_of

rulings = Blueprint("rulings", __name__, url_prefix="/m/<code>")
HOW = ("applied", "agreed", "waived")


@rulings.post("/rulings")
def rule(code: str) -> AnyResponse:
    """Writes a ruling on the sheet; a penalty that needs more than a player opens its form."""
    require(code, "scorer")
    bench = bench_of(code, None)
    match: Any = bench.match
    save, found = read_save(), _question(bench)
    how, seat, note = _told(bench)
    try:
        data = _fine(bench, found, seat) if how == "applied" else None
        entry = entry_of(bench, data)
        link = keep(matches().ledger, found)
        ruling = {"how": how, "seat": seat, "note": note, "link": link, **found.written()}
        matches().rule(match, ruling, entry, save.seen, save.key)
    except (Unreadable, Refused) as why:
        return _mend(match, data or {}, why, save)
    except (Stale, KeyReused):
        fresh = bench_of(code, None)
        message = somebody_was_quicker(matches().get(code))
        verdict = request.form.get("verdict", "")
        return verdict_page(fresh, found, verdict, 409, message=message, note=note)
    return redirect(url_for("matches.show", code=code), 303)


@rulings.get("/rulings/<int:seq>")
def show(code: str, seq: int) -> Response:
    """A ruling: the verdict again, and what the table made of it."""
    require(code, "scorer", "watcher")
    match = matches().get(code)
    event = next((e for e in match.ruled if e.seq == seq), None) or abort(404)
    found = question_of(event)
    answer = told(found, book_of(match.game))
    return page(
        "disputes/ruling.html",
        match=match,
        book=book_of(match.game),
        told=answer,
        quotes=quotes(found.game, found.house, answer.rules, code),
        judged=found,
        made=made(match, event),
        back=url_for("matches.show", code=code),
    )


@rulings.get("/players/<int:seat>")
def player(code: str, seat: int) -> Response:
    """A player: his record of penalties, and what he did so far."""
    require(code, "scorer", "watcher")
    match = matches().get(code)
    if seat not in range(len(match.names)):
        abort(404)
    entries = [row.entry for row in match.rows if not row.struck]
    stats = match.game.statistics(entries, len(match.names))
    return page(
        "match/player.html",
        match=match,
        column=columns_of(match)[seat],
        made=[made(match, event) for event in _of_seat(match, seat)],
        rows=[row_view(match, row) for row in match.rows if _penalises(match, row, seat)],
        stats=[(book_of(match.game).label("stats", s.id), s.values[seat]) for s in stats],
        back=url_for("matches.show", code=code),
    )


def _question(bench: Bench) -> Judged:
    """The verdict that a ruling is about: a kept one, or one on a listed offence."""
    if verdict := request.form.get("verdict", ""):
        return kept(matches().ledger, verdict)
    given = {"rule": request.form.get("rule", "")}
    return judged(bench.game, bench.house, bench.names, Seen.kind, given)


def _told(bench: Bench) -> tuple[str, int | None, str]:
    """How it was ruled, the match's seat of the offender, and the note. Raises Unreadable."""
    how = request.form.get("how", "")
    if how.startswith("applied-"):
        how, _dash, at = how.partition("-")
        place = number(at)
        if place not in range(len(bench.seats)):
            raise Unreadable("seat", "no-such-seat", last=len(bench.seats) - 1)
        return how, bench.seats[place], ""
    if how not in HOW:
        raise Unreadable("how", "not-a-choice", choices=", ".join(HOW))
    note = " ".join(request.form.get("note", "").split())
    if len(note) > plain.LONGEST_TEXT:
        raise Unreadable("note", "too-long", longest=plain.LONGEST_TEXT)
    return how, None, note


def _fine(bench: Bench, found: Judged, seat: int | None) -> dict[str, Any] | None:
    """The entry of a penalty as plain data, if it is written as one."""
    penalty, rule = found.verdict.penalty, next(iter(found.verdict.rules), "")
    data = None if seat is None else bench.game.fine(rule, seat, penalty)
    if data is None:
        return None
    agreed = {"points": number(request.form.get("points"))} if (penalty or {}).get("agree") else {}
    return {**data, **agreed}


def _mend(
    match: Match, data: Mapping[str, Any], why: Unreadable | Refused, save: Save
) -> AnyResponse:
    """The form of the penalty's entry, with what it still has to be told."""
    if "type" not in data:
        raise why
    told = {name: value for name, value in data.items() if name != "type" and value is not None}
    form = EntryForm(match, data["type"], plain=told).refused(why)
    return entry_page(form, 422, Save(save.seen, save.key))


def _of_seat(match: Match, seat: int) -> Iterator[Event]:
    for event in reversed(match.ruled):
        if event.body["ruling"]["seat"] == seat and event.seq not in match.gone:
            yield event


def _penalises(match: Match, row: Row, seat: int) -> bool:
    """Whether a row is a penalty of a player that was written without the referee."""
    told = getattr(row.entry, "rule", None) and getattr(row.entry, "seat", None) == seat
    return bool(told) and not row.struck and all(event.seq != row.seq for event in match.ruled)
