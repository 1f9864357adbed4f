"""`scorekeeper check FILE`: a file is as it was written, or the first bad line is named."""

import contextlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.extras.group.actions import Groups
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.ledger.chain import rehashed
from scorekeeper.match.files import load, streams_of
from scorekeeper.stream.files import dump, dump_all
from tests.commands import refusal
from tests.verification.drills.imports import FOLDER

Capture = pytest.CaptureFixture[str]
OLD = load((FOLDER / "taroky-1.jsonl").read_text("utf-8"))
"""An evening that 0.4 wrote, without hashes."""
CODE = OLD[0].stream


@pytest.fixture(scope="module")
def evening() -> list[Event]:
    """The same evening, each event with its hash."""
    return list(rehashed(OLD))


def check(tmp_path: Path, content: str | bytes | Sequence[Event]) -> int:
    file = tmp_path / "evening.jsonl"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write_text(content if isinstance(content, str) else dump(content), "utf-8", newline="")
    return main(["check", str(file)])


def fault(tmp_path: Path, capsys: Capture, content: str | bytes | Sequence[Event]) -> str:
    """The one sentence in which a file is refused."""
    assert check(tmp_path, content) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err.removeprefix(f"scorekeeper: {tmp_path / 'evening.jsonl'}: ").rstrip("\n")


def test_a_file_is_as_it_was_written(tmp_path: Path, capsys: Capture, evening: list[Event]) -> None:
    assert check(tmp_path, evening) == 0
    said = capsys.readouterr()
    assert said.out == f"{tmp_path / 'evening.jsonl'}: 24 events, all as they were written\n"
    assert said.err == ""


def test_it_comes_through_standard_input(
    monkeypatch: pytest.MonkeyPatch, evening: list[Event]
) -> None:
    text = dump(evening)
    for each, status in ((text, 0), (text.replace("\n", "\r\n"), 1)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(each.encode())))
        assert main(["check", "-"]) == status


CHANGES: dict[str, Callable[[list[str]], list[str]]] = {
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
    "empty": lambda lines: [*lines[:6], "", *lines[6:]],
    "none": lambda lines: [*lines[:6], "no JSON", *lines[6:]],
}


def replaced(lines: list[str], number: int, old: str, new: str) -> list[str]:
    """The lines with something else in one of them."""
    line = lines[number - 1]
    assert old in line
    at = line.rindex(old)
    return [*lines[: number - 1], line[:at] + new + line[at + len(old) :], *lines[number:]]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_first_bad_line_is_named(
    tmp_path: Path, capsys: Capture, evening: list[Event], change: Callable[[list[str]], list[str]]
) -> None:
    lines = change(dump(evening).splitlines())
    number = 8 if change is CHANGES["twice"] else 7
    assert fault(tmp_path, capsys, "\n".join([*lines, ""])).startswith(f"line {number}: ")


@pytest.mark.parametrize("hashed", [True, False], ids=["with hashes", "of 0.4"])
def test_no_line_ends_as_on_other_systems(
    tmp_path: Path, capsys: Capture, evening: list[Event], hashed: bool
) -> None:
    text = dump(evening if hashed else OLD).replace("\n", "\r\n")
    said = fault(tmp_path, capsys, text)
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
def test_what_is_no_file_of_ours_is_refused(
    tmp_path: Path, capsys: Capture, content: bytes, said: str
) -> None:
    assert fault(tmp_path, capsys, content).startswith(said)


def test_an_event_that_makes_no_sense_is_found_though_its_hash_fits(
    tmp_path: Path, capsys: Capture, evening: list[Event]
) -> None:
    strange = replace(
        evening[-1], seq=25, key="more", kind="noted", body={"event": 99, "note": "x"}
    )
    said = fault(tmp_path, capsys, rehashed([*evening, strange]))
    assert said.startswith("line 25: body.event: ")


def test_what_has_no_hash_is_proven_by_a_later_one_or_by_none(
    tmp_path: Path, capsys: Capture, evening: list[Event]
) -> None:
    none = "no hash proves it; versions before 0.8 wrote none"
    assert fault(tmp_path, capsys, OLD) == f"line 1: {none}"
    bare = [*evening[:-2], *(replace(event, hash="") for event in evening[-2:])]
    assert fault(tmp_path, capsys, bare) == f"line 23: {none}"
    sealed = [*(replace(event, hash="") for event in evening[:-1]), evening[-1]]
    assert check(tmp_path, sealed) == 0
    capsys.readouterr()
    forged = [replace(sealed[0], key="another"), *sealed[1:]]
    assert fault(tmp_path, capsys, forged).startswith("line 24: hash: ")


def test_a_file_of_more_than_a_match_is_proven_stream_by_stream(
    tmp_path: Path, capsys: Capture, evening: list[Event]
) -> None:
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(evening)
        groups = Groups(ledger)
        group = groups.open("PARTA", "Tovéř", ["Petr", "Jana"], "k1")
        people: dict[str, object] = {"match": CODE, "people": [0, 1, "Karel", "Žofie"]}
        groups.write(group, "belongs", people, group.version, "k2")
        streams = streams_of(ledger, "PARTA")
    assert check(tmp_path, dump_all(streams)) == 0
    assert "26 events" in capsys.readouterr().out
    bare = [streams[0], [*evening[:-1], replace(evening[-1], hash="")]]
    assert fault(tmp_path, capsys, dump_all(bare)).startswith("line 26: no hash proves it")
    wrong = dump_all(streams).replace("Tovéř", "Tovér")
    assert "line 1: hash: event 1 of PARTA is not" in fault(tmp_path, capsys, wrong)


def test_an_evening_without_its_names_is_whole(
    tmp_path: Path, capsys: Capture, evening: list[Event]
) -> None:
    with contextlib.closing(open_ledger(f"sqlite:///{tmp_path / 'scorekeeper.db'}")) as ledger:
        ledger.restore(evening)
    here = ["--instance", str(tmp_path)]
    assert main(["forget", CODE, *here]) == main(["check", *here]) == 0
    capsys.readouterr()
    assert main(["export", CODE, *here]) == 0
    assert check(tmp_path, capsys.readouterr().out) == 0


def test_a_file_that_is_not_there_is_none(tmp_path: Path, capsys: Capture) -> None:
    assert "nowhere.jsonl: No such file" in refusal(
        capsys, "check", str(tmp_path / "nowhere.jsonl")
    )
