"""What a phone shows: the parsed page with its forms, its score sheet and its errors."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

from werkzeug.datastructures import Headers, MultiDict

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}
RAW = {"script", "style"}
"""Elements in which nothing is a tag or a sign of another one."""
TAG = re.compile(
    r"""<(?:(?P<name>[a-zA-Z][^\s/>]*)(?P<attrs>[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)"""
    r"""|/(?P<closes>[a-zA-Z][^\s>]*)\s*|!--.*?--|![^>]*)>""",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"""([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")

Changes = Mapping[str, str | Collection[str] | None]


@dataclass(eq=False, slots=True)
class Node:
    """An element of a page: its attributes, and what is inside."""

    tag: str
    attrs: Mapping[str, str]
    inside: list["Node | str"] = field(default_factory=list)

    def __iter__(self) -> Iterator["Node"]:
        """Itself and every element inside, in the order of the page."""
        to_come = [self]
        while to_come:
            node = to_come.pop()
            yield node
            to_come += [child for child in reversed(node.inside) if isinstance(child, Node)]

    def all(self, *tags: str, css: str = "") -> list["Node"]:
        """Every element of these tags (and of this class)."""
        found = (node for node in self if not tags or node.tag in tags)
        return [node for node in found if not css or css in node.attrs.get("class", "").split()]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces()).split())

    @property
    def seen(self) -> str:
        """Its text without what only those hear who listen."""
        return " ".join(" ".join(self.pieces(unseen="vh")).split())

    def pieces(self, unseen: str = "") -> Iterator[str]:
        """Its texts, but for those of the class `unseen`; what is only marked as of another
        language is part of the text around it.
        """
        text = ""
        for child in self.inside:
            if isinstance(child, str):
                text += child
            elif unseen and unseen in child.attrs.get("class", "").split():
                continue
            elif child.tag == "span" and set(child.attrs) == {"lang"}:
                text += "".join(child.pieces(unseen))
            else:
                yield text
                yield from child.pieces(unseen)
                text = ""
        yield text


class Tree:
    """The tree of a page as it is written: `validate` has made sure that every tag is closed.

    The reader of the standard library takes twice as long, to forgive what is not there.
    """

    def __init__(self, html: str) -> None:
        self.root = Node("", {})
        self.open = [self.root]
        at = 0
        while tag := TAG.search(html, at):
            name, written, closes = tag.groups()
            self._say(html[at : tag.start()])
            at = tag.end()
            if name:
                self._open(name.lower(), written)
            elif closes and closes.lower() not in VOID:
                self.open.pop()
            if name in RAW:
                end = html.index(f"</{name}", at)
                self.open[-1].inside += [html[at:end]] if end > at else []
                at = end
        self._say(html[at:])

    def _open(self, tag: str, written: str) -> None:
        node = Node(tag, attributes(written) if written else {})
        self.open[-1].inside.append(node)
        if tag not in VOID and not written.endswith("/"):
            self.open.append(node)

    def _say(self, text: str) -> None:
        if text:
            self.open[-1].inside.append(unescape(text) if "&" in text else text)


def attributes(written: str) -> dict[str, str]:
    found = ATTRIBUTE.findall(written)
    return {
        name.lower(): unescape(double or single or bare) for name, double, single, bare in found
    }


@dataclass(frozen=True)
class Form:
    node: Node

    @property
    def action(self) -> str:
        return self.node.attrs["action"]

    @property
    def buttons(self) -> list[Node]:
        """What submits it; Enter presses the first."""
        return [b for b in self.node.all("button", "input") if b.attrs.get("type") == "submit"]

    @property
    def controls(self) -> list[Node]:
        inputs = self.node.all("input", "textarea", "select")
        return [c for c in inputs if c.attrs.get("name") and c.attrs.get("type") != "submit"]

    @property
    def fields(self) -> MultiDict[str, str]:
        """What it would send as it stands."""
        return self.filled({})

    def filled(self, changes: Changes) -> MultiDict[str, str]:
        """What it sends after some changes; None leaves a control out."""
        names = {control.attrs["name"] for control in self.controls}
        assert names >= set(changes), f"the form has no {set(changes) - names}, only {names}"
        pairs = [pair for control in self.controls for pair in _sent(control, changes)]
        sent = MultiDict(pairs)
        for name, value in changes.items():
            if isinstance(value, str):
                assert value in sent.getlist(name), f"{name} does not offer {value!r}"
        return sent

    def pressed(self, button: Node, changes: Changes) -> MultiDict[str, str]:
        """What it sends by a button, which has its place among controls of the same name."""
        data, name = self.filled(changes), button.attrs.get("name", "")
        if name:
            order = list(self.node)
            alike = [order.index(c) for c in self.controls if c.attrs["name"] == name]
            place = sum(at < order.index(button) for at in alike)
            values = data.getlist(name)
            data.setlist(name, [*values[:place], button.attrs.get("value", ""), *values[place:]])
        return data

    def button(self, text: str) -> Node:
        """The button that says this, the first one if nothing is asked for."""
        found = [b for b in self.buttons if not text or text in b.text]
        assert found, f"no button {text!r} among {[b.text for b in self.buttons]}"
        return found[0]


def _sent(control: Node, changes: Changes) -> list[tuple[str, str]]:
    name, value = control.attrs["name"], control.attrs.get("value", "")
    if control.tag == "select":
        return [(name, _selected(control, changes))]
    if control.tag == "textarea":
        value = "".join(control.pieces()).removeprefix("\n")
    if control.attrs.get("type") in ("radio", "checkbox"):
        return [(name, value)] if _ticked(control, changes) else []
    wanted = changes.get(name, value)
    return [] if wanted is None else [(name, str(wanted))]


def _selected(control: Node, changes: Changes) -> str:
    """What a list of options sends: the one chosen, else the first."""
    options = control.all("option")
    values = [option.attrs["value"] for option in options]
    marked = [o.attrs["value"] for o in options if "selected" in o.attrs]
    wanted = str(changes.get(control.attrs["name"], (marked or values)[0]))
    assert wanted in values, f"{control.attrs['name']} does not offer {wanted!r}"
    return wanted


def _ticked(control: Node, changes: Changes) -> bool:
    name, value = control.attrs["name"], control.attrs.get("value", "on")
    if name not in changes:
        return "checked" in control.attrs
    wanted = changes[name]
    return value == wanted if isinstance(wanted, str) else value in (wanted or ())


@dataclass(frozen=True)
class SheetRow:
    """A row of the score sheet: what stands in front, the figures, and what it tells.

    `told` stands in the place of the figures if there are none, else below them as `marks`; `why`
    is where the row leads, and `url` where its number does.
    """

    name: str
    cells: list[str]
    marks: str
    told: str
    url: str
    why: str
    struck: bool


@dataclass(frozen=True)
class Screen:
    """What a request was answered with; `way` are the addresses that it was sent on to."""

    url: str
    status: int
    headers: Headers
    html: str
    way: tuple[str, ...] = ()

    @cached_property
    def root(self) -> Node:
        return Tree(self.html).root

    @property
    def text(self) -> str:
        return self.root.text

    @property
    def heading(self) -> str:
        return self.root.all("h1")[0].text

    @property
    def lang(self) -> str:
        return self.root.all("html")[0].attrs["lang"]

    def by_id(self, id: str) -> Node:
        (found,) = (node for node in self.root if node.attrs.get("id") == id)
        return found

    def has_id(self, id: str) -> bool:
        return any(node.attrs.get("id") == id for node in self.root)

    @property
    def errors(self) -> list[tuple[str, str]]:
        """The summary of errors: where each leads to, and what it says."""
        if not self.has_id("errors"):
            return []
        links = self.by_id("errors").all("a")
        return [(link.attrs["href"].removeprefix("#"), link.text) for link in links]

    @property
    def links(self) -> dict[str, str]:
        return {a.text: a.attrs["href"] for a in self.root.all("a")}

    @property
    def strips(self) -> list[str]:
        """What the table is told above the sheet, or at the end of it."""
        ends = [p.text for card in self.root.all("section", css="end-card") for p in card.all("p")]
        refused = [p.text for each in self.root.all("div", css="refused") for p in each.all("p")]
        return [*refused, *(p.text for p in self.root.all("p", css="strip")), *ends]

    @property
    def forms(self) -> list[Form]:
        return [Form(node) for node in self.root.all("form")]

    def form(self, which: str = "") -> Form:
        """The form of this id or action; without either, the one with the main button."""
        for form in self.forms:
            if which and which in (form.node.attrs.get("id"), form.action):
                return form
            if not which and form.node.all("button", css="main"):
                return form
        raise AssertionError(f"no form {which!r} among {[f.action for f in self.forms]}")

    @property
    def names(self) -> list[str]:
        heads = [th for th in self._head if th.attrs.get("scope") == "col"]
        return [name.text for th in heads for name in th.all("b")]

    @property
    def dealer(self) -> str:
        return next(th.all("b")[0].text for th in self._head if th.all(css="deals"))

    @property
    def _head(self) -> list[Node]:
        return self.root.all("thead")[0].all("th")

    @property
    def totals(self) -> list[str]:
        """The figure of each; how he stands may be told below."""
        cells = self.root.all("tr", css="totals")[0].all("td")
        return [cell.all(css="fig")[0].text for cell in cells]

    @property
    def rows(self) -> list[SheetRow]:
        return [_sheet_row(body) for body in self.root.all("tbody")]

    @property
    def main_action(self) -> tuple[str, str]:
        """What the one big button says, and where it leads."""
        (link,) = self.by_id("match").all("a", css="main")
        return link.all("span")[0].text, link.attrs["href"]

    @property
    def tally(self) -> list[str]:
        """The figures per seat above the save button."""
        return [seat.all(css="fig")[0].text for seat in self.by_id("tally").all(css="seat")]

    @property
    def save(self) -> str:
        """What stands on the save button while a script may keep it up to date."""
        return self.by_id("tally").all("span", css="live")[0].text


def _sheet_row(body: Node) -> SheetRow:
    rows = body.all("tr")
    head = rows[0].all("th")[0]
    urls = [a.attrs["href"] for a in head.all("a")]
    ways = [a.attrs["href"] for a in body.all("a", css="told")]
    line = body.all("td", css="line")
    return SheetRow(
        name=head.text,
        cells=[td.text for td in rows[0].all("td") if td not in line],
        marks=rows[1].text if len(rows) > 1 else "",
        told=line[0].seen if line else rows[1].seen,
        url=urls[0] if urls else "",
        why=ways[0] if ways else "",
        struck="struck" in body.attrs.get("class", ""),
    )
