"""Case files on the command line: the kept ones agree, and every way to fail says where."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cases import differences, score
from scorekeeper.cli import main
from scorekeeper.games import GAMES

FILES = sorted((Path(__file__).parents[1] / "games").glob("*/*.score.jsonl"))
PLAYERS = ["Č", "P", "T", "R"]
ROUND = {"type": "round", "points": [14, 14, 0, 0]}
ANSWER = {
    "scores": [[14, 14, 0, 0]],
    "totals": [14, 14, 0, 0],
    "state": {
        "over": False,
        "loser": None,
        "barrage": [],
        "dokladacka": False,
        "dokladackas": [],
        "rounds_bought": [0, 0, 0, 0],
    },
}


def case(*entries: Any, **more: Any) -> dict[str, Any]:
    return {"game": "kocka", "players": PLAYERS, "entries": list(entries), **more}


def write(folder: Path, *lines: Any, name: str = "some.jsonl") -> str:
    """A case file; a text is a line as it stands."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / name).write_text("".join(text + "\n" for text in texts), "utf-8")
    return str(folder / name)


def cases_in(path: Path) -> int:
    lines = path.read_text("utf-8").splitlines()
    return sum(1 for line in lines if line.strip() and not line.startswith("#"))


Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_kept_case_is_scored_as_expected(path: Path, capsys: Capture) -> None:
    status = main(["score", "--check", str(path)])
    assert capsys.readouterr().out == f"{cases_in(path)} passed, 0 failed\n"
    assert status == 0


def test_there_are_kept_cases() -> None:
    evenings = {"kocka/1996.score.jsonl", "taroky/evening.score.jsonl"}
    games = {f"{key}/cases.score.jsonl" for key in GAMES}
    assert {f"{path.parent.name}/{path.name}" for path in FILES} == evenings | games
    assert all(cases_in(path) >= (25 if path.stem == "cases.score" else 1) for path in FILES)


# --- printing ------------------------------------------------------------------------------------


def test_a_ledger_is_answered_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = write(tmp_path, "# a comment", "", case(ROUND), "   ", "  # another")
    assert main(["score", path]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [ANSWER]


def test_an_error_is_an_answer_too_and_the_other_lines_are_scored(
    tmp_path: Path, capsys: Capture
) -> None:
    refused = {**ROUND, "points": [14, 12, 0, 0]}
    path = write(tmp_path, case(refused), "{", case(ROUND))
    assert main(["score", path]) == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"error": "28 − 26: 2 points are missing.", "entry": 0, "field": "points"}
    assert second["error"].startswith("This is no JSON")
    assert second["field"] == ""
    assert third == ANSWER


def test_cases_come_from_standard_input_and_several_files(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(case(ROUND, expect={"over": 1}))))
    path = write(tmp_path, case(ROUND, expect={"totals": [14, 14, 0, 0]}))
    assert main(["score", "--check", path, "-"]) == 1
    assert capsys.readouterr().out == "-:1: over: expected 1, got null\n1 passed, 1 failed\n"


@pytest.mark.parametrize("content", [None, b"\xff\n"], ids=["no such file", "not UTF-8"])
@pytest.mark.parametrize("options", [[], ["--check"]], ids=["print", "check"])
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, capsys: Capture, content: bytes | None, options: list[str]
) -> None:
    path = tmp_path / "some.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert main(["score", *options, str(path)]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: ")


# --- checking ------------------------------------------------------------------------------------

DIFFERENT: list[tuple[Any, str]] = [
    (
        case(ROUND, expect={"totals": [14, 14, 0, 1]}),
        "totals: expected [14, 14, 0, 1], got [14, 14, 0, 0]",
    ),
    (
        case(ROUND, expect={"scores": [], "totals": ANSWER["totals"]}),
        "scores: expected [], got [[14, 14, 0, 0]]",
    ),
    (case(ROUND, expect={"error": True}), "error: expected true, got null"),
    (case(ROUND, expect={"winner": 1}), "winner: expected 1, got null"),
    (
        case({"type": "round"}, expect={"error": True, "entry": 1}),
        "entry: expected 1, got 0",
    ),
    (
        case({"type": "round", "durch": 9}, expect={}),
        "error: Nobody sits there. Seats are 0 to 3. (durch)",
    ),
]


@pytest.mark.parametrize(("data", "difference"), DIFFERENT)
def test_only_what_differs_is_printed_with_its_place(
    tmp_path: Path, capsys: Capture, data: Any, difference: str
) -> None:
    path = write(tmp_path, case(ROUND, expect=ANSWER), "# comment", data)
    assert main(["score", "--check", path]) == 1
    assert capsys.readouterr().out == f"{path}:3: {difference}\n1 passed, 1 failed\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "This is no JSON"),
        ("", ""),
        ("[" * 100_000, "This is no JSON"),
        ("[]", "This must be an object"),
        ("3", "This must be an object"),
        ("null", "This must be an object"),
        ({"game": "bridge"}, "Choose one of: "),
        ({}, "Choose one of: "),
        ({"game": "kocka"}, "This is missing. (players)"),
        (case("round"), "Choose one of: round"),
        (case(None), "(type)"),
        (case({"type": ["round"]}), "(type)"),
        (case(ROUND, house=None), "This must be an object with named members. (house)"),
        (case(ROUND, house=[]), "(house)"),
        (case(ROUND, {"type": "correct", "entry": 0}), "Choose one of: round"),
        (case(ROUND, {"type": "correct", "with": ROUND}), "(entry)"),
        (case({"type": "void", "entry": -1}), "(entry)"),
        (case({"type": "void", "entry": True}), "(entry)"),
        (case({**ROUND, "no_trick": [1]}) | {"players": [[], {}, 1, None]}, "(players.0)"),
    ],
)
def test_a_line_that_says_nothing_sensible_fails_without_a_crash(
    tmp_path: Path, capsys: Capture, line: Any, said: str
) -> None:
    path = write(tmp_path, line, case(ROUND))
    status = main(["score", "--check", path])
    out = capsys.readouterr().out
    assert said in out
    assert (status, out.endswith("1 passed, 1 failed\n")) == (
        (1, True) if line != "" else (0, False)
    )


@pytest.mark.parametrize("expect", [[], "over", 3, False])
def test_an_expectation_that_is_no_object_does_not_pass(
    tmp_path: Path, capsys: Capture, expect: Any
) -> None:
    path = write(tmp_path, case(ROUND, expect=expect))
    assert main(["score", "--check", path]) == 1


def test_nested_members_that_are_not_expected_are_not_compared() -> None:
    answer = {"state": {"over": True, "loser": 2}, "totals": [1]}
    assert differences({"state": {"loser": 2}}, answer) == []
    assert len(differences({"state": {"loser": 1}, "totals": [2]}, answer)) == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 30) | st.sampled_from(["round", "void", "correct"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "entry", "with", "points", "durch"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(JSON | st.just(ROUND), max_size=5))
def test_whatever_stands_in_a_ledger_it_is_scored_or_refused(entries: list[Any]) -> None:
    answer = score(case(*entries))
    assert "error" in answer or len(answer["scores"]) == len(entries)
