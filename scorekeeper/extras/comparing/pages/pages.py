"""What differs between your rules and ours: two sets compared, before the first card.

Both sets stand in the address, so that whoever gets the link sees the same.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.comparing import compare
from scorekeeper.extras.comparing.answers import differing, with_value
from scorekeeper.extras.comparing.pages.difference_views import difference_views
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.named_house import NamedHouse, load_named
from scorekeeper.schema import Invalid
from scorekeeper.web.access import absolute_url
from scorekeeper.web.forms.kinds.nested import groups_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.house import HouseForm, my_sets, name_of
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.security import TOKEN_FIELD
from scorekeeper.web.wording.reader import book_of

comparing = Blueprint("comparing", __name__, url_prefix="/rules/<game>/compare")

ON_A_PAGE = 8
"""Differences on one page; a tariff may differ in all of its twenty."""


@dataclass(frozen=True)
class Pair:
    """Two sets of a game's house rules: `mine` is the reader's, or stands on the left."""

    mine: NamedHouse
    theirs: NamedHouse

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called here."""
        return name_of(self.mine, _("our house rules")), name_of(
            self.theirs, _("their house rules")
        )


@comparing.get("")
def show(game: str) -> Response:
    """Two sets in the address (`mine`, `theirs`); one that is missing is the source's."""
    known = game_or_404(game)
    pair = Pair(_set_in_address(known, "mine"), _set_in_address(known, "theirs"))
    return _page(pair, book_url(known.key))


@comparing.post("")
def draft(game: str) -> Response:
    """The house rules of a match about to be opened, against the source's; what was typed stays."""
    known = game_or_404(game)
    form = HouseForm.submitted(known, request.form)
    sent = [pair for pair in request.form.items(multi=True) if pair[0] != TOKEN_FIELD]
    try:
        mine, wrong = form.read(), ""
    except Invalid as error:
        mine, wrong = NamedHouse(known, "", known.house()), form.problem(error)
    pair = Pair(mine, NamedHouse(known, "", known.house()))
    return _page(pair, url_for("setup.house", game=known.key), sent, wrong)


def compare_url(mine: NamedHouse, theirs: NamedHouse, start: int = 0) -> str:
    """The address of the comparison of two sets."""
    game, here, there = mine.game.key, mine.dump(), theirs.dump()
    return url_for("comparing.show", game=game, mine=here, theirs=there, start=start or None)


def _page(
    pair: Pair, back: str, carried: list[tuple[str, str]] | None = None, wrong: str = ""
) -> Response:
    spend("COMPARISONS_PER_ADDRESS", visitor())
    game, start = pair.mine.game, max(request.args.get("start", 0, type=int), 0)
    number = len(differing(pair.mine.house, pair.theirs.house))
    # A draft is not left for another page: what was typed would be lost.
    shown = slice(start, start + ON_A_PAGE if carried is None else None)
    differences = compare(game, pair.mine.house, pair.theirs.house, shown)
    return page(
        "comparing/compare.html",
        status=422 if wrong else 200,
        game=game,
        book=book_of(game),
        names=pair.names,
        wrong=wrong,
        number=number,
        contrasts=list(difference_views(pair.mine, pair.theirs, differences)),
        more=number - start - ON_A_PAGE if carried is None else 0,
        more_url=compare_url(pair.mine, pair.theirs, start + ON_A_PAGE),
        others=_others(pair),
        play_url=url_for("setup.names", game=game.key, house=pair.theirs.dump()),
        link=absolute_url(compare_url(pair.mine, pair.theirs)),
        back=back,
        carried=carried,
    )


def _others(pair: Pair) -> list[tuple[str, str]]:
    """The other sets to compare with: name and address."""
    game, known = pair.mine.game, {pair.mine.house, pair.theirs.house}
    source = NamedHouse(game, "", game.house())
    sets = [source, *my_sets(game), *_ready_made(pair.mine)]
    new = {each.house: each for each in reversed(sets) if each.house not in known}
    return [(name_of(each), compare_url(pair.mine, each)) for each in reversed(new.values())]


def _ready_made(mine: NamedHouse) -> list[NamedHouse]:
    """The source's house rules with each of the ready-made tariffs."""
    labels = Labels(book_of(mine.game), ("house",), ())
    return [
        NamedHouse(
            mine.game,
            labels.of(group.name, "presets", key),
            with_value(mine.game.house(), (group.name,), each),
        )
        for group in groups_of(mine.game.house)
        for key, each in group.presets.items()
    ]


def _set_in_address(game: AnyGame, name: str) -> NamedHouse:
    """A set in the address. Raises Invalid."""
    text = request.args.get(name, "")
    return load_named(game, text) if text else NamedHouse(game, "", game.house())


def game_or_404(key: str) -> AnyGame:
    """The game of a key; without one answers 404."""
    if key not in GAMES:
        abort(404)
    return GAMES[key]
