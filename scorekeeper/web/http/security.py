"""Headers, cookies and limits that keep a table's score its own, and the log of attempts at what is
not allowed.

That log holds no token, no name and no code of a match: an attempt is named by its kind. It carries
an address, for those who want to shut it out.
"""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug import Response as BaseResponse
from werkzeug.exceptions import Forbidden

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from werkzeug.local import LocalProxy

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
USUAL_HEADERS = (*HEADERS.items(), ("Cache-Control", "no-store"))
"""Headers of each answer that does not say otherwise."""
USUAL_HEADERS_OVER_HTTPS = (*USUAL_HEADERS, ("Strict-Transport-Security", "max-age=31536000"))
USUAL_NAMES = frozenset(name.lower() for name, _value in USUAL_HEADERS_OVER_HTTPS)

TOKEN_FIELD, TOKEN_HEADER = "csrf_token", "X-CSRFToken"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class CrossSite(Forbidden):
    """A request that would write was sent by a page of another site."""


def current_request() -> Request:
    """The request in hand, looked up once where several things are asked of it."""
    here: Request = cast("LocalProxy[Request]", request)._get_current_object()
    return here


def is_cross_site(request: Request) -> bool:
    """True if the browser says that a page of another site sends a request.

    `Sec-Fetch-Site` tells it, but only over HTTPS; else `Origin` does, unless it is "null", which
    forms of a page without referrers send too. Of its host only the name counts: a proxy may
    leave out the port, and cookies know none.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")
    if origin == "null":
        return False
    own = {_host(request.host_url), _host(current_app.config["BASE_URL"])} - {None}
    return _host(origin) not in own


def is_refused(request: Request, response: BaseResponse) -> bool:
    """True of what would have written, and was refused: it leaves the session as it was."""
    return request.method not in SAFE_METHODS and response.status_code >= 400


def local_path(url: str) -> str:
    """The path of an address with its query, whatever host it names; empty for what is no address,
    and for what a browser would take for another site.
    """
    try:
        link = urlsplit(url)
    except ValueError:
        return ""
    # Under a path of a proxy, what lies beside it is another site.
    safe = link.path.startswith(f"{request.script_root}/") and link.path[1:2] not in ("/", "\\")
    return link._replace(scheme="", netloc="").geturl() if safe else ""


def _host(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


class MaskedTokens(CSRFProtect):
    """CSRF tokens that look different in every answer, so that compression betrays none (BREACH).

    A token without a mask is taken too: pages that were open before masks came still have one.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        """Answers 400 to a request that writes without the token of its session."""
        request = current_request()
        if request.method not in current_app.config["WTF_CSRF_METHODS"]:
            return
        token = request.form.get(TOKEN_FIELD) or request.headers.get(TOKEN_HEADER, "")
        if compare_digest(_unmasked(token), session.get(TOKEN_FIELD) or secrets.token_hex()):
            return
        super().protect(apply_exemptions)


def masked_token() -> str:
    """The token of this session for one answer: a pad of random bytes, and the token under it."""
    if TOKEN_FIELD not in session:
        generate_csrf()
    token = bytes.fromhex(session[TOKEN_FIELD])
    pad = secrets.token_bytes(len(token))
    return urlsafe_b64encode(pad + _under(pad, token)).decode()


def _unmasked(masked: str) -> str:
    """The session's token under a mask; empty if the text is not a masked one."""
    try:
        both = urlsafe_b64decode(masked)
    except (NotBase64, ValueError):
        return ""
    half = len(both) // 2
    return _under(both[:half], both[half : 2 * half]).hex()


def _under(pad: bytes, text: bytes) -> bytes:
    return (int.from_bytes(pad) ^ int.from_bytes(text)).to_bytes(len(text))


csrf = MaskedTokens()


class TransientSession(SecureCookieSession):
    """A session that ends with its request: no cookie is made of it."""


class KnownSession(SecureCookieSession):
    """The session of a phone that came back with its mark: what it may do is kept on the server.

    `shelves` is that, once it was read.
    """

    shelves: Mapping[str, Sequence[tuple[Any, ...]]] | None = None


class Sessions(SecureCookieSessionInterface):
    """The session cookie: whoever signed it here is believed for ever, whatever a clock says.

    A browser sends no cookie with a form of another site. So what would write and comes without
    a session makes none, and a refusal none either: it would replace the one that the phone has.

    A cookie that is refused may be that of another house on this address, or of a secret that
    comes back. It stays where it is, and the cookie of this installation takes a name of its own.
    Behind HTTPS the cookie is `Secure` and bound to its host; one from before that is read too.
    """

    _signer: URLSafeTimedSerializer | None = None
    _own = ""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """The signer of the app's cookies, made once: its keys do not change while it runs."""
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        assert self._signer is not None, "create_app gives every app a secret"
        return self._signer

    def get_cookie_name(self, app: Flask) -> str:
        plain, own = self._names(app)
        usual = f"{self._prefix(app)}{plain}"
        refused = usual in request.cookies and self._read(app, request, usual) is None
        return f"{self._prefix(app)}{own}" if refused else usual

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session of the first cookie that was signed here; a new one if there is none."""
        if request.method not in SAFE_METHODS and is_cross_site(request):
            return TransientSession()
        for prefix in dict.fromkeys((self._prefix(app), "")):
            for name in self._names(app):
                session = self._read(app, request, prefix + name)
                if session is not None:
                    return session
        return self.session_class() if request.method in SAFE_METHODS else TransientSession()

    def save_session(self, app: Flask, session: SessionMixin, response: BaseResponse) -> None:
        """Sets the cookie of a session that was changed; HEAD only looks.

        Its age is said in seconds, which count before the date that a wrong clock would give.
        """
        if session.accessed or session.modified:
            said = response.headers.get("Vary")
            response.headers["Vary"] = f"{said}, Cookie" if said else "Cookie"
        refused = is_refused(current_request(), response)
        if refused or request.method == "HEAD" or isinstance(session, TransientSession):
            return
        if not self.should_set_cookie(app, session):
            return
        response.set_cookie(
            self.get_cookie_name(app),
            str(self.get_signing_serializer(app).dumps(dict(session))),
            max_age=app.permanent_session_lifetime if session.permanent else None,
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            # Plain HTTP is fine in a pub's own network; behind HTTPS the cookie stays there.
            secure=request.is_secure,
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )

    def _prefix(self, app: Flask) -> str:
        """The prefix by which a browser knows that a cookie is bound to its host and to HTTPS."""
        shared = self.get_cookie_domain(app) or self.get_cookie_path(app) != "/"
        return "__Host-" if request.is_secure and not shared else ""

    def _names(self, app: Flask) -> tuple[str, str]:
        """The usual name of the cookie, and the one that only this installation's secret gives."""
        if not self._own:
            secret = self.get_signing_serializer(app).secret_keys[-1]
            self._own = hmac.new(secret, b"cookie", "sha256").hexdigest()[:8]
        plain = super().get_cookie_name(app)
        return plain, f"{plain}-{self._own}"

    def _read(self, app: Flask, request: Request, name: str) -> SecureCookieSession | None:
        """The session of a cookie; None if there is none, or if it was not signed here."""
        cookie = request.cookies.get(name)
        if not cookie:
            return None
        serializer = self.get_signing_serializer(app)
        try:
            kept = _unsigned(serializer, cookie)
            return (KnownSession if kept.get(TOKEN_FIELD) else self.session_class)(kept)
        except BadSignature:
            return None


@lru_cache(maxsize=1024)
def _unsigned(serializer: URLSafeTimedSerializer, cookie: str) -> Mapping[str, object]:
    """What a cookie holds; a phone sends the same one again and again. Raises BadSignature.

    A session copies that, and changes no part of it in place: else no cookie would be set anew.
    Without `max_age`, which would also refuse what a clock that ran ahead has signed.
    """
    for signer in serializer.iter_unsigners(serializer.salt):
        with suppress(BadSignature):
            kept: Mapping[str, object] = serializer.load_payload(signer.unsign(cookie))
            return kept
    raise BadSignature("signed by another secret")


def protect(app: Flask) -> None:
    """Puts the headers, the limits and the checks of forms on an app."""
    app.before_request(_refuse_cross_site)
    csrf.init_app(app)
    app.session_interface = Sessions()


def _refuse_cross_site() -> None:
    asked = current_request()
    if asked.method not in SAFE_METHODS and is_cross_site(asked):
        raise CrossSite


class SafeResponse(Response):
    """An answer that goes out with the usual headers, but for those that it has itself.

    They are put beside its own last of all: each header that lies in an answer is looked at again
    by everybody who touches it.
    """

    def get_wsgi_response(
        self, environ: "WSGIEnvironment"
    ) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """The body, the status, and all headers."""
        body, status, headers = super().get_wsgi_response(environ)
        secure = environ["wsgi.url_scheme"] == "https"
        usual = USUAL_HEADERS_OVER_HTTPS if secure else USUAL_HEADERS
        own = USUAL_NAMES & {name.lower() for name, _value in headers}
        headers.extend([each for each in usual if each[0].lower() not in own] if own else usual)
        return body, status, headers


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
