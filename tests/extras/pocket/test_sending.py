"""What a phone wrote comes home: once, in order, as the server itself would have written it."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from scorekeeper.core.schema import dump_fields
from scorekeeper.core.sheet import dump_entry
from scorekeeper.extras.pocket.answers import take_answer
from scorekeeper.extras.pocket.batch_import import MOST_EVENTS, next_batch, receive
from scorekeeper.extras.pocket.rebasing import resolve
from scorekeeper.extras.seats.consent import Asked, Ended, Objected, Sat, Took
from scorekeeper.ledger import TIME_FORMAT, now
from scorekeeper.ledger.chain import chain_hash, verify_stream
from scorekeeper.match import Match
from scorekeeper.match.files import load
from scorekeeper.stream.files import event_from_members, line_of
from tests.extras.pocket.table import (
    CODE,
    FIVES,
    KOCKA,
    NAMES,
    SEVENS,
    Phone,
    Server,
    begun,
    digest,
    entry,
    follower,
    quarrel,
    question,
    ruling,
)
from tests.games.kocka.table import renonc

EVENINGS = sorted((Path(__file__).parents[2] / "data" / "0.4").glob("*-*.jsonl"))


@pytest.fixture
def phone(server):
    return begun(server)


@pytest.fixture
def eva(server, phone):
    phone.send()
    return follower(server)


def test_a_match_begun_in_a_phone_is_taken_over_whole(phone, server):
    phone.come_home()
    [opened, row] = server.events()
    assert (
        opened.key == server.sender("Petr").phone_scoped_key(phone.owner) or len(opened.key) == 36
    )
    assert row.body["phone"] == server.sender("Petr").mark(CODE)
    assert ("Petr", CODE) in server.scorers
    verify_stream(server.events())


def every_kind():
    petr = 0
    return {
        "recorded": lambda p: p.record(SEVENS, FIVES),
        "corrected": lambda p: p.do("correct", 2, entry(*FIVES)),
        "struck": lambda p: p.do("strike", 2),
        "brought back": lambda p: (p.do("strike", 2), p.do("bring_back", 2)),
        "undone": lambda p: p.do("undo"),
        "redone": lambda p: (p.do("undo"), p.do("redo")),
        "ruled": lambda p: p.do("rule", ruling(), None),
        "ruled about a row": lambda p: p.do("rule", ruling(about=2), None),
        "ruled with a penalty": lambda p: p.do(
            "rule", ruling(how="applied", seat=1), KOCKA.read_entry(renonc(1), 4, KOCKA.house())
        ),
        "ruled where not all is known": lambda p: p.do(
            "rule", ruling(**dump_fields(quarrel())), None
        ),
        "renamed": lambda p: p.do("rename", ("Péťa", *NAMES[1:]), 2),
        "noted": lambda p: p.do("note", 2, "měl všechna srdce"),
        "relinked": lambda p: p.do("renew_links", p.mark),
        "ended": lambda p: p.say(Ended(person=petr, phone=p.mark)),
        "took": lambda p: p.say(Took(person=petr, phone=p.mark)),
        "sat": lambda p: p.say(Sat(person=petr, phone=p.mark)),
        "asked": lambda p: p.say(Asked(person=1, phone=p.mark, question=question())),
        "asked no more": lambda p: p.say(Asked(person=1, phone=p.mark)),
    }


@pytest.mark.parametrize("deed", every_kind().values(), ids=every_kind().keys())
@pytest.mark.parametrize("sent", [0, 2])
def test_every_kind_of_event_comes_home(phone, server, deed, sent):
    if sent:
        phone.send()
    deed(phone)
    before = phone.ledger.read(CODE)
    phone.come_home()
    assert [event.kind for event in server.events()] == [event.kind for event in before]
    verify_stream(server.events())


@pytest.mark.parametrize("kind", ["confirmed", "objected"])
def test_somebody_else_says_what_he_thinks_of_a_row(phone, eva, server, kind):
    agreed = eva.answer(2, 3)
    objected = Objected(**vars(agreed), note="tak to nebylo")
    eva.answer_with(agreed if kind == "confirmed" else objected)
    eva.send()
    eva.assert_at_home()
    assert server.events()[-1].body["phone"] == server.sender("Eva").mark(CODE)


@pytest.mark.parametrize("code", ["A", "NEW", "EVIL", "KOCKAJD", "KOCKAJDEN", "A" * 16])
def test_a_match_begun_in_a_phone_under_a_strange_code_gets_another(server, code):
    phone = Phone("Petr", server)
    phone.code = code
    phone.open()
    phone.record(SEVENS)
    outcome = phone.send()
    assert outcome.became == "taken"
    assert server.matches.ledger.matches() == [outcome.code]
    assert outcome.code != code
    assert phone.ledger.problems[code] == {"kind": "moved", "to": outcome.code}


@pytest.mark.parametrize("path", EVENINGS, ids=[path.stem for path in EVENINGS])
def test_whole_evenings_of_all_games_come_home(server, path):
    """Those of older versions too; where a rule was mended since, the table has it scored anew."""
    events = load(path.read_text("utf-8"))
    phone = Phone("Petr", server)
    phone.ledger.restore([replace(event, stream=phone.code, hash="") for event in events])
    while phone.send().became != "taken":
        assert (phone.problem["kind"], phone.problem["why"]) == ("refused", "scored")
        resolve(phone.ledger, phone.code, "after")
    left = phone.problem.get("left", [])
    resolve(phone.ledger, phone.code, "drop")
    phone.assert_at_home()
    assert [each["why"] for each in left] == ["refused"] * len(left)
    keys = [json.loads(each["line"])["key"] for each in left]
    there = [event for event in events if event.key not in keys]
    here = server.events(phone.code)
    assert [(e.kind, e.at) for e in here] == [(e.kind, e.at) for e in there]
    assert len(left) == (path.stem == "taroky-1"), "only that one has what nobody may write today"


def test_a_long_evening_goes_in_several_parcels(phone, server):
    for dealer in range(2 * MOST_EVENTS):
        phone.do("rename", NAMES, dealer % 4)
    sizes = []
    while phone.ledger.waits():
        sizes.append(len(phone.batch()["lines"]))
        phone.send()
    assert sizes == [MOST_EVENTS, MOST_EVENTS, 2]
    phone.assert_at_home()


def test_a_parcel_has_no_more_bytes_than_it_may(phone):
    """Unless one event alone has them."""
    for dealer in range(40):
        phone.do("rename", ["Žofie \\", *NAMES[1:]], dealer % 4)
    for most in (1, 2_000, 5_000):
        lines = next_batch(phone.ledger, CODE, phone.matches, most)["lines"]
        more = [line_of(event) for event in phone.ledger.waiting(CODE)[: len(lines) + 1]]
        sizes = [len(json.dumps(each, ensure_ascii=False).encode()) for each in (lines, more)]
        assert len(lines) == 1 if most == 1 else sizes[0] <= most < sizes[1]


@pytest.mark.parametrize("times", [1, 3])
def test_what_was_not_answered_is_sent_again_and_written_once(phone, server, times):
    for deed in every_kind().values():
        deed(phone)
        for _ in range(times):
            phone.send_unanswered()
    written = server.events()
    phone.send()
    phone.assert_at_home()
    assert server.events() == written


def test_an_answer_that_comes_twice_changes_nothing(phone, server):
    batch = phone.batch()
    receipt = server.receive("Petr", batch)
    became = [take_answer(phone.ledger, batch, receipt.status, receipt.answer).became]
    phone.record()
    became += [take_answer(phone.ledger, batch, receipt.status, receipt.answer).became]
    assert became == ["taken", "late"]
    assert len(phone.ledger.waiting(CODE)) == 1


def test_what_is_written_while_an_answer_is_under_way_stays(phone, server):
    batch = phone.batch()
    receipt = server.receive("Petr", batch)
    phone.do("correct", 2, entry(*FIVES))
    phone.say(Took(person=0, phone=phone.mark))
    assert take_answer(phone.ledger, batch, receipt.status, receipt.answer).became == "taken"
    assert [event.kind for event in phone.ledger.waiting(CODE)] == ["corrected", "took"]
    phone.send()
    phone.assert_at_home()
    assert phone.match.rows[0].entry == entry(*FIVES)


def test_a_save_that_both_took_is_one(phone, eva, server):
    """The server had it, its answer was lost, and the phone took it as well."""
    key, said = str(uuid4()), "form:took:0"
    sender, there = server.sender("Petr"), server.matches.get(CODE)
    there = server.matches.record(there, entry(*FIVES), there.version, key, sender.mark(CODE))
    server.matches.append_always(
        there, Took(phone=sender.mark(CODE), person=0), sender.phone_scoped_key(said)
    )
    written = server.events()
    phone.do("record", entry(*FIVES), key=key)
    phone.say(Took(person=0, phone=phone.mark), key=said)
    phone.send()
    phone.assert_at_home()
    assert server.events() == written


@pytest.mark.parametrize(
    ("at", "taken"),
    [
        ("2026-11-20T21:14:05Z", "2026-11-20T21:14:05Z"),
        ("2990-01-01T00:00:00Z", "now"),
        ("2001-01-01T00:00:00Z", "before"),
    ],
)
def test_the_time_is_the_phones_but_never_before_or_after(phone, server, at, taken):
    earlier = phone.ledger.read(CODE)[0]
    phone.ledger.drop(CODE)
    ledger = phone.ledger
    ledger.append(CODE, 0, earlier.key, "opened", earlier.body, "2026-11-20T21:00:00Z")
    ledger.append(CODE, 1, str(uuid4()), "renamed", {"names": list(NAMES)}, at)
    before = now()
    phone.send()
    opened, renamed = server.events()
    right = {"now": renamed.at, "before": opened.at}.get(taken, taken)
    assert renamed.at == right <= now()
    assert taken != "now" or renamed.at >= before


@pytest.mark.parametrize("head", [2, "x", None])
def test_what_a_phone_of_0_10_signed_comes_home_as_it_is(phone, server, head):
    """With its number: nothing else of a kind of an older version is read."""
    said = {"person": 1, "head": head, "hash": "ab" * 32, "key": "", "signature": ""}
    phone.ledger.append(CODE, 2, str(uuid4()), "signed", said)
    phone.record()
    phone.come_home()
    assert [event.kind for event in server.events()] == ["opened", "recorded", "signed", "recorded"]
    assert server.events()[2].body == said


def resealed(lines, number, change):
    """Changes a line as somebody does who knows how the chain is made."""
    events = [event_from_members(json.loads(line)) for line in lines]
    data = json.loads(lines[number])
    change(data)
    events[number] = event_from_members(data)
    previous = ""
    for at, event in enumerate(events):
        previous = chain_hash(previous, event)
        lines[at] = line_of(replace(event, hash=previous))


def body(**changes):
    return lambda data: data["body"].update(changes)


def points(*values):
    return lambda data: data["body"]["lines"][0].update(points=list(values))


DOCTORED = {
    "other points": (1, points(6, 8, 7, 7), "scored"),
    "no points": (1, body(lines=[]), "scored"),
    "lines are a text": (1, body(lines="7"), "nonsense"),
    "no such entry": (1, body(entry={"type": "invented"}), "nonsense"),
    "entry is a list": (1, body(entry=[]), "nonsense"),
    "entry that is refused": (1, body(entry=dump_entry(entry(1, 1, 1, 1))), "nonsense"),
    "other seats": (1, body(seats=[3, 2, 1, 0]), "nonsense"),
    "a member that nobody declared": (1, body(hidden="Zdislava"), "nonsense"),
    "mark is a number": (1, body(phone=7), "ok"),
    "corrects nothing": (2, body(event=99), "refers"),
    "corrects a text": (2, body(event="2"), "nonsense"),
    "corrects a list": (2, body(event=[2]), "nonsense"),
    "corrects otherwise": (2, points(9, 9, 5, 5), "scored"),
    "unknown rule": (3, lambda d: d["body"]["ruling"]["verdict"].update(rules=["x"]), "nonsense"),
    "other verdict": (3, lambda d: d["body"]["ruling"]["verdict"].update(penalty={}), "nonsense"),
    "milder verdict": (
        3,
        lambda d: d["body"]["ruling"]["verdict"].update(verdict="legal"),
        "judged",
    ),
    "ruling about nothing": (3, lambda d: d["body"]["ruling"].update(about=77), "refers"),
    "note too long": (4, body(note="x" * 10_000), "nonsense"),
    "opened by nobody": (0, body(names=[]), "nonsense"),
    "opened under unknown rules": (0, body(house={"invented": True}), "nonsense"),
    "a group's kind": (4, lambda d: d.update(kind="joined"), "nonsense"),
    "a list as body": (4, lambda d: d.update(body={"names": []}, kind="renamed"), "nonsense"),
    "a later opening": (4, lambda d: d.update(kind="opened"), "unreadable"),
    "a key twice": (5, lambda d: d.update(key="same"), "unreadable"),
}


@pytest.mark.parametrize(("number", "change", "why"), DOCTORED.values(), ids=DOCTORED.keys())
def test_a_doctored_event_is_refused_with_its_reason(phone, server, number, change, why):
    phone.do("correct", 2, entry(*FIVES))
    phone.do("rule", ruling(), None)
    phone.do("note", 2, "poznámka", key="same")
    phone.do("rename", NAMES, 1)
    batch = phone.batch()
    resealed(batch["lines"], number, change)
    receipt = server.receive("Petr", batch)
    if why == "ok":
        assert receipt.status == 200
        return
    assert (receipt.status, receipt.answer["why"]) == (422, why), receipt.answer
    if why != "unreadable":
        assert receipt.answer["seq"] == number + 1
        assert len(server.events()) == number, "those before it were taken"


def test_a_doctored_mark_is_replaced(phone, eva, server):
    phone.mark = eva.mark
    phone.record()
    phone.say(Took(person=3, phone=eva.mark))
    phone.send()
    mine = server.sender("Petr").mark(CODE)
    assert [event.body["phone"] for event in server.events()[2:]] == [mine, mine]


def test_a_phone_does_not_confirm_itself(phone, eva, server):
    phone.mark = digest("another")[:32]
    phone.answer_with(phone.answer(2, 3))
    assert phone.send().became == "refused"
    assert phone.problem["why"] == "own-phone"


def test_a_verdict_that_was_kept_may_be_an_old_one(phone, server, monkeypatch):
    """A later mend of a rule rewrites no verdict that was kept."""
    from scorekeeper.referee import judgements

    phone.do("rule", ruling(), None)
    old = question().verdict
    judged = judgements.load_judgement(dump_fields(question()))
    changed = replace(judged.verdict, offence="old")
    monkeypatch.setattr(
        "scorekeeper.extras.pocket.rebasing.judge_question",
        lambda *_: replace(judged, verdict=changed),
    )
    outcome = phone.send()
    assert (outcome.became, phone.problem["why"]) == ("refused", "judged")
    judgements.save(server.matches.ledger, judged)
    assert old == question().verdict
    outcome = phone.send()
    assert outcome.became == "taken"


def test_who_knows_a_key_does_not_pass_for_whose_it_is(phone, eva, server):
    """The opening's key stands in exported files."""
    stranger = Phone("nobody", server)
    stranger.ledger.restore(server.events())
    stranger.send()
    assert stranger.problem["kind"] == "forbidden"


def test_who_may_write_can_bring_an_exported_match_along(phone, eva, server):
    other = Phone("Eva", server)
    other.ledger.restore(server.events())
    other.record()
    other.send()
    other.assert_at_home()
    assert len(server.events()) == 3


FIELDS = ("code", "sent", "hash", "lines", "fold")
JUNK = [None, True, -1, 10**30, 1.5, "x", "ž" * 100, [], [[]], {}, {"a": 1}]


@pytest.mark.parametrize("junk", [*JUNK, [{"code": CODE}]], ids=repr)
def test_nonsense_is_refused(server, junk):
    assert receive(server.matches, junk, server.sender("Petr")).status == 422


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("junk", [*JUNK, [None], ["{"], ["[" * 100_000]], ids=lambda j: repr(j)[:9])
@pytest.mark.parametrize("sent", [0, 2])
def test_nonsense_in_any_field_is_answered(phone, server, field, junk, sent):
    if sent:
        phone.send()
        phone.record()
    before = server.events()
    batch = {**phone.batch(), field: junk}
    status = receive(server.matches, batch, server.sender("Petr")).status
    if field == "fold" and isinstance(junk, str):
        assert status == 200, "that is compared, and believed by nobody"
    else:
        assert status in (403, 409, 410, 422)
        assert server.events() == before
    batch.pop(field)
    assert receive(server.matches, batch, server.sender("Petr")).status == 422


LINE_JUNK = [*JUNK, "\ud83d", "9" * 5000, 2**70, {"event": {}}, {"names": [[]]}]


@pytest.mark.parametrize("name", ["match", "seq", "kind", "body", "key", "at", "hash", "more"])
@pytest.mark.parametrize("junk", LINE_JUNK, ids=lambda j: ascii(j)[:9])
def test_nonsense_in_any_line_is_answered(phone, server, name, junk):
    batch = phone.batch()
    for number in (0, 1):
        data = {**json.loads(batch["lines"][number]), name: junk}
        lines = [*batch["lines"]]
        lines[number] = json.dumps(data)
        receipt = receive(server.matches, {**batch, "lines": lines}, server.sender("Petr"))
        assert receipt.status == 422, receipt.answer


@pytest.mark.parametrize("kind", every_kind().keys())
def test_nonsense_in_any_member_of_a_body_is_answered(phone, server, kind):
    every_kind()[kind](phone)
    last = len(phone.ledger.read(CODE)) - 1
    for name in phone.ledger.read(CODE)[last].body:
        for junk in JUNK:
            batch = phone.batch()
            resealed(batch["lines"], last, body(**{name: junk}))
            receipt = receive(Server().matches, batch, server.sender("Petr"))
            assert receipt.status in (200, 422), receipt.answer
            if receipt.match and receipt.status == 200:
                Match.fold(receipt.match.events)


@pytest.mark.parametrize("status", [0, 200, 302, 400, 404, 409, 422, 429, 500, 503])
@pytest.mark.parametrize("answer", [*JUNK, {"code": CODE, "first": 1, "lines": [3]}], ids=repr)
def test_an_answer_that_is_none_changes_nothing(phone, status, answer):
    """As a captive portal gives it, or a proxy in trouble."""
    before, batch = phone.ledger.read(CODE), phone.batch()
    outcome = take_answer(phone.ledger, batch, status, answer)
    assert (outcome.became, phone.ledger.read(CODE)) == ("again", before)
    assert phone.problem == {}


BAD_ANSWERS = {
    "another beginning": {"first": 2},
    "nothing": {"lines": []},
    "a broken line": {"lines": ["{"]},
    "not all": {"numbers": [1]},
}


@pytest.mark.parametrize("changes", BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
def test_an_answer_that_does_not_fit_is_a_trouble(phone, server, changes):
    before, batch = phone.ledger.read(CODE), phone.batch()
    answer = {**server.receive("Petr", batch).answer, **changes}
    assert take_answer(phone.ledger, batch, 200, answer).became == "unreadable"
    assert phone.ledger.read(CODE) == before
    assert len(phone.ledger.waiting(CODE)) == 2


def test_a_match_that_is_not_here_is_gone(phone, server):
    phone.send()
    phone.record()
    assert receive(Server().matches, phone.batch(), server.sender("Petr")).status == 410


def test_a_code_that_stands_for_something_else_is_forbidden(phone, server):
    server.matches.ledger.append(CODE, 0, "c", "opened", {"company": "Sokol"})
    assert server.receive("Petr", phone.batch()).status == 403


def test_a_fold_that_differs_is_told_and_kept_as_a_case(phone, server):
    batch = phone.batch()
    answer = {**server.receive("Petr", batch).answer, "fold": "other"}
    assert take_answer(phone.ledger, batch, 200, answer).became == "differs"
    case = phone.problem["case"]
    assert case["there"] == "other" != case["here"]
    assert load("\n".join(case["lines"])) == server.events()
    assert phone.ledger.waiting(CODE) == [], "it is written all the same"


def test_nothing_waits_and_nothing_is_sent(phone):
    phone.send()
    batch = next_batch(phone.ledger, CODE)
    assert (batch["sent"], batch["lines"]) == (2, [])
    assert phone.server.receive("Petr", batch).status == 422


@pytest.mark.parametrize("wrong", [timedelta(days=-400), timedelta(days=400)])
def test_a_clock_that_is_wrong_puts_no_match_into_another_year(server, monkeypatch, wrong):
    phone, then = Phone("Petr", server), (datetime.now(UTC) + wrong).strftime(TIME_FORMAT)
    monkeypatch.setattr("scorekeeper.ledger.chain.now", lambda: then)
    phone.open()
    phone.record()
    batch = {**phone.batch(), "now": then}
    monkeypatch.undo()
    assert {event.at for event in phone.ledger.read(CODE)} == {then}
    assert server.receive("Petr", batch).status == 200
    for event in server.events():
        age = datetime.now(UTC) - datetime.fromisoformat(event.at)
        assert timedelta(0) <= age < timedelta(minutes=5)
