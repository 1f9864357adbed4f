"""The shape of a page: what the strict reader of pages may complain about, and nothing else.

Pages of one shape are right or wrong together, whatever the language, the cards and the words. So
each shape is read once, by whichever worker meets it first.
"""

import hashlib
import re
from pathlib import Path

ONCE_EACH = re.compile(
    r'(?<=value=")[\w=-]{50,}|(?<=X-CSRFToken": ")[\w=-]+|(?<=/m/)[A-Z2-9]{4}|[0-9a-f-]{36}'
)
SAME_SHAPE = (
    (re.compile(r"&(?:amp|lt|gt|#34|#39);"), "x"),
    (ONCE_EACH, "x"),
    (re.compile(r">[^<>&]*[^<>&\s][^<>&]*<"), ">x<"),
    (
        re.compile(
            r" (aria-label|title|placeholder|content|value|class|lang|d|viewBox"
            r'|data-(?:say|told|key|copied|version))="'
            r'(?!\s*(?:javascript|js):)[^"&]*[^"&\s][^"&]*"',
            re.IGNORECASE,
        ),
        r' \1="x"',
    ),
    (re.compile(r' (href|action|src|hx-get|hx-post)="/(?!/)[^"&\s,]*"'), r' \1="/"'),
    (re.compile(r"(<(option|li)\b(?![^<>]* id=)[^<>]*>[^<>]*</\2>\s*)\1+"), r"\1"),
)
"""What changes no complaint, and what stands in its place: signs that are written as HTML wants
them, words in whatever language, lines of a picture, addresses inside of the app, items like the
last."""


def shape_of(html: str) -> str:
    """What is looked at of a page; whatever is wrong with the page is wrong with its shape."""
    for pattern, instead in SAME_SHAPE:
        html = pattern.sub(instead, html)
    return html


class Shapes:
    """Shapes that were found right: by this worker and, once they share a folder, by any."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._folder: Path | None = None

    def share(self, folder: Path) -> None:
        """Puts what is found from now on into a folder, and looks there for what others found."""
        folder.mkdir(exist_ok=True)
        self._folder = folder

    def __contains__(self, shape: str) -> bool:
        name = _name(shape)
        return name in self._known or bool(self._folder and (self._folder / name).exists())

    def add(self, shape: str) -> None:
        self._known.add(_name(shape))
        if self._folder:
            (self._folder / _name(shape)).touch()


def _name(shape: str) -> str:
    return hashlib.sha256(shape.encode()).hexdigest()


FOUND_RIGHT = Shapes()
"""The shapes of all pages that any phone has got."""
