"""The form of house rules: what was typed so far, a ready-made set, the name of it all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import abort

from scorekeeper.game import AnyGame
from scorekeeper.house import dump_house, load_house
from scorekeeper.named_house import NamedHouse, load_named, proper_name
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid, Json, dump
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.describe import wordings
from scorekeeper.web.forms.kinds.kind import Submitted
from scorekeeper.web.forms.kinds.nested import groups_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.wording.reader import book_of, language

NAME, SET = "house_name", "set"
"""The controls for the name of house rules, and for a whole set that takes their place."""


@dataclass(frozen=True)
class HouseForm:
    """House rules as typed so far, with their name; `wrong` says what is wrong with that."""

    game: AnyGame
    rules: BoundForm
    name: str = ""
    wrong: str = ""

    @classmethod
    def of(cls, named: NamedHouse) -> "HouseForm":
        """The form filled in."""
        return cls(named.game, house_form(named.game, data=dump_house(named.house)), named.name)

    @classmethod
    def submitted(cls, game: AnyGame, sent: Submitted) -> "HouseForm":
        """The form as it was sent; perhaps with another set, or a ready-made part of one."""
        if text := sent.get(SET):
            return cls.of(load_named(game, text))
        rules = house_form(game, sent)
        if preset := sent.get("preset"):
            rules = with_preset(game, rules, preset)
        return cls(game, rules, sent.get(NAME, ""))

    def read(self) -> NamedHouse:
        """The house rules. Raises Invalid."""
        name = proper_name(self.name, NAME)
        return NamedHouse(self.game, name, load_house(self.game.house, self.rules.read()))

    def refused(self, error: Invalid) -> "HouseForm":
        """The form with what is wrong with it."""
        if error.path == NAME:
            return replace(self, wrong=unreadable(language(), error))
        text = book_of(self.game).unreadable(error)
        return self.with_error(error.path, text)

    def problem(self, error: Invalid) -> str:
        """What is wrong, with the label of the house rule."""
        *groups, name = error.path.split(".")
        labels = self.rules.labels
        for group in groups:
            labels = labels.within(group)
        label, text = labels.of(name, "label"), book_of(self.game).unreadable(error)
        return f"{label}: {text}" if label else text

    def with_error(self, path: str, text: str) -> "HouseForm":
        """The form with an error at a house rule."""
        return replace(self, rules=self.rules.with_error(path, text))

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        """Anchors in the page, with what is wrong there."""
        named = (("part-house-name", self.wrong),) if self.wrong else ()
        return (*named, *self.rules.shown.errors)

    @property
    def carried(self) -> list[tuple[str, str]]:
        """Every control that holds something: to carry it in another form."""
        return [*self.rules.carried, *([(NAME, self.name)] if self.name else [])]

    @property
    def words(self) -> list[str]:
        """The name, and the house rules that differ from the defaults."""
        here = wordings(self.game.house, self.rules.read(), self.rules.labels)
        usual = wordings(self.game.house, {}, self.rules.labels)
        differing = [
            f"{at.label}: {at.text}"
            for at, default in zip(here, usual, strict=True)
            if at.text and at.text != default.text and not at.inner
        ]
        return [*([self.name] if self.name else []), *differing]


def house_form(
    game: AnyGame, submitted: Submitted | None = None, data: Mapping[str, Json] | None = None
) -> BoundForm:
    """The form of the house rules, with what was submitted or with JSON data."""
    return BoundForm(game.house, Labels(book_of(game), ("house",), ()), submitted, data or {})


def with_preset(game: AnyGame, house: BoundForm, preset: str) -> BoundForm:
    """The house rules as typed, but with one group as a preset has it ("tariff:taroky.net")."""
    name, _, key = preset.partition(":")
    group = next((kind for kind in groups_of(game.house) if kind.name == name), None)
    if group is None or key not in group.presets:
        abort(422)
    return house_form(game, data={**house.read(), name: dump(group.presets[key])})
