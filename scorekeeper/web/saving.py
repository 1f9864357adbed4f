"""What every form that writes sends along: the version it showed, and the key of this save."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from flask import request
from werkzeug import Response

from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match, fold
from scorekeeper.match.rows import Row
from scorekeeper.schema import Invalid
from scorekeeper.web.access import matches
from scorekeeper.web.marks import own_key

KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A whole UUID: half a key would be a key of its own, and the resend a second save."""


@dataclass(frozen=True)
class Save:
    """A save of one phone: `version` of the match that its form showed (the control `seen`), and an
    idempotency `key` that is the same when the save is sent again.
    """

    version: int
    key: str

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The hidden controls that send it: name and value."""
        return [("seen", str(self.version)), ("key", self.key)]


def fresh_save(match: Match) -> Save:
    """A save that was never sent, for a form that shows the match as it is now."""
    return Save(match.version, fresh_key())


def carried_save(match: Match) -> Save:
    """The save that a page beside a form carries along for it; for one just opened a fresh one."""
    try:
        return read_save()
    except Invalid:
        return fresh_save(match)


def fresh_key() -> str:
    """An idempotency key for a save that was never sent."""
    return str(uuid4())


def as_first_sent(match: Match, save: Save) -> Match:
    """The match that a save was made on, if it was written: sent again, it says the same again,
    whoever came, left or was renamed since.
    """
    if match.saved(save.key, save.version) is None:
        return match
    return fold(match.events[: max(save.version, 1)])


def as_seen(match: Match, row: Row | None = None) -> Match:
    """The match with the company that a form is about, whose seats it sends: that of the row which
    it corrects, or those who sat there when it was opened.
    """
    if row is not None:
        return match.at(row.seating.seats)
    seen = request.form.get("seen", type=int)
    # Whoever sits there has changed only by what came since; a long evening is not folded anew.
    since = match.events[seen:] if seen else ()
    if seen is None or all(event.kind not in ("seated", "struck") for event in since):
        return match
    return match.at(fold(match.events[: max(seen, 1)]).seating.seats)


def read_save() -> Save:
    """The save of this request. Raises Invalid for a broken form."""
    seen = request.form.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) < 10):
        raise Invalid("seen", "not-a-number")
    return Save(int(seen), read_key())


def read_key() -> str:
    """The idempotency key of this request. Raises Invalid unless it is whole."""
    key = request.form.get("key", "")
    if not KEY.fullmatch(key):
        raise Invalid("key", "not-a-key")
    return key


def saying_key(*said: object) -> str:
    """The idempotency key of what a phone says with this request: the same once it is sent again,
    another for each other thing that the same page can say. Raises Invalid for a broken form.
    """
    return own_key(":".join((read_key(), *map(str, said))))


def save_or_show(
    code: str, save: Callable[[], Response], show: Callable[[Match], Response]
) -> Response:
    """The answer to a save; to one that lost the race, the page of the match as it is now (409).

    `show` makes that page, which says what happened since.
    """
    try:
        return save()
    except (Stale, KeyReused):
        return show(matches().get(code))
