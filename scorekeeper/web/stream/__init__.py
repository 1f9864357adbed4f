"""What matches and groups share: what each says of itself (`StreamPresenter`),
links, history, undo, what came between, a file of everything, and news of them.

Here belongs what stands once for both; what only one of them shows does not belong here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.core.schema import Invalid
from scorekeeper.ledger import Event
from scorekeeper.rulebook import unreadable
from scorekeeper.stream.files import Events
from scorekeeper.stream.streams import StoodOn, Stream, Streams
from scorekeeper.web.http import saving
from scorekeeper.web.http.access import link
from scorekeeper.web.stream.live import Codes
from scorekeeper.web.wording.events import stream_conflict_text
from scorekeeper.web.wording.figures import phone_text
from scorekeeper.web.wording.reader import clock, date, language

S = TypeVar("S", bound=Stream)
R = TypeVar("R", bound=str)
"""The roles that links give."""

MOST_NAMED = 5
"""So many events are named that stand on one which is to be taken back."""


class Act(NamedTuple):
    """What may be done with an event, in words, and where; empty if nothing may."""

    label: str
    url: str


NO_ACT = Act("", "")


@dataclass(frozen=True)
class HistoryItem:
    """An event in words, with the `story` of the entry that it wrote in the `language` of its
    book; `gone` if something later took it back. `number` is that of the event.
    """

    text: str
    at: str = ""
    story: tuple[str, ...] = ()
    language: str = ""
    detail: str = ""
    gone: bool = False
    number: int = 0
    act: Act = NO_ACT


class StreamPresenter(ABC, Generic[S, R]):
    """A kind of stream as its pages show it."""

    pages: ClassVar[str]
    """The blueprint of its own pages, which the shared ones join."""
    home: ClassVar[str]
    """The endpoint of the page that a save leads to."""
    share_template: ClassVar[str]
    """The template of the page of its links."""
    file: ClassVar[str] = "scorekeeper"
    """What the name of its file begins with."""
    roles: Sequence[R]
    """What its links give: to look on, and to do everything, are two of them."""
    watches: R
    writes: R
    refusals: ClassVar[tuple[type[Exception], ...]] = ()
    """What its verbs raise where something cannot be done as things stand."""

    one_by_one: ClassVar[bool] = False
    """True if each act is taken back in the history, and not the last one alone."""

    @abstractmethod
    def streams(self) -> Streams[S]:
        """All of them that are here."""

    @abstractmethod
    def open(self, code: str, *, write: bool = False) -> S:
        """The one of a code, which this phone may read, or `write` in; else answers 403."""

    def keep(self, code: str) -> S:
        """The one of a code, whose links this phone may end; else answers 403."""
        return self.open(code, write=True)

    @abstractmethod
    def grant_role(self, stream: S, role: R) -> None:
        """Lets this phone have a role."""

    @abstractmethod
    def describe(self, stream: S, event: Event) -> str:
        """What an event did, for those who did not see it."""

    @abstractmethod
    def all_events(self, stream: S) -> Sequence[Events]:
        """Its events, then those of the streams that belong to it."""

    def name(self, stream: S, event: Event) -> str:
        """What Undo and Redo call an event."""
        return self.describe(stream, event)

    def news(self, stream: S, event: Event) -> str:
        """What an event tells whoever looks at a page; empty for what changes none."""
        return self.describe(stream, event)

    def refusal(self, stream: S, fault: Exception) -> str:
        """What one of the `refusals` says."""
        return str(fault)

    def landing(self, role: R) -> str:
        """The endpoint to which a link leads."""
        return self.home

    def others(self, code: str) -> Codes:
        """Gives the codes of streams that change a page, whenever it is asked after the request."""
        return lambda: ()

    def version(self, stream: S) -> str:
        """How far it and the others are written."""
        return str(stream.version)

    def elsewhere(self) -> str:
        """What is said where one of the others was written; empty if that is no news."""
        return ""

    def strike_url(self, now: S, event: Event | None, *, struck: bool) -> str:
        """Where an event is struck out, or brought back if it is `struck`; empty for nowhere."""
        return ""

    def share_values(self, stream: S) -> Mapping[str, object]:
        """What its own part of the page of links shows."""
        return {}

    def stays(self, stream: S) -> Mapping[str, object]:
        """What this form says that stays where the links end."""
        return {}

    def may_write(self, stream: S) -> bool:
        """True if this phone may write there."""
        return False

    def history_item(self, stream: S, event: Event) -> HistoryItem:
        """An event for the history, with the phone that wrote it."""
        mark = event.body.get("phone")
        told = f"{date(event.at)} {clock(event.at)}", phone_text(stream, mark) if mark else ""
        return HistoryItem(
            self.describe(stream, event),
            detail=" · ".join(filter(None, told)),
            gone=not stream.holds(event),
            number=event.seq,
            act=self._act(stream, event),
        )

    def _act(self, stream: S, event: Event) -> Act:
        """What may be done with an event: it is taken back, or what it took back is done again."""
        if not self.one_by_one or not self.may_write(stream):
            return NO_ACT
        if event is stream.redo:
            return Act(_("Redo"), self.url("redo", stream))
        if event.kind not in stream.undoable or not stream.holds(event):
            return NO_ACT
        return Act(_("Undo"), url_for(f"{self.pages}.strike", code=stream.code, seq=event.seq))

    def stood_on(self, stream: S, events: Sequence[Event]) -> str:
        """What is said of an act on which these stand: each is a link into the history."""
        links = (
            Markup('<a href="{}">{}</a>').format(
                f"{self.url('history', stream)}?before={event.seq}#e{event.seq}",
                self.describe(stream, event),
            )
            for event in events[:MOST_NAMED]
        )
        return Markup("{} {}").format(
            _("It stays, because this depends on it:"), Markup("; ").join(links)
        )

    def home_url(self, stream: S) -> str:
        """The address of the page that a save leads to."""
        return url_for(self.home, code=stream.code)

    def url(self, endpoint: str, stream: S) -> str:
        """The address of one of its pages."""
        return url_for(f"{self.pages}.{endpoint}", code=stream.code)

    def link(self, stream: S, role: R) -> str:
        """The address that gives whoever opens it a role."""
        return link(stream, role, self.pages)

    def stream_shown_in_form(self, stream: S) -> S:
        """The same as the form of this request showed it."""
        seen = saving.seen_version()
        return stream if seen is None else stream.fold(stream.events[: max(seen, 1)])

    def undo_name(self, stream: S) -> str:
        """What Undo would take back; empty if there is nothing."""
        return self.name(stream, stream.undo) if stream.undo else ""

    def redo_name(self, stream: S) -> str:
        """What Redo would bring back; empty if there is nothing."""
        return self.name(stream, stream.redo_target) if stream.redo_target else ""


AnyPresenter = StreamPresenter[Any, Any]


Show = Callable[[S, int, str, dict[str, str]], Response]
"""Makes the page again: for a stream, with a status, a message, and path → what is wrong there."""


@dataclass(frozen=True)
class UnsavedChange:
    """What a phone wanted to save, in words, and where that can be saved `again` as things are now:
    None for the address of this request, empty for nowhere, where it would be about something else.
    """

    text: str
    again: str | None = None


def save_and_respond(
    presenter: StreamPresenter[S, R],
    stream: S,
    write: Callable[[saving.Save], S],
    done: Callable[[S], Response],
    show: Show[S],
    unsaved: Callable[[S], UnsavedChange],
) -> Response:
    """Saves and answers. Saved: `done(stream)`, mostly a redirect. Invalid: `show` with the errors
    (422). Another phone was first: `show` with its event and with what was not saved (409).
    """
    try:
        return done(write(saving.read_save()))
    except saving.TOO_LATE:
        now = presenter.streams().get(stream.code)
        return show(now, 409, _late(presenter, now, unsaved), {})
    except Invalid as error:
        return show(stream, 422, "", {error.path: unreadable(language(), error)})
    except StoodOn as fault:
        now = presenter.streams().get(stream.code)
        return show(now, 422, presenter.stood_on(now, fault.events), {})
    except presenter.refusals as fault:
        now = presenter.streams().get(stream.code)
        return show(now, 422, presenter.refusal(now, fault), {})


def _late(
    presenter: StreamPresenter[S, R], now: S, unsaved: Callable[[S], UnsavedChange]
) -> saving.ConflictMessage:
    """What is said of a save that lost the race: what it was, or why it cannot be any more."""
    try:
        was = unsaved(now)
    except Invalid as error:
        was = UnsavedChange(unreadable(language(), error).rstrip("."), again="")
    text = stream_conflict_text(now, was.text, presenter.describe)
    return saving.conflict_message(text, now, was.again)
