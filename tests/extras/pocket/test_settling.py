"""Two sides of one match: nothing is merged in silence, and each choice keeps what it says."""

import json
from dataclasses import replace
from itertools import product
from uuid import uuid4

import pytest

from scorekeeper.core.house_rules import dump_whole_house
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.extras.pocket.answers import drop_gone, follow, stream_update, take_answer
from scorekeeper.extras.pocket.ledger import sendable
from scorekeeper.extras.pocket.rebasing import resolve
from scorekeeper.extras.seats.consent import Asked, Took
from scorekeeper.games import GAMES
from scorekeeper.ledger.chain import rehashed, verify_stream
from scorekeeper.match import Match
from scorekeeper.match.events import Opened
from scorekeeper.match.files import NameEraser
from scorekeeper.stream.kinds import body_of
from tests.extras.pocket.table import (
    CODE,
    FIVES,
    KOCKA,
    NAMES,
    SEVENS,
    Phone,
    Server,
    begun,
    entry,
    follower,
    have,
    question,
    ruling,
)

TAROKY = GAMES["taroky"]
OTHERS = (6, 6, 8, 8)


@pytest.fixture
def petr(server):
    return begun(server, sent=True)


@pytest.fixture
def eva(server, petr):
    return follower(server)


def write(phone, deed):
    """Somebody does something, and the server has it at once."""
    deed(phone)
    phone.send()
    phone.assert_at_home()


def kinds(events):
    return [event.kind for event in events]


HEAVY = {
    "recorded": lambda p: p.record(OTHERS),
    "corrected": lambda p: p.do("correct", 2, entry(*OTHERS)),
    "struck": lambda p: p.do("strike", 2),
    "undone": lambda p: p.do("undo"),
    "noted": lambda p: p.do("note", 2, "theirs"),
    "renamed": lambda p: p.do("rename", NAMES, 3),
    "ruled": lambda p: p.do("rule", ruling(), None),
}
LIGHT = {
    "took": lambda p: p.say(Took(person=3, phone=p.mark)),
    "asked": lambda p: p.say(Asked(person=2, phone=p.mark, question=question())),
}
DEEDS = HEAVY | LIGHT


@pytest.mark.parametrize("deed", HEAVY.values(), ids=HEAVY.keys())
def test_nothing_is_merged_in_silence(petr, eva, server, deed):
    write(eva, deed)
    petr.record(FIVES)
    before, there = petr.ledger.read(CODE), server.events()
    for _ in range(2):
        assert petr.send().became == "ahead"
        assert server.events() == there
        assert petr.ledger.read(CODE) == before
    theirs = [json.loads(line)["key"] for line in petr.problem["lines"]]
    assert theirs == [event.key for event in there[2:]]
    assert petr.problem["numbers"] == [None]
    assert petr.ledger.waits() == [CODE]
    assert sendable(petr.ledger) == [], "the table has to choose first"


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [pair for pair in product([*HEAVY, *LIGHT], repeat=2) if LIGHT.keys() & {*pair}],
)
def test_what_is_said_beside_the_sheet_is_never_late_and_makes_nothing_late(
    petr, eva, server, theirs, mine
):
    write(eva, DEEDS[theirs])
    DEEDS[mine](petr)
    petr.come_home()
    assert len(server.events()) == 4


def test_with_light_ones_between_later_events_are_about_the_same(petr, eva, server):
    """The server's numbers are others than the phone's."""
    write(eva, LIGHT["took"])
    petr.record(FIVES)
    petr.do("correct", 3, entry(*OTHERS))
    petr.do("note", 3, "opraveno")
    petr.do("strike", 3)
    petr.do("undo")
    petr.do("rule", ruling(about=3), None)
    petr.come_home()
    [_, _, _, row, corrected, noted, struck, undo, ruled] = server.events()
    assert [event.body["event"] for event in (corrected, noted, struck)] == [row.seq] * 3
    assert undo.body["event"] == struck.seq
    assert ruled.body["ruling"]["about"] == row.seq == 4


def test_a_doubled_save_is_not_taken_for_somebody_elses(petr, eva, server):
    """What the server has of this phone is known; only what comes after Eva's is late."""
    petr.record(FIVES)
    petr.send_unanswered()
    eva.follow()
    write(eva, HEAVY["recorded"])
    petr.do("note", 3, "mine")
    assert petr.send().became == "ahead"
    assert petr.problem["numbers"] == [3, None]
    resolve(petr.ledger, CODE, "after")
    petr.come_home()
    assert kinds(server.events()[2:]) == ["recorded", "recorded", "noted"]
    assert server.events()[-1].body["event"] == 3


def conflict(petr, eva, theirs="recorded"):
    """Eva wrote something, and Petr all sorts of things."""
    write(eva, HEAVY[theirs])
    petr.record(FIVES)
    petr.do("correct", 3, entry(*SEVENS))
    petr.do("note", 3, "mine")
    petr.do("strike", 2)
    petr.do("undo")
    petr.do("rule", ruling(about=3), None)
    petr.say(Took(person=0, phone=petr.mark))
    assert petr.send().became == "ahead"


def test_mine_after_theirs(petr, eva, server):
    conflict(petr, eva)
    mine = petr.ledger.waiting(CODE)
    resolve(petr.ledger, CODE, "after")
    assert dict(petr.problem) == {}
    waiting = petr.ledger.waiting(CODE)
    assert [(e.kind, e.key) for e in waiting] == [(e.kind, e.key) for e in mine]
    verify_stream(petr.ledger.read(CODE))
    petr.come_home()
    row = server.events()[3]
    about = [event.body["event"] for event in server.events()[4:8]]
    assert about == [row.seq, row.seq, 2, 7]
    assert petr.match.rows[2].entry == entry(*SEVENS)
    assert [row.struck for row in petr.match.rows] == [False] * 3


def test_mine_are_scored_anew(petr, eva):
    """In Faraón a loser's strokes count from what stands; here the dealer moves on."""
    write(eva, lambda p: p.do("rename", NAMES, 2))
    petr.record(FIVES)
    petr.send()
    resolve(petr.ledger, CODE, "after")
    assert Match.fold(petr.ledger.read(CODE)).rows[-1].before.dealer == 2


def test_drop_mine(petr, eva, server):
    conflict(petr, eva)
    resolve(petr.ledger, CODE, "drop")
    petr.assert_at_home()
    assert kinds(server.events()) == ["opened", "recorded", "recorded"]


def test_what_came_after_the_answer_is_settled_too(petr, eva):
    conflict(petr, eva)
    petr.record(OTHERS)
    resolve(petr.ledger, CODE, "after")
    assert petr.match.rows[-1].entry == entry(*OTHERS)
    petr.come_home()


@pytest.mark.parametrize("mine", DEEDS)
def test_what_is_written_while_an_answer_comes_is_not_merged_with_it(petr, eva, server, mine):
    """The first answer was lost; the second tells of Eva's row as well."""
    petr.record(FIVES)
    petr.send_unanswered()
    eva.follow()
    write(eva, HEAVY["renamed"])
    batch = petr.batch()
    receipt = server.receive("Petr", batch)
    assert receipt.status == 200
    DEEDS[mine](petr)
    outcome = take_answer(petr.ledger, batch, receipt.status, receipt.answer)
    assert outcome.became == ("taken" if mine in LIGHT else "ahead")
    if mine not in LIGHT:
        assert petr.send().became == "ahead"
        assert petr.problem["numbers"] == [3, None]
        resolve(petr.ledger, CODE, "after")
    petr.come_home()
    assert len(server.events()) == 5


@pytest.mark.parametrize("theirs", DEEDS)
def test_somebody_who_writes_between_two_events_of_a_parcel_is_seen(
    petr, eva, server, theirs, monkeypatch
):
    petr.record(FIVES, OTHERS)
    append, others = server.matches.ledger.append, [DEEDS[theirs]]

    def append_and_another(*event):
        written = append(*event)
        while others:
            deed = others.pop()
            eva.follow()
            deed(eva)
            eva.send()
        return written

    monkeypatch.setattr(server.matches.ledger, "append", append_and_another)
    outcome = petr.send()
    if theirs in LIGHT:
        assert outcome.became == "taken"
    else:
        assert outcome.became == "ahead"
        assert petr.problem["numbers"] == [3, None]
        resolve(petr.ledger, CODE, "after")
        petr.come_home()
    assert len(server.events()) == 5


def test_somebody_may_be_quicker_again(petr, eva, server):
    conflict(petr, eva)
    write(eva, HEAVY["noted"])
    resolve(petr.ledger, CODE, "after")
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, "after")
    petr.come_home()
    assert len(server.events()) == 4 + 7


def deal(phone):
    """The next deal of Taroky: everybody throws the cards in."""
    dealer = phone.match.standing.dealer
    plain = {"type": "deal", "variant": "folded", "dealer": dealer, "declarer": (dealer + 1) % 4}
    phone.do("record", TAROKY.read_entry(plain, 4, TAROKY.house()))


def correct(phone, seq):
    dealer = phone.match.row(seq).before.dealer
    plain = {
        "type": "deal",
        "variant": "varsava",
        "dealer": dealer,
        "declarer": (dealer + 1) % 4,
        "points": [10, 22, 12, 26],
    }
    phone.do("correct", seq, TAROKY.read_entry(plain, 4, TAROKY.house()))


def does(verb, *arguments):
    return lambda phone: phone.do(verb, *arguments)


note, strike, bring_back = does("note", 2, "note"), does("strike", 2), does("bring_back", 2)
undo = does("undo")
nora_comes = does("seat", (0, 1, 2, 4), (*NAMES[:3], "Nora"), 1)
hugo_comes = does("seat", (0, 1, 4, 3), (*NAMES[:2], "Hugo", NAMES[3]), 1)


def renew(phone):
    phone.do("renew_links", phone.mark)


LEFT = {
    "others sit there": ([nora_comes], [deal], ["seats"]),
    "others sit here": ([note], [nora_comes, deal], []),
    "both let somebody come": ([nora_comes], [hugo_comes, deal], ["seats", "seats"]),
    "a ruling names seats": (
        [nora_comes],
        [lambda p: p.do("rule", ruling(TAROKY.rules[0].id, "taroky"), None)],
        ["seats"],
    ),
    "names are by seats": ([nora_comes], [lambda p: p.do("rename", NAMES[::-1], 0)], ["seats"]),
    "what is left is corrected": (
        [nora_comes],
        [deal, lambda p: correct(p, 3), lambda p: p.do("note", 3, "!")],
        ["seats", "refers", "refers"],
    ),
    "a row of both is corrected": ([nora_comes], [lambda p: correct(p, 2)], []),
    "another deals now": ([deal], [deal], []),
    "what is struck is corrected": ([strike], [lambda p: correct(p, 2)], ["struck"]),
    "what is taken back is corrected": ([undo], [lambda p: correct(p, 2), deal], ["struck"]),
    "both strike": ([strike], [strike, deal], []),
    "both take back": ([undo], [undo, deal], []),
    "both correct alike": ([lambda p: correct(p, 2)], [lambda p: correct(p, 2), deal], []),
    "both note alike": ([note], [note, deal], []),
    "both strike, one brings back": ([strike], [strike, bring_back], ["refers"]),
    "both renew the links": ([renew], [renew, deal], []),
}


ALIKE = {
    "both strike": ["struck"],
    "both take back": ["struck"],
    "both correct alike": ["corrected"],
    "both note alike": ["noted"],
    "both strike, one brings back": ["struck"],
}
"""What both did holds already, and is not written again."""


def at_taroky(server):
    """Two phones at a match of Taroky with a deal."""
    petr = Phone("Petr", server)
    petr.open_game(TAROKY)
    write(petr, deal)
    return petr, follower(server)


@pytest.mark.parametrize("case", LEFT)
def test_what_cannot_be_applied_is_left_and_kept_with_its_reason(server, case):
    theirs, mine, why = LEFT[case]
    petr, eva = at_taroky(server)
    for deed in theirs:
        write(eva, deed)
    for deed in mine:
        deed(petr)
    waiting = petr.ledger.waiting(CODE)
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, "after")
    left = petr.problem.get("left", [])
    assert [each["why"] for each in left] == why
    kept = [json.loads(each["line"])["key"] for each in left]
    there = [event.key for event in petr.ledger.waiting(CODE)]
    alike = [event.key for event in waiting if event.key not in kept + there]
    assert [event.kind for event in waiting if event.key in alike] == ALIKE.get(case, [])
    if there:
        assert petr.send().became == "taken"
    if left:
        assert petr.problem["kind"] == "left", "it stays until the table has looked"
        resolve(petr.ledger, CODE, "drop")
    petr.assert_at_home()


SAME = {"strike": strike, "undo": undo, "correct": lambda p: correct(p, 2), "note": note}


@pytest.mark.parametrize("deed", SAME.values(), ids=SAME.keys())
def test_where_both_sides_did_the_same_there_is_nothing_to_settle(server, deed):
    petr, eva = at_taroky(server)
    write(eva, deed)
    deed(petr)
    petr.say(Took(person=0, phone=petr.mark))
    assert petr.send().became == "again"
    assert petr.send().became == "taken"
    petr.assert_at_home()
    assert len(server.events()) == 4


def test_what_was_left_stays_whatever_comes(petr, eva):
    write(eva, HEAVY["struck"])
    petr.do("correct", 2, entry(*OTHERS))
    petr.send()
    resolve(petr.ledger, CODE, "after")
    write(eva, HEAVY["noted"])
    petr.record(FIVES)
    assert petr.send().became == "ahead"
    assert len(petr.problem["left"]) == 1
    resolve(petr.ledger, CODE, "after")
    assert petr.send().became == "taken"
    assert (petr.problem["kind"], len(petr.problem["left"])) == ("left", 1)


def test_a_server_refuses_what_corrects_a_struck_row(petr, server):
    """Versions up to 0.10 wrote it, and their phones may still have it waiting."""
    corrected = server.matches.correct(
        petr.match, 2, entry(*OTHERS), petr.match.version, str(uuid4())
    ).events[-1]
    body = dict(corrected.body)
    petr.follow()
    write(petr, strike)
    petr.ledger.append(CODE, 4, str(uuid4()), "corrected", body)
    assert petr.send().became == "refused"
    assert petr.problem["why"] == "struck"
    resolve(petr.ledger, CODE, "after")
    assert [each["why"] for each in petr.problem["left"]] == ["struck"]


def test_a_match_that_both_continue_before_its_first_answer(server):
    """The opening came home, its answer did not; somebody else wrote there already."""
    petr = begun(server)
    petr.send_unanswered()
    write(follower(server), HEAVY["recorded"])
    petr.record(FIVES)
    assert petr.send().became == "ahead"
    assert petr.problem["numbers"] == [1, 2, None]
    resolve(petr.ledger, CODE, "after")
    petr.come_home()
    assert len(server.events()) == 4


@pytest.mark.parametrize("choice", ["after", "drop"])
def test_a_match_that_the_server_opened_and_somebody_continued(server, choice):
    petr = Phone("Petr", server)
    petr.open(dokladacka="off")
    petr.record(FIVES)
    opened = petr.ledger.read(CODE)[0]
    key = server.sender("Petr").phone_scoped_key(opened.key)
    server.matches.open_as("7KQ4", body_of(opened, Opened), key)
    server.scorers.add(("Eva", "7KQ4"))
    eva = Phone("Eva", server)
    eva.code = "7KQ4"
    eva.follow()
    write(eva, HEAVY["recorded"])
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, choice)
    assert petr.ledger.problems[CODE] == {"kind": "moved", "to": "7KQ4"}
    petr.code = "7KQ4"
    if choice == "after":
        petr.come_home()
    assert len(server.events("7KQ4")) == (3 if choice == "after" else 2)


@pytest.fixture
def refused(petr, monkeypatch):
    """A phone of which an event is scored otherwise by the server than by its old pack."""
    petr.record(FIVES)
    with monkeypatch.context() as older:
        wrong = [{"rule": "kocka.score.card", "points": [28, 0, 0, 0]}]
        older.setattr("scorekeeper.match.actions.score_lines", lambda *_: wrong)
        petr.record(OTHERS)
    petr.record(SEVENS)
    petr.do("note", 4, "mine")
    petr.send()
    return petr


def test_what_is_refused_stays_with_all_behind_it(refused, server):
    for _ in range(2):
        assert (refused.problem["seq"], len(server.events())) == (4, 3)
        assert kinds(refused.ledger.waiting(CODE)) == ["recorded", "recorded", "noted"]
        assert refused.send().became == "refused"
    assert sendable(refused.ledger) == []


@pytest.mark.parametrize(("choice", "written"), [("after", 6), ("drop", 3)])
def test_what_was_refused_is_scored_anew_or_dropped(refused, server, choice, written):
    resolve(refused.ledger, CODE, choice)
    if choice == "after":
        refused.come_home()
    assert len(server.events()) == written


def test_what_is_refused_again_is_left_out(refused, server):
    petr = refused
    petr.ledger.set_problem(CODE, {**petr.problem, "seq": 5, "why": "nonsense"})
    resolve(petr.ledger, CODE, "after")
    assert [(each["why"], json.loads(each["line"])["seq"]) for each in petr.problem["left"]] == [
        ("nonsense", 5)
    ]
    assert petr.send().became == "taken"
    assert kinds(server.events()[3:]) == ["recorded", "noted"]


def test_an_opening_that_is_refused_is_dropped_whole(server):
    petr = Phone("Petr", server)
    opened = Opened(game="kocka", names=tuple(NAMES), dealer=0, house={}, rules="x" * 1000)
    petr.matches.open_as(CODE, opened, "key")
    for choice in ("after", "drop"):
        assert (petr.send().became, server.events()) == ("refused", [])
        resolve(petr.ledger, CODE, choice)  # type: ignore[arg-type]
    assert petr.ledger.matches() == []


@pytest.mark.parametrize(("status", "kind"), [(403, "forbidden"), (410, "gone")])
def test_where_nothing_may_be_written_the_table_tries_again_or_drops(petr, status, kind):
    petr.record(FIVES)
    assert take_answer(petr.ledger, petr.batch(), status, None).became == kind
    assert (petr.problem["kind"], len(petr.ledger.waiting(CODE))) == (kind, 1)
    assert sendable(petr.ledger) == []
    resolve(petr.ledger, CODE, "after")
    assert sendable(petr.ledger) == [CODE]
    take_answer(petr.ledger, petr.batch(), status, None)
    resolve(petr.ledger, CODE, "drop")
    petr.assert_at_home()


def test_a_match_that_the_server_never_had_is_dropped_whole(server):
    petr = Phone("Petr", server)
    petr.open()
    take_answer(petr.ledger, petr.batch(), 403, None)
    resolve(petr.ledger, CODE, "drop")
    assert petr.ledger.matches() == []
    assert petr.ledger.problems == {}


def test_where_there_is_no_trouble_nothing_is_settled(petr):
    petr.record(FIVES)
    before = petr.ledger.read(CODE)
    for choice in ("after", "drop"):
        resolve(petr.ledger, CODE, choice)  # type: ignore[arg-type]
        assert petr.ledger.read(CODE) == before


def copy_of(server, count):
    """A server that was put back to a copy with so many events."""
    older = Server()
    older.scorers = server.scorers
    older.matches.ledger.restore(server.events()[:count])
    return older


def test_what_the_server_lost_comes_again(petr, server):
    petr.record(FIVES, OTHERS)
    petr.send()
    petr.do("note", 3, "mine")
    petr.server = copy_of(server, 2)
    assert petr.send().became == "again"
    assert petr.send().became == "taken"
    petr.assert_at_home()
    assert len(petr.server.events()) == 5


def test_what_the_server_lost_comes_again_behind_what_came_since(petr, eva, server):
    petr.record(FIVES)
    petr.send()
    petr.do("note", 3, "mine")
    petr.server = eva.server = copy_of(server, 2)
    write(eva, HEAVY["recorded"])
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, "after")
    petr.come_home()
    assert kinds(petr.server.events()[2:]) == ["recorded", "recorded", "noted"]
    assert petr.server.events()[-1].body["event"] == 4


def forget_names(server):
    forgetting = NameEraser()
    server.matches.ledger.rewrite([forgetting.event(event) for event in server.events()])


@pytest.mark.parametrize("choice", ["after", "drop"])
def test_where_names_were_forgotten_the_table_chooses(petr, server, choice):
    """Every event is another then: nothing of what the server had comes a second time."""
    petr.record(FIVES)
    petr.do("correct", 2, entry(*OTHERS))
    forget_names(server)
    assert petr.send().became == "ahead"
    assert petr.problem["first"] == 1
    resolve(petr.ledger, CODE, choice)
    if choice == "after":
        petr.come_home()
    assert len(server.events()) == (4 if choice == "after" else 2)
    assert petr.match.names == ("1", "2", "3", "4")


def test_a_phone_follows_from_where_it_is(petr, eva, server):
    write(eva, HEAVY["recorded"])
    stream = stream_update(server.events(), have(petr.ledger)[CODE])
    assert stream
    assert stream["first"] == 3
    assert follow(petr.ledger, json.loads(json.dumps(stream)))
    petr.assert_at_home()
    assert stream_update(server.events(), have(petr.ledger)[CODE]) is None


HAVE = [None, (), "xx", (9, "x"), (0, ""), (2, "x"), ("2", 3), (True, "")]


@pytest.mark.parametrize("have", HAVE, ids=repr)
def test_who_has_something_else_is_sent_all(server, petr, have):
    stream = stream_update(server.events(), have)
    assert stream
    assert stream["first"] == 1


def test_what_waits_is_sent_before_anything_is_followed(petr, eva, server):
    write(eva, HEAVY["recorded"])
    petr.record(FIVES)
    before = petr.ledger.read(CODE)
    stream = stream_update(server.events(), have(petr.ledger)[CODE])
    assert not follow(petr.ledger, stream)
    assert petr.ledger.read(CODE) == before


def test_a_phone_follows_where_names_were_forgotten(petr, server):
    forget_names(server)
    assert follow(petr.ledger, stream_update(server.events(), have(petr.ledger)[CODE]))
    petr.assert_at_home()


def test_following_an_older_copy_lets_what_it_lacks_wait(petr, server):
    petr.server = copy_of(server, 1)
    assert follow(petr.ledger, stream_update(petr.server.events(), have(petr.ledger)[CODE]))
    assert kinds(petr.ledger.waiting(CODE)) == ["recorded"]
    petr.come_home()


JUNK = [None, [], {}, {"code": CODE}, {"code": CODE, "first": 1, "lines": [1]}]


@pytest.mark.parametrize(
    "stream", [*JUNK, {"code": CODE, "first": 9, "lines": []}, {"code": 7}], ids=repr
)
def test_a_stream_that_is_none_is_not_followed(petr, stream):
    before = petr.ledger.read(CODE)
    assert not follow(petr.ledger, stream)
    assert petr.ledger.read(CODE) == before


def test_what_the_server_shows_no_more_is_let_go(petr, eva):
    drop_gone(petr.ledger, CODE)
    assert petr.ledger.matches() == []
    eva.record()
    drop_gone(eva.ledger, CODE)
    assert (eva.problem["kind"], len(eva.ledger.waiting(CODE))) == ("gone", 1)


def test_what_was_left_stays_though_the_server_shows_no_more(petr, eva):
    """His role ended before the table has looked at what could not be applied."""
    write(eva, HEAVY["struck"])
    petr.do("correct", 2, entry(*OTHERS))
    petr.send()
    resolve(petr.ledger, CODE, "after")
    drop_gone(petr.ledger, CODE)
    assert (petr.problem["kind"], len(petr.problem["left"])) == ("left", 1)
    resolve(petr.ledger, CODE, "drop")
    drop_gone(petr.ledger, CODE)
    assert petr.ledger.matches() == []


def test_hashes_of_older_versions_are_worked_out(petr, server):
    """Where none were written yet, a phone still knows that it has all."""
    unhashed = [replace(event, hash="") for event in rehashed(server.events())]
    assert stream_update(unhashed, have(petr.ledger)[CODE]) is None


def test_what_was_agreed_on_two_sides_is_left_to_the_table(petr, eva, server):
    for phone, rule in ((eva, {"dokladacka": "optional"}), (petr, {"renonc_until": "always"})):
        house = KOCKA.read_house({**dump_whole_house(phone.match.house), **rule})
        phone.do("agree", NamedHouse(KOCKA, "", house))
        if phone is eva:
            eva.send()
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, "after")
    assert [each["why"] for each in petr.problem["left"]] == ["house"]
    assert petr.match.house.dokladacka == "optional"
