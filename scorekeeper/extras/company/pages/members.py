"""The members of a company: who they are, what they are called, who comes new; and forgetting one:
what it does is said first, and only then it is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company, Member
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import companies, company_for
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.wording import describe
from scorekeeper.names import strip_invisible
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_save, read_save
from scorekeeper.web.wording.events import stream_conflict_text

company_members = Blueprint("company_members", __name__, url_prefix="/c/<code>/members")


@dataclass(frozen=True)
class MembersPage(CompanyPage):
    """Who belongs to a company, and the forms that change it."""

    message: str
    wrong: str
    """What is wrong with the name in the form that failed."""
    failed_form: str
    """A member by his number, somebody "new", or the "company"; empty if none failed."""
    typed: str
    hidden: list[tuple[str, str]]


@company_members.get("")
def show(code: str) -> Response:
    """The members and the guests; and a form for somebody new."""
    return _page(company_for(code))


@company_members.post("")
def join(code: str) -> AnyResponse:
    """Somebody new: a member, or a guest."""
    return _write(code, "joined", {"name": _typed_name(), "guest": "guest" in request.form})


@company_members.post("/<int:member>/name")
def rename(code: str, member: int) -> AnyResponse:
    """Gives a member another name; his past stays his."""
    return _write(code, "named", {"member": member, "name": _typed_name()})


@company_members.post("/<int:member>/admit")
def admit(code: str, member: int) -> AnyResponse:
    """Makes a guest a member, with his past."""
    return _write(code, "admitted", {"member": member})


@company_members.post("/company-name")
def rename_company(code: str) -> AnyResponse:
    """Gives the company another name."""
    return _write(code, "named", {"name": _typed_name()})


def _typed_name() -> str:
    return " ".join(request.form.get("name", "").split())


def _write(code: str, kind: str, body: Mapping[str, Any]) -> AnyResponse:
    company = company_for(code, write=True)
    return write_in(
        company,
        kind,
        body,
        lambda now: url_for("company_members.show", code=now.code),
        _page,
    )


def _page(
    company: Company,
    status: int = 200,
    message: str = "",
    errors: Mapping[str, str] | None = None,
) -> Response:
    context = MembersPage(
        company,
        message=message,
        wrong=next(iter((errors or {}).values()), ""),
        failed_form=_form_sent() if errors else "",
        typed=strip_invisible(request.form.get("name", "")),
        hidden=fresh_save(company).hidden,
    )
    return page("extras/company/members.html", status=status, context=context)


def _form_sent() -> str:
    """Which form was sent: of a member by his number, of somebody "new", or of the "company"."""
    member = (request.view_args or {}).get("member")
    if member is not None:
        return str(member)
    return "company" if request.path.endswith("/company-name") else "new"


member_forgetting = Blueprint(
    "member_forgetting", __name__, url_prefix="/c/<code>/members/<int:member>/forget"
)


@member_forgetting.get("")
def ask(code: str, member: int) -> Response:
    """Says what will be forgotten, with the button that does it."""
    company = company_for(code, write=True)
    return _forget_page(company, _member(company, member))


@member_forgetting.post("")
def do(code: str, member: int) -> AnyResponse:
    """Forgets the member for good. Whoever looked at another version is asked once more."""
    company = company_for(code, write=True)
    asked = _member(company, member)
    if read_save().version != company.version:
        text = stream_conflict_text(company, asked.name, describe)
        return _forget_page(company, asked, 409, text)
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


def _forget_page(
    company: Company, member: Member, status: int = 200, message: str = ""
) -> Response:
    return page(
        "extras/company/forget.html",
        status=status,
        company=company,
        member=member,
        label=_label(member),
        message=message,
        hidden=fresh_save(company).hidden,
    )
