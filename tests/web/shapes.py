"""The shape of a page: what the strict reader of pages may complain about, and nothing else.

Pages of one shape are right or wrong together, whatever the language, the cards and the words. So
each shape is read once, by whichever worker meets it first, and each picture in pages once.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from html5lib.constants import voidElements

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
UNASKED = re.compile(
    r" (class|title|viewBox|colspan|rowspan|data-(?!hx-)[a-z-]+|aria-(?:expanded|pressed|current))"
    r'="[x\d]*"(?![^<>]* \1=)| id="row-\d+"(?![^<>]* id=)'
)
"""Attributes that no complaint is about, unless a tag has them twice."""
MARKS = "span|b|small|em|i|strong"
EMPTY = re.compile(
    rf'<({MARKS})(?: aria-hidden="true")?></\1> ?'
    r'|<svg(?: aria-hidden="true")?></svg> ?(?=x)|(?<=x)(?: ?<svg(?: aria-hidden="true")?></svg>)+'
)
"""Marks without words, and pictures beside words."""
WORDS = re.compile(
    rf'<({MARKS})(?: lang="x")?(?: role="img")?(?: aria-label="x")?(?: aria-hidden="true")?>'
    r"x</\1> ?(?:x(?=<))?"
)
"""Words that are marked as something, and may stand wherever words may."""
TAG = re.compile(r"<(/?)([\w!-]*)[^<]*")
NEVER_CLOSED = {*voidElements, "!doctype", "!--"}
COUNTED = re.compile(r'<h1\b| form="| name="csrf_token"')
"""What is counted, or has an order: it may not be passed over."""
AFTER = re.compile(r"(?<=</a>)x(?=<)")
"""Words behind a link, which may stand there if the link may."""
DEPTH = 3
"""So deep are words marked within words."""
BLANKS = re.compile(r">[x ]*x[x ]*(?=<)")
PICTURE = re.compile(
    r"(<svg\b[^>]*>)((?:<svg\b[^>]*>(?:(?!</?svg\b).)*</svg>|(?!</?svg\b).)*)(?=</svg>)", re.DOTALL
)
"""A picture, perhaps with others in it."""


def shape_of(html: str) -> str:
    """What is looked at of a page; whatever is wrong with the page is wrong with its shape."""
    return "<".join(map(_shape_of_tag, html.split("<")))


@lru_cache(maxsize=100_000)
def _shape_of_tag(tag: str) -> str:
    """A tag without what opens it, and the words up to the next one."""
    for pattern, instead in SAME_SHAPE:
        tag = pattern.sub(instead, tag)
    return tag


def without_items(shape: str) -> str:
    """A shape whose pictures are empty, whose words are plain, without items told twice."""
    shape = UNASKED.sub("", PICTURE.sub(r"\1", shape))
    for _ in range(DEPTH):
        shape = WORDS.sub("x", EMPTY.sub("", shape))
        shape = AFTER.sub("", BLANKS.sub(">x", shape))
    return _without_siblings(shape)


def _without_siblings(shape: str) -> str:
    """A shape without elements that their parent has already; as it is, if a tag is not closed."""
    parents = [("", [""])]
    for token in TAG.finditer(shape):
        ends, tag = token.groups()
        if not ends and tag in NEVER_CLOSED:
            parents[-1][1].append(token[0])
        elif not ends:
            parents.append((tag, [token[0]]))
        else:
            closed, parts = parents.pop()
            if closed != tag or not parents:
                return shape
            element, around = "".join((*parts, token[0])), parents[-1][1]
            if element not in around or COUNTED.search("".join((*around, element))):
                around.append(element)
    return "".join(parents[0][1]) if len(parents) == 1 else shape


def pictures_in(html: str) -> Iterable[str]:
    """The pictures of a page."""
    return (f"{picture[0]}</svg>" for picture in PICTURE.finditer(html))


def without_pictures(html: str) -> str:
    """A page whose pictures are empty."""
    return PICTURE.sub(r"\1", html)


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
