"""Of two phones that write in a group at once the second is told, whatever the act is."""

from flask import Flask

from scorekeeper.extras.group import GROUP
from tests.extras.group.test_acts import Writers, require_told

NOT_HERE = {"inscribed"}
"""A card is inscribed by two pages of questions, which have a test of their own."""


def test_of_two_at_once_the_second_is_told_in_every_act(app: Flask) -> None:
    told = require_told(Writers(app), 1)
    retired = {kind for kind, shape in GROUP.body_types.items() if shape.retired}
    assert told >= {*GROUP.kinds_with("undoable")} - NOT_HERE - retired
