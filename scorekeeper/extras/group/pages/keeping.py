"""House rules that a group keeps: put among its own, and the list of them."""

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.pages.entrance import group_for, may_write_in, my_groups
from scorekeeper.extras.group.pages.hooks import house_sets_of
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.games import GAMES
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.links import book_url
from scorekeeper.web.rulebook.sent_house import Keeper, house_page, house_url, sent_set
from scorekeeper.web.wording.reader import book_of

keeping = Blueprint("keeping", __name__)


def keepers(named: NamedHouse) -> Sequence[Keeper]:
    """The groups of this phone that can keep a set; one without a name is not kept."""
    here = [each for each in my_groups() if may_write_in(each)] if named.name else []
    return [_keeper(each, named) for each in here]


def _keeper(group: Group, named: NamedHouse) -> Keeper:
    keeps = named in house_sets_of(group, named.game)
    url = url_for("keeping.keep", game=named.game.key, text=named.dump())
    return Keeper(group.name, keeps, url, [("group", group.code), *fresh_save(group).hidden])


@keeping.post("/rules/<game>/house/<text>")
def keep(game: str, text: str) -> AnyResponse:
    """Puts a set among those of a group; one of the same name gives way. Raises Invalid."""
    named = sent_set(game, text)
    group = group_for(request.form.get("group", ""), write=True)
    if named in house_sets_of(group, named.game):
        return redirect(house_url(named), 303)
    body = {"game": game, "name": named.name, "house": named.game.abridge_house(named.house)}

    def again(_now: Group, status: int, message: str, errors: dict[str, str]) -> Response:
        said = message or next(iter(errors.values()), "")
        return house_page(named, book_url(named.game.key), status=status, message=said)

    return write_in(group, "agreed", body, house_url(named), again)


@keeping.get("/c/<code>/rules", endpoint="show")
def kept_rules_page(code: str) -> Response:
    """The sets that a group keeps, by game."""
    group = group_for(code)
    return page(
        "extras/group/kept-houses.html",
        group=group,
        sets=_sets(group),
        back=url_for("group.show", code=code),
    )


def _sets(group: Group) -> list[tuple[str, str]]:
    """What each is called, and its address."""
    return [
        (f"{book_of(game).title} · {each.name}", house_url(each))
        for game in GAMES.values()
        for each in house_sets_of(group, game)
    ]
