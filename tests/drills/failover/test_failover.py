"""What the drill counts, and the files that it runs on; the drill itself is run on demand."""

import re
from pathlib import Path

import pytest

from tests.drills.failover import __main__ as command
from tests.drills.failover.cluster import agree, is_whole
from tests.drills.failover.node import FILES, filled, variables
from tests.drills.failover.phones import Try, sentence_of
from tests.drills.failover.tally import (
    Death,
    calm,
    keys_by_match,
    longest,
    outage,
    summed,
    sums,
    table,
    unclear,
)

PAGE = (FILES.parent / "FEDERATION.md").read_text("utf-8")
NAMES = ("etcd.env", "patroni.yml", "config.py.in")
WRITTEN = [Try(n, n + 0.1, 303) for n in (1, 2, 3, 20, 21)]
SAID = Try(4, 12, 503, "Try again.")


def test_the_longest_time_in_which_nothing_was_written() -> None:
    assert outage([*WRITTEN, SAID], 3, 25) == pytest.approx(17.0)
    assert outage([], 3, 25) == 22
    assert longest([*WRITTEN, SAID]) == 8
    assert longest([]) == 0


@pytest.mark.parametrize(
    ("one", "fault"),
    [
        (SAID, []),
        (Try(1, 2, 303), []),
        (Try(1, 2, 503), ["answered by 503: ''"]),
        (Try(1, 2, 409, "Somebody was quicker."), ["answered by 409: 'Somebody was quicker.'"]),
        (Try(1, 31, 0), ["answered by 0: ''", "answered after 30.0 s"]),
    ],
)
def test_an_answer_is_clear_and_in_time(one: Try, fault: list[str]) -> None:
    assert unclear([one]) == fault


def test_the_table_has_a_line_for_each_death() -> None:
    deaths = [Death("machine", "one", "two", 3.5, 30), Death("database", "two", "one", 30, 40)]
    head, first, second = table(deaths, [*WRITTEN, SAID])
    assert head.split()[:2] == ["killed", "leader"]
    # Nothing was written from the death to 20.1; one try was to be sent again.
    assert re.split(r"\s{2,}", first) == [
        "1",
        "machine",
        "one → two",
        "16.6 s",
        "8.0 s",
        "1",
        "26 s",
    ]
    assert re.split(r"\s{2,}", second) == [
        "2",
        "database",
        "two → one",
        "10.0 s",
        "0.0 s",
        "0",
        "10 s",
    ]


def test_calm_is_what_lies_between_deaths() -> None:
    deaths = [Death("machine", "one", "two", 0, 1.5), Death("machine", "two", "one", 21.5, 30)]
    rate, times = calm(deaths, [*WRITTEN, SAID])
    assert rate == 4 / 20
    assert times == pytest.approx([0.1] * 4)
    assert calm(deaths[:1], WRITTEN) == (0.0, [])


def test_faults_of_one_kind_are_counted() -> None:
    lost = [
        f"one: {code}: lost 0f0e0d0c-0000-4000-8000-{n:012}"
        for n, code in enumerate(("7KQ4", "ABCD"))
    ]
    assert summed([*lost, "answered after 26.1 s"]) == [
        "2 × one: …: lost …",
        "1 × answered after … s",
    ]


def test_the_sum_says_what_phones_were_told() -> None:
    deaths = [Death("machine", "one", "two", 0, 1.5), Death("machine", "two", "one", 21.5, 30)]
    first, second, third, said = sums(deaths, [*WRITTEN, SAID])
    assert first == "5 saves, 1 tries sent again, an answer after 8.0 s"
    assert (second[:25], third) == ("between deaths 0 saves a ", "  99 of 100 within 0.100 s")
    assert said == "said: Try again."


def test_keys_stand_in_the_order_of_their_numbers() -> None:
    rows = [("B", 2, "x"), ("A", 3, "c"), ("A", 1, "a"), ("A", 2, "b")]
    assert keys_by_match(rows) == {"A": ["b", "c"], "B": ["x"]}


def member(role: str, **others: object) -> dict[str, object]:
    return {"name": role, "role": role, "state": "running", "timeline": 2, **others}


def test_a_cluster_is_whole_with_one_leader_and_two_that_follow() -> None:
    leader, near = member("leader"), member("sync_standby", lag=0)
    assert is_whole([leader, near, member("replica", lag=0)])
    assert not is_whole([leader, near])
    assert not is_whole([leader, member("replica"), member("replica", lag=0)])
    assert not is_whole([leader, near, member("replica", lag=0, timeline=1)])
    assert not is_whole([leader, near, member("replica", lag="unknown")])
    assert not is_whole([leader, near, member("replica", lag=0, state="stopped")])


def test_a_node_that_was_frozen_has_to_agree() -> None:
    one, two = member("leader", name="one"), member("leader", name="two")
    others = [member("sync_standby", lag=0), member("replica", lag=0)]
    assert agree([[two, *others]] * 3)
    assert not agree([[one, *others], [two, *others], [two, *others]])
    assert not agree([[], [two, *others], [two, *others]])


def test_the_sentence_of_a_page() -> None:
    assert sentence_of('<main><p class="empty">It doesn&#39;t\n</p></main>') == "It doesn't"
    assert sentence_of("/m/7KQ4") == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_filled_in_with_what_the_page_names(name: str) -> None:
    """Every `$name` of a file is set in the lines that the page tells to write down."""
    known = dict.fromkeys(re.findall(r"\b([a-z_]+)=", PAGE), "x")
    text = filled(name, known)
    assert "$" not in text
    assert f"({FILES.name}/{name})" in PAGE


def test_variables_are_read_as_systemd_reads_them() -> None:
    assert variables("# a\nA=1\n\nB=c=d\n") == {"A": "1", "B": "c=d"}


def test_without_its_packages_the_drill_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "missing", lambda: ["patroni", "etcd-server"])
    monkeypatch.setattr("sys.argv", ["failover"])
    assert command.main() == command.SKIPPED
    assert "apt-get install patroni etcd-server" in capsys.readouterr().out


def test_the_files_lie_where_the_page_says() -> None:
    assert sorted(path.name for path in Path(FILES).iterdir()) == sorted(NAMES)
