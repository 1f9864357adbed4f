"""The score sheet of a match: what is done to its rows without a form, the watchers' page, and what
a match says of itself to the pages that it shares with groups.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.rooms import first_of_rooms
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match
from scorekeeper.match.actions import Matches
from scorekeeper.stream.files import CODE, Events
from scorekeeper.web import render
from scorekeeper.web.http import access, saving
from scorekeeper.web.match.sheet_view import SheetKey, sheet_of
from scorekeeper.web.stream import HistoryItem, StreamPresenter
from scorekeeper.web.stream.pages import SharedPages
from scorekeeper.web.wording import figures
from scorekeeper.web.wording.events import act_texts, conflict_text, describe_event, event_name
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.rows import story_of_event


class MatchPresenter(StreamPresenter[Match, access.Role]):
    """Matches, whose first page is the sheet."""

    pages = "sheet"
    home = "sheet.show"
    share_template = "match/share.html"
    roles = access.ROLES
    watches: access.Role = "watcher"
    writes: access.Role = "scorer"

    def streams(self) -> Matches:
        return access.matches()

    def open(self, code: str, *, write: bool = False) -> Match:
        return access.match_or_403(code, write=write)

    def grant_role(self, stream: Match, role: access.Role) -> None:
        access.grant_role(stream, role)

    def landing(self, role: access.Role) -> str:
        return "sheet.show" if role == "scorer" else "watching.show"

    def describe(self, stream: Match, event: Event) -> str:
        return describe_event(stream, event)

    def name(self, stream: Match, event: Event) -> str:
        return event_name(stream, event)

    def news(self, stream: Match, event: Event) -> str:
        silent = event.kind in MATCH.kinds_with("never_conflicts")
        return "" if silent else act_texts(stream, event).there

    def all_events(self, stream: Match) -> Sequence[Events]:
        return [list(stream.events)]

    def strike_url(self, now: Match, event: Event | None, *, struck: bool) -> str:
        """Nowhere where the row was struck out or brought back since, or is none."""
        if event is None or all((row.seq, row.struck) != (event.seq, struck) for row in now.rows):
            return ""
        return url_for("sheet.strike", code=now.code, seq=event.seq)

    def share_values(self, stream: Match) -> Mapping[str, object]:
        """The code to type, while it opens the match; and who sits there."""
        typed_code = "" if access.code_has_expired(stream) else stream.code
        return {"typed_code": typed_code, "columns": figures.columns_of(stream)}

    def stays(self, stream: Match) -> Mapping[str, object]:
        return {"group": staying_group(stream)}

    def history_item(self, stream: Match, event: Event) -> HistoryItem:
        points = figures.points_text(stream, event) if event.body.get("lines") else ""
        mark = event.body.get("phone", "") if event.body.get("lines") else ""
        wrote = figures.phone_text(stream, mark) if mark and stream.phones.keys() > {mark} else ""
        return HistoryItem(
            describe_event(stream, event),
            clock(event.at),
            story_of_event(stream, event),
            book_of(stream.game).language,
            " · ".join(filter(None, (points, wrote))),
            event.seq in stream.struck_by,
        )


def staying_group(match: Match) -> str:
    """The group that this form lets stay where links end; empty for none."""
    code = request.form.get("group", "")
    return code if CODE.fullmatch(code) and match.group in (None, code) else ""


MATCH_PRESENTER = MatchPresenter()


match_pages = Blueprint("sheet", __name__, url_prefix="/m/<code>")


@match_pages.get("", endpoint="show")
def match_page(code: str) -> AnyResponse:
    """The score sheet; players and watchers are shown their own pages."""
    match = access.match_or_403(code)
    if not access.may_write(match):
        seated = access.person_of_phone(match) is not None and render.has_page("phones.me")
        to = "phones.me" if seated else "watching.show"
        return redirect(url_for(to, code=code), 303)
    if not render.wants_partial():
        access.leave_objections(match)
    return sheet_page(match)


@match_pages.post("/entries/<int:seq>/strike")
def strike(code: str, seq: int) -> AnyResponse:
    """Strikes an entry out, or takes the strike back."""
    match = access.match_or_403(code, write=True)
    verb = access.matches().bring_back if match.row(seq).struck else access.matches().strike
    try:
        save = saving.read_save()
        return saved_page(verb(match, seq, save.version, save.key))
    except saving.TOO_LATE:
        now = access.matches().get(code)
        # Sent again it would be the other way round, if somebody else did the same.
        same = MATCH_PRESENTER.stream_shown_in_form(now).row(seq).struck == now.row(seq).struck
        return conflict_sheet(now, figures.row_name(now, now.row(seq)), None if same else "")


@match_pages.post("/entries/<int:seq>/note")
def note(code: str, seq: int) -> AnyResponse:
    """Writes what the table wants to remember of an entry."""
    match, text = access.match_or_403(code, write=True), request.form.get("note", "")
    what = _("note: %(what)s", what=figures.row_name(match, match.row(seq)))
    try:
        save = saving.read_save()
        return saved_page(access.matches().note(match, seq, text, save.version, save.key))
    except saving.TOO_LATE:
        return conflict_sheet(access.matches().get(code), what)


@match_pages.get("/saves/<key>")
def saved(code: str, key: str) -> Response:
    """What the save with a key wrote, as a sentence; 204 if that is not on the sheet."""
    match = access.match_or_403(code, write=True)
    event = match.event_by_key(key)
    if event is None or event.seq in match.struck_by:
        return Response(status=204)
    texts = describe_event(match, event), figures.named_points(match, event)
    what = " · ".join(filter(None, texts))
    return Response(_("Already written: %(what)s.", what=what), mimetype="text/plain")


@match_pages.get("/again")
def again(code: str) -> AnyResponse:
    """A new match with the same people, or with other neighbours (`?shift`)."""
    match, shift = access.match_or_403(code, write=True), request.args.get("shift")
    return redirect(url_for("setup.names", game=match.game.key, again=code, shift=shift), 303)


def sheet_page(match: Match, status: int = 200, message: str = "") -> Response:
    """The page of the sheet, for those who may write in the match."""
    view = SheetKey.of(match, "all" in request.args, render.before(), inscribe_url_of(match))
    page = _sheet_html(view, message) if message else _cached_page(view)
    return render.answer(page, status, key=saving.fresh_key())


def inscribe_url_of(match: Match) -> str:
    """Where the loser inscribes a card; empty if that is not due, or not for this phone."""
    url = first_of_rooms(lambda room: room.inscribe_url(match))
    return url if url and access.may_write(match) else ""


@lru_cache(maxsize=256)
def _cached_page(view: SheetKey) -> render.CutPage:
    return render.cut(_sheet_html(view))


def _sheet_html(view: SheetKey, message: str = "") -> str:
    """The sheet for who may write; `pencil` says who else does, and `ranks` are the final order."""
    match = view.match
    everything = "" if view.everything else None
    return render.rendered(
        "match/show.html",
        "match",
        match=match,
        book=book_of(match.game),
        url=url_for("sheet.show", code=view.code, before=view.before, all=everything),
        sheet=sheet_of(match, view.everything, view.before),
        inscribe_url=view.inscribe_url,
        pencil="" if view.mine else figures.scorer_text(match) or figures.writer_text(match, None),
        hidden=saving.save_of(match, render.KEY_PLACEHOLDER).hidden,
        message=message,
        unnamed=figures.is_unnamed(match),
        ranks=figures.ranks_of(match, match.seating.everybody) if match.standing.over else (),
    )


def saved_page(match: Match) -> AnyResponse:
    """The sheet after something was written: at once for htmx, else by a redirect."""
    url = url_for("sheet.show", code=match.code)
    if "HX-Request" not in request.headers:
        return redirect(url, 303)
    response = sheet_page(match)
    response.headers["HX-Push-Url"] = url
    return response


def conflict_sheet(now: Match, what: str, again: str | None = None) -> Response:
    """The sheet as it is now, with `what` was not saved and the way to save it now: at the address
    of this request, at that of `again`, or nowhere if that is empty.
    """
    text = conflict_text(now, what)
    return sheet_page(now, 409, saving.conflict_message(text, now, again))


SharedPages(MATCH_PRESENTER, sheet_page, saved_page).join(match_pages)


watching = Blueprint("watching", __name__, url_prefix="/m/<code>")


@watching.get("/watch", endpoint="show")
def watch_page(code: str) -> Response:
    """The standing, best first, for other phones: it only reads, and refreshes itself.

    With `since` it is what changed for who looks at that version: nothing (204), or the newest.
    """
    match, since = access.match_or_403(code), request.args.get("since", type=int)
    if since == match.version and render.wants_partial():
        return Response(status=204)
    # As everybody looks at it who only looks on, whoever holds the pencil.
    return render.answer(_watch_page(SheetKey.of(match, writes=False)))


@lru_cache(maxsize=1024)
def _watch_page(view: SheetKey) -> str:
    match = view.match
    return render.rendered(
        "match/watch.html",
        "watch",
        match=match,
        book=book_of(match.game),
        code=match.code,
        ranks=figures.ranks_of(match),
        sheet=sheet_of(match, writes=False),
        at=clock(match.events[-1].at),
        pencil=figures.scorer_text(match),
    )
