"""House rules as a link: what in them is unlike the source's, and the ways to play by them."""

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import may_write_in, my_companies
from scorekeeper.extras.company.pages.slots import house_sets_of
from scorekeeper.extras.comparing.pages.pages import compare_url
from scorekeeper.game import AnyGame
from scorekeeper.named_house import NamedHouse, clean_house_name, load_named
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.access import absolute_url, match_or_403
from scorekeeper.web.house import my_sets, name_of
from scorekeeper.web.match.setup import game_or_404
from scorekeeper.web.render import PageContext, page, qr
from scorekeeper.web.rulebook.house_rules import HouseRuleView, house_rule_views
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.saving import fresh_save
from scorekeeper.web.wording.reader import book_of

sent_house = Blueprint("sent_house", __name__)

LONGEST_QR_URL = 600
"""A longer address makes a code that phones no longer read."""


@dataclass(frozen=True)
class Keeper:
    """A company of this phone: whether it keeps a set, and what a form to keep it carries."""

    name: str
    keeps: bool
    hidden: list[tuple[str, str]]


@dataclass(frozen=True)
class HouseSetPage(PageContext):
    """A set of house rules, and what can be done with it."""

    named: NamedHouse
    back: str
    code: str
    """The match whose rules they are; empty for those of a link."""
    message: str

    @property
    def game(self) -> AnyGame:
        """What they are for."""
        return self.named.game

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return book_of(self.game)

    @property
    def rules(self) -> list[HouseRuleView]:
        """Those that are unlike the source's."""
        views = house_rule_views(self.game, self.named.house)
        return [each for each in views if each.value != each.usual]

    @property
    def url(self) -> str:
        """The address to send."""
        return absolute_url(house_url(self.named))

    @property
    def url_qr(self) -> Markup:
        """Its QR code; empty if the address is too long for one."""
        return qr(self.url) if len(self.url) <= LONGEST_QR_URL else Markup()

    @property
    def play_url(self) -> str:
        """Where a match by them begins."""
        return url_for("setup.names", game=self.game.key, house=self.named.dump())

    @property
    def source_url(self) -> str:
        """Where they are compared with the source's; empty if they are the same."""
        source = NamedHouse(self.game, "", self.game.house())
        if self.named.house == source.house:
            return ""
        return compare_url(*((self.named, source) if self.code else (source, self.named)))

    @property
    def ours(self) -> list[tuple[str, str]]:
        """The reader's sets to compare those of a link with: name and address."""
        sets = [] if self.code else my_sets(self.game)
        others = (each for each in sets if each.house != self.named.house)
        return [(name_of(each), compare_url(each, self.named)) for each in others]

    @property
    def naming_url(self) -> str:
        """Where they get another name."""
        if self.code:
            return url_for("sent_house.of_match", code=self.code)
        return house_url(self.named)

    @property
    def keep_url(self) -> str:
        """Where a company keeps them."""
        return url_for("keeping.keep", game=self.game.key, text=self.named.dump())

    @property
    def keepers(self) -> list[Keeper]:
        """The companies of this phone that can keep them."""
        return [_keeper(each, self.named) for each in my_companies() if may_write_in(each)]


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
    return named if name is None else NamedHouse(named.game, clean_house_name(name), named.house)


def house_page(
    named: NamedHouse, back: str, code: str = "", status: int = 200, message: str = ""
) -> Response:
    """The page of a set: of the match with a code, or of a link."""
    context = HouseSetPage(named, back, code, message)
    return page("extras/comparing/house.html", status=status, context=context)


def _keeper(company: Company, named: NamedHouse) -> Keeper:
    keeps = named in house_sets_of(company, named.game)
    return Keeper(company.name, keeps, [("company", company.code), *fresh_save(company).hidden])
