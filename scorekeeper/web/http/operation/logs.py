"""A log on the app's own: attempts at what is not allowed, and whoever takes everything along.

It holds no token, no name and no code of a match: an attempt is named by its kind. It carries an
address, for those who want to shut it out.
"""

from typing import Literal

from flask import current_app, request

Attempt = Literal["link", "token", "code", "limit", "host", "cut", "site", "copy", "keys"]
ATTEMPTS: dict[Attempt, str] = {
    "link": "a link with a wrong token",
    "token": "a form without the token of its session",
    "code": "a code that no match has",
    "limit": "more requests than the limit",
    "host": "a host that is none of ours",
    "cut": "a request that was cut short",
    "site": "a form of another site",
    "copy": "a download of everything that is kept",
    "keys": "a download of everything that is kept, and of the secret,",
}
"""What is logged as a security event, in words."""
SECURITY = "security"
"""The logger below the app's own."""


def log_attempt(attempt: Attempt) -> None:
    """Logs a security event, in one line."""
    logger = current_app.logger.getChild(SECURITY)
    logger.warning("security: %s from %s", ATTEMPTS[attempt], request.remote_addr)
