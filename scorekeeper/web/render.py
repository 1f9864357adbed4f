"""One way to answer: the whole page, or for htmx the one block that it asked for; QR codes; long
lists, a page at a time.

Templates leave gaps for what belongs to one request alone; they are filled when it is answered.
So whatever a template made can be used again for the next request.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from io import BytesIO
from secrets import token_hex
from typing import Any, Generic, ParamSpec, TypeVar
from urllib.parse import quote

import segno
from flask import Response, current_app, make_response, request
from flask.typing import ResponseReturnValue
from jinja2 import Template
from jinja2.ext import Extension
from markupsafe import Markup, escape

from scorekeeper.web.http.security import current_request, masked_token

TOKEN_PLACEHOLDER, HERE_PLACEHOLDER, KEY_PLACEHOLDER = (f"gap-{token_hex(8)}" for _ in range(3))
"""What stands in a rendered text for the CSRF token, the address, and the key of a save."""
PLACEHOLDERS = re.compile(f"({TOKEN_PLACEHOLDER}|{HERE_PLACEHOLDER}|{KEY_PLACEHOLDER})")
CutPage = tuple[bytes | str, ...]
"""A rendered text cut at its gaps: what stands between them as bytes, each gap by its name."""

INDENTATION = re.compile(r"^[ \t]+(?=<|{%|{#)|(?<=^ )[ \t]+|(?<=\n)\n+", re.MULTILINE)
"""Blanks before a tag, and empty lines; within a tag, a blank stays between its attributes."""
P = ParamSpec("P")

Templates = str | list[str | Template]
"""The name of a template, or names of which the first that there is counts."""

Values = dict[str, Any]
"""Name → what a template is rendered with."""


class Dense(Extension):
    """Leaves the indentation of templates out of the pages."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template without empty lines, and needless blanks before others."""
        return INDENTATION.sub("", source)


def page(template: Templates, block: str = "", status: int = 200, **values: object) -> Response:
    """The rendered template; only its `block` if htmx will put it into a page."""
    return answer(rendered(template, block, **values), status)


def rendered(template: Templates, block: str = "", **values: object) -> str:
    """A template as HTML with gaps, filled with values; only its `block` if htmx asks for that."""
    chosen = current_app.jinja_env.get_or_select_template(template)
    current_app.update_template_context(values)
    if not block or not wants_partial():
        return chosen.render(values)
    inside = chosen.new_context(values)
    # Its first words: a template has then said which one it extends, and has got its blocks.
    next(chosen.root_render_func(inside))
    return "".join(inside.blocks[block][0](inside))


def cut(html: str) -> CutPage:
    """A rendered text made ready for many answers."""
    parts = PLACEHOLDERS.split(html)
    return tuple(part if at % 2 else part.encode() for at, part in enumerate(parts))


def answer(html: str | CutPage, status: int = 200, key: str = "") -> Response:
    """The answer with the gaps of some HTML filled; `key` is for the forms that it holds."""
    parts = cut(html) if isinstance(html, str) else html
    gaps = {HERE_PLACEHOLDER: here().encode(), KEY_PLACEHOLDER: key.encode()}
    if TOKEN_PLACEHOLDER in parts:
        gaps[TOKEN_PLACEHOLDER] = masked_token().encode()
    body = b"".join([gaps[part] if isinstance(part, str) else part for part in parts])
    return Response(body, status, [("Vary", "HX-Request, HX-Request-Type")], mimetype="text/html")


def shorten_redirect(response: Response) -> Response:
    """For a script that asks for no more (`Prefer: return=minimal`), only where to go after a save
    (201), in a line: a browser that follows a redirect by itself fetches the page there twice, and
    on a slow line hears late that all is written.
    """
    if response.status_code == 303 and request.headers.get("Prefer") == "return=minimal":
        response.status_code, response.mimetype = 201, "text/plain"
        response.data = f"{response.location}\n".encode()
    return response


def wants_partial() -> bool:
    """True if htmx asks for a block of the page instead of the whole."""
    return request.headers.get("HX-Request-Type") == "partial"


def here() -> str:
    """The address of this page, as the way to the settings sends it along: quoted for a query."""
    asked = current_request()
    address = asked.full_path.rstrip("?") if asked.method == "GET" else asked.path
    return _quoted(asked.script_root + address)


@lru_cache(maxsize=1024)
def _quoted(address: str) -> str:
    return str(escape(quote(address)))


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """The QR code of an address as SVG: always dark on light, or phones cannot read it."""
    svg = BytesIO()
    segno.make(text, error="m").save(
        svg, kind="svg", xmldecl=False, svgns=True, scale=8, border=4, light="#fff", omitsize=True
    )
    return Markup(svg.getvalue().decode())


def never_compressed(view: Callable[P, ResponseReturnValue]) -> Callable[P, Response]:
    """A view whose page holds a secret that stays the same: its length must betray nothing about
    it (BREACH), whatever an address that somebody else made up adds to the page. Proxies leave an
    answer alone that names its coding.
    """

    @wraps(view)
    def plain(*args: P.args, **kwargs: P.kwargs) -> Response:
        response = make_response(view(*args, **kwargs))
        response.headers["Content-Encoding"] = "identity"
        return response

    return plain


def has_page(endpoint: str) -> bool:
    """True if a page is there: its room may have been taken out."""
    return endpoint in current_app.view_functions


LINES_PER_PAGE = 60
"""Lines of a list on one page: some seven screens of a phone."""

T = TypeVar("T")


@dataclass(frozen=True)
class ListPage(Generic[T]):
    """Some lines of a list, oldest first; `older` is how many lie before them."""

    lines: Sequence[T]
    older: int


def paginate(lines: Sequence[T], before: int | None, longest: int = LINES_PER_PAGE) -> ListPage[T]:
    """The newest lines of a list among its first `before`; None for those of the whole list.

    >>> paginate("abcde", None, 2)
    ListPage(lines='de', older=3)
    >>> paginate("abcde", 3, 2)
    ListPage(lines='bc', older=1)
    """
    end = len(lines) if before is None else min(max(before, 0), len(lines))
    start = max(end - longest, 0)
    return ListPage(lines[start:end], start)


def before() -> int | None:
    """Before which line this request looks; None for the newest."""
    return request.args.get("before", type=int)
