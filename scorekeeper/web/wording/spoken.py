"""A text that is of another language than its book says so on the page: `<span lang="en">`.

Only where a page shows it: within a tag, as the name of a choice and in a picture no element can
stand, so there it is the bare text.
"""

import re
from collections.abc import Iterator

from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from scorekeeper.rulebook.fallback import FallbackText

BARE = re.compile(r"<(/?)(?:option|script|style|svg|textarea|title)\b")
"""The beginning and the end of elements that hold text alone."""


def spoken(text: object) -> object:
    """What a template prints, marked with its language if that is not the one of its book."""
    if isinstance(text, FallbackText):
        return Markup('<span lang="{}">{}</span>').format(text.language, text)
    return text


class Spoken(Extension):
    """Lets whatever a template prints between tags say its language."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["spoken"] = spoken

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The words of a template; each `{{ text }}` between tags is `{{ (text)|spoken }}`."""
        in_tag = bare = marks = False
        for token in stream:
            if token.type == "data":
                in_tag = token.value.rfind("<") > token.value.rfind(">") or (
                    in_tag and ">" not in token.value
                )
                for end in BARE.findall(token.value):
                    bare = not end
            if token.type == "variable_begin":
                marks = not (in_tag or bare)
                yield token
                if marks:
                    yield Token(token.lineno, "lparen", "(")
            elif token.type == "variable_end" and marks:
                yield Token(token.lineno, "rparen", ")")
                yield Token(token.lineno, "pipe", "|")
                yield Token(token.lineno, "name", "spoken")
                yield token
            else:
                yield token
