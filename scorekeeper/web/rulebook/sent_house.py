"""House rules as a link: what in them is unlike the source's, and the ways to play by them."""

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.core.named_house import NamedHouse, clean_house_name, load_named
from scorekeeper.core.rooms import rooms
from scorekeeper.web.http.access import absolute_url, match_or_403
from scorekeeper.web.render import page, qr
from scorekeeper.web.rulebook.examples import house_rule_texts
from scorekeeper.web.rulebook.links import book_url
from scorekeeper.web.rulebook.pages import edition_of
from scorekeeper.web.wording.reader import book_of

sent_house = Blueprint("sent_house", __name__)

LONGEST_QR_URL = 600
"""A longer address makes a code that phones no longer read."""


@dataclass(frozen=True)
class Keeper:
    """Who can keep a set for this phone: whether it does, and the form by which it would."""

    name: str
    keeps: bool
    url: str
    hidden: list[tuple[str, str]]


@sent_house.get("/rules/<game>/house/<text>", endpoint="show")
def sent_house_page(game: str, text: str) -> AnyResponse:
    """House rules that were sent. Under another name (`?name=`) they have another address."""
    named = sent_set(game, text)
    if "name" in request.args:
        return redirect(house_url(_renamed(named)), 303)
    return house_page(named, book_url(game))


@sent_house.get("/m/<code>/rules/house")
def of_match(code: str) -> Response:
    """The house rules of a match, to be sent; under another name if one is given (`?name=`)."""
    match = match_or_403(code)
    return house_page(_renamed(match.named_house), book_url(match.game.key, code), code)


def sent_set(game: str, text: str) -> NamedHouse:
    """The set in a link; of no game answers 404. Raises Invalid."""
    return load_named(edition_of(game, "").game, text)


def house_url(named: NamedHouse) -> str:
    """The address of house rules."""
    return url_for("sent_house.show", game=named.game.key, text=named.dump())


def _renamed(named: NamedHouse) -> NamedHouse:
    """The same under the name in the address, if it has one. Raises Invalid."""
    name = request.args.get("name")
    return named if name is None else NamedHouse(named.game, clean_house_name(name), named.house)


def house_page(
    named: NamedHouse, back: str, code: str = "", status: int = 200, message: str = ""
) -> Response:
    """The page of a set: of the match with a code, or of a link; and what can be done with it."""
    path, game = house_url(named), named.game
    url = absolute_url(path)
    return page(
        "rulebook/sent-house.html",
        status=status,
        named=named,
        back=back,
        code=code,
        message=message,
        book=book_of(game),
        rules=[each for each in house_rule_texts(game, named.house) if each.differs],
        url=url,
        url_qr=qr(url) if len(url) <= LONGEST_QR_URL else Markup(),
        play_url=url_for("setup.names", game=game.key, house=named.dump()),
        naming_url=url_for("sent_house.of_match", code=code) if code else path,
        keepers=[keeper for room in rooms() for keeper in room.keepers(named)],
    )
