"""What a group says of itself to the pages that it shares with matches."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from flask import redirect
from flask_babel import gettext as _
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
)
from scorekeeper.extras.group.pages.hooks import latest_matches, version_now
from scorekeeper.extras.group.pages.phones import phones_of
from scorekeeper.extras.group.pages.wording import describe
from scorekeeper.ledger import Event
from scorekeeper.match import group_of
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.web.http.access import grant_role
from scorekeeper.web.http.identifiers import shown_secret
from scorekeeper.web.http.shelves import GROUPS
from scorekeeper.web.stream import (
    Show,
    StreamPresenter,
    UnsavedChange,
    save_and_respond,
)
from scorekeeper.web.stream.live import Codes

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
    refusals = (RoundPlayed,)

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
            "phones": phones_of(stream),
            "keeps": may_keep(stream),
            "secret": shown_secret(stream.code),
        }

    def news(self, stream: Group, event: Event) -> str:
        return "" if event.kind == "introduced" else describe(stream, event)

    def may_write(self, stream: Group) -> bool:
        return may_write_in(stream)

    def refusal(self, stream: Group, fault: Exception) -> str:
        return _("Something is written at a table of this round: it stays.")

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
    then: str | Callable[[Group], str],
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
        lambda now: redirect(then if isinstance(then, str) else then(now), 303),
        show,
        mine,
    )
