"""What every form that writes sends along: the version it showed, and the key of this save."""

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import uuid4

from flask import g, request

from scorekeeper.core.schema import Invalid
from scorekeeper.ledger import Event, KeyReused, Stale
from scorekeeper.ledger.chain import is_same_event
from scorekeeper.match import MATCH, Match
from scorekeeper.match.rows import Row
from scorekeeper.stream.streams import Stream, keep_latest
from scorekeeper.web.http.identifiers import phone_scoped_key
from scorekeeper.web.http.security import TOKEN_FIELD

KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A whole UUID: half a key would be a key of its own, and the resend a second save."""
SEEN = re.compile(r"([0-9]{1,9})(?:-([0-9a-f]{8}))?")
"""The version of a match that a form showed, and its seal; older forms say only the version."""
TOO_LATE = (Stale, KeyReused)
"""What a save raises that lost the race. It is answered with the page of the match as it is now
(409), which says what happened since.
"""
ONCE = ("seen", "key", TOKEN_FIELD)
"""Controls that belong to one sending of a form."""


@dataclass(frozen=True)
class Save:
    """A save of one phone: `version` of the match that its form showed (the control `seen`), and an
    idempotency `key` that is the same when the save is sent again. The `seal` tells the match that
    it showed from one as long in which a phone has settled two sides, or names were forgotten.
    """

    version: int
    key: str
    seal: str = ""

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The hidden controls that send it: name and value."""
        seen = f"{self.version}-{self.seal}" if self.seal else str(self.version)
        return [("seen", seen), ("key", self.key)]


class ConflictMessage(str):
    """What a phone is told of a save that lost the race. Where the page of now does not hold what
    was to be saved, `url` and `fields` send it again: hidden controls, name and value, with the
    version of now and a key of their own.
    """

    url = ""
    fields: tuple[tuple[str, str], ...] = ()


def conflict_message(text: str, now: Stream, url: str | None) -> ConflictMessage:
    """The notice with a form that sends this request again, as a fresh save of what is there `now`;
    to another `url`, or nowhere if that is empty.
    """
    notice = ConflictMessage(text)
    notice.url = request.path if url is None else url
    sent = request.form.items(multi=True)
    notice.fields = (*(pair for pair in sent if pair[0] not in ONCE), *fresh_save(now).hidden)
    return notice


def fresh_save(stream: Stream) -> Save:
    """A save that was never sent, for a form that shows a match or a group as it is now."""
    return save_of(stream, fresh_key())


def save_of(stream: Stream, key: str) -> Save:
    """A save with this key, for a form that shows it as it is now."""
    # Only a match can have another side, on a phone.
    seal = _seal(stream, stream.version) if isinstance(stream, Match) else ""
    return Save(stream.version, key, seal)


def carried_save(match: Match) -> Save:
    """The save that a page beside a form carries along for it; for one just opened a fresh one."""
    try:
        return read_save()
    except Invalid:
        return fresh_save(match)


def fresh_key() -> str:
    """An idempotency key for a save that was never sent."""
    return str(uuid4())


def match_before_save(match: Match, save: Save) -> Match:
    """The match that a save was made on, if it was written: sent again, it says the same again,
    whoever came, left or was renamed since.
    """
    if match.event_by_key(save.key, save.version) is None:
        return match
    return Match.fold(match.events[: max(save.version, 1)])


def match_shown_in_form(match: Match, row: Row | None = None) -> Match:
    """The match as a form is about it: with the seats and house rules of the row which it corrects,
    or with those that held when it was opened.
    """
    if row is not None:
        return match.as_of(row)
    seen = seen_version()
    # That has changed only by what came since; a long evening is not folded anew.
    since = match.events[seen:] if seen else ()
    changes = MATCH.kinds_with("undone_in_turn") | {"struck"}
    if seen is None or all(event.kind not in changes for event in since):
        return match
    then = Match.fold(match.events[: max(seen, 1)])
    return replace(match.at(then.seating.seats), house=then.house)


def read_save() -> Save:
    """The save of this request. Raises Invalid for a broken form.

    One that was made on another side of the match than stands there now counts as made before
    everything, so that it comes too late; unless it was written.
    """
    seen, match = _read_seen(), g.get("match")
    if seen is None:
        raise Invalid("seen", "not-a-number")
    version, seal, key = int(seen[1]), seen[2] or "", read_key()
    if seal and match and seal != _seal(match, version):
        written = match.event_by_key(key, 0)
        version = written.seq - 1 if written else 0
    return Save(version, key, seal)


def seen_version() -> int | None:
    """The version that the form of this request showed; None for a broken form."""
    seen = _read_seen()
    return int(seen[1]) if seen else None


def _read_seen() -> re.Match[str] | None:
    return SEEN.fullmatch(request.form.get("seen", ""))


def _seal(match: Match, version: int) -> str:
    """What tells a match, as far as a version, from another side of it.

    The opening and what makes nothing come too late are left out: a server gives them other keys
    than the phone that sends them, and a form need not be filled in anew for that.
    """
    passing = MATCH.kinds_with("never_conflicts") | {"opened"}
    done, names = _sealed_before(match, version)
    for event in match.events[done:version]:
        if event.kind not in passing:
            names.update(f"{event.seq}:{event.key}\n".encode())
    for last in match.events[max(version, 1) - 1 : version]:
        keep_latest(_SEALED, match.code, (last, names), MOST_SEALED)
    return str(names.hexdigest()[:8])


MOST_SEALED = 200
"""Of so many matches it is remembered how far they were sealed."""
_SEALED: dict[str, tuple[Event, Any]] = {}
"""Match → the event up to which it was sealed last, and what was hashed up to there."""


def _sealed_before(match: Match, version: int) -> tuple[int, Any]:
    """How many events of a match need not be hashed again, and a hash that has them: its own chain
    says that they are the same, and so are all before them.
    """
    if (sealed := _SEALED.get(match.code)) is None:
        return 0, sha256()
    last, names = sealed
    known = last.hash and last.seq <= min(version, match.version)
    if known and is_same_event(last, match.events[last.seq - 1]):
        return last.seq, names.copy()
    return 0, sha256()


def read_key() -> str:
    """The idempotency key of this request. Raises Invalid unless it is whole."""
    key = request.form.get("key", "")
    if not KEY.fullmatch(key):
        raise Invalid("key", "not-a-key")
    return key


def statement_key(*said: object) -> str:
    """The idempotency key of what a phone says with this request: the same once it is sent again,
    another for each other thing that the same page can say. Raises Invalid for a broken form.
    """
    return phone_scoped_key(":".join((read_key(), *map(str, said))))
