"""House rules that a company keeps: put among its own, and the list of them."""

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import company_for, may_write_in, my_companies
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.slots import house_sets_of
from scorekeeper.games import GAMES
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.sent_house import KEEPERS, Keeper, house_page, house_url, sent_set
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.reader import book_of

keeping = Blueprint("keeping", __name__)


@KEEPERS.fill()
def keepers(named: NamedHouse) -> Sequence[Keeper]:
    """The companies of this phone that can keep a set; one without a name is not kept."""
    here = [each for each in my_companies() if may_write_in(each)] if named.name else []
    return [_keeper(each, named) for each in here]


def _keeper(company: Company, named: NamedHouse) -> Keeper:
    keeps = named in house_sets_of(company, named.game)
    url = url_for("keeping.keep", game=named.game.key, text=named.dump())
    return Keeper(
        company.name, keeps, url, [("company", company.code), *fresh_save(company).hidden]
    )


@keeping.post("/rules/<game>/house/<text>")
def keep(game: str, text: str) -> AnyResponse:
    """Puts a set among those of a company; one of the same name gives way. Raises Invalid."""
    named = sent_set(game, text)
    company = company_for(request.form.get("company", ""), write=True)
    if named in house_sets_of(company, named.game):
        return redirect(house_url(named), 303)
    body = {"game": game, "name": named.name, "house": named.game.abridge_house(named.house)}
    return write_in(
        company,
        "agreed",
        body,
        lambda now: house_url(named),
        lambda now, status, message, errors: _again(named, status, message, errors),
    )


def _again(named: NamedHouse, status: int, message: str, errors: dict[str, str]) -> Response:
    said = message or next(iter(errors.values()), "")
    return house_page(named, book_url(named.game.key), status=status, message=said)


@keeping.get("/c/<code>/rules")
def show(code: str) -> Response:
    """The sets that a company keeps, by game."""
    company = company_for(code)
    return page(
        "extras/company/kept-houses.html",
        company=company,
        sets=_sets(company),
        back=url_for("company.show", code=code),
    )


def _sets(company: Company) -> list[tuple[str, str]]:
    """What each is called, and its address."""
    return [
        (f"{book_of(game).title} · {each.name}", house_url(each))
        for game in GAMES.values()
        for each in house_sets_of(company, game)
    ]
