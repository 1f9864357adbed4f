"""The law over all acts of the room of groups, with every kind of nonsense."""

from flask import Flask

from tests.extras.group.test_acts import NONSENSE, hold_the_law


def test_no_nonsense_is_written(app: Flask) -> None:
    hold_the_law(app, NONSENSE)
