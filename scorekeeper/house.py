"""House rules: what a table agrees before it plays, declared once as a frozen dataclass per game.

The engine, the scorer, the settings form and the rulebook all read the one declaration. A new
house rule's default is the old behaviour.
"""

from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.cards import Pack
from scorekeeper.fields import spec
from scorekeeper.schema import Json, LoadContext, dump_fields, load


def house_rule(default: Any, *, rule: str, **known: Any) -> Any:
    """Declares one house rule: its default, the id of the rule that it changes, and its `Spec`."""
    return spec(default, rule=rule, **known)


@dataclass(frozen=True)
class HouseRules:
    """The root of every game's house rules; every field is made by `house_rule`.

    Its own are those that all games share: they change no verdict and no points, their words stand
    in those of all games, and each game has them behind its own. `confirm` says who else confirms
    what one player wrote.
    """

    confirm: Literal["off", "any-other", "opponent"] = house_rule(
        "off", rule="book.confirm", last=True
    )


def load_house(cls: type[HouseRules], data: object) -> HouseRules:
    """House rules from those that differ from the defaults, as a JSON object. Raises Invalid.

    >>> from scorekeeper.games.kocka.house import HouseRules as Kocka
    >>> load_house(Kocka, {"renonc_penalty": "points"}).renonc_penalty
    'points'
    >>> load_house(Kocka, {"renonc_penalty": "money"})
    Traceback (most recent call last):
    scorekeeper.schema.Invalid: renonc_penalty: not-a-choice
    """
    return load(cls, data, LoadContext(players=0, pack=Pack("none", ())))


def dump_house(house: HouseRules) -> dict[str, Json]:
    """The house rules that differ from the defaults, as a JSON object."""
    return dump_fields(house)
