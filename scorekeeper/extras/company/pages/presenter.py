"""What a company says of itself to the pages that it shares with matches."""

from collections.abc import Callable, Mapping, Sequence

from flask import redirect
from flask_babel import gettext as _
from werkzeug import Response

from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.company.actions import Companies, RoundPlayed
from scorekeeper.extras.company.pages.entrance import PAGES, companies, company_for
from scorekeeper.extras.company.pages.slots import latest_matches, version_now
from scorekeeper.extras.company.pages.wording import describe
from scorekeeper.ledger import Event
from scorekeeper.match import group_of
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.web.http.access import ROLES, Role, grant_role
from scorekeeper.web.http.shelves import COMPANIES
from scorekeeper.web.stream import Show, StreamPresenter, UnsavedChange, save_and_respond
from scorekeeper.web.stream.live import Codes


class CompanyPresenter(StreamPresenter[Company, Role]):
    """Companies, followed with the matches that they took in last."""

    pages = PAGES
    home = "company.show"
    share_template = "extras/company/share.html"
    roles = ROLES
    watches: Role = "watcher"
    writes: Role = "scorer"
    refusals = (RoundPlayed,)

    def streams(self) -> Companies:
        return companies()

    def open(self, code: str, *, write: bool = False) -> Company:
        return company_for(code, write=write)

    def grant_role(self, stream: Company, role: Role) -> None:
        grant_role(stream, role, COMPANIES)

    def describe(self, stream: Company, event: Event) -> str:
        return describe(stream, event)

    def refusal(self, stream: Company, fault: Exception) -> str:
        return _("Something is written at a table of this round: it stays.")

    def others(self, code: str) -> Codes:
        known = companies()
        return lambda: latest_matches(known, known.get(code))

    def version(self, stream: Company) -> str:
        return version_now(stream)

    def elsewhere(self) -> str:
        return _("There is news from a match.")

    def all_events(self, stream: Company) -> Sequence[Events]:
        events, *matches = streams_of(companies().ledger, stream.code)
        own = (each for each in matches if stream.owns(each[0].stream, group_of(each)))
        return [events, *own]


COMPANY_PRESENTER = CompanyPresenter()


def write_in(
    company: Company,
    kind: str,
    body: Mapping[str, object],
    then: Callable[[Company], str],
    show: Show[Company],
) -> Response:
    """The answer to a form that writes an event, and leads on to a page."""

    def mine(now: Company) -> UnsavedChange:
        COMPANY.validate_body(now, kind, body)
        return UnsavedChange(describe(now, Event(now.code, now.version + 1, kind, body, "", "")))

    return save_and_respond(
        COMPANY_PRESENTER,
        company,
        lambda save: companies().write(company, kind, body, save.version, save.key),
        lambda now: redirect(then(now), 303),
        show,
        mine,
    )
