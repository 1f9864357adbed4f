"""Forgetting a member: what it does is said first, and only then it is done."""

from flask import Blueprint, Response, abort, redirect, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company, Member
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.extras.company.pages.entrance import companies, company_for
from scorekeeper.extras.company.pages.wording import describe
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_save, read_save
from scorekeeper.web.wording.events import quicker_text

member_forgetting = Blueprint(
    "member_forgetting", __name__, url_prefix="/c/<code>/members/<int:member>/forget"
)


@member_forgetting.get("")
def ask(code: str, member: int) -> Response:
    """Says what will be forgotten, with the button that does it."""
    company = company_for(code, write=True)
    return _page(company, _member(company, member))


@member_forgetting.post("")
def do(code: str, member: int) -> AnyResponse:
    """Forgets the member for good. Whoever looked at another version is asked once more."""
    company = company_for(code, write=True)
    asked = _member(company, member)
    if read_save().version != company.version:
        text = quicker_text(company, asked.name, describe)
        return _page(company, asked, 409, text)
    # The whole ledger is written anew, so that nothing of the name stays in its file.
    spend("MATCHES_PER_ADDRESS", visitor())
    forget(companies().ledger, company.code, asked.number, _label(asked))
    return redirect(url_for("company_members.show", code=code), 303)


def _member(company: Company, number: int) -> Member:
    """A member who is there; else answers 404."""
    if number >= len(company.members) or not company.members[number].came:
        abort(404)
    return company.members[number]


def _label(member: Member) -> str:
    """What he is called from now on: "hráč 3"."""
    return _("player %(n)d", n=member.number + 1)


def _page(company: Company, member: Member, status: int = 200, message: str = "") -> Response:
    return page(
        "company/forget.html",
        status=status,
        company=company,
        member=member,
        label=_label(member),
        message=message,
        hidden=fresh_save(company).hidden,
    )
