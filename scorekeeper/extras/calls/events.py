"""The kinds of event of a company and of a tournament about referees: who they are, who calls one,
who comes.
"""

from dataclasses import dataclass

from scorekeeper.extras.calls.calling import CallDetails, Organisation, waiting_calls
from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.company.events import validate_match
from scorekeeper.extras.tournament import TOURNAMENT, Tournament
from scorekeeper.extras.tournament.events import table_at
from scorekeeper.names import MAX_NAME_LENGTH, validate_visible
from scorekeeper.schema import Invalid, spec
from scorekeeper.stream.kinds import Body
from scorekeeper.stream.roles import EventNo, Label, Mark, StreamCode, Text


@COMPANY.declare("called", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class CalledFromMatch(CallDetails, Body[Company, Company]):
    """The table of a match calls for the referee."""

    match: StreamCode

    def validate(self, company: Company) -> None:
        """It is a table of the company."""
        validate_match(company, "match", self.match)


@TOURNAMENT.declare("called", never_conflicts=True, told=True)
@dataclass(frozen=True, kw_only=True)
class CalledFromTable(CallDetails, Body[Tournament, Tournament]):
    """A table calls for the referee."""

    round: int
    table: int

    def validate(self, tournament: Tournament) -> None:
        """There is such a table."""
        table_at(tournament, self.round, self.table)


@COMPANY.declare("came", never_conflicts=True, afterwards=True)
@TOURNAMENT.declare("came", never_conflicts=True, afterwards=True)
@dataclass(frozen=True)
class Came(Body[Organisation, Organisation]):
    """The call of an event is answered, by this referee; or the table needs him no more."""

    event: EventNo
    referee: Text = spec("", max_length=MAX_NAME_LENGTH)
    needless: bool = False

    def validate(self, organisation: Organisation) -> None:
        """Somebody waits for it."""
        if self.event not in [call.event.seq for call in waiting_calls(organisation)]:
            raise Invalid("event", "no-such-entry", number=self.event)


@COMPANY.declare("appointed", never_conflicts=True, afterwards=True)
@TOURNAMENT.declare("appointed", never_conflicts=True, afterwards=True)
@dataclass(frozen=True)
class Appointed(Body[Organisation, Organisation]):
    """A phone is a referee's, who is called so; with an empty name it no longer is."""

    phone: Mark
    name: Label = spec(max_length=MAX_NAME_LENGTH)

    def validate(self, organisation: Organisation) -> None:
        """His name can be seen."""
        validate_visible("name", self.name)
