"""Figures beside the ledger: none is ever told of other events than those it was worked out of."""

from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.ledger import figures_of
from scorekeeper.ledger.sqlite import SqliteLedger

pytestmark = pytest.mark.sqlite_file


@pytest.fixture
def ledger(tmp_path):
    with closing(SqliteLedger(str(tmp_path / "scorekeeper.db"))) as ledger:
        ledger.append("M", 0, "a", "opened", {"names": ["Řehoř"]})
        yield ledger


def last(ledger):
    return ledger.read("M")[-1]


def kept(ledger, code="this"):
    return {name: tuple(each) for name, each in ledger.figures.read(["M", "N"], code).items()}


def test_a_figure_is_for_its_code_and_its_events_alone(ledger):
    ledger.figures.keep([(last(ledger), "1")], "this")
    assert kept(ledger) == {"M": (1, "1")}
    assert kept(ledger, "another") == {}
    ledger.append("M", 1, "b", "recorded", {})
    assert kept(ledger) == {}
    ledger.figures.keep([(last(ledger), "2")], "this")
    assert kept(ledger) == {"M": (2, "2")}


def test_what_was_worked_out_of_others_is_not_kept(ledger):
    first = last(ledger)
    forged = replace(first, hash="0" * 64)
    ledger.figures.keep([(forged, "1"), (replace(first, stream="N"), "1")], "this")
    assert kept(ledger) == {}


def test_who_rewrites_events_leaves_no_figure(ledger, tmp_path):
    before = last(ledger)
    ledger.figures.keep([(before, "Řehoř")], "this")
    ledger.rewrite([replace(before, body={"names": ["A"]})])
    ledger.figures.keep([(before, "Řehoř")], "this")  # by who read it before
    assert kept(ledger) == {}
    files = [path.read_bytes() for path in tmp_path.iterdir()]
    assert not any("Řehoř".encode() in content for content in files)


def test_a_ledger_in_memory_keeps_them_too():
    with closing(SqliteLedger(":memory:")) as ledger:
        assert figures_of(ledger) is ledger.figures
