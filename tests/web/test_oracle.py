"""Whoever has no role is told nothing of a code, not even whether there is something under it."""

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask

from tests.contract.faults import Faults
from tests.extras.company.phones import found, start
from tests.old_tournament import bring
from tests.web.phone import Phone

DEAD = "QQQQ"
MADE_UP = {"IntegerConverter": 1}
"""What stands for an argument of such a converter; a text for any other."""


def addresses(app: Flask, live: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each address below a code that there is, and the same below one that there is not."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        made: dict[str, object] = {
            name: MADE_UP.get(type(converter).__name__, "x")
            for name, converter in rule._converters.items()
        }
        method = next(iter({"GET", "POST"} & (rule.methods or set())))
        for letter, code in live.items():
            there = adapter.build(rule.endpoint, {**made, "code": code}, method=method)
            if there.startswith(f"/{letter}/{code}"):
                yield there, there.replace(code, DEAD, 1)


@pytest.mark.parametrize("plays", [False, True], ids=["nothing", "another match"])
def test_a_stranger_cannot_tell_a_live_code_from_a_dead_one(
    app: Flask, faults: Faults, plays: bool
) -> None:
    """Neither a phone that has no role at all, nor one that has a role elsewhere."""
    owner, stranger = Phone(app), Phone(app)
    if plays:
        start(stranger, found(stranger))
    company = found(owner)
    bring(app)
    live = {"c": company.rpartition("/")[2], "m": start(owner, company), "t": "OPEN"}
    asked = list(addresses(app, live))
    assert len(asked) > 100
    for there, not_there in asked:
        with faults.at(there):
            live_answer, dead_answer = (stranger.get(url) for url in (there, not_there))
            assert live_answer.status == dead_answer.status
