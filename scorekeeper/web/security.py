"""Headers, cookies and limits that keep a table's score its own."""

import os
import secrets
from pathlib import Path

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
BIGGEST_REQUEST = 64 * 1024

csrf = CSRFProtect()
limiter = Limiter(key_func=get_remote_address)


class Sessions(SecureCookieSessionInterface):
    """The session cookie, `Secure` whenever the request came by HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Plain HTTP is fine in a pub's own network; behind HTTPS the cookie stays there."""
        return request.is_secure


def protect(app: Flask) -> None:
    """Puts the headers, the limits and the checks of forms on an app."""
    csrf.init_app(app)
    limiter.init_app(app)
    app.session_interface = Sessions()
    app.after_request(_with_headers)


def secret_key(path: Path) -> bytes:
    """The app's secret, made once and readable by its owner only."""
    if not path.exists():
        _write_once(path, secrets.token_bytes(32))
    return path.read_bytes()


def _write_once(path: Path, secret: bytes) -> None:
    """Two processes may start at once: whoever links his file first wins, and no half is read."""
    draft = path.with_suffix(f".{os.getpid()}")
    with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
        file.write(secret)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
