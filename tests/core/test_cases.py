"""Case files on the command line: the kept ones agree, and every way to fail says where."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.cli import main
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house_rules import Tariff
from scorekeeper.referee.cases import differences, judge_case, score

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

TAROKY = {"game": "taroky", "players": PLAYERS}
DEAL = {"type": "deal", "dealer": 3, "declarer": 0, "contract": "druha", "partner": 2}
NUMBER_OR_LIST = "This must be a whole number. Or: This must be a list."


def case(*entries, **more):
    return {"game": "kocka", "players": PLAYERS, "entries": list(entries), **more}


def write(folder, *lines, name="some.jsonl"):
    """A case file; a text is a line as it stands."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / name).write_text("".join(text + "\n" for text in texts), "utf-8")
    return str(folder / name)


def cases_in(path):
    lines = path.read_text("utf-8").splitlines()
    return sum(1 for line in lines if line.strip() and not line.startswith("#"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_kept_case_is_scored_as_expected(path, capsys):
    status = main(["score", "--check", str(path)])
    assert capsys.readouterr().out == f"{cases_in(path)} passed, 0 failed\n"
    assert status == 0


def test_there_are_kept_cases():
    assert {path.parent.name for path in FILES if cases_in(path) >= 25} == set(GAMES)


def test_a_ledger_is_answered_in_one_line(tmp_path, capsys):
    path = write(tmp_path, "# a comment", "", case(ROUND), "   ", "  # another")
    assert main(["score", path]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {**ANSWER, "line": 3}
    ]


def test_a_ledger_is_explained_line_by_line(tmp_path, capsys):
    deal = {"type": "deal", "declarer": 1, "contract": "preferanc", "variant": "second"}
    lost = {**deal, "points": 25, "announcements": {"1": ["trul"]}}
    won = {**deal, "points": 45, "fleks": {"game": "flek"}}
    path = write(tmp_path, {**case(won, lost, {"type": "void", "entry": 1}), "game": "taroky"})
    assert main(["score", "--explain", path]) == 0
    [answer] = map(json.loads, capsys.readouterr().out.splitlines())
    [common, *shares] = answer["explained"][0][0].split("; ")
    assert common == "base: 45 − 35 = 10 · second preferanc × 2 · flek × 2 = 40 from each"
    assert shares[1].endswith("40 · opponents × 3 = +120")
    assert answer["explained"][1:] == [[], []]
    assert main(["score", "--explain", "--check", path]) == 0


def test_an_error_is_an_answer_too_and_the_other_lines_are_scored(tmp_path, capsys):
    path = write(tmp_path, case({**ROUND, "points": [14, 12, 0, 0]}), "{", case(ROUND))
    assert main(["score", path]) == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    place = {"entry": 0, "field": "points", "file": path, "line": 1}
    assert first == {"error": "28 − 26: 2 points are missing.", **place}
    assert second == {
        "error": "This is not JSON: the line ends too early.",
        "field": "",
        "file": path,
        "line": 2,
    }
    assert third == {**ANSWER, "line": 3}


def test_cases_come_from_standard_input_and_several_files(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(case(ROUND, expect={"over": 1}))))
    path = write(tmp_path, case(ROUND, expect={"totals": [14, 14, 0, 0]}))
    assert main(["score", "--check", path, "-"]) == 1
    assert capsys.readouterr().out == "-:1: over: expected 1, got null\n1 passed, 1 failed\n"


@pytest.mark.parametrize("name", ["none.jsonl", "."], ids=["no such file", "a folder"])
@pytest.mark.parametrize("options", [[], ["--check"]], ids=["print", "check"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, capsys, name, options):
    assert main(["score", *options, str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.startswith("scorekeeper: ")


def test_of_several_files_every_answer_names_its_own(tmp_path, capsys):
    paths = [write(tmp_path, "#", case(ROUND), name=name) for name in ("a.jsonl", "b.jsonl")]
    assert main(["score", *paths]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{**ANSWER, "file": path, "line": 2} for path in paths]


DIFFERENT = [
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
    (case({"type": "round"}, expect={"error": True, "entry": 1}), "entry: expected 1, got 0"),
    (
        case({"type": "round", "durch": 9}, expect={}),
        "error: Nobody sits there. Seats are 0 to 3. (durch)",
    ),
]


@pytest.mark.parametrize(("data", "difference"), DIFFERENT)
def test_only_what_differs_is_printed_with_its_place(tmp_path, capsys, data, difference):
    path = write(tmp_path, case(ROUND, expect=ANSWER), "# comment", data)
    assert main(["score", "--check", path]) == 1
    assert capsys.readouterr().out == f"{path}:3: {difference}\n1 passed, 1 failed\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "This is not JSON"),
        ("", ""),
        ("[" * 100_000, "This is nested too deep: at most 40 levels."),
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
        (case(ROUND, {"type": "void", "entry": 0, "why": ""}), "There is no such member."),
        (case(ROUND, {"type": "correct", "entry": 0}), "Choose one of: round"),
        (case(ROUND, {"type": "correct", "with": ROUND}), "(entry)"),
        (case({"type": "void", "entry": -1}), "(entry)"),
        (case({"type": "void", "entry": True}), "(entry)"),
        (json.dumps({**TAROKY, "entries": [{**DEAL, "points": 7}]}).replace("7", "1e999"), "list."),
        (case({**ROUND, "no_trick": [1]}) | {"players": [[], {}, 1, None]}, "(players.0)"),
    ],
)
def test_a_line_that_says_nothing_sensible_fails_without_a_crash(tmp_path, capsys, line, said):
    status = main(["score", "--check", write(tmp_path, line, case(ROUND))])
    out = capsys.readouterr().out
    assert said in out
    assert (status, out.endswith("1 passed, 1 failed\n")) == (
        (1, True) if line != "" else (0, False)
    )


@pytest.mark.parametrize("expect", [[], "over", 3, False, None])
def test_an_expectation_that_is_no_object_is_an_error(tmp_path, capsys, expect):
    path = write(tmp_path, case(ROUND, expect=expect))
    assert main(["score", path]) == 2
    assert json.loads(capsys.readouterr().out)["field"] == "expect"
    assert main(["score", "--check", path]) == 1


def test_nested_members_that_are_not_expected_are_not_compared():
    answer = {"state": {"over": True, "loser": 2}, "totals": [1]}
    assert differences({"state": {"loser": 2}}, answer) == []
    assert len(differences({"state": {"loser": 1}, "totals": [2]}, answer)) == 2


QUESTION = {"game": "kocka", "kind": "turn", "given": {"seat": 2, "turn": 2}}
MEMBERS = "game, kind, given, house, expect, note"
DEEP = "[" * 41 + "]" * 41

UNREADABLE = [
    ("]", "", "This is not JSON from column 1 on: “]”."),
    ('{"game": "kocka", }', "", "This is not JSON from column 19 on: “}”."),
    ('{"game": "kocka"} and more of it', "", "JSON from column 19 on: “and more of it”."),
    ('{"game": \x00}', "", "This is not JSON from column 10 on: “\N{REPLACEMENT CHARACTER}}”."),
    ('{"game": "kocka"', "", "This is not JSON: the line ends too early."),
    ('{"given": NaN}', "", "“NaN” is not a number in JSON: give one in digits, or null."),
    ('{"given": -Infinity}', "", "“-Infinity” is not a number in JSON"),
    ('{"given": ' + "7" * 5000 + "}", "", "The number 77777777777777777777… is too long: at most"),
    ('{"given": ' + DEEP + "}", "", "This is nested too deep: at most 40 levels."),
    (b'{"game": "ko\xe8ka"}', "", "Invalid UTF-8 at byte 13 of this line."),
    (
        '{"game": "kocka", "given": {"hand": [{"a": 1, "b": 2, "a": 1}]}}',
        "given.hand.0.a",
        "“a” is here twice: give it once.",
    ),
    ('{"game": "kocka", "game": "kocka"}', "game", "“game” is here twice: give it once."),
    (json.dumps({**QUESTION, "houses": {}}), "houses", f"no such member. Known ones: {MEMBERS}."),
    (json.dumps({**QUESTION, "dealer": 1}), "dealer", f"no such member. Known ones: {MEMBERS}."),
    (json.dumps({**QUESTION, "expect": 5}), "expect", "This must be an object with named members."),
]


@pytest.mark.parametrize(("line", "field", "said"), UNREADABLE)
def test_a_line_that_cannot_be_read_costs_nobody_else(tmp_path, capsys, line, field, said):
    raw = line.encode() if isinstance(line, str) else line
    good = json.dumps(QUESTION).encode()
    path = tmp_path / "some.jsonl"
    path.write_bytes(b"\n".join([good, b"# a comment in another code: \xe8", raw, good]))
    assert main(["judge", str(path)]) == 2
    first, wrong, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["verdict"], last["verdict"]) == ("legal", "legal")
    assert (first["line"], wrong["line"], last["line"]) == (1, 3, 4)
    assert (wrong["field"], wrong["file"]) == (field, str(path))
    assert said in wrong["error"]


def test_who_has_read_enough_is_told_nothing(tmp_path):
    """As `scorekeeper judge FILE | head -1`."""
    path = write(tmp_path, *[QUESTION] * 5_000)
    command = [sys.executable, "-m", "scorekeeper", "judge", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stderr
        assert json.loads(run.stdout.readline())["line"] == 1
        run.stdout.close()
        assert (run.stderr.read(), run.wait()) == (b"", 0)


def test_brackets_in_texts_are_not_deep(tmp_path, capsys):
    path = write(tmp_path, {**QUESTION, "note": "[{" * 100 + '\\"' + "[" * 100})
    assert main(["judge", path]) == 0


def test_a_byte_order_mark_at_the_beginning_is_taken(tmp_path, capsys):
    line = b"\xef\xbb\xbf" + json.dumps(QUESTION).encode()
    path = tmp_path / "some.jsonl"
    path.write_bytes(line + b"\r\n" + line)
    assert main(["judge", str(path)]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["verdict"] == "legal"
    assert second["error"].startswith("This is not JSON from column 1 on")


def test_standard_input_is_bytes_too(capsys, monkeypatch):
    raw = b"\xef\xbb\xbf\xff\n" + json.dumps(QUESTION).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert main(["judge", "-"]) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["error"], second["verdict"]) == ("Invalid UTF-8 at byte 1 of this line.", "legal")


NAMED = f"Choose one of: {', '.join(Tariff.presets)}; or give an object with named members."
WRONG = [
    *(
        ({**TAROKY, "entries": [{**DEAL, "points": points}]}, "points", NUMBER_OR_LIST)
        for points in ("40", 1.5, True, {})
    ),
    (
        {**TAROKY, "entries": [], "house": {"varsava_pays": "nope"}},
        "house.varsava_pays",
        "Choose one of: difference. Or: This must be a whole number.",
    ),
    ({**TAROKY, "entries": [], "house": {"tariff": "nope"}}, "house.tariff", NAMED),
    *(
        ({**case(), "players": names}, field, said)
        for names, field, said in (
            (["P", "J", "", "E"], "players.2", "This is missing."),
            (["P", "J", "  ", "E"], "players.2", "This is missing."),
            (["P", "J", "P", "E"], "players.2", "“P” is here twice."),
            (["P", "J", "K", "p "], "players.3", "“p ” is here twice."),
            (
                ["P", "J" * 31, "K", "E"],
                "players.1",
                "The text is too long: at most 30 characters.",
            ),
            (["P", "J", "K"], "players", "Choose one of: 4."),
            (["P", "J", 3, "E"], "players.2", "This must be text."),
        )
    ),
]


@pytest.mark.parametrize(("data", "field", "said"), WRONG)
def test_a_case_that_cannot_be_scored_says_where_and_why(data, field, said):
    entry = {"entry": 0} if field == "points" else {}
    assert score(data) == {"error": said, "field": field, **entry}


def test_what_cannot_have_been_so_is_said_in_the_words_of_the_rule():
    answer = judge_case({"game": "makao", "kind": "attack", "given": IMPOSSIBLE})
    assert answer["field"] == "given.plays.0.cards"
    assert str(answer["error"]).startswith("That cannot be right. Twos and threes (3.1): For")


IMPOSSIBLE = {"players": 4, "plays": [{"seat": 0, "cards": ["9H"]}]}


def test_an_entry_that_would_not_be_taken_now_is_doubted():
    rounds = [{"type": "round", "points": [28, 0, 0, 0]}] * 2
    dokladacka = {"type": "dokladacka", "loser": 0, "how": "last-card"}
    strike = {"type": "void", "entry": 0}
    whole, changed = score(case(*rounds, dokladacka)), score(case(*rounds, dokladacka, strike))
    assert "doubts" not in whole
    assert "error" not in whole
    assert changed["doubts"] == [2]
    assert differences({"doubts": []}, whole) == []
    assert differences({"doubts": [2]}, changed) == []
    assert differences({"doubts": [3]}, changed) == ["doubts: expected [3], got [2]"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 30) | st.sampled_from(["round", "void", "correct"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "entry", "with", "points", "durch"]), inner)
    ),
    max_leaves=8,
)


ENTRIES = st.lists(JSON | st.just(ROUND), max_size=5)


@settings(max_examples=30, deadline=None)
@given(ENTRIES)
def test_whatever_stands_in_a_ledger_it_is_scored_or_refused(entries):
    require_scores(entries)


def require_scores(entries):
    answer = score(case(*entries))
    assert "error" in answer or len(answer["scores"]) == len(entries)


PIECES = [json.dumps(QUESTION).encode(), json.dumps(case(ROUND)).encode()]
NONSENSE = st.lists(
    st.binary(max_size=30)
    | st.sampled_from([*PIECES, b"\n", b"#", b"\xef\xbb\xbf", b"[" * 50, b"9" * 5000, b'{"game":'])
    | st.text(max_size=10).map(lambda text: json.dumps({text: text}).encode()),
    max_size=8,
)
LINES = st.sampled_from(PIECES).flatmap(
    lambda line: st.builds(
        lambda at, length, put: line[:at] + put + line[at + length :],
        st.integers(0, len(line)),
        st.integers(0, 9),
        st.binary(max_size=4),
    )
)


ANY_FILE = NONSENSE | st.lists(LINES, max_size=3)
BOTH_COMMANDS = pytest.mark.parametrize("command", ["judge", "score"])


@settings(max_examples=15, deadline=None, suppress_health_check=[*HealthCheck])
@given(pieces=ANY_FILE)
@BOTH_COMMANDS
def test_whatever_a_file_says_every_line_has_an_answer(tmp_path, capsys, command, pieces):
    require_answers(tmp_path, capsys, command, pieces)


def require_answers(tmp_path, capsys, command, pieces):
    path = tmp_path / "some.jsonl"
    path.write_bytes(b"\n".join(pieces))
    assert main([command, "--check", str(path)]) in (0, 1)
    capsys.readouterr()
    status = main([command, str(path)])
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.removesuffix("\n").split("\n") if out]
    numbers = [answer["line"] for answer in answers]
    assert numbers == sorted(set(numbers))
    assert (status, err) == (2 if any("error" in answer for answer in answers) else 0, "")
