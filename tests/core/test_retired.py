"""Kinds of event of older versions stay readable, and have no other effect."""

import pytest

from scorekeeper.ledger import Event
from scorekeeper.stream.kinds import InvalidEvent, Kinds
from scorekeeper.stream.roles import with_changes

OLD: Kinds[object, object] = Kinds("tournament")
"""A noun of which nothing is declared any more."""


def test_a_retired_kind_takes_whatever_was_written() -> None:
    OLD.validate_body(None, "opened", {"tournament": {"name": "Vánoční turnaj"}})
    OLD.validate_body(object(), "drawn", {"round": 1, "anything": [1, 2]})


def test_a_retired_kind_changes_nothing() -> None:
    state = object()
    assert OLD.apply(state, Event("T", 2, "closed", {}, "k", "")) is state


def test_only_an_opening_opens_a_stream() -> None:
    with pytest.raises(InvalidEvent, match="no stream begins with 'drawn'"):
        OLD.validate_body(None, "drawn", {})


def test_undo_knows_what_could_be_undone() -> None:
    assert {"drawn", "entered"} <= OLD.kinds_with("undoable")
    assert "struck" not in OLD.kinds_with("undoable")


def test_names_are_reached() -> None:
    body = {"players": [{"name": "Petr", "licence": 7}, {"name": "Eva"}], "more": "Petr"}
    changed = with_changes(OLD.body_types["entered"], body, {"name": lambda name: "1"})
    assert changed == {"players": [{"name": "1", "licence": 7}, {"name": "1"}], "more": "Petr"}
