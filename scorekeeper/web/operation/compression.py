"""Answers packed for the way to the phone: brotli, or gzip where that is not understood.

Static files are packed once and as tightly as possible, pages while they are answered. What is
streamed, or asked for in part, goes as it is. What many phones are given is packed once for all of
them, and for browsers that keep dictionaries (RFC 9842) as what is new against the text before it.
"""

import gzip
import re
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import brotli
from flask import Flask, Request, Response, current_app, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from werkzeug.security import safe_join

from scorekeeper.web.render import SHARE, STYLES, UNCOMPRESSED_VIEWS, sheet_paths
from scorekeeper.web.security import add_vary, current_request

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CODINGS = ("br", "gzip")
"""The codings known here, the one that packs tighter first."""
TEXTS = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest",
    "application/x-ndjson",
    "image/svg",
)
"""What the types begin with that are worth it."""
STATIC_SUFFIXES = {".css", ".js", ".svg", ".webmanifest"}
SMALLEST = 600
"""Bytes; less than this fits into one packet anyway."""
DICTIONARY_SECONDS = 3600
"""Seconds for which a browser keeps a text as the dictionary of the one after it: an entry comes
sooner, and after an evening nothing of it is left on a phone that only looked on.
"""
DELTA = bytes.fromhex("5e2a4d1820000000")
"""What a text packed by a dictionary begins with; then comes the hash of that (dcz)."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NEEDLESS = re.compile(r"\s*([{};,]|(?<=[a-z]):(?=\s))\s*|\s*$|^\s*")
EMPTY = re.compile(r"(--[\w-]+:)(?=[;}])")
"""A property of nothing but a blank, which older browsers want."""
REMARK = re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.MULTILINE)


def compress(app: Flask) -> None:
    """Packs whatever an app answers, after everything else was done to it."""
    app.extensions[SHARE] = shared_response
    app.after_request(_packed)


def shared_response(html: str, older: Callable[[], str], address: str) -> Response:
    """The answer with a text that every reader of a version is given: packed once for all.

    `address` is what this text and the ones after it are asked for at, with a * for what changes;
    `older` gives the text that was there before, which the browser may have kept.
    """
    accepts = parse_accept_header(request.headers.get("Accept-Encoding"), Accept)
    response = Response(html, mimetype="text/html")
    response.headers["Vary"] = "HX-Request, HX-Request-Type, Accept-Language, Available-Dictionary"
    # Only where dictionaries may be known: those browsers take zstd, and say so behind https alone.
    if accepts["zstd"]:
        response.headers["Use-As-Dictionary"] = f'match="{address}"'
        response.headers["Cache-Control"] = f"private, max-age={DICTIONARY_SECONDS}"
    kept = request.headers.get("Available-Dictionary")
    if kept and accepts["dcz"] and kept == _name(before := older()):
        response.set_data(_delta(before, html))
        response.headers["Content-Encoding"] = "dcz"
    elif coding := coding_for(request.headers.get("Accept-Encoding", "")):
        response.set_data(_text(html, coding))
        response.headers["Content-Encoding"] = coding
    return response


def compress_static(folder: str) -> None:
    """Packs all static files ahead of time, so that no phone waits for it."""
    for path in Path(folder).rglob("*"):
        if path.suffix in STATIC_SUFFIXES:
            for coding in CODINGS:
                _files((path,), coding)


@lru_cache(maxsize=256)
def coding_for(header: str) -> str:
    """The coding for what a phone accepts; empty for none.

    >>> coding_for("gzip, deflate, br"), coding_for("gzip;q=0.5, br;q=0"), coding_for("")
    ('br', 'gzip', '')
    """
    accepted = parse_accept_header(header, Accept)
    best = max(CODINGS, key=accepted.quality)
    return best if accepted.quality(best) else ""


def _packed(response: Response) -> Response:
    mimetype, request = response.mimetype or "", current_request()
    if not mimetype.startswith(TEXTS) or _is_plain(request):
        return response
    if request.method == "OPTIONS":  # the answer is not the file, which need not be there
        return response
    add_vary(response, "Accept-Encoding")
    coding = coding_for(request.headers.get("Accept-Encoding", ""))
    if coding and response.status_code == 200 and "Content-Encoding" not in response.headers:
        _pack(response, coding)
    return response


def _is_plain(request: Request) -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return f"{view.__module__}.{view.__name__}" in UNCOMPRESSED_VIEWS if view else False


def _pack(response: Response, coding: str) -> None:
    if request.endpoint in ("static", STYLES):
        data = _static_files(coding)
        response.direct_passthrough = False
    elif response.is_streamed or len(response.get_data()) < SMALLEST:
        return
    else:
        data = _page(response.get_data(), coding)
    response.close()
    response.set_data(data)
    response.headers["Content-Encoding"] = coding
    response.headers.pop("Accept-Ranges", None)
    if tag := response.get_etag()[0]:
        response.set_etag(tag, weak=True)  # the same file, but not the same bytes


def _static_files(coding: str) -> bytes:
    folder, asked = current_app.static_folder or "", request.view_args or {}
    if request.endpoint == STYLES:
        return _files(sheet_paths(folder, asked["names"]), coding)
    return _files((Path(safe_join(folder, asked["filename"]) or ""),), coding)


def _files(paths: tuple[Path, ...], coding: str) -> bytes:
    return _content(paths, tuple(path.stat().st_mtime_ns for path in paths), coding)


@lru_cache(maxsize=256)
def _content(paths: tuple[Path, ...], changed: tuple[int, ...], coding: str) -> bytes:
    """Files one after another, as tightly packed as possible; again when one has `changed`."""
    data = b"".join(path.read_bytes() for path in paths)
    if paths[0].suffix == ".css":
        data = minified(data.decode()).encode()
    if paths[0].suffix == ".js":
        data = uncommented(data.decode()).encode()
    if coding == "br":
        return bytes(brotli.compress(data, mode=brotli.MODE_TEXT, quality=11))
    return gzip.compress(data, 9, mtime=0)


def minified(css: str) -> str:
    """A style sheet without comments and needless blanks.

    >>> minified("/* Buttons. */\\n.b, .c > :first-child {\\n  margin: 0 auto; color: red;\\n}\\n")
    '.b,.c > :first-child{margin:0 auto;color:red}'
    >>> minified(":root { --day: initial; --night: ; }")
    ':root{--day:initial;--night: }'
    """
    bare = NEEDLESS.sub(r"\1", COMMENT.sub("", css))
    return EMPTY.sub(r"\1 ", bare).replace(";}", "}")


def uncommented(script: str) -> str:
    """A script without the lines that are comments, and without indents.

    >>> uncommented('// Keys.\\n(() => {\\n  // One tap.\\n  tap("//");\\n})();\\n')
    '(() => {\\ntap("//");\\n})();\\n'
    """
    return REMARK.sub("", script)


def _page(data: bytes, coding: str) -> bytes:
    """A page packed while its reader waits: half a millisecond, and nearly as tight."""
    if coding == "br":
        return bytes(brotli.compress(data, mode=brotli.MODE_TEXT, quality=5))
    return gzip.compress(data, 6, mtime=0)


@lru_cache(maxsize=1024)
def _text(html: str, coding: str) -> bytes:
    return _page(html.encode(), coding)


@lru_cache(maxsize=1024)
def _name(html: str) -> str:
    """A text as browsers name it when they have it."""
    return f":{b64encode(_hash(html)).decode()}:"


@lru_cache(maxsize=1024)
def _delta(older: str, html: str) -> bytes:
    """A text packed as what is new in it: a tenth of a millisecond."""
    dictionary = zstd.ZstdDict(older.encode(), is_raw=True).as_prefix
    return DELTA + _hash(older) + zstd.compress(html.encode(), 9, zstd_dict=dictionary)


def _hash(html: str) -> bytes:
    return sha256(html.encode()).digest()
