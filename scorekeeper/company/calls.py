"""What an event of a company may say of its referees: who they are, who calls one, who comes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.cards import Pack
from scorekeeper.company import Company
from scorekeeper.fields import spec
from scorekeeper.match.calling import Appointed, Came
from scorekeeper.names import check_visible
from scorekeeper.schema import Invalid, LoadContext, load

Body = Mapping[str, object]
T = TypeVar("T")


@dataclass(frozen=True)
class _Called:
    match: str
    person: int | None = spec(None, ge=0)
    note: str = ""
    link: str = ""


def _check_called(company: Company, body: Body) -> None:
    if _load(_Called, body).match not in company.matches:
        raise Invalid("match", "not-a-choice", choices=", ".join(company.matches))


def _check_came(company: Company, body: Body) -> None:
    waiting = [call.event.seq for call in company.calls if call.waits]
    if (number := _load(Came, body).event) not in waiting:
        raise Invalid("event", "no-such-entry", number=number)


def _check_appointed(company: Company, body: Body) -> None:
    check_visible("name", _load(Appointed, body).name)


def _load(cls: type[T], body: Body) -> T:
    return load(cls, body, LoadContext(0, Pack("none", ())))


CHECKS: Mapping[str, Callable[[Company, Body], None]] = {
    "called": _check_called,
    "came": _check_came,
    "appointed": _check_appointed,
}
"""Kind of event → what raises Invalid unless a company can have one that says so."""
