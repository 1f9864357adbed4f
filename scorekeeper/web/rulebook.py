"""The rulebook in the browser: the rules of a game, each with a link of its own, and the search.

A match has the same pages of its own, with what was agreed at that table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.examples import examples_of
from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.search import LONGEST_QUERY, search
from scorekeeper.web.access import may_write, require
from scorekeeper.web.agreed import Agreed, agreed_of
from scorekeeper.web.pages import page
from scorekeeper.web.shelf import matches
from scorekeeper.web.wording import book_of, language, titled
from scorekeeper.web.worked import Worked, worked

rulebook = Blueprint("rulebook", __name__)


@dataclass(frozen=True)
class Place:
    """Where rules are read: a game, and the table whose house rules hold (`code`; empty: none)."""

    game: AnyGame
    house: HouseRules
    code: str

    @property
    def book(self) -> Rulebook:
        """The words of the game."""
        return book_of(self.game)

    @cached_property
    def rules(self) -> Mapping[str, RuleText]:
        """Every rule by id, in the order of the book."""
        return self.book.rules

    @property
    def url(self) -> str:
        """The list of all rules here."""
        return book_url(self.game.key, self.code)

    def above(self, id: str) -> str:
        """The rule that a rule is a case of; empty if it stands by itself."""
        while id := id.rpartition(".")[0]:
            if id in self.rules:
                return id
        return ""

    def linked(self, id: str) -> "RuleLink":
        """A rule with the link to it here."""
        return RuleLink(self.rules[id], rule_url(self.game.key, id, self.code))


@dataclass(frozen=True)
class RuleLink:
    """A rule in a list."""

    rule: RuleText
    url: str


@dataclass(frozen=True)
class Quote:
    """A rule as a verdict cites it: with the house rules that change it, and the link to it."""

    rule: RuleText
    game: str
    language: str
    url: str
    agreed: list[Agreed]


@rulebook.get("/rules")
def shelf() -> Response:
    """The games with a rulebook, and a search through all of them."""
    books = [(title, book_url(game.key)) for title, game in titled()]
    return _found(url_for("rulebook.shelf"), books=books)


@rulebook.get("/rules/<game>")
@rulebook.get("/m/<code>/rules", endpoint="book_of_match")
def book(game: str = "", code: str = "") -> Response:
    """All rules of a game in the order of the book, and a search through them."""
    place = _place(game, code)
    return _found(place.url, place)


@rulebook.get("/rules/<game>/<id>")
@rulebook.get("/m/<code>/rules/<id>", endpoint="rule_of_match")
def rule(id: str, game: str = "", code: str = "") -> Response:
    """One rule: its text, what the table agreed about it, and its worked examples."""
    place = _place(game, code)
    if id not in place.rules:
        abort(404)
    above = place.above(id)
    near = [*([above] if above else []), *(each for each in place.rules if place.above(each) == id)]
    return page(
        "rules/rule.html",
        place=place,
        book=place.book,
        rule=place.rules[id],
        custom=is_custom(id),
        near=[place.linked(each) for each in near],
        agreed=_agreed(place, id),
        examples=_examples(place, id),
        back=place.url,
    )


def book_url(game: str, code: str = "") -> str:
    """The address of a game's rules; with a match's code, as agreed there."""
    if code:
        return url_for("rulebook.book_of_match", code=code)
    return url_for("rulebook.book", game=game)


def rule_url(game: str, id: str, code: str = "") -> str:
    """The address of a rule, or of the rule that an id is a case of. Raises KeyError."""
    known = book_of(GAMES[game]).rule(id).id
    if code:
        return url_for("rulebook.rule_of_match", code=code, id=known)
    return url_for("rulebook.rule", game=game, id=known)


def quotes(game: AnyGame, house: HouseRules, rules: Iterable[RuleText], code: str) -> list[Quote]:
    """Rules as a table plays them; with a match's code they lead to that table's rulebook."""
    place = Place(game, house, code)
    book = place.book
    return [
        Quote(r, book.title, book.language, place.linked(r.id).url, _agreed(place, r.id))
        for r in rules
    ]


def is_custom(id: str) -> bool:
    """Whether an id is that of an unwritten rule, which nobody is punished for."""
    return "custom" in id.split(".")


def _place(game: str, code: str) -> Place:
    if code:
        require(code, "scorer", "watcher")
        match = matches().get(code)
        return Place(match.game, match.house, code)
    if game not in GAMES:
        abort(404)
    return Place(GAMES[game], GAMES[game].house(), "")


def _found(
    url: str, place: Place | None = None, books: list[tuple[str, str]] | None = None
) -> Response:
    """The page of a search: what was found, or the list to read on in."""
    # A page cannot hold control characters.
    typed = "".join(filter(str.isprintable, request.args.get("q", "")[:LONGEST_QUERY]))
    hits = search(typed, language(), place.game.key if place else "")
    code = place.code if place else ""
    return page(
        "rules/book.html",
        "results",
        place=place,
        books=books or [],
        url=url,
        typed=typed,
        hits=[(hit, rule_url(hit.game, hit.rule.id, code)) for hit in hits],
        rules=[] if typed.strip() or not place else _tree(place),
        back=_way_back(place),
    )


def _way_back(place: Place | None) -> str:
    if not place:
        return url_for("home.index")
    if not place.code:
        return url_for("rulebook.shelf")
    to = "matches.show" if may_write(place.code) else "sharing.watch"
    return url_for(to, code=place.code)


def _tree(place: Place) -> list[tuple[RuleLink, list[RuleLink]]]:
    """The rules in the order of the book, each that stands by itself with those below it."""
    tree: dict[str, list[RuleLink]] = {id: [] for id in place.rules if not place.above(id)}
    for id in place.rules:
        if id not in tree:
            tree[_top(place, id)].append(place.linked(id))
    return [(place.linked(id), below) for id, below in tree.items()]


def _top(place: Place, id: str) -> str:
    while above := place.above(id):
        id = above
    return id


def _agreed(place: Place, id: str) -> list[Agreed]:
    """The house rules that change a rule, or a case of it that has no page of its own."""
    all_of_them = agreed_of(place.game, place.house)
    return [agreed for agreed in all_of_them if place.book.rule(agreed.rule).id == id]


def _examples(place: Place, id: str) -> list[Worked]:
    mine = (e for e in examples_of(place.game) if place.book.rule(e.rule).id == id)
    return [worked(example) for example in mine]
