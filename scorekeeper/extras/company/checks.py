"""What several kinds of event of a company ask for."""

from collections.abc import Sequence
from datetime import date

from scorekeeper.extras.company import Company
from scorekeeper.names import BadName, check_visible, proper_names, visible
from scorekeeper.schema import Invalid

LONGEST_TEXT = 60
"""Letters of what is typed about an evening, of a name of house rules and of the company."""


def check_text(path: str, text: str) -> None:
    """Raises Invalid for a text in which nothing can be seen."""
    if not visible(text).strip():
        raise Invalid(path, "missing")
    check_visible(path, text)


def check_names(path: str, names: Sequence[str]) -> None:
    """Raises Invalid at the first name that cannot be taken."""
    try:
        proper_names(names)
    except BadName as bad:
        raise bad.at(f"{path}.{bad.seat}") from None


def check_new(path: str, company: Company, name: str) -> None:
    """Raises Invalid for a name that cannot be taken, or that somebody of the company has."""
    try:
        check_names("", [name])
    except Invalid as error:
        raise Invalid(path, error.code, **error.params) from None
    if company.called(name):
        raise Invalid(path, "twice", item=name)


def check_members(company: Company, path: str, numbers: Sequence[int]) -> None:
    """Raises Invalid unless the company knows all these members."""
    for number in numbers:
        if number not in range(len(company.members)):
            raise Invalid(path, "unknown-member", number=number)


def check_once(path: str, numbers: Sequence[int]) -> None:
    """Raises Invalid for a member who is named twice."""
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            raise Invalid(path, "twice", item=number)


def check_match(company: Company, path: str, code: str) -> None:
    """Raises Invalid unless a match is the company's."""
    if code not in company.matches:
        raise Invalid(path, "not-a-choice", choices=", ".join(company.matches))


def check_day(path: str, day: str) -> None:
    """Raises Invalid unless a day is written like 2026-11-20."""
    try:
        same = date.fromisoformat(day).isoformat() == day
    except ValueError:
        same = False
    if not same:
        raise Invalid(path, "not-a-day")
