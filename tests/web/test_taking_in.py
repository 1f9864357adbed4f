"""A file that was saved comes back in the browser, with the checks of the command line."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask

from benchmarks.evening import events, rounds_of
from benchmarks.record import LONG
from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import rehashed
from scorekeeper.match import Growth, Match
from scorekeeper.match.files import MOST_LINES, SENT, load
from scorekeeper.stream import files
from scorekeeper.stream.files import MOST_KEY, MOST_LETTERS, BrokenLine, dump, line_of, under_code
from scorekeeper.web import create_app
from scorekeeper.web.http.identifiers import LETTERS
from scorekeeper.web.http.limits import BIGGEST_FILE
from tests.extras.group.phones import found, start
from tests.verification.drills.imports import FOLDER
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table

NOT_AS_SAVED = (
    "Line %(n)d of the file is not as it was saved, so nothing was imported."
    " Bring the file unchanged."
)
TOO_LONG = "Line %(n)d of the file is one too many or too long."


@pytest.fixture
def second_app(tmp_path: Path) -> Iterator[Flask]:
    """Another house, in which nothing was played yet."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    second = create_app(tmp_path, settings)
    with closing(second.extensions["matches"].ledger):
        yield second


def exported(phone: Phone, home: str) -> bytes:
    data: bytes = phone.client.get(f"{home}/export").data
    return data


def take_in(phone: Phone, data: bytes) -> Screen:
    phone.get("/take-in")
    fields = phone.screen.form("/take-in").filled({})
    return phone.post("/take-in", {**fields, "file": (BytesIO(data), "scorekeeper.jsonl")})


def test_a_match_comes_back_whole_and_may_be_written_in(table: Table, second_app: Flask) -> None:
    table.rounds((7, 7, 7, 7))
    data = exported(table.phone, table.url)
    other = Phone(second_app)
    screen = take_in(other, data)
    assert (screen.status, screen.url) == (200, table.url)
    assert exported(other, table.url) == data
    Table(other, table.code).rounds((28, 0, 0, 0))


def test_a_group_is_told_who_brings_it_in(phone: Phone, second_app: Flask) -> None:
    group = found(phone)
    start(phone, group)
    screen = take_in(Phone(second_app), exported(phone, group))
    assert screen.status == 422
    assert "scorekeeper import" in screen.text
    assert not second_app.extensions["matches"].ledger.matches()


def test_a_file_that_is_here_or_broken_changes_nothing_and_is_told(
    table: Table, second_app: Flask
) -> None:
    data = exported(table.phone, table.url)
    said = table.phone.say("%(code)s is here already. Nothing was imported.", code=table.code)
    assert take_in(table.phone, data).status == 422
    assert said in table.phone.screen.text
    other = Phone(second_app)
    for broken, text in (
        (b"", "Choose a file first."),
        (b"\xff\xfe", "This file was not saved by this app."),
        (b"date;game;name", NOT_AS_SAVED),
        (data.replace(b'"Jana"', b'"Jany"'), ""),
    ):
        screen = take_in(other, broken)
        assert screen.status == 422
        if text:
            assert other.say(text, n=1) in screen.text
    assert other.get(table.url).status == 403


CHANGED = {
    "other ends of line": lambda data: data.replace(b"\n", b"\r\n"),
    "an empty line at the end": lambda data: data + b"\n",
    "empty lines between": lambda data: data.replace(b"\n", b"\r\n\r\n\n"),
    "an empty line before, no end": lambda data: b"\n" + data.removesuffix(b"\n"),
}
"""What an editor makes of a saved file."""


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_a_file_that_passed_through_an_editor_comes_in(
    table: Table, second_app: Flask, change: Callable[[bytes], bytes]
) -> None:
    data = change(exported(table.phone, table.url))
    assert take_in(Phone(second_app), data).status == 200
    assert second_app.extensions["matches"].ledger.read(table.code) == [*table.match.events]


def test_a_line_is_counted_with_the_empty_ones(second_app: Flask) -> None:
    first, *rest = dump(EVENING).splitlines(keepends=True)
    phone = Phone(second_app)
    screen = take_in(phone, f"\n{first}\n\nxxx\n{''.join(rest)}".encode())
    assert phone.say(NOT_AS_SAVED, n=5) in screen.text


EVENING = load((FOLDER / "kocka-1.jsonl").read_text("utf-8"))
Change = Callable[[Event], Event]


def with_body(**members: object) -> Change:
    return lambda event: replace(event, body={**event.body, **members})


FORGED: dict[str, tuple[int, Change, str]] = {
    "a table of a tournament": (1, with_body(table_of="HALL"), "body.table_of: "),
    "a group that has it": (
        *(2, lambda event: replace(event, kind="belongs", body={"match": "HALL", "people": [0]})),
        "body: a match of this version has no event 'belongs'",
    ),
    "a tournament of a group": (
        *(3, lambda event: replace(event, kind="hosted", body={"tournament": "HALL"})),
        "body: a match of this version has no event 'hosted'",
    ),
    "a key that is a book": (2, lambda event: replace(event, key="k" * (MOST_KEY + 1)), "key: "),
    "a line that is a book": (
        *(2, with_body(note="x" * MOST_LETTERS)),
        f"a line has at most {MOST_LETTERS} letters",
    ),
}
"""The line that is forged, how, and what is said of it at each door."""


def forged(line: int, change: Change) -> list[Event]:
    events = [replace(event, hash="") for event in EVENING[:4]]
    events[line - 1] = change(events[line - 1])
    return events


@pytest.mark.parametrize(("line", "change", "why"), FORGED.values(), ids=FORGED)
def test_a_forged_file_is_refused_with_its_line_and_member(
    second_app: Flask, line: int, change: Change, why: str
) -> None:
    phone = Phone(second_app)
    screen = take_in(phone, dump(forged(line, change)).encode())
    assert screen.status == 422
    assert phone.say(TOO_LONG if "at most" in why else NOT_AS_SAVED, n=line) in screen.text
    assert re.findall('translate="no">(.+)</p>', screen.html) == re.findall("^([a-z._]+): ", why)
    assert not second_app.extensions["matches"].ledger.matches()


def sent(phone: Phone, events: list[Event], code: str) -> tuple[int, dict[str, object]]:
    """What the server answers to a phone that says to have begun this match."""
    lines = [line_of(event) for event in under_code(events, code)]
    batch = {"code": code, "sent": 0, "hash": "", "lines": lines, "fold": ""}
    phone.get("/take-in")
    token = phone.screen.form("/take-in").filled({})["csrf_token"]
    answer = phone.client.post("/pocket/send", json=batch, headers={"X-CSRFToken": token})
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize(("line", "change", "why"), FORGED.values(), ids=FORGED)
def test_a_forged_match_of_a_phone_is_refused_with_its_line_and_member(
    second_app: Flask, line: int, change: Change, why: str
) -> None:
    status, answer = sent(Phone(second_app), forged(line, change), "KACKAJDE")
    assert status == 422
    assert line == answer["seq"] or f"line {line}: " in str(answer["detail"])
    assert why in str(answer["detail"])
    ledger = second_app.extensions["matches"].ledger
    assert all(len(ledger.read(code)) < line for code in ledger.matches())


STRANGE = ["NEW", "A", "0", "LAST", "EVIL", "OI01", "A" * 16]


def is_drawn(code: str) -> bool:
    return len(code) == 4 and {*code} <= {*LETTERS}


@pytest.mark.parametrize("code", STRANGE)
def test_a_file_with_a_code_that_nobody_draws_gets_another_one(
    second_app: Flask, code: str
) -> None:
    ledger, phone = second_app.extensions["matches"].ledger, Phone(second_app)
    data = dump(under_code(EVENING, code)).encode()
    assert take_in(phone, data).status == 200
    (drawn,) = ledger.matches()
    assert is_drawn(drawn)
    assert [event.body for event in ledger.read(drawn)][: len(EVENING)] == [
        event.body for event in EVENING
    ]
    assert list(rehashed(ledger.read(drawn))) == ledger.read(drawn)
    again = take_in(Phone(second_app), data)
    said = phone.say("%(code)s is here already. Nothing was imported.", code=drawn)
    assert (again.status, ledger.matches()) == (422, [drawn])
    assert said in again.text


@pytest.mark.parametrize("code", STRANGE)
def test_a_match_of_a_phone_with_such_a_code_gets_another_one(second_app: Flask, code: str) -> None:
    phone, opening = Phone(second_app), EVENING[:1]
    for _ in range(2):
        status, answer = sent(phone, opening, code)
        assert status == 200
        assert is_drawn(str(answer["code"]))
        assert second_app.extensions["matches"].ledger.matches() == [answer["code"]]


GROUPED: dict[str, list[tuple[str, dict[str, object]]]] = {
    "nothing is said": [],
    "it is in a group": [("grouped", {"group": "HALL"})],
    "it was in a group": [("grouped", {"group": "HALL"}), ("grouped", {"group": ""})],
    "it stays in a group": [("relinked", {"generation": 1, "phone": "m", "group": "HALL"})],
    "it stays in a group whose phones end": [
        ("ended", {"phone": "m", "person": None, "group": "HALL"})
    ],
}
"""What a file says of a group."""


def with_events(*more: tuple[str, dict[str, object]]) -> list[Event]:
    told = [replace(event, hash="") for event in EVENING[:2]]
    for kind, body in more:
        told.append(replace(told[-1], seq=len(told) + 1, kind=kind, body=body, key=f"k{len(told)}"))
    return told


@pytest.mark.parametrize("said", GROUPED.values(), ids=GROUPED)
def test_what_comes_in_belongs_to_no_group(
    second_app: Flask, said: list[tuple[str, dict[str, object]]]
) -> None:
    told = with_events(*said)
    matches = second_app.extensions["matches"]
    assert take_in(Phone(second_app), dump(under_code(told, "KACK")).encode()).status == 200
    status, _answer = sent(Phone(second_app), told, "KACKAJDE")
    assert status == 200
    assert [matches.get(code).group for code in ("KACK", "KACKAJDE")] == ["", ""]
    events = matches.ledger.read("KACK")
    assert list(rehashed(events)) == events
    assert [event.body for event in events][: len(told)] == [event.body for event in told]


def test_a_code_that_another_match_has_is_drawn_anew(table: Table) -> None:
    other = [replace(event, hash="") for event in under_code(EVENING, table.code)]
    before = table.match.events
    screen = take_in(Phone(table.phone.app), dump(other).encode())
    assert screen.status == 200
    assert screen.url != table.url
    assert table.match.events == before


def test_the_first_bad_line_ends_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    parse = files.parse_event

    def counted(number: int, line: str) -> Event:
        read.append(number)
        return parse(number, line)

    monkeypatch.setattr(files, "parse_event", counted)
    nonsense = replace(EVENING[1], body={**EVENING[1].body, "entry": {}}, hash="")
    for bad in ("", "{}", line_of(nonsense)):
        read.clear()
        text = f"{line_of(EVENING[0])}\n{bad}\n" + dump(EVENING[2:]) + "\n" * 1_000_000
        with pytest.raises(BrokenLine) as broken:
            load(text, SENT)
        assert (broken.value.line, read) == (2, [1, 2])


def test_lines_are_not_split_before_they_are_read() -> None:
    lines = files.lines_of("x\n" * 1_000_000)
    assert next(lines) == "x"
    assert not isinstance(lines, list)


def noted(seq: int) -> Event:
    return replace(EVENING[1], seq=seq, kind="noted", body={"event": 2, "note": "pivo"},
                   key=f"note-{seq}", hash="")  # fmt: skip


def test_a_file_has_so_many_lines_at_most_and_the_page_says_so(
    second_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 40
    module = import_module("scorekeeper.web.import_file")
    monkeypatch.setattr(module, "SENT", replace(SENT, most=most))
    monkeypatch.setattr(module, "MOST_LINES", most)
    longest, phone = [*EVENING[:2], *map(noted, range(3, most + 1))], Phone(second_app)
    screen = take_in(phone, dump([*longest, noted(most + 1)]).encode())
    assert screen.status == 422
    assert phone.say(TOO_LONG, n=most + 1) in screen.text
    limits = phone.say(
        "At most %(lines)d lines of %(letters)d letters each; a longer file is brought in by the"
        " operator with “scorekeeper import”.",
        lines=most,
        letters=MOST_LETTERS,
    )
    assert limits in screen.text
    assert limits in phone.get("/take-in").text
    assert not second_app.extensions["matches"].ledger.matches()
    assert take_in(phone, dump(longest).encode()).status == 200


def test_the_longest_evening_is_no_longer_than_a_file_may_be() -> None:
    longest = [*map(len, map(line_of, EVENING))]
    assert SENT.most == MOST_LINES > LONG
    assert max(longest) * LONG < BIGGEST_FILE


def test_corrections_of_old_rows_count_only_so_many_rows_again() -> None:
    rows, most = 30, 300
    played = events("KACK", [*islice(rounds_of(2), rows)])
    body = {"event": 2, "entry": played[1].body["entry"], "lines": played[1].body["lines"]}
    for seq in range(rows + 2, rows + 3 + most // rows):
        played.append(Event("KACK", seq, "corrected", body, f"key-{seq}", played[0].at))
    reading = replace(SENT, growth=lambda: Growth(most).after)
    with pytest.raises(BrokenLine, match=f"more than {most} rows are counted again"):
        load(dump(played), reading)
    assert load(dump(played[:-1]), reading)


def test_what_grows_in_place_is_the_same_as_what_is_copied() -> None:
    for path in sorted(FOLDER.glob("*-[0-9].jsonl")):
        evening, growth = load(path.read_text("utf-8")), Growth()
        copied = grown = Match.fold(evening[:1])
        for event in evening[1:]:
            copied, grown = copied.after(event), growth.after(grown, event)
            assert replace(grown, events=(), rows=(), rulings=(), link_events=()) == replace(
                copied, events=(), rows=(), rulings=(), link_events=()
            )
            assert (*grown.rows,) == copied.rows
            assert (*grown.events,) == copied.events
            assert (*grown.rulings,) == copied.rulings
            assert (*grown.link_events,) == copied.link_events
