"""What the companies of this phone put on the first page, and on the page of what it may do."""

from collections.abc import Sequence

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import PAGES, my_companies
from scorekeeper.web.access import link_path, role_in
from scorekeeper.web.home import PLACES, ROLE_LISTS, Place, Role, RoleList
from scorekeeper.web.shelves import COMPANIES


@PLACES.fill(1)
def places() -> Sequence[Place]:
    """The companies, each with its page."""
    return [Place(each.name, _url(each)) for each in my_companies()]


@ROLE_LISTS.fill(1)
def roles() -> Sequence[RoleList]:
    """The roles in companies."""
    return [RoleList(_("Companies"), COMPANIES, [_role(each) for each in my_companies()])]


def _role(company: Company) -> Role:
    back = link_path(company, role_in(company, COMPANIES) or "watcher", PAGES)
    return Role(COMPANIES, company.code, company.name, "", _url(company), back)


def _url(company: Company) -> str:
    return url_for("company.show", code=company.code)
