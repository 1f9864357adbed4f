"""Where referees go round: a company or a tournament, both asked and written to in one way; and
where this phone is a referee's.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import abort, url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.actions import UnknownCompany
from scorekeeper.extras.company.calls import Appointed, Called, Came
from scorekeeper.extras.company.pages.entrance import called_company, companies, company_for
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.extras.tournament.pages.access import tournament_for, tournaments
from scorekeeper.extras.tournament.pages.wording import table_title
from scorekeeper.match import Match
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.match.calling import Answer, Call, Matter, Referee
from scorekeeper.stream.roles import Links
from scorekeeper.web.access import absolute, matches, may_write, remembered, seat_in, token_of
from scorekeeper.web.home import PLACES, ROLE_LISTS, Place, Role, RoleList
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.referee.table import CALLS
from scorekeeper.web.shelves import REFEREES, kept, put_on
from scorekeeper.web.wording.reader import book_of, clock

Hall = Company | Tournament
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


def hall_of(match: Match) -> Hall | None:
    """Whose referees a table calls; None if nobody named any."""
    if code := match.table_of:
        try:
            return tournaments().get(code)
        except UnknownTournament:
            return None
    return called_company(match)


@CALLS.fill()
def call_url(match: Match, verdict: str) -> str:
    """Where this phone calls a referee to its table, perhaps about a verdict; or empty."""
    plays = seat_in(match) is not None or may_write(match)
    if not plays or not (match.table_of or called_company(match)):
        return ""
    return url_for("calls.show", code=match.code, verdict=verdict or None)


def hall_at(letter: str, code: str) -> Hall:
    """The company or the tournament of an address. Raises UnknownCompany, UnknownTournament."""
    return companies().get(code) if letter == "c" else tournaments().get(code)


def referees_hall(letter: str, code: str) -> Hall:
    """The one of an address that referees ask for; a code that is none answers 403 like any that
    this phone has no role in.
    """
    try:
        return hall_at(letter, code)
    except (UnknownCompany, UnknownTournament):
        abort(403)


def own_hall(letter: str, code: str) -> Hall:
    """The one of an address, in which this phone may do everything; else answers 403."""
    return company_for(code, write=True) if letter == "c" else tournament_for(code, write=True)


def letter_of(hall: Hall) -> str:
    """What its addresses begin with."""
    return next(letter for letter, cls in LETTERS.items() if isinstance(hall, cls))


def url_in(hall: Hall, endpoint: str, **values: Any) -> str:
    """The address of a page of its referees."""
    return url_for(f"referees.{endpoint}", letter=letter_of(hall), code=hall.code, **values)


def call_up(hall: Hall, match: Match, matter: Matter, key: str) -> None:
    """Calls a referee to the table of a match, once until one answers.

    Raises Invalid, KeyReused, NotNow.
    """
    if isinstance(hall, Tournament):
        tournaments().call(hall, match.code, matter, key)
    elif not any(call.waits and call.code == match.code for call in hall.calls):
        companies().call_up(hall, Called(match=match.code, **vars(matter)), key)


def answer(hall: Hall, said: Answer, key: str) -> None:
    """Answers a call, once. Raises KeyReused."""
    if isinstance(hall, Tournament):
        tournaments().come(hall, said, key)
    elif said.event in [call.event.seq for call in hall.calls if call.waits]:
        companies().call_up(hall, Came(**vars(said)), key)


def appoint(hall: Hall, phone: str, name: str, key: str) -> None:
    """Makes a phone a referee's who is called so; without a name it no longer is one.

    Raises Invalid, KeyReused.
    """
    if isinstance(hall, Tournament):
        tournaments().appoint(hall, Referee(phone, name), key)
    else:
        companies().call_up(hall, Appointed(phone, name), key)


@dataclass(frozen=True)
class RefereesLinks:
    """The link that makes whoever opens it a referee: it ends with all links of a hall, and with
    each referee who is dismissed, so that he does not come in by it again.
    """

    hall: Hall

    @property
    def code(self) -> str:
        return self.hall.code

    @property
    def links(self) -> Links:
        """The generation that counts, and the phone that renewed all links."""
        appointed = (event for event in self.hall.events if event.kind == "appointed")
        dismissed = sum(not event.body["name"] for event in appointed)
        links = self.hall.links
        return replace(links, generation=links.generation + dismissed)


def referees_link(hall: Hall) -> str:
    """The address that makes whoever opens it a referee."""
    token = token_of(hall.code, REFEREE, RefereesLinks(hall).links.generation)
    return absolute(url_in(hall, "join", token=token))


def remember_referee(hall: Hall) -> None:
    """Lets this phone be a referee's."""
    put_on(REFEREES, (hall.code, hall.links.generation))


def name_here(hall: Hall) -> str:
    """The name of the referee whose phone this is; empty before he says it. Else answers 403."""
    if not _is_referee(hall):
        abort(403)
    return hall.referees.get(phone_mark(hall.code), "")


def _is_referee(hall: Hall) -> bool:
    """True if this phone opened the link of referees that counts, and was not dismissed since."""
    known = [each[1] for each in kept(REFEREES) if each[0] == hall.code]
    dismissed = hall.referees.get(phone_mark(hall.code)) == ""
    return known == [hall.links.generation] and not dismissed


def my_halls() -> list[Hall]:
    """Where this phone is a referee's, the latest first."""
    halls = (_hall_or_none(code) for code in reversed(remembered(REFEREES)))
    return [hall for hall in halls if hall and _is_referee(hall)]


def _hall_or_none(code: str) -> Hall | None:
    with suppress(UnknownCompany):
        return companies().get(code)
    with suppress(UnknownTournament):
        return tournaments().get(code)
    return None


def call_view(hall: Hall, call: Call) -> CallView | None:
    """A call in words; None where its match is not here."""
    try:
        match = matches().get(call.code)
    except UnknownMatch:
        return None
    return CallView(
        seq=call.event.seq,
        table=_table(hall, call, match),
        code=call.code,
        names=", ".join(match.names),
        asker=_asker(match, call),
        note=call.matter.note,
        at=clock(call.event.at),
        look=url_in(hall, "look", match=call.code, verdict=call.matter.link or None),
        referee=call.referee,
        came=clock(call.answer.at) if call.answer else "",
        needless=call.needless,
    )


def _table(hall: Hall, call: Call, match: Match) -> str:
    if isinstance(hall, Tournament):
        return table_title(hall, call.event.body["table"])
    return book_of(match.game).title


def _asker(match: Match, call: Call) -> str:
    person, people = call.matter.person, match.seating.people
    return people[person] if person is not None and person < len(people) else ""


@PLACES.fill(2)
def places() -> Sequence[Place]:
    """The tables that wait, for each who has referees."""
    referee = _("Referee")
    return [Place(f"{referee}: {hall.name}", url_in(hall, "show"), "scales") for hall in my_halls()]


@ROLE_LISTS.fill(3)
def roles() -> Sequence[RoleList]:
    """The roles as a referee."""
    mine = [
        Role(REFEREES, hall.code, hall.name, "", url_in(hall, "show"), referees_link(hall))
        for hall in my_halls()
    ]
    return [RoleList(_("Referee"), REFEREES, mine)]
