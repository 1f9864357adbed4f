"""House rules in words, each with the rule of the book that it changes."""

from dataclasses import dataclass

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HousePath, HouseRules, dump_house
from scorekeeper.web.forms import field_texts
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.wording.reader import book_of


@dataclass(frozen=True)
class HouseRuleView:
    """A house rule in words: what it says at a table, and what it says usually.

    `rule` is the id of the rule that it changes; "–" stands for what was left empty.
    """

    path: HousePath
    rule: str
    label: str
    help: str
    value: str
    usual: str


def house_rule_views(game: AnyGame, house: HouseRules) -> tuple[HouseRuleView, ...]:
    """All house rules of a game as a table plays them, in the order of their declaration."""
    labels = Labels(book_of(game), ("house",), ())
    here = field_texts(game.house, dump_house(house), labels)
    default = field_texts(game.house, {}, labels)
    return tuple(
        HouseRuleView(
            tuple(at.name.split("-")), at.rule, at.label, at.help, at.text or "–", usual.text or "–"
        )
        for at, usual in zip(here, default, strict=True)
    )
