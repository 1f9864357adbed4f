"""Numbers and amounts of money as people type them."""

from decimal import Decimal, InvalidOperation

from scorekeeper.web.wording.reader import MINUS


def number(text: object) -> int | str | None:
    """A number if the text is one, None if it is empty; else the text, for `schema` to refuse.

    >>> number(" −3 "), number(""), number("three")
    (-3, None, 'three')
    """
    entered = str(text or "").strip().replace(MINUS, "-")
    digits = entered.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(entered)
    return entered or None


def amount(text: str) -> int | str:
    """Whole haléře of an amount as people write it; else the text itself.

    >>> amount("25,50"), amount("a lot")
    (2550, 'a lot')
    """
    try:
        value = Decimal(str(text or "0").strip().replace(",", ".")) * 100
        return int(value) if value == value.to_integral_value() else text
    except (InvalidOperation, OverflowError, ValueError):
        return text


def amount_text(haler: int) -> str:
    """Haléře as people write them; empty for nothing.

    >>> amount_text(2550), amount_text(0)
    ('25,50', '')
    """
    return f"{haler / 100:.2f}".removesuffix(".00").replace(".", ",") if haler else ""
