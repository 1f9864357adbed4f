"""House rules that a company keeps: put among its own, and the list of them."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.slots import house_sets_of
from scorekeeper.extras.comparing.pages.sent_house import house_page, house_url
from scorekeeper.games import GAMES
from scorekeeper.named_house import NamedHouse, load_named
from scorekeeper.web.match.setup import game_or_404
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.reader import book_of

keeping = Blueprint("keeping", __name__)


@keeping.post("/rules/<game>/house/<text>")
def keep(game: str, text: str) -> AnyResponse:
    """Puts a set among those of a company; one of the same name gives way. Raises Invalid."""
    named = load_named(game_or_404(game), text)
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
    """The page of the set again, with what came between."""
    said = message or next(iter(errors.values()), "")
    return house_page(named, book_url(named.game.key), status=status, message=said)


@keeping.get("/c/<code>/rules")
def show(code: str) -> Response:
    """The sets that a company keeps, by game."""
    company = company_for(code)
    return page(
        "extras/comparing/kept.html",
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
