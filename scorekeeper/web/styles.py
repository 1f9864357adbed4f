"""Addresses of static files, and the style sheets of a page as one file: together they pack
tighter, and one request fetches them.

The sheet of all pages is not among them: a phone fetches that once.
"""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, send_file, url_for

from scorekeeper.web.render import below_root

STYLES = "styles"
"""The view's endpoint."""
MOST = 6
"""Sheets of one page."""


def join_styles(app: Flask) -> None:
    """Serves sheets joined by `+`, as in `forms+entry+games/taroky.css`."""
    app.add_url_rule("/static/styles/<path:names>.css", STYLES, _styles)


def styles_url(folder: str, names: tuple[str, ...]) -> str:
    """The address of some sheets, which changes with their content."""
    joined = "+".join(names)
    content = b"".join(path.read_bytes() for path in sheet_paths(folder, joined))
    return url_for(STYLES, names=joined, v=sha256(content).hexdigest()[:8])


def sheet_paths(folder: str, names: str) -> tuple[Path, ...]:
    """The files of sheets joined by `+`; empty if one is unknown, or named twice.

    >>> sheet_paths("static", "../setup+forms")
    ()
    """
    known = {path.relative_to(folder).with_suffix("").as_posix(): path for path in _sheets(folder)}
    asked = names.split("+")
    if len(asked) > MOST or len({*asked}) < len(asked) or not known.keys() >= {*asked}:
        return ()
    return tuple(known[name] for name in asked)


def _sheets(folder: str) -> list[Path]:
    return list(Path(folder).rglob("*.css"))


def _styles(names: str) -> Response:
    paths = sheet_paths(current_app.static_folder or "", names)
    if not paths:
        abort(404)
    content = b"".join(path.read_bytes() for path in paths)
    tag = sha256(content).hexdigest()[:16]
    return send_file(BytesIO(content), "text/css", etag=tag)


def static_urls(folder: Path) -> dict[str, Callable[..., str]]:
    """What templates call for the address of a file, and for that of some sheets in one."""
    known: dict[str, str] = {}
    """Names → the address below the path that this app is asked under, which may change."""

    def static_url(name: str) -> str:
        """The address of a static file, which changes with its content."""
        if name not in known or current_app.debug:
            version = sha256((folder / name).read_bytes()).hexdigest()[:8]
            known[name] = below_root(url_for("static", filename=name, v=version))
        return request.script_root + known[name]

    def sheets_url(*names: str) -> str:
        """The address of some style sheets in one file."""
        joined = "+".join(names)
        if joined not in known or current_app.debug:
            known[joined] = below_root(styles_url(str(folder), names))
        return request.script_root + known[joined]

    return {"static_url": static_url, "styles_url": sheets_url}
