"""What an event from outside says that makes no sense: the field, and what would be right."""

from collections.abc import Callable
from typing import TypeVar

from scorekeeper.schema import Invalid

LANGUAGE = "en"
"""The language of the reasons; a book says the same things in each of its languages."""
T = TypeVar("T")


class Nonsense(ValueError):
    """An event makes no sense here: `field` leads to the fault, `why` says what is right."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why

    def under(self, prefix: str) -> "Nonsense":
        """The same fault, its field seen from one level further out."""
        return Nonsense(f"{prefix}.{self.field}".rstrip("."), self.why)


def under(prefix: str, check: Callable[[], T]) -> T:
    """What a check gives; its errors are seen from one level further out."""
    try:
        return check()
    except (Invalid, Nonsense) as fault:
        raise fault.under(prefix) from None
