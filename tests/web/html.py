"""A strict reader of our pages: what browsers forgive and thumbs, ears and the CSP do not.

`validate(page)` takes a whole page or the fragment that htmx gets, and raises AssertionError
with everything that is wrong.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

import html5lib
from html5lib.constants import E as PARSE_ERRORS
from html5lib.constants import voidElements

VERBS = ("hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "hx-query", "hx-action")
NEEDS_LABEL = {"input", "select", "textarea"}
CONTROLS = {*NEEDS_LABEL, "button"}
NAMES_ITSELF = {"hidden", "submit", "reset", "button", "image"}
BUTTON_TYPES = {"button", "submit", "reset"}
LOADS = {
    "link": ("href",),
    "script": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "audio": ("src",),
    "video": ("src", "poster"),
    "iframe": ("src",),
    "use": ("href", "xlink:href"),
}
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
ELSEWHERE = re.compile(r"(^|[\s,])(https?:)?//", re.IGNORECASE)
# htmx 2 knew these; htmx 4 passes over them in silence.
GONE_FROM_HTMX = {
    *("hx-disabled-elt", "hx-disinherit", "hx-ext", "hx-history", "hx-inherit"),
    *("hx-params", "hx-prompt", "hx-request", "hx-vars"),
}
# A lone row is no HTML outside of its table: what a fragment must be read inside of.
PARENTS = {
    **dict.fromkeys(("td", "th"), "tr"),
    "tr": "tbody",
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), "table"),
    **dict.fromkeys(("optgroup", "option"), "select"),
}


def validate(html: str, *, target_around: bool = False) -> None:
    """Complain about everything wrong in a page or a fragment of one.

    `target_around`: the page into which the fragment goes hands down an `hx-target:inherited`.
    """
    page = Page(html, target_around)
    complaints = [complaint for check in CHECKS for complaint in check(page)]
    assert not complaints, "\n".join(["The page is wrong:", *complaints])


@dataclass
class Page:
    """A parsed page: its tree, and who stands inside of whom."""

    html: str
    target_around: bool = False
    parser: html5lib.HTMLParser = field(
        default_factory=lambda: html5lib.HTMLParser(namespaceHTMLElements=False)
    )

    def __post_init__(self) -> None:
        self.whole = re.match(r"\s*<(!doctype|html)\b", self.html, re.IGNORECASE) is not None
        if self.whole:
            self.root = self.parser.parse(self.html)
        else:
            self.root = self.parser.parseFragment(self.html, container=container(self.html))

    @cached_property
    def elements(self) -> list[Element]:
        # A comment's tag is a function.
        return [element for element in self.root.iter() if isinstance(element.tag, str)]

    @cached_property
    def parents(self) -> dict[Element, Element]:
        return {child: parent for parent in self.root.iter() for child in parent}

    def ancestors(self, element: Element) -> Iterator[Element]:
        while element in self.parents:
            element = self.parents[element]
            yield element

    def all(self, *names: str) -> Iterator[Element]:
        return (element for element in self.elements if name(element) in names)

    def by_id(self, wanted: str) -> Element | None:
        return next((e for e in self.elements if e.get("id") == wanted), None)


def container(html: str) -> str:
    first = re.search(r"<([a-z]+)", re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL))
    return PARENTS.get(first[1], "div") if first else "div"


def name(element: Element) -> str:
    """The tag, without the namespace that SVG has."""
    return element.tag.rpartition("}")[2]


def shown(element: Element) -> str:
    """A start tag as the reader would look for it."""
    attributes = [f'{key}="{value}"' for key, value in element.attrib.items()]
    return f"<{' '.join([name(element), *map(str, attributes)])}>"


def text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def parses(page: Page) -> Iterator[str]:
    for (line, column), code, facts in page.parser.errors:
        reason = PARSE_ERRORS.get(code, code) % facts
        yield f"line {line}, column {column}: {reason}"


def every_tag_is_closed(page: Page) -> Iterator[str]:
    """HTML lets <li> and <p> stay open; then a forgotten end tag moves what follows."""
    stack = Stack()
    stack.feed(page.html)
    stack.close()
    yield from stack.complaints
    yield from (f"line {line}: <{tag}> is not closed" for tag, line in stack.open)


class Stack(HTMLParser):
    """Pairs start tags with end tags as written, without HTML's mercy."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, int]] = []
        self.complaints: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in voidElements:
            self.open.append((tag, self.getpos()[0]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` opens nothing; that a `<div/>` does is found by the parser."""

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
        else:
            self.complaints.append(f"line {self.getpos()[0]}: </{tag}> closes nothing")


def ids_are_unique(page: Page) -> Iterator[str]:
    counted = Counter(e.get("id") for e in page.elements if e.get("id") is not None)
    yield from (f'id="{id_}" stands {n} times' for id_, n in counted.items() if n > 1)
    yield from (f"{shown(e)}: an empty id" for e in page.elements if e.get("id") == "")


def fields_have_labels_and_labels_have_fields(page: Page) -> Iterator[str]:
    labelled = {label.get("for") for label in page.all("label") if says_something(label)}
    for element in page.all(*NEEDS_LABEL):
        if element.get("type") in NAMES_ITSELF or has_own_name(page, element):
            continue
        around = (e for e in page.ancestors(element) if name(e) == "label")
        if element.get("id") not in labelled - {None} and not any(map(says_something, around)):
            yield f"{shown(element)}: no label"
    for label in page.all("label"):
        if "for" in label.attrib and page.by_id(label.get("for", "")) is None:
            yield f"{shown(label)}: nothing has this id"


def says_something(label: Element) -> bool:
    return bool(text(label) or label.get("aria-label"))


def has_own_name(page: Page, element: Element) -> bool:
    named_by = (page.by_id(id_) for id_ in element.get("aria-labelledby", "").split())
    return bool(element.get("aria-label")) or any(e is not None and text(e) for e in named_by)


def forms_work_without_javascript(page: Page) -> Iterator[str]:
    """Only posts carry the CSRF token, as what comes last: a request that is cut on its way then
    brings half a token, and never half of a save.
    """
    for form in page.all("form"):
        method = form.get("method", "").lower()
        if method not in {"get", "post", "dialog"}:
            yield f"{shown(form)}: no method"
        if method != "dialog" and not form.get("action"):
            yield f"{shown(form)}: no action"
        within = [element for element in page.elements if inside(form, element)]
        carries = any(map(is_token, within))
        if method == "post" and not carries:
            yield f"{shown(form)}: no csrf_token"
        if method == "get" and carries:
            yield f"{shown(form)}: csrf_token would show in the address"
        # A button without a name sends nothing.
        sent = [element for element in within if element.get("name") and element.tag in CONTROLS]
        if any(map(is_token, sent)) and not is_token(sent[-1]):
            yield f"{shown(form)}: {shown(sent[-1])} comes after the csrf_token"


def inside(form: Element, element: Element) -> bool:
    owner = element.get("form")
    return owner == form.get("id") if owner else any(e is element for e in form.iter())


def is_token(element: Element) -> bool:
    return element.get("name") == "csrf_token" and bool(element.get("value"))


def htmx_has_a_target(page: Page) -> Iterator[str]:
    for element in page.elements:
        asks = any(attribute(element, verb) is not None for verb in VERBS)
        has_target = page.target_around or attribute(element, "hx-target") is not None
        if (
            asks
            and not has_target
            and not any(map(hands_down, (element, *page.ancestors(element))))
        ):
            yield f"{shown(element)}: no hx-target, and none is handed down with :inherited"


def hands_down(element: Element) -> bool:
    return attribute(element, "hx-target:inherited") is not None


def attribute(element: Element, hx_name: str) -> str | None:
    return element.get(hx_name, element.get(f"data-{hx_name}"))


def nothing_needs_an_unsafe_csp(page: Page) -> Iterator[str]:
    yield from (f"{shown(e)}: styles belong into the stylesheet" for e in page.all("style"))
    for script in page.all("script"):
        if not script.get("src") and "json" not in script.get("type", ""):
            yield f"{shown(script)}: an inline script"
    for element, key, value in attributes(page):
        if key.removeprefix("data-") in GONE_FROM_HTMX:
            yield f"{shown(element)}: htmx 4 does not know {key}"
        if key == "style":
            yield f"{shown(element)}: an inline style"
        elif runs_code(key, value):
            yield f"{shown(element)}: {key} runs code"


def runs_code(key: str, value: str) -> bool:
    """Event handlers, and all that htmx hands to `new Function`."""
    key = key.removeprefix("data-")
    is_handler = re.match(r"on[a-z]+$", key) or key.startswith("hx-on")
    is_verdict_code = re.match(r"\s*(javascript|js):", value, re.IGNORECASE)
    is_filter = key.startswith("hx-trigger") and re.search(r"\[.*\]", value)
    return bool(is_handler or is_verdict_code or is_filter)


def attributes(page: Page) -> Iterator[tuple[Element, str, str]]:
    for element in page.elements:
        for key, value in element.attrib.items():
            yield element, str(key), value


def nothing_comes_from_elsewhere(page: Page) -> Iterator[str]:
    for element in page.all(*LOADS):
        for key in LOADS[name(element)]:
            # html5lib writes xlink:href as a namespaced name.
            value = element.get(key) or element.get("{http://www.w3.org/1999/xlink}href") or ""
            if ELSEWHERE.search(value):
                yield f"{shown(element)}: loads from elsewhere"


def buttons_and_links_say_something(page: Page) -> Iterator[str]:
    for element in page.all("button", "a"):
        if name(element) == "button" and element.get("type") not in BUTTON_TYPES:
            yield f"{shown(element)}: a button without a type submits"
        pictures = any(e.get("alt") for e in element.iter() if name(e) == "img")
        # What is hidden waits for a script to give it words.
        waits = element.get("hidden") is not None
        if not (waits or text(element) or pictures or has_own_name(page, element)):
            yield f"{shown(element)}: says nothing"


def the_page_names_itself(page: Page) -> Iterator[str]:
    count = len(list(page.all("h1")))
    if count > 1 or (page.whole and count == 0):
        yield f"{count} <h1>, there must be one"
    if page.whole and not page.root.get("lang"):
        yield "<html>: no lang"
    if page.whole and not any(text(title) for title in page.root.findall("head/title")):
        yield "<head>: no title"
    yield from (
        f"<title>: tags in {t}" for t in TITLE.findall(page.html) if page.whole and "<" in t
    )


Check = Callable[[Page], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    *(parses, every_tag_is_closed, ids_are_unique, fields_have_labels_and_labels_have_fields),
    *(forms_work_without_javascript, htmx_has_a_target, nothing_needs_an_unsafe_csp),
    *(nothing_comes_from_elsewhere, buttons_and_links_say_something, the_page_names_itself),
)
