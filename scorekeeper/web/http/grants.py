"""What this phone may do, on shelves: each link that was opened left a grant on one of them.

They lie on the server, under a mark that only this phone's cookie gives: none pushes another out. A
phone that comes for the first time has them in its cookie until it comes again, one that only looks
on until it comes on another day: whoever never does leaves nothing here. Cookies of versions up to
0.10 are taken over in the same way. The app in a phone has one session, which holds all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from flask import current_app, request, session

from scorekeeper.ledger import Damaged, Unavailable
from scorekeeper.web.http.identifiers import phone_grants_id
from scorekeeper.web.http.security import TOKEN_FIELD, KnownSession, masked_token

if TYPE_CHECKING:
    from flask.sessions import SessionMixin
    from werkzeug.local import LocalProxy

    from scorekeeper.ledger.store import Phones

MATCHES, GROUPS, TOURNAMENTS, SEATS = "roles", "companies", "tournaments", "seats"
SHELVES = (MATCHES, GROUPS, TOURNAMENTS, SEATS)
"""Where a phone keeps its roles in each of these, and its seats. A grant takes the place of another
with the same code, which is its first member.
"""
MAX_GRANTS = 2000
"""So many grants a phone keeps on one shelf: more than anybody plays."""
CAME = "came"
"""Where the session of a phone that only looks on keeps the day on which it came first."""
OBJECTIONS = "objections"
"""Where the session keeps the objections that are settled on this phone."""

Grant = tuple[Any, ...]
Shelves = Mapping[str, Sequence[Grant]]


class TooManyGrants(Exception):
    """This phone keeps so many of a kind that it takes no more before it leaves some."""


def grants_on(shelf: str) -> Sequence[Grant]:
    """What lies on a shelf of this phone, the latest last."""
    return shelves().get(shelf, ())


def shelves() -> Shelves:
    """All that this phone may do, as it was when it was first asked for."""
    # Looked up once, not with each member that is asked for.
    here = cast("LocalProxy[SessionMixin]", session)._get_current_object()
    if not isinstance(here, KnownSession):
        return {shelf: [*map(tuple, here[shelf])] for shelf in SHELVES if shelf in here}
    return _fetch(here) if here.shelves is None else here.shelves


def add_grant(shelf: str, grant: Grant) -> None:
    """Keeps on a shelf what this phone was granted, the latest last, in place of the same.

    Raises TooManyGrants.
    """
    before = shelves()
    after = _with_grant(before, shelf, grant)
    if isinstance(session, KnownSession):
        # Who only looks by HEAD is given nothing, as where there is a cookie to be set.
        if request.method != "HEAD" and before.get(shelf, ())[-1:] != after[shelf][-1:]:
            _change(session, lambda known: _with_grant(known, shelf, grant))
    else:
        session[shelf] = after[shelf]
        masked_token()  # by which it is known when it comes again
        looks_on = all(each[1] == "watcher" for each in chain(*_grants_of_cookie(session).values()))
        session[CAME] = _today() if looks_on else ""
    if not session.permanent:
        session.permanent = True


def require_space(shelf: str) -> None:
    """Raises TooManyGrants if this phone can keep nothing more on a shelf."""
    if len(grants_on(shelf)) >= MAX_GRANTS and not current_app.config["REMEMBERS_ALL"]:
        raise TooManyGrants(shelf)


def remove_grant(shelf: str, code: str) -> None:
    """Leaves what this phone was granted under a code."""

    def without(known: Shelves) -> Shelves:
        return {**known, shelf: [each for each in known.get(shelf, ()) if each[0] != code]}

    if not isinstance(session, KnownSession):
        session[shelf] = without(shelves())[shelf]
    elif any(each[0] == code for each in grants_on(shelf)):
        _change(session, without)


def forget() -> None:
    """Takes everything from this phone, and with its CSRF token the forms that it still shows."""
    if isinstance(session, KnownSession) and any(shelves().values()):
        # Known, with nothing: what an older cookie of it brings is not taken over again.
        _change(session, lambda known: {})
    for name in (*SHELVES, CAME, OBJECTIONS, TOKEN_FIELD):
        session.pop(name, None)


def _fetch(session: KnownSession) -> Shelves:
    """What the server keeps for this phone; what the cookie brings of one that it does not know is
    taken over. Brought again it counts for nothing: it may have been left since.

    Once a day the phone is noted as one that comes, and its cookie has its full time again.
    """
    text, day = _phones().read(phone_grants_id())
    brought = _grants_of_cookie(session)
    session.shelves = _from_json(text) if text else brought
    looks_on = not text and session.get(CAME) == _today()
    if (brought and not looks_on) or (text and day != _today()):
        try:
            _change(session, lambda known: known)
        except Unavailable:
            return session.shelves  # for now: the cookie still has it
        session.modified = True
    return session.shelves


def _grants_of_cookie(session: SessionMixin) -> Shelves:
    """What the cookie of a phone brings."""
    return {shelf: [*map(tuple, session[shelf])] for shelf in SHELVES if session.get(shelf)}


def _change(session: KnownSession, change: Callable[[Shelves], Shelves]) -> None:
    """Applies `change` to the shelves in one transaction; those of a phone that the server does not
    know are what its cookie brings. Raises TooManyGrants, LedgerError.
    """
    brought = _grants_of_cookie(session)

    def changed(text: str) -> str:
        after = change(_from_json(text) if text else brought)
        return json.dumps({shelf: grants for shelf, grants in after.items() if grants})

    session.shelves = _from_json(_phones().change(phone_grants_id(), _today(), changed))
    for name in {*brought, CAME} & session.keys():
        del session[name]


def _with_grant(known: Shelves, shelf: str, grant: Grant) -> Shelves:
    """The same with one grant more. Raises TooManyGrants."""
    others = [each for each in known.get(shelf, ()) if each[0] != grant[0]]
    if len(others) >= MAX_GRANTS and not current_app.config["REMEMBERS_ALL"]:
        raise TooManyGrants(shelf)
    return {**known, shelf: [*others, grant]}


@lru_cache(maxsize=128)
def _from_json(text: str) -> Shelves:
    """What is written, for all who look at it and change no part of it in place.

    Raises Damaged. Full shelves take half a megabyte, and are others with each grant: few are kept.
    """
    try:
        told: Mapping[str, Iterable[Iterable[object]]] = json.loads(text or "{}")
    except ValueError as error:
        raise Damaged(f"what a phone may do is no JSON: {error}") from None
    return {shelf: [*map(tuple, grants)] for shelf, grants in told.items() if shelf in SHELVES}


def _phones() -> Phones:
    phones: Phones = current_app.extensions["matches"].ledger.phones
    return phones


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
