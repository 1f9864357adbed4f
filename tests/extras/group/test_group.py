"""A group: its fold, what is refused, undo, and the evenings of its matches."""

from datetime import UTC, date

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.group import GROUP, Group, Pub
from scorekeeper.extras.group.actions import Groups, UnknownGroup
from scorekeeper.extras.group.evenings import evenings, played
from scorekeeper.extras.group.events import Bought, Paid
from scorekeeper.extras.group.forgetting import forget
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Stale, open_ledger
from scorekeeper.match.actions import Matches

NAMES = ["Petr", "Jana", "Karel", "Eva"]


@pytest.fixture
def groups():
    return Groups(open_ledger("sqlite://"))


@pytest.fixture
def group(groups):
    return groups.open("PARTA", "Tovéř", NAMES, "k0")


def write(groups, group, kind, **body):
    return groups.write(group, kind, body, group.version, f"{kind}{group.version}")


def names(group):
    return [member.name for member in group.members if member.came]


def test_members_come_are_renamed_and_admitted(groups, group):
    group = write(groups, group, "joined", name="Ota", guest=True)
    assert group.members[4].guest
    group = write(groups, group, "named", member=0, name="Péťa")
    group = write(groups, group, "admitted", member=4)
    group = write(groups, group, "named", name="Tovéřáci")
    assert (group.name, names(group)) == ("Tovéřáci", ["Péťa", "Jana", "Karel", "Eva", "Ota"])
    assert not group.members[4].guest
    petr = group.called("petr")
    assert petr == group.members[0], "whoever was renamed is known by his old name"


def test_undo_and_redo_go_step_by_step(groups, group):
    group = write(groups, group, "joined", name="Ota", guest=False)
    group = write(groups, group, "named", member=4, name="Otík")
    group = groups.undo(group, group.version, "u1")
    assert names(group)[-1] == "Ota"
    group = groups.undo(group, group.version, "u2")
    assert names(group) == NAMES
    group = groups.redo(group, group.version, "r1")
    assert names(group)[-1] == "Ota"
    group = write(groups, group, "joined", name="Iva", guest=False)
    assert group.members[5].name == "Iva", "a number that was given once is never given again"
    assert group.redo is None


def test_a_match_taken_in_brings_its_guests(groups, group):
    group = write(groups, group, "belongs", match="7KQ4", people=[0, 1, "Ota", 3])
    assert group.matches == {"7KQ4": (0, 1, 4, 3)}
    assert group.members[4].guest
    group = groups.undo(group, group.version, "u")
    assert (dict(group.matches), names(group)) == ({}, NAMES)


TABLE = {"match": "M7", "people": [0, 1]}
SEATED = {
    "night": "2026-11-20",
    "round": 1,
    "game": "durak",
    "how": "drawn",
    "order": [0, 1, 2, 3],
    "tables": [TABLE, {"match": "M8", "people": [2, 3]}],
}
BAD = [
    ("joined", {"name": "petr", "guest": False}, "name", "twice"),
    ("joined", {"name": " ", "guest": False}, "name", "missing"),
    ("joined", {"name": "x" * 31, "guest": False}, "name", "too-long"),
    ("named", {"member": 0, "name": "Jana"}, "name", "twice"),
    ("named", {"member": 9, "name": "Iva"}, "member", "unknown-member"),
    ("admitted", {"member": -1}, "member", "unknown-member"),
    ("belongs", {"match": "7KQ4", "people": [0, 0]}, "people", "twice"),
    ("belongs", {"match": "7KQ4", "people": [0, "Jana"]}, "people", "twice"),
    ("belongs", {"match": "7KQ4", "people": [0, 8]}, "people", "unknown-member"),
    ("located", {"matches": ["NONE"], "pub": "U Lípy", "town": ""}, "matches.0", "not-a-choice"),
    ("bought", {"night": "20. 11.", "buyer": 0, "guests": [1], "what": ""}, "night", "not-a-day"),
    (
        "bought",
        {"night": "2026-11-20", "buyer": 0, "guests": [1, 1], "what": ""},
        "guests",
        "twice",
    ),
    ("paid", {"payer": 0, "payee": 0, "amount": 100, "currency": "CZK"}, "payee", "twice"),
    ("paid", {"payer": 0, "payee": 1, "amount": 0, "currency": "CZK"}, "amount", "too-small"),
    ("agreed", {"game": "mariáš", "name": "naše", "house": {}}, "game", "not-a-choice"),
    ("agreed", {"game": "kocka", "name": "naše", "house": {"no": 1}}, "house.no", "unknown-field"),
    ("seated", {**SEATED, "round": 2}, "round", "not-a-choice"),
    ("seated", {**SEATED, "order": [0, 1, 2, 9]}, "order", "unknown-member"),
    ("seated", {**SEATED, "order": [0, 1, 2, 2]}, "order", "twice"),
    ("seated", {**SEATED, "order": [0, 1, 2]}, "tables", "missing"),
    ("seated", {**SEATED, "tables": []}, "tables", "missing"),
    ("seated", {**SEATED, "tables": [TABLE, {"match": "M8", "people": [0]}]}, "tables", "twice"),
    ("seated", {**SEATED, "tables": [TABLE, {**TABLE, "people": [2]}]}, "tables", "twice"),
    ("deck", {"owner": 7, "since": "2026-11-20"}, "owner", "unknown-member"),
]


@pytest.mark.parametrize(("kind", "body", "path", "code"), BAD)
def test_what_cannot_be_is_refused_by_name(groups, group, kind, body, path, code):
    with pytest.raises(Invalid) as caught:
        write(groups, group, kind, **body)
    assert (caught.value.path, caught.value.code) == (path, code)
    assert groups.get("PARTA").version == 1, "nothing was written"


def test_every_action_has_a_check():
    groups = Groups(open_ledger("sqlite://"))
    group = groups.open("PARTA", "Tovéř", NAMES, "k0")
    declared = [each for each in GROUP.body_types.values() if not each.retired]
    for kind in (each.kind for each in declared if each.traits.undoable):
        with pytest.raises(Invalid):
            write(groups, group, kind, nonsense=1)


def test_a_save_that_is_sent_again_is_written_once(groups, group):
    body = {"name": "Ota", "guest": False}
    first = groups.write(group, "joined", body, 1, "key")
    assert groups.write(first, "joined", body, 1, "key") == first
    with pytest.raises(KeyReused):
        groups.write(first, "joined", {**body, "name": "Iva"}, 1, "key")
    with pytest.raises(Stale):
        groups.write(first, "joined", {**body, "name": "Iva"}, 1, "other")


def test_a_group_is_no_match_and_a_match_no_group(groups):
    matches = Matches(groups.ledger)
    kocka = GAMES["kocka"]
    matches.open("7KQ4", kocka, NAMES, 3, load_house(kocka.house, {}), "k1")
    with pytest.raises(UnknownGroup):
        groups.get("7KQ4")
    with pytest.raises(UnknownGroup):
        groups.get("NONE")


def test_an_evening_is_a_night_in_its_pubs(groups, group):
    matches = Matches(groups.ledger)
    kocka = GAMES["kocka"]
    for at, code in enumerate(("AAAA", "BBBB")):
        matches.open(code, kocka, NAMES, 3, load_house(kocka.house, {}), f"k{at}")
        group = write(groups, group, "belongs", match=code, people=[0, 1, 2, 3])
    group = write(groups, group, "located", matches=["AAAA"], pub="U Lípy", town="Tovéř")
    (found,) = evenings(played(group, [matches.get(code) for code in group.matches], UTC))
    assert {pub: len(there) for pub, there in found.places.items()} == {
        Pub("U Lípy", "Tovéř"): 1,
        Pub(): 1,
    }
    assert found.members == (0, 1, 2, 3)
    assert isinstance(found.night, date)


def test_a_group_folded_again_is_the_same(groups, group):
    group = write(groups, group, "joined", name="Ota", guest=True)
    group = groups.undo(group, group.version, "u")
    assert Group.fold(groups.ledger.read("PARTA")) == group


@pytest.fixture
def with_matches(groups, group):
    group = write(groups, group, "belongs", match="M1", people=[0, 1, "Peťa", 3])
    return write(groups, group, "belongs", match="M2", people=[0, 1, 2, 3])


def test_an_evening_gets_its_day(groups, with_matches):
    dated = write(groups, with_matches, "dated", matches=["M1"], night="2026-03-14")
    assert dated.nights == {"M1": date(2026, 3, 14)}
    assert groups.undo(dated, dated.version, "u").nights == {}


def test_a_match_leaves_the_group_and_may_come_again(groups, with_matches):
    left = write(groups, with_matches, "withdrawn", match="M1")
    assert set(left.matches) == {"M2"}
    assert names(left) == [*NAMES, "Peťa"], "who came with it stays a guest"
    again = write(groups, left, "belongs", match="M1", people=[0, 1, 4, 3])
    assert again.matches["M1"] == (0, 1, 4, 3)


def test_two_members_are_one(groups, with_matches):
    bought = {"night": "2026-03-14", "buyer": 4, "guests": [0], "what": "rum"}
    group = write(groups, with_matches, "bought", **bought)
    paid = {"payer": 4, "payee": 0, "amount": 100, "currency": "CZK"}
    group = write(groups, group, "paid", **paid)
    merged = write(groups, group, "merged", member=4, into=2)
    assert names(merged) == list(NAMES)
    assert merged.matches == {"M1": (0, 1, 2, 3), "M2": (0, 1, 2, 3)}
    assert [body.buyer for _, body in merged.bodies_of(Bought)] == [2]
    assert [body.payer for _, body in merged.bodies_of(Paid)] == [2]
    found = merged.called("Peťa")
    assert (found.number, found.name) == (2, NAMES[2])
    back = groups.undo(merged, merged.version, "u")
    assert back.matches == group.matches
    assert [body.payer for _, body in back.bodies_of(Paid)] == [4]


def test_tables_are_matches_of_the_group(groups, group):
    seated = write(groups, group, "seated", **SEATED)
    assert seated.matches == {"M7": (0, 1), "M8": (2, 3)}
    write(groups, seated, "joined", name="Ota", guest=True)
    merged = write(groups, groups.get("PARTA"), "merged", member=4, into=2)
    assert merged.matches == seated.matches
    with pytest.raises(Invalid):
        write(groups, merged, "seated", **{**SEATED, "round": 2})  # M7 is the group's


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        ("dated", {"matches": ["M9"], "night": "2026-03-14"}, "matches.0"),
        ("dated", {"matches": ["M1"], "night": "14. 3."}, "night"),
        ("withdrawn", {"match": "M9"}, "match"),
        ("merged", {"member": 4, "into": 9}, "into"),
        ("merged", {"member": 4, "into": 4}, "into"),
        ("merged", {"member": 0, "into": 1}, "into"),
    ],
)
def test_what_cannot_be_of_matches_and_members_is_refused(groups, with_matches, kind, body, path):
    with pytest.raises(Invalid) as wrong:
        write(groups, with_matches, kind, **body)
    assert wrong.value.path == path


def test_guests_of_old_evenings_keep_their_numbers_and_are_forgotten(groups, group):
    """An older version took results of old evenings from a table; only who came by it counts."""
    result = {"game": "kocka", "night": "2019-11-20", "people": [4, 5, 0], "points": [1, 2, 3]}
    result |= {"called": ["Zdenda", "Ota", "Péťa"], "pub": "U Oty", "town": "Tovéř"}
    group = write(groups, group, "recalled", guests=["Zdeněk", "Ota"], results=[result])
    group = groups.undo(group, group.version, "u")
    group = write(groups, group, "joined", name="Iva", guest=False)
    assert [(m.name, m.came) for m in group.members[4:]] == [
        ("Zdeněk", False),
        ("Ota", False),
        ("Iva", True),
    ]
    forget(groups.ledger, "PARTA", 5, "hráč 6")
    (event,) = (e for e in groups.get("PARTA").events if e.kind == "recalled")
    assert event.body["guests"] == ["Zdeněk", "hráč 6"]
    (told,) = event.body["results"]
    assert (told["called"], told["pub"]) == (["Zdenda", "…", "Péťa"], "U …")
    assert groups.get("PARTA").members[6].name == "Iva"
