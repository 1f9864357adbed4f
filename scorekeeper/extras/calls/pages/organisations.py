"""Where referees go round: a company or a tournament, both asked and written to in one way; and
where this phone is a referee's.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import abort, url_for
from flask_babel import gettext as _

from scorekeeper.extras.calls.calling import Organisation, RefereeCall, referees_of
from scorekeeper.extras.company import Company
from scorekeeper.extras.company.actions import UnknownCompany
from scorekeeper.extras.company.pages.entrance import (
    companies,
    company_for,
    company_of,
    company_of_seat,
)
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.extras.tournament.pages.access import tournament_for, tournaments
from scorekeeper.extras.tournament.pages.wording import table_title
from scorekeeper.match import Match
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.stream.roles import Links
from scorekeeper.stream.streams import Streams
from scorekeeper.web.access import (
    absolute_url,
    granted_codes,
    matches,
    may_write,
    person_of_phone,
    token_of,
)
from scorekeeper.web.home import HOME_LINKS, ROLE_LISTS, HeldRole, HomeLink, RoleList
from scorekeeper.web.identifiers import phone_id
from scorekeeper.web.referee.table import CALLS
from scorekeeper.web.shelves import REFEREES, add_grant, grants_on
from scorekeeper.web.wording.reader import book_of, clock

REFEREE = "referee"
"""The role that the link of referees gives."""
LETTERS = {"c": Company, "t": Tournament}
"""What addresses begin with."""


@dataclass(frozen=True)
class CallView:
    """A call as referees see it: the table, who sits there and asks, since when; and who comes.

    `look` leads to what it is about: the verdict at hand, or what stands on the sheet.
    """

    seq: int
    table: str
    code: str
    names: str
    asker: str
    note: str
    at: str
    look: str
    referee: str
    came: str
    needless: bool


def organisation_of(match: Match) -> Organisation | None:
    """Whose referees a table calls; None if nobody named any."""
    if code := match.table_of:
        try:
            return tournaments().get(code)
        except UnknownTournament:
            return None
    return _company_of(match)


def _company_of(match: Match) -> Company | None:
    """The company whose referees are called from a match: that of this phone or of its seat."""
    found = company_of(match) or company_of_seat(match)
    return found if found and any(referees_of(found).values()) else None


@CALLS.fill()
def call_url(match: Match, verdict: str) -> str:
    """Where this phone calls a referee to its table, perhaps about a verdict; or empty."""
    plays = person_of_phone(match) is not None or may_write(match)
    if not plays or not (match.table_of or _company_of(match)):
        return ""
    return url_for("calls.show", code=match.code, verdict=verdict or None)


def organisation_at(letter: str, code: str) -> Organisation:
    """The company or the tournament of an address. Raises UnknownCompany, UnknownTournament."""
    return companies().get(code) if letter == "c" else tournaments().get(code)


def organisation_for_referee(letter: str, code: str) -> Organisation:
    """The one of an address that referees ask for; a code that is none answers 403 like any that
    this phone has no role in.
    """
    try:
        return organisation_at(letter, code)
    except (UnknownCompany, UnknownTournament):
        abort(403)


def organisation_for_owner(letter: str, code: str) -> Organisation:
    """The one of an address, in which this phone may do everything; else answers 403."""
    return company_for(code, write=True) if letter == "c" else tournament_for(code, write=True)


def letter_of(organisation: Organisation) -> str:
    """What its addresses begin with."""
    return next(letter for letter, cls in LETTERS.items() if isinstance(organisation, cls))


def referees_url(organisation: Organisation, endpoint: str, **values: Any) -> str:
    """The address of a page of its referees."""
    return url_for(
        f"referees.{endpoint}", letter=letter_of(organisation), code=organisation.code, **values
    )


def streams_of(organisation: Organisation) -> Streams[Any]:
    """Where it is written."""
    return companies() if isinstance(organisation, Company) else tournaments()


@dataclass(frozen=True)
class RefereesLinks:
    """The link that makes whoever opens it a referee: it ends with all links of a hall, and with
    each referee who is dismissed, so that he does not come in by it again.
    """

    organisation: Organisation

    @property
    def code(self) -> str:
        return self.organisation.code

    @property
    def links(self) -> Links:
        """The generation that counts, and the phone that renewed all links."""
        appointed = (event for event in self.organisation.events if event.kind == "appointed")
        dismissed = sum(not event.body["name"] for event in appointed)
        links = self.organisation.links
        return replace(links, generation=links.generation + dismissed)


def referees_link(organisation: Organisation) -> str:
    """The address that makes whoever opens it a referee."""
    token = token_of(organisation.code, REFEREE, RefereesLinks(organisation).links.generation)
    return absolute_url(referees_url(organisation, "join", token=token))


def remember_referee(organisation: Organisation) -> None:
    """Lets this phone be a referee's."""
    add_grant(REFEREES, (organisation.code, organisation.links.generation))


def my_referee_name(organisation: Organisation) -> str:
    """The name of the referee whose phone this is; empty before he says it. Else answers 403."""
    if not _is_referee(organisation):
        abort(403)
    return referees_of(organisation).get(phone_id(organisation.code), "")


def _is_referee(organisation: Organisation) -> bool:
    """True if this phone opened the link of referees that counts, and was not dismissed since."""
    known = [each[1] for each in grants_on(REFEREES) if each[0] == organisation.code]
    dismissed = referees_of(organisation).get(phone_id(organisation.code)) == ""
    return known == [organisation.links.generation] and not dismissed


def my_organisations() -> list[Organisation]:
    """Where this phone is a referee's, the latest first."""
    halls = (_hall_or_none(code) for code in reversed(granted_codes(REFEREES)))
    return [organisation for organisation in halls if organisation and _is_referee(organisation)]


def _hall_or_none(code: str) -> Organisation | None:
    with suppress(UnknownCompany):
        return companies().get(code)
    with suppress(UnknownTournament):
        return tournaments().get(code)
    return None


def call_view(organisation: Organisation, call: RefereeCall) -> CallView | None:
    """A call in words; None where its match is not here."""
    try:
        match = matches().get(call.code)
    except UnknownMatch:
        return None
    return CallView(
        seq=call.event.seq,
        table=_table(organisation, call, match),
        code=call.code,
        names=", ".join(match.names),
        asker=_asker(match, call),
        note=call.matter.note,
        at=clock(call.event.at),
        look=referees_url(organisation, "look", match=call.code, verdict=call.matter.link or None),
        referee=call.referee,
        came=clock(call.answer.at) if call.answer else "",
        needless=call.needless,
    )


def _table(organisation: Organisation, call: RefereeCall, match: Match) -> str:
    if isinstance(organisation, Tournament):
        return table_title(organisation, call.event.body["table"])
    return book_of(match.game).title


def _asker(match: Match, call: RefereeCall) -> str:
    person, people = call.matter.person, match.seating.people
    return people[person] if person is not None and person < len(people) else ""


@HOME_LINKS.fill(2)
def places() -> Sequence[HomeLink]:
    """The tables that wait, for each who has referees."""
    referee = _("Referee")
    return [
        HomeLink(f"{referee}: {organisation.name}", referees_url(organisation, "show"), "scales")
        for organisation in my_organisations()
    ]


@ROLE_LISTS.fill(3)
def roles() -> Sequence[RoleList]:
    """The roles as a referee."""
    mine = [
        HeldRole(
            REFEREES,
            organisation.code,
            organisation.name,
            "",
            referees_url(organisation, "show"),
            referees_link(organisation),
        )
        for organisation in my_organisations()
    ]
    return [RoleList(_("Referee"), REFEREES, mine)]
