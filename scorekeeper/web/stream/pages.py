"""The pages that matches and groups share; each noun's own blueprint has them."""

from collections.abc import Callable
from functools import partial
from typing import Generic

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.stream.files import dump
from scorekeeper.web.http.access import limit_wrong_links, role_by_token
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.saving import Save, fresh_save
from scorekeeper.web.http.security import local_path
from scorekeeper.web.render import before, never_compressed, page, paginate, qr
from scorekeeper.web.stream import R, S, Show, StreamPresenter, UnsavedChange, save_and_respond
from scorekeeper.web.stream.live import changes_response, sse_response

ShowHome = Callable[[S, int, str], Response]
"""Makes the page of a stream, with a status and a message."""


def _said_above(show: ShowHome[S]) -> Show[S]:
    """The same page where it has no field for what is wrong: that is said above it."""
    return lambda now, status, message, errors: show(
        now, status, message or "".join(errors.values())
    )


class SharedPages(Generic[S, R]):
    """The pages of one noun. `show` makes its own first page; `done` answers after undo and redo,
    by leading there unless it is given.
    """

    def __init__(
        self,
        presenter: StreamPresenter[S, R],
        show: ShowHome[S],
        done: Callable[[S], AnyResponse] | None = None,
    ) -> None:
        self._presenter, self._show = presenter, show
        self._done = done or (lambda stream: redirect(presenter.home_url(stream), 303))

    def join(self, blueprint: Blueprint) -> None:
        """Puts them into the noun's blueprint."""
        blueprint.add_url_rule("/in/<token>", "join", self.open_link)
        blueprint.add_url_rule("/share", "share", self.share)
        blueprint.add_url_rule("/links", "renew", self.renew, methods=["POST"])
        blueprint.add_url_rule("/undo", "undo", self.undo, methods=["POST"])
        blueprint.add_url_rule("/redo", "redo", self.redo, methods=["POST"])
        blueprint.add_url_rule("/history", "history", self.history)
        if self._presenter.one_by_one:
            url = "/taken-back/<int:seq>"
            blueprint.add_url_rule(url, "strike", self.strike, methods=["POST"])
        blueprint.add_url_rule("/export", "export", self.export)
        blueprint.add_url_rule("/live", "follow", self.follow)
        blueprint.add_url_rule("/since", "since", self.since)

    def open_link(self, code: str, token: str) -> AnyResponse:
        """Opens a link: the phone is given its role, and the token leaves the address."""
        presenter = self._presenter
        with limit_wrong_links():
            role = role_by_token(code, token, presenter.streams().get, presenter.roles)
        presenter.grant_role(presenter.streams().get(code), role)
        return redirect(url_for(presenter.landing(role), code=code), 303)

    @never_compressed
    def share(self, code: str) -> Response:
        """The links: for watching, and for writing too."""
        return self._share_page(self._presenter.open(code, write=True))

    def renew(self, code: str) -> AnyResponse:
        """Ends all links and the roles they gave; this phone keeps its own."""
        presenter = self._presenter
        stream = presenter.keep(code)

        def write(save: Save) -> S:
            renewed = presenter.streams().renew_links(
                stream, phone_id(code), save.version, save.key, presenter.stays(stream)
            )
            presenter.grant_role(renewed, presenter.writes)
            return renewed

        return save_and_respond(
            presenter,
            stream,
            write,
            lambda now: redirect(presenter.url("share", now), 303),
            _said_above(self._share_page),
            lambda now: UnsavedChange(_("new links instead of the old ones")),
        )

    def undo(self, code: str) -> AnyResponse:
        """Takes back what was done last."""
        return self._step(code, back=True)

    def redo(self, code: str) -> AnyResponse:
        """Takes back the last undo."""
        return self._step(code, back=False)

    def _step(self, code: str, *, back: bool) -> AnyResponse:
        """A step `back` or forth. Sent again it would be about another event: a late one offers to
        strike out that which its page showed, or to bring it back.
        """
        presenter = self._presenter
        stream, streams = presenter.open(code, write=True), presenter.streams()
        act = streams.undo if back else streams.redo

        def unsaved(now: S) -> UnsavedChange:
            shown = presenter.stream_shown_in_form(now)
            if back:
                text, target = _("Undo: %(name)s", name=presenter.undo_name(shown)), shown.undo
            else:
                text = _("Redo: %(name)s", name=presenter.redo_name(shown))
                target = shown.redo_target
            return UnsavedChange(text, presenter.strike_url(now, target, struck=not back))

        return save_and_respond(
            presenter,
            stream,
            lambda save: act(stream, save.version, save.key),
            self._done,
            _said_above(self._show),
            unsaved,
        )

    def history(self, code: str) -> Response:
        """Everything that happened, newest first, a page at a time."""
        return self._history_page(self._presenter.open(code))

    def strike(self, code: str, seq: int) -> AnyResponse:
        """Takes back an event, though it may not be the last; leads to the `next` page."""
        presenter = self._presenter
        stream = presenter.open(code, write=True)
        if not any(e.seq == seq and e.kind in stream.undoable for e in stream.events):
            abort(404)
        back = local_path(request.form.get("next", "")) or presenter.url("history", stream)
        return save_and_respond(
            presenter,
            stream,
            lambda save: presenter.streams().take_back(stream, seq, save.version, save.key),
            lambda now: redirect(back, 303),
            _said_above(self._history_page),
            lambda now: UnsavedChange(
                _("Undo: %(name)s", name=presenter.name(now, now.events[seq - 1]))
            ),
        )

    def _history_page(self, stream: S, status: int = 200, message: str = "") -> Response:
        presenter = self._presenter
        list_page = paginate(stream.events, before())
        history_items = map(partial(presenter.history_item, stream), reversed(list_page.lines))
        return page(
            "stream/history.html",
            status=status,
            message=message,
            hidden=fresh_save(stream).hidden,
            history_items=[each for each in history_items if each.text],
            older=list_page.older,
            older_url=f"{presenter.url('history', stream)}?before={list_page.older}",
            back=presenter.home_url(stream),
        )

    def export(self, code: str) -> Response:
        """Everything as a file: one event a line."""
        text = "".join(
            map(dump, self._presenter.all_events(self._presenter.open(code, write=True)))
        )
        response = Response(text, mimetype="application/x-ndjson")
        name = f"{self._presenter.file}-{code}.jsonl"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def follow(self, code: str) -> Response:
        """Says how far it and what belongs to it are written."""
        presenter = self._presenter
        return sse_response(code, partial(presenter.open, code), presenter.others(code))

    def since(self, code: str) -> Response:
        """What was done since a version, in a sentence; 204 if nothing was."""
        presenter = self._presenter
        stream, version = presenter.open(code), presenter.version
        news = partial(presenter.news, stream)
        return changes_response(version(stream), stream.events, news, presenter.elsewhere())

    def _share_page(self, stream: S, status: int = 200, message: str = "") -> Response:
        presenter = self._presenter
        watch_url, write_url = (
            presenter.link(stream, role) for role in (presenter.watches, presenter.writes)
        )
        return page(
            presenter.share_template,
            status=status,
            stream=stream,
            code=stream.code,
            back=presenter.home_url(stream),
            message=message,
            hidden=fresh_save(stream).hidden,  # of the save that ends the links
            renew_url=presenter.url("renew", stream),
            watch_url=watch_url,
            watch_qr=qr(watch_url),
            write_url=write_url,
            write_qr=qr(write_url),
            own=presenter.share_values(stream),
        )
