"""A phone's engine is asked for pages before a picture of its memory is taken."""

import gc
import json

import pytest

from scorekeeper.extras.pocket.pages.engine import PREPARED, begin, prepare

ROOT = "/pub/"


@pytest.fixture(autouse=True)
def thawed():
    """What is settled in the phone is not to stay so in a process of tests."""
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


def test_nothing_of_it_is_left_for_whoever_begins():
    prepare(ROOT, "cs", has_server=True)
    secret = PREPARED[0].phone_storage.secret
    engine = begin("{}", ROOT, has_server=True)
    assert not PREPARED
    assert engine.phone_storage.secret != secret
    assert engine.phone_storage.ledger.matches() == []
    status, _headers, page, changes = engine.call("GET", f"http://localhost{ROOT}", "[]", b"", True)
    assert status == 200
    assert b"/m/" not in page
    assert {*json.loads(changes)} <= {"secret", "session", "waits"}


def test_what_stays_is_not_looked_through_again():
    gc.unfreeze()
    prepare(ROOT, "cs", has_server=True)
    assert gc.get_freeze_count() > 100_000
    assert gc.get_threshold()[0] > 10_000
