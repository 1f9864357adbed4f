"""The shape of a page: what the strict reader of pages may complain about, and nothing else.

Pages of one shape are right or wrong together, whatever the language, the cards and the words. So
each shape is read once, by whichever worker meets it first.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

SAME_SHAPE = (
    (re.compile(r"&(?:amp|lt|gt|#34|#39);"), "x"),
    (re.compile(r"\s+"), " "),
    (re.compile(r'(?<="X-CSRFToken": ")[\w=-]+'), "x"),
    (re.compile(r">[^>&]*[^>&\s][^>&]*$"), ">x"),
    (
        re.compile(
            r" (aria-(?:label|expanded|pressed|current)|title|placeholder|content|value|class"
            r'|lang|d|viewBox)="'
            r'(?!\s*(?:javascript|js):)[^"&]*[^"&\s][^"&]*"',
            re.IGNORECASE,
        ),
        r' \1="x"',
    ),
    (
        re.compile(r'(?<!csrf_token") value=""(?=[^>]* type="(?:hidden|radio|checkbox|text)")'),
        ' value="x"',
    ),
    (
        re.compile(r'(type="(?:hidden|radio|checkbox|text)"(?! name="csrf_token")[^>]*) value=""'),
        r'\1 value="x"',
    ),
    (
        re.compile(r'( data-(?!hx-)[a-z-]+)="(?!\s*(?:javascript|js):)[^"&]*"', re.IGNORECASE),
        r'\1="x"',
    ),
    (re.compile(r" (?:checked|selected|autofocus)(?=[ >])"), ""),
    (
        re.compile(
            r' (href|action|formaction|src|hx-get|hx-post)="(?:http://localhost)?/(?!/)[^"&\s,]*"'
        ),
        r' \1="/"',
    ),
)
"""What changes no complaint about a tag and the words behind it, and what stands in its place:
signs that are written as HTML wants them, blanks, words in whatever language, lines of a picture,
what is chosen, addresses inside of the app."""


def shape_of(html: str) -> str:
    """What is looked at of a page; whatever is wrong with the page is wrong with its shape."""
    return "<".join(map(_shape_of_tag, html.split("<")))


@lru_cache(maxsize=100_000)
def _shape_of_tag(tag: str) -> str:
    """A tag without what opens it, and the words up to the next one."""
    for pattern, instead in SAME_SHAPE:
        tag = pattern.sub(instead, tag)
    return tag


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


def reader() -> str:
    """What changes with the reader of pages: what it found right is looked at again then."""
    files = (
        Path(__file__).with_name(f"{name}.py") for name in ("html", "phone", "screen", "shapes")
    )
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


FOUND_RIGHT = Shapes()
"""The shapes of all pages that any phone has got."""
