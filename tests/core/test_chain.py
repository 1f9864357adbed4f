"""The chain: what any event says is sealed by its hash and by every later one.

`scorekeeper check FILE`: a file is as it was written, or the first bad line is named.
"""

import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from hashlib import sha256

import pytest

from scorekeeper.cli import main
from scorekeeper.extras.group.actions import Groups
from scorekeeper.ledger import Damaged, open_ledger
from scorekeeper.ledger.chain import last_hash, rehashed, verify_stream
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.match.files import load, streams_of
from scorekeeper.stream.files import BrokenLine, dump, dump_all
from tests.commands import refusal
from tests.verification.drills.imports import FOLDER

OLD = load((FOLDER / "taroky-1.jsonl").read_text("utf-8"))
"""An evening that 0.4 wrote, without hashes."""
CODE = OLD[0].stream
MEMBERS = {
    "stream": lambda event: f"{event.stream}X",
    "seq": lambda event: event.seq + 1,
    "kind": lambda event: "noted" if event.kind != "noted" else "struck",
    "body": lambda event: {**event.body, "more": 1},
    "key": lambda event: f"{event.key}0",
    "at": lambda event: event.at[:-2] + ("1Z" if event.at[-2] != "1" else "2Z"),
    "hash": lambda event: sha256(event.hash.encode()).hexdigest(),
}
"""Member of an event → what somebody may have made of it."""


@pytest.fixture(scope="module")
def evening():
    with closing(open_ledger("sqlite://")) as ledger:
        for event in OLD:
            ledger.append(CODE, event.seq - 1, event.key, event.kind, event.body)
        return ledger.read(CODE)


def file_with(events, number, **changes):
    changed = replace(events[number - 1], **changes)
    return dump([*events[: number - 1], changed, *events[number:]])


def test_anybody_can_work_the_chain_out_from_a_file(evening):
    """As EVENTS.md tells it, without a line of this program."""
    previous = ""
    for line in dump(evening).splitlines():
        event = json.loads(line)
        written = event.pop("hash")
        text = json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert written == sha256((previous + text).encode()).hexdigest()
        previous = written


def test_hashes_come_back_as_they_were_written(evening):
    assert [event.hash for event in evening] == [each.hash for each in rehashed(evening)]
    assert [event.hash for event in load(dump(evening))] == [
        each.hash for each in rehashed(evening)
    ]


@pytest.mark.parametrize("member", MEMBERS)
def test_whatever_is_changed_in_a_file_is_named(evening, member):
    for event in evening:
        text = file_with(evening, event.seq, **{member: MEMBERS[member](event)})
        with pytest.raises(BrokenLine) as broken:
            load(text)
        assert broken.value.line == event.seq
        assert str(event.seq) in broken.value.why or "match" in broken.value.why


def test_who_forges_a_hash_with_the_event_is_found_at_the_next(evening):
    number = 5
    body = {**evening[number - 1].body, "phone": "another"}  # which makes sense as it stands
    forged = [*evening[: number - 1], replace(evening[number - 1], body=body)]
    text = file_with(evening, number, body=body, hash=[each.hash for each in rehashed(forged)][-1])
    with pytest.raises(BrokenLine, match=f"event {number + 1} "):
        load(text)


def test_an_event_that_is_left_out_is_missed(evening):
    rest = [replace(event, seq=event.seq - 1) for event in evening[5:]]
    with pytest.raises(BrokenLine, match="event 5 "):
        load(dump([*evening[:4], *rest]))


def test_a_ledger_takes_in_no_false_chain(ledger, evening):
    false = [*evening[:3], replace(evening[3], key="other"), *evening[4:]]
    with pytest.raises(Damaged, match="hash: event 4 "):
        ledger.restore(false)
    assert ledger.matches() == []


def test_a_moved_evening_keeps_its_chain(ledger, evening):
    ledger.restore(evening)
    assert [event.hash for event in ledger.read(CODE)] == [event.hash for event in evening]
    more = ledger.append(CODE, len(evening), "more", "closed", {})
    assert more.hash == last_hash([*evening, replace(more, hash="")])


def test_what_an_older_version_wrote_is_sealed_by_the_next_event(ledger):
    ledger.restore(OLD)
    assert not any(event.hash for event in ledger.read(CODE))
    ledger.append(CODE, len(OLD), "more", "closed", {})
    ledger.append(CODE, len(OLD) + 1, "again", "closed", {})
    events = ledger.read(CODE)
    assert [bool(event.hash) for event in events] == [False] * len(OLD) + [True, True]
    assert [event.hash for event in events[-2:]] == [each.hash for each in rehashed(events)][-2:]
    for event in OLD:
        with pytest.raises(BrokenLine, match=f"event {len(OLD) + 1} "):
            load(file_with(events, event.seq, key="another"))


@pytest.mark.sqlite_file
def test_a_file_of_an_older_version_is_opened_looked_at_and_sealed(tmp_path):
    path = tmp_path / "scorekeeper.db"
    with closing(SqliteLedger(str(path))) as ledger:
        ledger.restore(OLD)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("alter table events drop column hash")
        connection.execute("drop table phones")
        connection.execute("create table summaries (match text primary key, body text)")
        connection.execute("delete from _sqlite_migrations where name <> 'create_events'")
        connection.commit()
    with closing(SqliteLedger(str(path), read_only=True)) as looked_at:
        assert looked_at.read(CODE) == OLD
    with closing(open_ledger(f"sqlite:///{path}")) as ledger:
        assert ledger.append(CODE, len(OLD), "more", "closed", {}).hash
        assert ledger.read(CODE)[:-1] == OLD


def test_a_rewritten_match_has_a_new_chain(any_ledger, evening):
    any_ledger.restore(evening)
    changed = replace(evening[0], body={**evening[0].body, "names": ["1", "2", "3", "4"]})
    any_ledger.rewrite([changed])
    events = any_ledger.read(CODE)
    verify_stream(events)
    assert [event.hash for event in events] == [each.hash for each in rehashed(events)]
    assert events[0].hash != evening[0].hash


def test_of_a_dropped_match_the_first_event_is_sealed(any_ledger, evening):
    any_ledger.restore(evening)
    any_ledger.rewrite([replace(evening[0], key="new")], [CODE])
    [left] = any_ledger.read(CODE)
    assert left.hash == next(rehashed([left])).hash != evening[0].hash


def check(tmp_path, content):
    file = tmp_path / "evening.jsonl"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write_text(content if isinstance(content, str) else dump(content), "utf-8", newline="")
    return main(["check", str(file)])


def fault(tmp_path, capsys, content):
    """The one sentence in which a file is refused."""
    assert check(tmp_path, content) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err.removeprefix(f"scorekeeper: {tmp_path / 'evening.jsonl'}: ").rstrip("\n")


def test_a_file_is_as_it_was_written(tmp_path, capsys, evening):
    assert check(tmp_path, evening) == 0
    said = capsys.readouterr()
    assert said.out == f"{tmp_path / 'evening.jsonl'}: 24 events, all as they were written\n"
    assert said.err == ""


def test_it_comes_through_standard_input(monkeypatch, evening):
    text = dump(evening)
    for each, status in ((text, 0), (text.replace("\n", "\r\n"), 1)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(each.encode())))
        assert main(["check", "-"]) == status


CHANGES = {
    "a changed digit": lambda lines: replaced(lines, 7, '"declarer": 1', '"declarer": 2'),
    "another time": lambda lines: replaced(lines, 7, 'Z", "body"', 'Z",  "body"'),
    "left out": lambda lines: lines[:6] + lines[7:],
    "twice": lambda lines: [*lines[:7], *lines[5:]],
    "moved": lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]],
    "of another match": lambda lines: replaced(lines, 7, f'"match": "{CODE}"', '"match": "7KQ4"'),
    "without its hash": lambda lines: replaced(lines, 7, '"hash"', '"hush"'),
    "a blank more": lambda lines: replaced(lines, 7, "}", "} "),
    "a carriage return": lambda lines: [*lines[:6], f"{lines[6]}\r", *lines[7:]],
    "with escapes": lambda lines: [
        *lines[:6],
        json.dumps(json.loads(lines[6]), sort_keys=True).replace("Z", "\\u005a", 1),
        *lines[7:],
    ],
    "another order": lambda lines: [
        *lines[:6],
        json.dumps(dict(reversed(json.loads(lines[6]).items())), ensure_ascii=False),
        *lines[7:],
    ],
    "empty": lambda lines: [*lines[:6], "", *lines[6:]],
    "none": lambda lines: [*lines[:6], "no JSON", *lines[6:]],
}


def replaced(lines, number, old, new):
    line = lines[number - 1]
    assert old in line
    at = line.rindex(old)
    return [*lines[: number - 1], line[:at] + new + line[at + len(old) :], *lines[number:]]


MAY_COME_IN = ("a carriage return", "empty")


@pytest.mark.parametrize("change", CHANGES)
def test_the_first_bad_line_is_named(tmp_path, capsys, evening, change):
    text = "\n".join([*CHANGES[change](dump(evening).splitlines()), ""])
    place = f"line {8 if change == 'twice' else 7}: "
    assert fault(tmp_path, capsys, text).startswith(place)
    if change not in MAY_COME_IN:
        with pytest.raises(BrokenLine, match=f"^{place}"):
            load(text)


@pytest.mark.parametrize("hashed", [True, False], ids=["with hashes", "of 0.4"])
def test_no_line_ends_as_on_other_systems(tmp_path, capsys, evening, hashed):
    said = fault(tmp_path, capsys, dump(evening if hashed else OLD).replace("\n", "\r\n"))
    assert said.startswith("line 1: ")
    assert said.endswith(" is not written as Scorekeeper writes it")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: the file is empty"),
        (b"\n", "line 1: no JSON"),
        (b"{}", "line 1: match: this is missing"),
        (b"[]", "line 1: this is no object"),
        (b"\xff\xfe", "line 1: it is no UTF-8"),
        (dump(OLD).encode() + b"\xc3", "line 25: it is no UTF-8"),
        (b"\xef\xbb\xbf" + dump(OLD).encode(), "line 1: no JSON"),
        (dump(OLD).encode() + b"\n", "line 25: no JSON"),
    ],
)
def test_what_is_no_file_of_ours_is_refused(tmp_path, capsys, content, said):
    assert fault(tmp_path, capsys, content).startswith(said)


def test_an_event_that_makes_no_sense_is_found_though_its_hash_fits(tmp_path, capsys, evening):
    strange = replace(
        evening[-1], seq=25, key="more", kind="noted", body={"event": 99, "note": "x"}
    )
    said = fault(tmp_path, capsys, rehashed([*evening, strange]))
    assert said.startswith("line 25: body.event: ")


def test_what_has_no_hash_is_proven_by_a_later_one_or_by_none(tmp_path, capsys, evening):
    none = "no hash proves it; versions before 0.8 wrote none"
    assert fault(tmp_path, capsys, OLD) == f"line 1: {none}"
    bare = [*evening[:-2], *(replace(event, hash="") for event in evening[-2:])]
    assert fault(tmp_path, capsys, bare) == f"line 23: {none}"
    sealed = [*(replace(event, hash="") for event in evening[:-1]), evening[-1]]
    assert check(tmp_path, sealed) == 0
    capsys.readouterr()
    forged = [replace(sealed[0], key="another"), *sealed[1:]]
    assert fault(tmp_path, capsys, forged).startswith("line 24: hash: ")


def test_a_file_of_more_than_a_match_is_proven_stream_by_stream(tmp_path, capsys, evening):
    with closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(evening)
        groups = Groups(ledger)
        group = groups.open("PARTA", "Tovéř", ["Petr", "Jana"], "k1")
        people = {"match": CODE, "people": [0, 1, "Karel", "Žofie"]}
        groups.write(group, "belongs", people, group.version, "k2")
        streams = streams_of(ledger, "PARTA")
    assert check(tmp_path, dump_all(streams)) == 0
    assert "26 events" in capsys.readouterr().out
    bare = [streams[0], [*evening[:-1], replace(evening[-1], hash="")]]
    assert fault(tmp_path, capsys, dump_all(bare)).startswith("line 26: no hash proves it")
    wrong = dump_all(streams).replace("Tovéř", "Tovér")
    assert "line 1: hash: event 1 of PARTA is not" in fault(tmp_path, capsys, wrong)


def test_an_evening_without_its_names_is_whole(tmp_path, capsys, evening):
    with closing(open_ledger(f"sqlite:///{tmp_path / 'scorekeeper.db'}")) as ledger:
        ledger.restore(evening)
    here = ["--instance", str(tmp_path)]
    assert main(["forget", CODE, *here]) == main(["check", *here]) == 0
    capsys.readouterr()
    assert main(["export", CODE, *here]) == 0
    assert check(tmp_path, capsys.readouterr().out) == 0


def test_a_file_that_is_not_there_is_none(tmp_path, capsys):
    assert "nowhere.jsonl: No such file" in refusal(
        capsys, "check", str(tmp_path / "nowhere.jsonl")
    )
