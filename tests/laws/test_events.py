"""Every kind of event is declared once: its words and its place in the public format follow."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from scorekeeper.core.schema import fields_of
from tests.events import NOUNS, PAGE, objects_in, page
from tests.laws.test_shape import PACKAGE

PLACES = ("web/wording/events.py", "extras/group/pages/presenter.py")
"""Where events of matches and groups are told."""
TOLD_LAST = {"ruled", "objected"}
"""Those that are what is left where all others have been told."""


def untold(kinds, texts):
    """What to write for the kinds that no file names."""
    named = {kind for kind in kinds for text in texts.values() if f'"{kind}"' in text}
    lacking = (kind for kind in kinds if kind not in named | TOLD_LAST)
    return [f'say what "{kind}" is, as event_name does in {" or ".join(texts)}' for kind in lacking]


def test_every_kind_of_event_is_told_in_words():
    texts = {f"scorekeeper/{place}": (PACKAGE / place).read_text("utf-8") for place in PLACES}
    shapes = (each for noun in NOUNS for each in noun.body_types.items())
    lacking = untold({kind for kind, shape in shapes if not shape.retired}, texts)
    assert not lacking, "\n".join(lacking)


def test_the_page_of_the_public_format_says_what_is_declared():
    assert PAGE.read_text("utf-8") == page(), f"write {PAGE.name} anew: make events"


def plain_texts(shape):
    """The members of a body, and of what lies in them, of which nobody says what text they hold."""
    for name, kind in get_type_hints(shape, include_extras=True).items():
        if name not in fields_of(shape):
            continue
        if is_plain(kind):
            yield f"{shape.__module__}.{shape.__qualname__}.{name}"
        for part in objects_in(kind):
            yield from plain_texts(part)


def is_plain(kind):
    if get_origin(kind) in (Annotated, Literal, Mapping):
        return False
    return kind is str or any(map(is_plain, get_args(kind)))


def test_every_text_says_what_it_holds():
    """So that no name stays when people are forgotten."""
    plain = [
        text for noun in NOUNS for shape in noun.body_types.values() for text in plain_texts(shape)
    ]
    assert not plain, f"give these a role of stream/roles.py: {', '.join(sorted({*plain}))}"
