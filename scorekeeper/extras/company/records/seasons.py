"""What part of its time a company looks at: a year, any stretch of days, or all of it."""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar


class OfANight(Protocol):
    """Whatever happened on a night."""

    @property
    def night(self) -> date: ...


T = TypeVar("T", bound=OfANight)


@dataclass(frozen=True)
class Season:
    """The nights from `since` to `until`, both of them counted; None is without an end."""

    since: date | None = None
    until: date | None = None

    def of(self, found: Iterable[T]) -> tuple[T, ...]:
        """What happened in the season."""
        return tuple(each for each in found if self.has(each.night))

    def has(self, night: date) -> bool:
        """True if a night is in the season."""
        begun = self.since is None or self.since <= night
        return begun and (self.until is None or night <= self.until)

    @property
    def year(self) -> int | None:
        """The calendar year that it is, if it is one."""
        if self.since is None:
            return None
        return self.since.year if self == year(self.since.year) else None


ALL_TIME = Season()


def year(number: int) -> Season:
    """A calendar year.

    >>> year(2026).has(date(2026, 12, 31)), year(2026).year
    (True, 2026)
    """
    return Season(date(number, 1, 1), date(number, 12, 31))


def month(day: date) -> Season:
    """The calendar month of a day.

    >>> month(date(2026, 2, 14)).until
    datetime.date(2026, 2, 28)
    """
    return Season(day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]))


def years(found: Sequence[OfANight]) -> tuple[int, ...]:
    """The calendar years in which anything happened, the newest first."""
    return tuple(sorted({each.night.year for each in found}, reverse=True))
