"""The page on which house rules are chosen: before a match, and in the middle of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response
from flask_babel import gettext as _

from scorekeeper.named_house import NamedHouse
from scorekeeper.names import visible
from scorekeeper.web.house.form import HouseForm
from scorekeeper.web.house.sets import my_sets
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of


@dataclass(frozen=True)
class Frame:
    """Where the form of house rules stands: the button `done` leads on, a tap on a ready-made part
    shows it again, and what was typed on other pages is `carried`.

    Without `back` the way back takes all along.
    """

    heading: str
    rules_url: str
    done: str
    done_url: str
    again_url: str
    carried: Sequence[tuple[str, str]]
    back: str = ""


def rules_page(form: HouseForm, frame: Frame, status: int = 200, message: str = "") -> Response:
    """The page of the form."""
    return page(
        "match/house.html",
        status=status,
        message=message,
        game=form.game,
        book=book_of(form.game),
        parts=form.rules.shown.order,
        chosen=form.rules.chosen,
        errors=form.errors,
        name=visible(form.name),
        wrong=form.wrong,
        sets=[(each.dump(), each.name or _("as last time")) for each in my_sets(form.game)],
        **vars(frame),
    )


def wrong_size(rules: NamedHouse, players: int) -> tuple[str, str] | None:
    """The house rule by which so many cannot play, and why; None if they can."""
    game, house = rules.game, rules.house
    if players in game.sizes(house):
        return None
    refusal = game.check_table(players, game.start(players, 0, house), house)
    assert refusal is not None, "a game whose house rules say how many play says why"
    return refusal.field, book_of(game).say("refusals", refusal.id, refusal.facts)
