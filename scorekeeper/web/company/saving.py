"""How a page of a company saves: the key and the version as everywhere, and what a late phone is
shown.
"""

from collections.abc import Callable, Mapping

from flask import redirect
from werkzeug import Response

from scorekeeper.company import Company, fold
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.company.entrance import companies
from scorekeeper.web.company.wording import describe_body, somebody_was_quicker
from scorekeeper.web.saving import LateNotice, Save, fresh_key, late_notice, read_save, seen_version
from scorekeeper.web.wording.reader import language

Show = Callable[[Company, int, str, dict[str, str]], Response]
"""Makes the page again: for a company, with a status, a message, and path → what is wrong there."""


def hidden_of(company: Company) -> list[tuple[str, str]]:
    """The hidden controls of a form that shows the company as it is now."""
    return Save(company.version, fresh_key()).hidden


def company_as_shown(company: Company) -> Company:
    """The company as the form of this request showed it."""
    seen = seen_version()
    return company if seen is None else fold(company.events[: max(seen, 1)])


def write_in(
    company: Company,
    kind: str,
    body: Mapping[str, object],
    then: Callable[[Company], str],
    show: Show,
) -> Response:
    """The answer to a form that writes an event."""
    return save_in(
        company,
        lambda save: companies().write(company, kind, body, save.version, save.key),
        then,
        show,
        lambda now: describe_body(now, kind, body),
    )


def save_in(
    company: Company,
    write: Callable[[Save], Company],
    then: Callable[[Company], str],
    show: Show,
    what: Callable[[Company], str],
    *,
    again: bool = True,
) -> Response:
    """The answer to a save: on to another page; or the form again, with what has to be mended (422)
    or with what another phone wrote meanwhile, and `what` was not saved (409). It can be saved
    `again`, unless it would then be about something else.
    """
    try:
        return redirect(then(write(read_save())), 303)
    except (Stale, KeyReused):
        now = companies().get(company.code)
        return show(now, 409, _late_notice(now, what, again=again), {})
    except Invalid as error:
        return show(company, 422, "", {error.path: unreadable(language(), error)})


def _late_notice(now: Company, what: Callable[[Company], str], *, again: bool) -> LateNotice:
    """What is said of a save that lost the race: what it was, or why it cannot be any more."""
    try:
        mine = what(now)
    except Invalid as error:
        mine, again = unreadable(language(), error).rstrip("."), False
    return late_notice(somebody_was_quicker(now, mine), hidden_of(now), None if again else "")
