"""What a group says of itself to the pages that it shares with matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, get_args

from flask import redirect, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.extras.group import GROUP, Group
from scorekeeper.extras.group.actions import Groups, RoundPlayed
from scorekeeper.extras.group.pages.entrance import (
    PAGES,
    group_for,
    groups,
    keep_here,
    may_keep,
    may_write_in,
    shown_secret,
)
from scorekeeper.extras.group.pages.hooks import latest_matches, version_now
from scorekeeper.extras.group.pages.phones import phone_views
from scorekeeper.extras.group.pages.wording import describe, phone_name
from scorekeeper.ledger import Event
from scorekeeper.match import group_of
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.stream.streams import StoodOn
from scorekeeper.web.http.access import grant_role
from scorekeeper.web.http.shelves import GROUPS
from scorekeeper.web.stream import (
    HistoryItem,
    Show,
    StreamPresenter,
    UnsavedChange,
    save_and_respond,
)
from scorekeeper.web.stream.live import Codes

MOST_NAMED = 5
"""So many events are named that stand on one which is to be taken back."""


GroupRole = Literal["keeper", "scorer", "watcher"]


class GroupPresenter(StreamPresenter[Group, GroupRole]):
    """Groups, followed with the matches that they took in last. The link of a keeper is known to
    the host's command line alone.
    """

    pages = PAGES
    home = "group.show"
    share_template = "extras/group/share.html"
    roles = get_args(GroupRole)
    watches: GroupRole = "watcher"
    writes: GroupRole = "scorer"
    one_by_one = True
    refusals = (RoundPlayed, StoodOn)

    def streams(self) -> Groups:
        return groups()

    def open(self, code: str, *, write: bool = False) -> Group:
        return group_for(code, write=write)

    def keep(self, code: str) -> Group:
        return group_for(code, keep=True)

    def grant_role(self, stream: Group, role: GroupRole) -> None:
        if role == "keeper":
            keep_here(stream)
        else:
            grant_role(stream, role, GROUPS)

    def describe(self, stream: Group, event: Event) -> str:
        return describe(stream, event)

    def share_values(self, stream: Group) -> Mapping[str, object]:
        """The phones of the group, and what only who keeps its book may do."""
        return {
            "phones": phone_views(stream),
            "keeps": may_keep(stream),
            "kept": bool(stream.secret),
            "secret": shown_secret(stream.code),
        }

    def news(self, stream: Group, event: Event) -> str:
        return "" if event.kind == "introduced" else describe(stream, event)

    def history_item(self, stream: Group, event: Event) -> HistoryItem:
        item = super().history_item(stream, event)
        by = phone_name(stream, event.body.get("phone", ""))
        detail = " · ".join(filter(None, (item.detail, by)))
        return replace(item, detail=detail, number=event.seq, act=self._act(stream, event))

    def _act(self, group: Group, event: Event) -> tuple[str, str]:
        """What may be done with an event: it is taken back, or what it took back is done again."""
        if not may_write_in(group):
            return "", ""
        if event is group.redo:
            return _("Redo"), self.url("redo", group)
        if event.kind not in group.undoable or not group.holds(event):
            return "", ""
        return _("Undo"), url_for("group.take_back", code=group.code, seq=event.seq)

    def refusal(self, stream: Group, fault: Exception) -> str:
        if not isinstance(fault, StoodOn):
            return _("Something is written at a table of this round: it stays.")
        said = [self._in_history(stream, event) for event in fault.events[:MOST_NAMED]]
        return Markup("{} {}").format(_("It stays, as this stands on it:"), Markup("; ").join(said))

    def _in_history(self, group: Group, event: Event) -> Markup:
        """A link to an event in the history."""
        url = url_for("group.history", code=group.code, before=event.seq, _anchor=f"e{event.seq}")
        return Markup('<a href="{}">{}</a>').format(url, self.describe(group, event))

    def others(self, code: str) -> Codes:
        known = groups()
        return lambda: latest_matches(known, known.get(code))

    def version(self, stream: Group) -> str:
        return version_now(stream)

    def elsewhere(self) -> str:
        return _("There is news from a match.")

    def all_events(self, stream: Group) -> Sequence[Events]:
        events, *matches = streams_of(groups().ledger, stream.code)
        own = (each for each in matches if stream.owns(each[0].stream, group_of(each)))
        return [events, *own]


GROUP_PRESENTER = GroupPresenter()


def write_in(
    group: Group,
    kind: str,
    body: Mapping[str, object],
    then: Callable[[Group], str],
    show: Show[Group],
) -> Response:
    """The answer to a form that writes an event, and leads on to a page."""

    def mine(now: Group) -> UnsavedChange:
        GROUP.validate_body(now, kind, body)
        return UnsavedChange(describe(now, Event(now.code, now.version + 1, kind, body, "", "")))

    return save_and_respond(
        GROUP_PRESENTER,
        group,
        lambda save: groups().write(group, kind, body, save.version, save.key),
        lambda now: redirect(then(now), 303),
        show,
        mine,
    )
