"""The laws over all acts of the room of groups, with every kind of nonsense and for every act."""

from scorekeeper.extras.group import GROUP
from tests.extras.group.test_acts import NONSENSE, Writers, hold_the_law, require_told

NOT_HERE = {"inscribed"}
"""A card is inscribed by two pages of questions, which have a test of their own."""


def test_of_two_at_once_the_second_is_told_in_every_act(app):
    told = require_told(Writers(app), 1)
    retired = {kind for kind, shape in GROUP.body_types.items() if shape.retired}
    assert told >= {*GROUP.kinds_with("undoable")} - NOT_HERE - retired


def test_no_nonsense_is_written(app):
    hold_the_law(app, NONSENSE)
