"""Whoever has no role is told nothing of a code, not even whether there is something under it."""

from itertools import product

import pytest

from tests.extras.group.phones import found, start
from tests.old_tournament import bring
from tests.web.phone import Phone

DEAD = "QQQQ"
MADE_UP = {"IntegerConverter": 1}
"""What stands for an argument of such a converter; a text for any other."""


def addresses(app, live):
    """Each address with a code that there is, and the same with one that there is not: of a rule
    for what is below it, of all others each code, and that of a match wherever one is named.
    """
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        made = {
            name: MADE_UP.get(type(converter).__name__, "x")
            for name, converter in rule._converters.items()
        }
        method = next(iter({"GET", "POST"} & (rule.methods or set())))
        own = live.get(rule.rule[1:2]) if rule.rule[2:3] == "/" else None
        for code, match in product([own] if own else live.values(), (live["m"], "x")):
            asked = made | {"code": code, "match": match}
            there = adapter.build(rule.endpoint, asked, method=method, append_unknown=False)
            for known in {code, match} - {"x"}:
                if known in there:
                    yield there, there.replace(known, DEAD)


@pytest.mark.parametrize("plays", [False, True], ids=["nothing", "another match"])
def test_a_stranger_cannot_tell_a_live_code_from_a_dead_one(app, faults, plays):
    """Neither a phone that has no role at all, nor one that has a role elsewhere."""
    owner, stranger = Phone(app), Phone(app)
    if plays:
        start(stranger, found(stranger))
    group = found(owner)
    bring(app)
    live = {"c": group.rpartition("/")[2], "m": start(owner, group), "t": "OPEN"}
    asked = list(addresses(app, live))
    assert len(asked) > 150
    for there, not_there in asked:
        with faults.at(there):
            for ask in (stranger.get, stranger.post):
                live_answer, dead_answer = (ask(url) for url in (there, not_there))
                assert live_answer.status == dead_answer.status
