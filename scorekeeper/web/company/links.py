"""The links of a company: for writing and for watching, as a match has them."""

from flask import Blueprint, Response, redirect, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.company import Company
from scorekeeper.web.access import ROLES, WrongLink, role_of
from scorekeeper.web.company.entrance import (
    companies,
    company_for,
    company_link,
    remember_company,
)
from scorekeeper.web.company.saving import hidden_of, save_in
from scorekeeper.web.limits import tries
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.render import never_compressed, page, qr
from scorekeeper.web.saving import Save

company_links = Blueprint("company_links", __name__, url_prefix="/c/<code>")


@company_links.get("/in/<token>")
def join(code: str, token: str) -> AnyResponse:
    """Opens a link: the phone is given its role, and the token leaves the address."""
    with tries("WRONG_LINKS_PER_ADDRESS", WrongLink):
        role = role_of(code, token, companies().get, ROLES)
    remember_company(companies().get(code), role)
    return redirect(url_for("company.show", code=code), 303)


@company_links.get("/share")
@never_compressed
def share(code: str) -> Response:
    """The links of a company: for watching, and for writing too."""
    return _page(company_for(code, write=True))


@company_links.post("/links")
def renew(code: str) -> AnyResponse:
    """Ends all links and the roles they gave; this phone keeps its own."""
    company = company_for(code, write=True)

    def write(save: Save) -> Company:
        mark = phone_mark(code)
        renewed = companies().renew_links(company, mark, save.version, save.key)
        remember_company(renewed, "scorer")
        return renewed

    return save_in(
        company,
        write,
        lambda now: url_for("company_links.share", code=now.code),
        lambda now, status, message, errors: _page(now, status, message),
        lambda now: _("new links instead of the old ones"),
    )


def _page(company: Company, status: int = 200, message: str = "") -> Response:
    watch_url, write_url = (company_link(company, role) for role in ("watcher", "scorer"))
    return page(
        "company/share.html",
        status=status,
        company=company,
        message=message,
        hidden=hidden_of(company),
        watch_url=watch_url,
        watch_qr=qr(watch_url),
        write_url=write_url,
        write_qr=qr(write_url),
    )
