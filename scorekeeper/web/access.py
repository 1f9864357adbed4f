"""Who may do what: the scorer's link writes, the watchers' link and the short code only read.

No accounts. A link's token is made from the app's secret and the match's code, so nothing has to
be stored; the phone that opened a link remembers it in its signed session cookie.
"""

import base64
import hmac
from collections.abc import Iterator
from itertools import count
from typing import Literal

from flask import abort, current_app, session, url_for

Role = Literal["scorer", "watcher"]
ROLES: tuple[Role, ...] = ("scorer", "watcher")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a short code: nothing that is mistaken for something else (0 O 1 I)."""
CODE_LENGTH = 4
REMEMBERED = 40
"""Matches that a phone remembers; a cookie must stay under 4 kB."""


def codes_for(key: str) -> Iterator[str]:
    """Codes to try for a new match; a key that is sent again gives the same ones."""
    for attempt in count():
        digest = _mac(f"code:{key}:{attempt}")
        # One letter more after some tries, should the short codes ever be used up.
        length = CODE_LENGTH + attempt // 8
        yield "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])


def token_of(code: str, role: Role) -> str:
    """The token of a match's link for a role: 192 bits that only the app can make."""
    return base64.urlsafe_b64encode(_mac(f"{role}:{code}")[:24]).decode()


def role_of(code: str, token: str) -> Role | None:
    """The role that a token gives, or None; compared in constant time."""
    given = token.encode()
    fitting = [r for r in ROLES if hmac.compare_digest(token_of(code, r).encode(), given)]
    return fitting[0] if fitting else None


def link(code: str, role: Role) -> str:
    """The address that gives whoever opens it this role."""
    return url_for("sharing.join", code=code, token=token_of(code, role), _external=True)


def remember(code: str, role: Role) -> None:
    """Lets this phone have a role in a match; a watcher's link takes nothing from a scorer."""
    roles = remembered()
    kept = "scorer" if roles.pop(code, None) == "scorer" else role
    # A list of pairs: the cookie's JSON does not keep the order of a mapping.
    session["roles"] = [*list(roles.items())[1 - REMEMBERED :], (code, kept)]
    session.permanent = True


def remembered() -> dict[str, Role]:
    """The matches of this phone with its role, the latest last."""
    return dict(session.get("roles", ()))


def may_write(code: str) -> bool:
    """Whether this phone may write in a match."""
    return remembered().get(code) == "scorer"


def require(code: str, *roles: Role) -> None:
    """Answers 403 unless this phone has one of the roles in the match."""
    if remembered().get(code) not in roles:
        abort(403)


def _mac(text: str) -> bytes:
    secret = current_app.secret_key
    key = secret.encode() if isinstance(secret, str) else secret or b""
    return hmac.new(key, text.encode(), "sha256").digest()
