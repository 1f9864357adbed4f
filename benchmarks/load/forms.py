"""Forms as a browser reads them off a page: where they lead, and what they would send.

>>> (form,) = forms_on(
...     '<form action="/a" id="tap"><input type="radio" name="n" value="1" checked>'
...     '<input name="t" value="&amp;"><input type="checkbox" name="c" value="y"></form>'
... )
>>> form.filled({"n": "2"})
[('n', '2'), ('t', '&')]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

TAG = re.compile(r"<(/?)(form|input|select|option|textarea)\b((?:[^>\"]|\"[^\"]*\")*)>([^<]*)")
ATTRIBUTE = re.compile(r'([\w:-]+)(?:="([^"]*)")?')
CHOSEN = ("radio", "checkbox")
SILENT = ("submit", "button", "image", "reset", "file")
Pairs = list[tuple[str, str]]


class NoForm(Exception):
    """A page has no such form."""


@dataclass
class Form:
    """A form: its address, its id, and the controls that it sends as the page stands."""

    action: str
    id: str
    fields: Pairs = field(default_factory=list)

    def filled(self, changes: Mapping[str, str]) -> Pairs:
        """What is sent once some controls were changed: each in its place, new ones at the end."""
        sent: dict[str, list[str]] = {}
        for name, value in self.fields:
            sent.setdefault(name, []).append(value)
        sent |= {name: [value] for name, value in changes.items()}
        return [(name, value) for name, values in sent.items() for value in values]

    @property
    def values(self) -> dict[str, str]:
        """Control → what it sends; of several with one name the last."""
        return dict(self.fields)


def form_on(html: str, which: str) -> Form:
    """The form whose id or address is this. Raises NoForm."""
    for form in forms_on(html):
        if which in (form.id, form.action):
            return form
    raise NoForm(f"no form {which}")


def forms_on(html: str) -> list[Form]:
    """All forms of a page."""
    found: list[Form] = []
    for closing, tag, attributes, text in _tags(html):
        if tag == "form" and not closing:
            found.append(Form(attributes.get("action", ""), attributes.get("id", "")))
        elif found and not closing:
            found[-1].fields += fields_of(tag, attributes, text)
    return found


def controls_on(html: str) -> dict[str, str]:
    """What the controls of a part of a page send, whatever form they belong to."""
    return dict(
        each
        for closing, tag, attributes, text in _tags(html)
        if not closing
        for each in fields_of(tag, attributes, text)
    )


def _tags(html: str) -> Iterator[tuple[str, str, dict[str, str], str]]:
    select = ""
    for closing, tag, written, text in TAG.findall(html):
        attributes = {name: unescape(value) for name, value in ATTRIBUTE.findall(written)}
        if tag == "select":
            select = attributes.get("name", "")
        yield closing, tag, attributes | ({"name": select} if tag == "option" else {}), text


def fields_of(tag: str, attributes: Mapping[str, str], text: str) -> Pairs:
    """What a control sends as the page stands: nothing, or its name and value."""
    name, kind = attributes.get("name", ""), attributes.get("type", "text")
    if not name or "disabled" in attributes:
        return []
    if tag == "textarea":
        return [(name, unescape(text))]
    if tag == "option":
        return [(name, attributes.get("value", text))] if "selected" in attributes else []
    if tag == "input" and kind not in SILENT and (kind not in CHOSEN or "checked" in attributes):
        return [(name, attributes.get("value", "on" if kind in CHOSEN else ""))]
    return []
