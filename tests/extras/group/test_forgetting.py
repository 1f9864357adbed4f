"""Forgetting a member leaves no trace of him, in no file and in no export; scores stay."""

import json
from contextlib import closing
from dataclasses import replace
from functools import cache

import pytest

from scorekeeper.cli import main
from scorekeeper.core.house_rules import dump_house
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.events import Agreed, Bought, Paid
from scorekeeper.extras.group.forgetting import Names, forget
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load_file, streams_of
from scorekeeper.referee import judgements
from scorekeeper.stream.files import dump_all
from tests.extras.group.season import CODE, Season, season

KOCKA = GAMES["kocka"]
RENAMED = 3
"""Eva, whom the season renames to Evička."""


@cache
def half_year():
    return season(evenings=16, length=0.5)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "instance").mkdir()
    return tmp_path / "instance"


@pytest.fixture
def ledger(folder):
    """The season in a file, and what people write of one another besides."""
    with closing(open_ledger(f"sqlite:///{folder / 'scorekeeper.db'}")) as ledger:
        half_year().write_to(ledger)
        _write_more(ledger)
        yield ledger


def _write_more(ledger):
    """Names where they can be typed freely, a misspelled one, a verdict that is kept."""
    groups, matches = Groups(ledger), Matches(ledger)
    for kind, body in (
        ("bought", {"night": "2026-01-09", "buyer": 1, "guests": [3], "what": "rum Evě"}),
        ("agreed", {"game": "kocka", "name": "Evička hraje", "house": {"stake": "rum pro EVU"}}),
        ("located", {"matches": ["M0000"], "pub": "U Evy doma", "town": "Tovéř"}),
        ("named", {"name": "Evičky a spol."}),
        ("joined", {"name": "Evuše", "guest": True}),
    ):
        group = groups.get(CODE)
        groups.write(group, kind, body, group.version, f"more-{kind}")
    group = groups.get(CODE)
    groups.write(group, "named", {"member": 3, "name": "Evelína"}, group.version, "mis")
    groups.undo(groups.get(CODE), group.version + 1, "un-mis")
    match = next(
        each for each in map(matches.get, group.matches) if each.rows and "Eva" in each.names
    )
    matches.note(match, match.rows[0].seq, "Eva! Evě to nevyšlo", match.version, "note")
    given = {"rule": "kocka.first-lead"}
    house = KOCKA.house(stake="pivo Evě")
    code = "KKKK"
    people = ("Petr", "Eva Novotná", "Jana", "Ota")
    named = {"game": "kocka", "names": list(people), "dealer": 0, "rules": "Jak chce Eva"}
    ledger.append(code, 0, "kk", "opened", {**named, "house": dump_house(house)})
    judgement = judgements.judge_question(KOCKA, house, people, "seen", given)
    judgements.save(ledger, judgement)
    told = {
        "how": "waived",
        "seat": None,
        "note": "Eva se smála",
        "link": judgements.code_of(judgement),
    }
    matches.rule(matches.get(code), {**told, **judgement.dump()}, None, 1, "rule")
    group = groups.get(CODE)
    body = {"match": code, "people": [0, 3, 1, 4]}
    groups.write(group, "belongs", body, group.version, "kk")


NAMES = ("Eva", "Evička", "Evuš", "Evelín", "Novotn", "Evě", "EVU", "Evy", "Evičky")


def everything(ledger):
    return {code: ledger.read(code) for code in ledger.matches()}


def file_of(folder):
    return b"".join(f.read_bytes() for f in folder.glob("scorekeeper.db*")).decode(
        "utf-8", "replace"
    )


def named(text):
    """Which of the names stand somewhere in a text; Evuše, who is somebody else, left out."""
    return {name for name in NAMES if name in text.replace("Evuše", "")}


@pytest.mark.sqlite_file
def test_no_name_is_left_in_the_file_or_in_an_export(folder, ledger, capsys):
    assert named(file_of(folder)) >= {"Eva", "Evička", "Evelín", "Novotn", "Evě", "EVU"}
    assert main(["forget", "--group", CODE, "--player", "eva", "--instance", str(folder)]) == 0
    assert "in backups made before" in capsys.readouterr().out
    assert named(file_of(folder)) == set()
    assert main(["export", CODE, "--instance", str(folder)]) == 0
    text = capsys.readouterr().out
    assert named(text) == set()
    assert "hráč 4" in text
    assert [stream[0].stream for stream in load_file(text)] == [
        CODE,
        *Group.fold(ledger.read(CODE)).matches,
    ]
    assert main(["check", "--instance", str(folder)]) == 0


def test_scores_stay_and_so_does_everybody_else(ledger):
    before = everything(ledger)
    forget(ledger, CODE, RENAMED, "hráč 4")
    after = everything(ledger)
    assert {code: len(events) for code, events in before.items()} == {
        code: len(events) for code, events in after.items()
    }
    group, was = Group.fold(after[CODE]), Group.fold(before[CODE])
    assert group.members[3].names == ("hráč 4",) * len(was.members[3].names)
    assert [m for m in group.members if m.number != 3] == [m for m in was.members if m.number != 3]
    assert (group.bodies_of(Paid), group.matches) == (was.bodies_of(Paid), was.matches)
    for code in group.matches:
        match, old = Match.fold(after[code]), Match.fold(before[code])
        assert (match.totals, [row.lines for row in match.rows if row.lines]) == (
            old.totals, [_told(row.lines) for row in old.rows if row.lines]
        )  # fmt: skip
        assert group.members_of(match) == was.members_of(old)


def _told(lines):
    """Lines as they are told without her: a stake that named her does not."""
    names = Names(["Eva"])
    return tuple(
        replace(
            line, facts={k: names.without(v) if k == "stake" else v for k, v in line.facts.items()}
        )
        for line in lines
    )


def test_what_was_typed_is_told_without_her(ledger):
    forget(ledger, CODE, RENAMED, "hráč 4")
    group = Group.fold(ledger.read(CODE))
    assert group.name == "… a spol."
    assert "rum …" in [body.what for _, body in group.bodies_of(Bought)]
    (_, kept), *_ = group.bodies_of(Agreed)
    assert (kept.game, kept.name, kept.house) == ("kocka", "… hraje", {"stake": "rum pro …"})
    assert group.pubs["M0000"].name == "U … doma"
    match = Match.fold(ledger.read("KKKK"))
    (ruling,) = (event.body["ruling"] for event in match.rulings)
    assert (match.house.stake, ruling["note"]) == ("pivo …", "… se smála")
    assert match.events[0].body["rules"] == "Jak chce …"
    assert match.names == tuple(ruling["names"]) == ("Petr", "hráč 4", "Jana", "Ota")
    kept = judgements.load(ledger, ruling["link"])
    assert (kept.names, kept.house.stake) == (match.names, "pivo …")


def test_a_name_that_somebody_has_is_given_to_nobody_else(ledger):
    groups = Groups(ledger)
    group = groups.get(CODE)
    body = {"name": "Hráč 4", "guest": True}
    groups.write(group, "joined", body, group.version, "other")
    forget(ledger, CODE, RENAMED, "hráč 4")
    group = Group.fold(ledger.read(CODE))
    assert group.members[3].name == "hráč 4 (1)"
    assert load_file(dump_all(streams_of(ledger, CODE)))


def test_everybody_can_be_forgotten_one_after_the_other(ledger):
    members = Group.fold(ledger.read(CODE)).members
    for member in members:
        assert forget(ledger, CODE, member.number, f"hráč {member.number + 1}")
    text = dump_all(streams_of(ledger, CODE))
    known = {name for member in members for name in member.names}
    assert [name for name in known if json.dumps(name, ensure_ascii=False) in text] == []
    assert load_file(text)


def test_who_was_two_is_forgotten_under_both_names(ledger):
    groups = Groups(ledger)
    group = groups.get(CODE)
    group = groups.write(group, "joined", {"name": "Evka", "guest": True}, group.version, "j")
    two = {"member": group.members[-1].number, "into": 3}
    groups.write(group, "merged", two, group.version, "m")
    forget(ledger, CODE, 3, "hráč 4")
    assert "Evka" not in dump_all(streams_of(ledger, CODE))


def test_a_process_that_runs_sees_it_at_once(ledger):
    groups, matches = Groups(ledger), Matches(ledger)
    seen = [groups.get(CODE), *map(matches.get, groups.get(CODE).matches)]
    assert any("Eva" in match.seating.people for match in seen[1:])  # type: ignore[union-attr]
    forget(ledger, CODE, RENAMED, "hráč 4")
    now = groups.get(CODE)
    assert now.members[3].name == "hráč 4"
    assert all("Eva" not in matches.get(code).seating.people for code in now.matches)


class Hurried:
    """A ledger in which somebody writes a name while it is being rewritten."""

    def __init__(self, ledger):
        self._ledger, self._again = ledger, True

    def __getattr__(self, name):
        return getattr(self._ledger, name)

    def rewrite(self, changed):
        if self._again:
            self._again = False
            at = self._ledger.read("KKKK")[-1].seq
            names = ["Petr", "Eva", "Jana", "Ota"]
            self._ledger.append("KKKK", at, "late", "renamed", {"names": names})
        self._ledger.rewrite(changed)


def test_what_comes_in_meanwhile_is_forgotten_too(ledger):
    forget(Hurried(ledger), CODE, RENAMED, "hráč 4")  # type: ignore[arg-type]
    assert Match.fold(ledger.read("KKKK")).names == ("Petr", "hráč 4", "Jana", "Ota")
    assert named(dump_all(streams_of(ledger, CODE))) == set()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--group", CODE, "--player", "Nikdo"], f"no group {CODE} with a player Nikdo"),
        (["--group", "NONE", "--player", "Eva"], "no group NONE with a player Eva"),
        (["--group", "KKKK", "--player", "Eva"], "no group KKKK with a player Eva"),
        (["--group", CODE], "name --player"),
        (["--group", CODE, "--player", "Eva", "--drop"], "scores stay"),
    ],
)
def test_whom_nobody_knows_is_not_forgotten(folder, ledger, capsys, words, says):
    before = everything(ledger)
    assert main(["forget", *words, "--instance", str(folder)]) == 2
    assert says in capsys.readouterr().err
    assert everything(ledger) == before


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("Jana", "Janě, Jany, Janou; Janáček zůstane", "…, …, …; Janáček zůstane"),
        ("Karel", "Karlovi i Karlem, Karlík", "… i …, …"),
        ("Ota", "Otovi a Oty; otázka a potah", "… a …; otázka a potah"),
        ("Petr Novák", "pan Novák, Petrovi", "pan …, …"),
        ("🂡", "dal 🂡 pivo", "dal … pivo"),
        ("J", "J a Jana", "… a Jana"),
        ("Алесь", "Алеся няма", "… няма"),
    ],
)
def test_names_are_known_in_their_cases(name, text, told):
    assert Names([name]).without(text) == told


def test_the_season_is_whole():
    assert isinstance(half_year(), Season)
    assert len(half_year().group.members[RENAMED].names) == 2
