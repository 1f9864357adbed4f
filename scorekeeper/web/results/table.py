"""Tables for other programs: comma separated values, as the reader's country separates them."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from babel.numbers import format_decimal, get_decimal_symbol
from flask import Response

from scorekeeper.web.wording.reader import language

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a table's program reckon instead of show."""


def table_answer(name: str, lines: Iterable[Sequence[str]]) -> Response:
    """The lines of a table as a file of this name."""
    comma = get_decimal_symbol(language()) == ","
    text = StringIO()
    csv.writer(text, delimiter=";" if comma else ",").writerows(lines)
    # Other programs know by this mark that the text is UTF-8.
    response = Response(f"\ufeff{text.getvalue()}", mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{name}.csv"'
    return response


def plain(text: str) -> str:
    """A text that no program takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def decimal(value: float) -> str:
    """A number with at most two decimals, without signs between the thousands."""
    return str(format_decimal(value, "0.##", locale=language()))
