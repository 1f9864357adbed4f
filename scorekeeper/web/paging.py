"""Long lists a page at a time, so that an evening may be as long as it likes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

LINES_PER_PAGE = 60
"""Lines of a list on one page: some seven screens of a phone."""

T = TypeVar("T")


@dataclass(frozen=True)
class ListPage(Generic[T]):
    """Some lines of a list, oldest first; `older` is how many lie before them."""

    lines: Sequence[T]
    older: int


def paginate(lines: Sequence[T], before: int | None, longest: int = LINES_PER_PAGE) -> ListPage[T]:
    """The newest lines of a list among its first `before`; None for those of the whole list.

    >>> paginate("abcde", None, 2)
    ListPage(lines='de', older=3)
    >>> paginate("abcde", 3, 2)
    ListPage(lines='bc', older=1)
    """
    end = len(lines) if before is None else min(max(before, 0), len(lines))
    start = max(end - longest, 0)
    return ListPage(lines[start:end], start)


def before() -> int | None:
    """Before which line this request looks; None for the newest."""
    return request.args.get("before", type=int)
