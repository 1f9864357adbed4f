"""What an event of a company may say of its referees: who they are, who calls one, who comes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorekeeper.company import Company
from scorekeeper.fields import spec
from scorekeeper.match.calling import Appointed, Came
from scorekeeper.match.nonsense import exact
from scorekeeper.names import check_visible
from scorekeeper.schema import Invalid

Body = Mapping[str, object]


@dataclass(frozen=True)
class _Called:
    match: str
    person: int | None = spec(None, ge=0)
    note: str = ""
    link: str = ""


def _check_called(company: Company, body: Body) -> None:
    if exact(_Called, body).match not in company.matches:
        raise Invalid("match", "not-a-choice", choices=", ".join(company.matches))


def _check_came(company: Company, body: Body) -> None:
    waiting = [call.event.seq for call in company.calls if call.waits]
    if (number := exact(Came, body).event) not in waiting:
        raise Invalid("event", "no-such-entry", number=number)


def _check_appointed(company: Company, body: Body) -> None:
    check_visible("name", exact(Appointed, body).name)


CHECKS: Mapping[str, Callable[[Company, Body], None]] = {
    "called": _check_called,
    "came": _check_came,
    "appointed": _check_appointed,
}
"""Kind of event → what raises Invalid unless a company can have one that says so."""
