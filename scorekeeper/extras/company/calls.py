"""The kinds of event of a company about its referees: who they are, who calls one, who comes."""

from dataclasses import dataclass

from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.company.events import check_match
from scorekeeper.match.calling import Answer, Matter, Referee
from scorekeeper.stream.kinds import Body
from scorekeeper.stream.roles import StreamCode


@COMPANY.declare("called", aside=True)
@dataclass(frozen=True, kw_only=True)
class Called(Matter, Body[Company, Company]):
    """The table of a match calls for the referee."""

    match: StreamCode

    def check(self, company: Company) -> None:
        """It is a table of the company."""
        check_match(company, "match", self.match)


@COMPANY.declare("came", aside=True)
@dataclass(frozen=True)
class Came(Answer, Body[Company, Company]):
    """The call of an event is answered."""


@COMPANY.declare("appointed", aside=True)
@dataclass(frozen=True)
class Appointed(Referee, Body[Company, Company]):
    """A phone is a referee's, or no longer."""
