"""What a match says of itself to the pages that it shares with groups."""

from collections.abc import Mapping, Sequence

from flask import request, url_for

from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match
from scorekeeper.match.actions import Matches
from scorekeeper.stream.files import CODE, Events
from scorekeeper.web.http.access import (
    ROLES,
    Role,
    code_has_expired,
    grant_role,
    match_or_403,
    matches,
)
from scorekeeper.web.stream import HistoryItem, StreamPresenter
from scorekeeper.web.wording.events import act_texts, describe_event, event_name
from scorekeeper.web.wording.figures import columns_of, phone_text, points_text
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.rows import story_of_event


class MatchPresenter(StreamPresenter[Match, Role]):
    """Matches, whose first page is the sheet."""

    pages = "sheet"
    home = "sheet.show"
    share_template = "match/share.html"
    roles = ROLES
    watches: Role = "watcher"
    writes: Role = "scorer"

    def streams(self) -> Matches:
        return matches()

    def open(self, code: str, *, write: bool = False) -> Match:
        return match_or_403(code, write=write)

    def grant_role(self, stream: Match, role: Role) -> None:
        grant_role(stream, role)

    def landing(self, role: Role) -> str:
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
        typed_code = "" if code_has_expired(stream) else stream.code
        return {"typed_code": typed_code, "columns": columns_of(stream)}

    def stays(self, stream: Match) -> Mapping[str, object]:
        return {"group": staying_group(stream)}

    def history_item(self, stream: Match, event: Event) -> HistoryItem:
        points = points_text(stream, event) if event.body.get("lines") else ""
        mark = event.body.get("phone", "") if event.body.get("lines") else ""
        wrote = phone_text(stream, mark) if mark and stream.phones.keys() > {mark} else ""
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
