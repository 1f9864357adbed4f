"""What differs between your rules and ours: two sets compared, before the first card.

Both sets stand in the address, so that whoever gets the link sees the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.comparing import Difference, compare
from scorekeeper.extras.comparing.pages.difference_views import DifferenceView, difference_views
from scorekeeper.game import AnyGame
from scorekeeper.house import differing, with_value
from scorekeeper.named_house import NamedHouse, load_named
from scorekeeper.rulebook import Rulebook
from scorekeeper.schema import Invalid
from scorekeeper.web.access import absolute_url
from scorekeeper.web.forms.kinds.nested import groups_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.house import HouseForm, my_sets, name_of
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.match.setup import game_or_404
from scorekeeper.web.render import PageContext, page
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


@dataclass(frozen=True)
class ComparisonPage(PageContext):
    """Two sets, and what differs between them."""

    pair: Pair
    differences: Sequence[Difference]
    """Those that are shown."""
    start: int
    """How many come before them."""
    back: str
    carried: list[tuple[str, str]] | None
    """The form of house rules that is typed, to be sent back; None without one."""
    wrong: str
    """What is wrong with what was typed."""

    @property
    def game(self) -> AnyGame:
        """What both are for."""
        return self.pair.mine.game

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return book_of(self.game)

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called here."""
        return self.pair.names

    @cached_property
    def number(self) -> int:
        """How many house rules differ."""
        return len(differing(self.pair.mine.house, self.pair.theirs.house))

    @property
    def contrasts(self) -> list[DifferenceView]:
        """The differences in words."""
        return list(difference_views(self.pair.mine, self.pair.theirs, self.differences))

    @property
    def remaining(self) -> int:
        """How many come after them."""
        return self.number - self.start - ON_A_PAGE if self.carried is None else 0

    @property
    def more_url(self) -> str:
        """Where these are shown."""
        return compare_url(self.pair.mine, self.pair.theirs, self.start + ON_A_PAGE)

    @property
    def others(self) -> list[tuple[str, str]]:
        """The other sets to compare with: name and address."""
        return _others(self.pair)

    @property
    def play_url(self) -> str:
        """Where a match by the other set begins."""
        return url_for("setup.names", game=self.game.key, house=self.pair.theirs.dump())

    @property
    def link(self) -> str:
        """The address to send."""
        return absolute_url(compare_url(self.pair.mine, self.pair.theirs))


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
    # A draft is not left for another page: what was typed would be lost.
    shown = slice(start, start + ON_A_PAGE if carried is None else None)
    differences = compare(game, pair.mine.house, pair.theirs.house, shown)
    context = ComparisonPage(pair, differences, start, back, carried, wrong)
    return page("extras/comparing/compare.html", status=422 if wrong else 200, context=context)


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
