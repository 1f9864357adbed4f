"""How a page of a company saves: the key and the version as everywhere, and what a late phone is
shown.
"""

from collections.abc import Callable

from flask import redirect
from werkzeug import Response

from scorekeeper.company import Company
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.company.entrance import companies
from scorekeeper.web.company.wording import somebody_was_quicker
from scorekeeper.web.saving import Save, fresh_key, read_save
from scorekeeper.web.wording.reader import language

Show = Callable[[Company, int, str, dict[str, str]], Response]
"""Makes the page again: for a company, with a status, a message, and path → what is wrong there."""


def hidden_of(company: Company) -> list[tuple[str, str]]:
    """The hidden controls of a form that shows the company as it is now."""
    return Save(company.version, fresh_key()).hidden


def save_in(
    company: Company, write: Callable[[Save], Company], then: Callable[[Company], str], show: Show
) -> Response:
    """The answer to a save: on to another page; or the form again, with what has to be mended (422)
    or with what another phone wrote meanwhile (409).
    """
    try:
        return redirect(then(write(read_save())), 303)
    except (Stale, KeyReused):
        now = companies().get(company.code)
        return show(now, 409, somebody_was_quicker(now), {})
    except Invalid as error:
        return show(company, 422, "", {error.path: unreadable(language(), error)})
