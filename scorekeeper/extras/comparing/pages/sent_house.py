"""House rules as a link: what in them is unlike the source's, and the ways to play by them."""

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import may_write_in, my_companies
from scorekeeper.extras.company.pages.slots import house_sets_of
from scorekeeper.extras.comparing.pages.pages import compare_url, game_or_404
from scorekeeper.named_house import NamedHouse, load_named, proper_name
from scorekeeper.web.access import absolute_url, match_or_403
from scorekeeper.web.house import my_sets, name_of
from scorekeeper.web.render import page, qr
from scorekeeper.web.rulebook.house_rules import house_rule_views
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.saving import fresh_save
from scorekeeper.web.wording.reader import book_of

sent_house = Blueprint("sent_house", __name__)

LONGEST_PICTURE = 600
"""A longer address makes a code that phones no longer read."""


@dataclass(frozen=True)
class Keeper:
    """A company of this phone: whether it keeps a set, and what a form to keep it carries."""

    name: str
    keeps: bool
    hidden: list[tuple[str, str]]


@sent_house.get("/rules/<game>/house/<text>")
def show(game: str, text: str) -> AnyResponse:
    """House rules that were sent. Under another name (`?name=`) they have another address."""
    named = load_named(game_or_404(game), text)
    if "name" in request.args:
        return redirect(house_url(_renamed(named)), 303)
    return house_page(named, book_url(game))


@sent_house.get("/m/<code>/rules/house")
def of_match(code: str) -> Response:
    """The house rules of a match, to be sent; under another name if one is given (`?name=`)."""
    match = match_or_403(code)
    return house_page(_renamed(match.named_house), book_url(match.game.key, code), code)


def house_url(named: NamedHouse) -> str:
    """The address of house rules."""
    return url_for("sent_house.show", game=named.game.key, text=named.dump())


def _renamed(named: NamedHouse) -> NamedHouse:
    """The same under the name in the address, if it has one. Raises Invalid."""
    name = request.args.get("name")
    return named if name is None else NamedHouse(named.game, proper_name(name), named.house)


def house_page(
    named: NamedHouse, back: str, code: str = "", status: int = 200, message: str = ""
) -> Response:
    """The page of a set: of the match with a code, or of a link."""
    game, address = named.game, absolute_url(house_url(named))
    source = NamedHouse(game, "", game.house())
    ours = [] if code else [each for each in my_sets(game) if each.house != named.house]
    return page(
        "comparing/house.html",
        status=status,
        message=message,
        game=game,
        book=book_of(game),
        name=named.name,
        rules=[each for each in house_rule_views(game, named.house) if each.value != each.usual],
        address=address,
        picture=qr(address) if len(address) <= LONGEST_PICTURE else "",
        play_url=url_for("setup.names", game=game.key, house=named.dump()),
        source_url=compare_url(*((named, source) if code else (source, named)))
        if named.house != source.house
        else "",
        ours=[(name_of(each), compare_url(each, named)) for each in ours],
        naming_url=url_for("sent_house.of_match", code=code) if code else house_url(named),
        mine=bool(code),
        keep_url=url_for("keeping.keep", game=game.key, text=named.dump()),
        keepers=[_keeper(each, named) for each in my_companies() if may_write_in(each)],
        back=back,
    )


def _keeper(company: Company, named: NamedHouse) -> Keeper:
    keeps = named in house_sets_of(company, named.game)
    return Keeper(company.name, keeps, [("company", company.code), *fresh_save(company).hidden])
