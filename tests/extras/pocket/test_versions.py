"""A phone and a server of two versions: neither says that the other counts otherwise.

`tests/data/0.10/sent.json` is what a phone of 0.10 sent, and what a server of 0.10 answered.
"""

import json
from pathlib import Path

import pytest

from scorekeeper.core.house_rules import dump_house, dump_whole_house
from scorekeeper.extras.pocket import fold as folds
from scorekeeper.extras.pocket.answers import BatchOutcome, take_answer
from scorekeeper.extras.pocket.batch_import import next_batch
from scorekeeper.extras.pocket.fold import dump_state, state_digest
from scorekeeper.extras.pocket.ledger import PocketLedger, events_after
from scorekeeper.extras.seats.consent import Took
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match.actions import Matches, is_same_opening
from tests.extras.pocket.table import CODE, FIVES, NAMES, Phone, follower

SENT = json.loads((Path(__file__).parents[2] / "data" / "0.10" / "sent.json").read_text("utf-8"))
OLD_PARCEL, OLD_ANSWER = SENT["parcel"], SENT["answer"]


def says_more(match):
    """What a fold of the next version says."""
    return {**dump_state(match), "pause": ""}


@pytest.fixture(params=[dump_state, says_more], ids=["as before", "more"])
def says(request, monkeypatch):
    monkeypatch.setattr(folds, "dump_state", request.param)
    return request.param


def test_a_phone_of_0_10_is_not_told_that_it_counts_otherwise(says, server):
    receipt = server.receive("Petr", OLD_PARCEL)
    assert (receipt.status, receipt.differs) == (200, False)
    assert receipt.answer["fold"] == OLD_PARCEL["fold"], "it compares whatever it is answered"
    assert server.receive("Petr", OLD_PARCEL).answer["fold"] == OLD_PARCEL["fold"]


def test_what_a_phone_of_0_10_opened_is_taken_as_it_was_written(server):
    """Its opening holds only house rules that are not as by default; the match is in no group."""
    receipt = server.receive("Petr", OLD_PARCEL)
    sent = json.loads(OLD_PARCEL["lines"][0])["body"]
    assert sent["house"] == {"renonc_penalty": "points"}
    assert server.events(OLD_PARCEL["code"])[0].body == {**sent, "group": ""}
    again = server.receive("Petr", OLD_PARCEL)
    assert again.answer["lines"] == receipt.answer["lines"]
    assert again.answer["numbers"] == [*range(1, len(OLD_PARCEL["lines"]) + 1)]


def phone_with_old_events():
    """A phone of this version that wrote the same, with what it sends."""
    ledger = PocketLedger({})
    ledger.restore(events_after(OLD_PARCEL["code"], 0, "", OLD_PARCEL["lines"]))
    return ledger, next_batch(ledger, OLD_PARCEL["code"])


def test_a_server_of_0_10_is_not_said_to_count_otherwise(says):
    ledger, batch = phone_with_old_events()
    assert batch["lines"] == OLD_PARCEL["lines"]
    assert take_answer(ledger, batch, 200, OLD_ANSWER) == BatchOutcome("taken", OLD_PARCEL["code"])
    assert ledger.waiting(OLD_PARCEL["code"]) == []
    assert not ledger.problems


def test_what_a_server_of_0_10_hashes_is_hashed_so_still():
    """So it does not write into its log that a newer phone counts otherwise."""
    _, batch = phone_with_old_events()
    assert batch["fold"] == OLD_PARCEL["fold"] == OLD_ANSWER["fold"]


@pytest.fixture
def phone(server):
    phone = Phone("Petr", server)
    phone.open()
    phone.record(FIVES)
    return phone


def test_two_of_one_version_compare(phone, server):
    batch = phone.batch()
    assert batch["fold_schema"] == server.receive("Petr", batch).answer["fold_schema"]
    assert server.receive("Petr", {**batch, "fold": "other"}).differs
    answer = {**server.receive("Petr", batch).answer, "fold": "other"}
    assert take_answer(phone.ledger, batch, 200, answer).became == "differs"


@pytest.mark.parametrize("side", ["phone", "server"])
def test_two_of_which_one_says_more_do_not(phone, server, monkeypatch, side):
    with monkeypatch.context() as here:
        if side == "phone":
            here.setattr(folds, "dump_state", says_more)
        batch = phone.batch()
    with monkeypatch.context() as there:
        if side == "server":
            there.setattr(folds, "dump_state", says_more)
        receipt = server.receive("Petr", batch)
    assert receipt.answer["fold"] != batch["fold"]
    assert not receipt.differs
    with monkeypatch.context() as here:
        if side == "phone":
            here.setattr(folds, "dump_state", says_more)
        assert take_answer(phone.ledger, batch, 200, receipt.answer).became == "taken"
    assert not phone.problem


def test_two_versions_of_the_app_do_not(phone, server, monkeypatch):
    """Even if they say the same members: a notice may be another."""
    batch = {**phone.batch(), "fold": "other"}
    monkeypatch.setattr(folds, "VERSION", "99.0")
    assert not server.receive("Petr", batch).differs


def test_the_schema_changes_with_what_a_row_or_a_standing_says(phone, monkeypatch):
    schemas = {state_digest(phone.match).schema}
    for part in ("_row", "_standing"):
        say = getattr(folds, part)
        with monkeypatch.context() as more:
            more.setattr(folds, part, lambda *given, say=say: {**say(*given), "more": 1})
            schemas.add(state_digest(phone.match).schema)
    assert len(schemas) == 3


def test_a_phone_of_0_10_that_only_took_the_pencil_is_answered_what_it_folds(phone, server):
    """Others wrote meanwhile: it folds those rows too, and compares."""
    phone.send()
    eva = follower(server)
    eva.record()
    eva.send()
    phone.say(Took(person=0, phone=phone.mark))
    batch = {name: part for name, part in phone.batch().items() if name != "fold_schema"}
    receipt = server.receive("Petr", batch)
    assert receipt.status == 200
    assert receipt.match
    assert receipt.answer["fold"] == state_digest(receipt.match).hash != batch["fold"]


TAROKY = GAMES["taroky"]
OURS = TAROKY.house(honours_in_draw=True)


def written_before(**changes):
    """The body of an opening as versions up to 0.10 wrote it."""
    body = {"game": "taroky", "names": [*NAMES], "dealer": 0, "house": dump_house(OURS)}
    return {**body, **changes}


def test_a_match_that_an_older_version_opened_is_not_opened_twice(ledger):
    first = ledger.append("M", 0, "key", "opened", written_before())
    match = Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")
    assert match.events == (first,)
    assert match.house == OURS


@pytest.mark.parametrize(
    "changes", [{"house": {}}, {"dealer": 1}, {"rules": "U Raka"}, {"names": ["A", "B", "C", "D"]}]
)
def test_a_key_that_opened_another_is_refused(ledger, changes):
    ledger.append("M", 0, "key", "opened", written_before(**changes))
    with pytest.raises(KeyReused):
        Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")


def test_a_code_that_is_taken_is_refused(ledger):
    ledger.append("M", 0, "other", "opened", written_before())
    with pytest.raises(Stale):
        Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")


@pytest.mark.parametrize("house", [None, 1, "x", [], {"tariff": []}, {"tariff": "x"}, {"no": 1}])
def test_what_cannot_be_read_is_another_opening(house):
    assert not is_same_opening(written_before(), written_before(house=house))


@pytest.mark.parametrize("older", ["phone", "server"])
def test_a_match_that_phone_and_server_opened_is_one(server, older):
    """The server opened it, its answer was lost, so the phone did, too: of another version."""
    phone = Phone("Petr", server)
    bodies = [written_before(house=dump(OURS)) for dump in (dump_house, dump_whole_house)]
    here, there = bodies if older == "phone" else bodies[::-1]
    key = "0b5a1f7e-6a38-4a3e-9d5e-5d1c1f0b7f11"
    phone.ledger.append(CODE, 0, key, "opened", here)
    server.matches.ledger.append(
        "S", 0, server.sender("Petr").phone_scoped_key(key), "opened", there
    )
    outcome = phone.send()
    assert (outcome.became, outcome.code) == ("taken", "S")
    phone.assert_at_home()
    assert [event.body for event in server.events("S")] == [there]
