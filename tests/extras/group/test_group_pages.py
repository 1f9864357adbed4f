"""A group's pages: founding, members, links, its matches, undo, and what is refused."""

import pytest

from tests.extras.group.phones import NAMES, evening_of, found, start
from tests.web.table import people


def test_a_group_is_founded_and_stands_on_the_first_page(phone):
    group = found(phone)
    assert "Tovéř" in phone.screen.html
    phone.get("/")
    assert phone.screen.links["Tovéř"] == group


@pytest.mark.parametrize(
    ("name", "members", "says"),
    [
        ("", "Petr\nJana", "This is missing."),
        ("Tovéř", "Petr\npetr", "“petr” is here twice."),
        ("Tovéř", "Petr\n" + "x" * 31, "too long"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(phone, name, members, says):
    phone.fill("/c/new", press="Start the group", name=name, members=members)
    assert phone.screen.status == 422
    assert says in phone.screen.html
    assert phone.screen.form("/c/new").filled({})["members"].split() == members.split()


def test_founding_twice_with_one_form_makes_one(phone):
    phone.get("/c/new")
    page = phone.screen
    first = phone.submit("/c/new", "Start the group", name="T", members="A\nB").url
    phone.screen = page
    again = phone.submit("/c/new", "Start the group", name="T", members="A\nB").url
    assert first == again


def test_a_new_match_of_a_group_is_three_taps_away(phone):
    group = found(phone)
    start(phone, group)
    phone.get("/")
    phone.get(phone.screen.links["Tovéř"])
    tile = next(url for text, url in phone.screen.links.items() if "new/kocka" in url)
    phone.get(tile)
    filled = phone.screen.form("/new/kocka").filled({})
    assert [filled[f"player-{seat}"] for seat in range(4)] == NAMES
    code = phone.submit("/new/kocka", "Start the game").url.rpartition("/")[2]
    phone.get(group)
    assert f"{group}/m/{code}" in phone.screen.html


def test_the_first_page_is_short_on_a_long_evening(phone):
    group = found(phone)
    codes = [start(phone, group, game) for game in ("kocka", "durak", "kocka", "makao", "durak")]
    phone.get(group)
    shown = [code for code in codes if f"/m/{code}" in phone.screen.html]
    assert 1 < len(shown) < 4, "the others are one tap further"
    folded = [a for fold in phone.screen.root.all("details") for a in fold.all("a", "button")]
    every = phone.screen.root.all("a", "button", "summary")
    targets = [each for each in every if each not in folded and each.attrs.get("class") != "skip"]
    assert len(targets) <= 12, [each.text for each in targets]
    phone.get(evening_of(phone, group))
    assert all(f"/m/{code}" in phone.screen.html for code in codes)


def test_members_come_and_are_renamed_and_it_can_be_undone(phone):
    group = found(phone)
    phone.fill(f"{group}/members", press="Save", name="Ota", guest="y")
    assert "Ota" in phone.screen.html
    phone.fill(f"{group}/members/4/edit", f"{group}/members/4/name", "Make a member")
    phone.submit(f"{group}/members/4/name", "Save", name="Otík")
    assert "Otík" in phone.screen.html
    phone.fill(group, f"{group}/undo", "Undo: new name: Otík")
    phone.get(f"{group}/members")
    assert "Otík" not in phone.screen.html


def test_a_name_that_is_taken_is_refused_where_it_was_typed(phone):
    group = found(phone)
    phone.get(f"{group}/members")
    phone.fill(f"{group}/members/1/edit", f"{group}/members/1/name", "Save", name="petr")
    assert phone.screen.status == 422
    assert "“petr” is here twice." in phone.screen.html
    assert phone.screen.form(f"{group}/members/1/name").filled({})["name"] == "petr"


def test_an_old_match_is_taken_in_with_its_guests(phone):
    phone.get("/new/kocka")
    phone.submit("/new/kocka", "Start the game", **people("Petr", "Jana", "Ota", "Eva"))
    code = phone.screen.url.rpartition("/")[2]
    group = found(phone)
    phone.fill(f"/m/{code}/company", press="Tovéř")
    assert phone.screen.url == group
    phone.get(f"{group}/members")
    assert "Ota" in phone.screen.html
    assert phone.get(f"/m/{code}/company").url == group


def test_a_group_of_the_people_of_a_match(phone):
    phone.fill("/new/kocka", press="Start the game", **people(*NAMES))
    code = phone.screen.url.rpartition("/")[2]
    phone.get(f"/c/new?match={code}")
    assert phone.screen.form("/c/new").filled({})["members"].split() == NAMES
    phone.submit("/c/new", "Start the group", name="Tovéř")
    assert f"/m/{code}" in phone.screen.html
    phone.fill(
        f"/c/new?match={code}", "/c/new", "Start the group", name="Another of the same people"
    )
    assert f"/m/{code}" in phone.screen.html


def test_who_only_looks_on_founds_a_group_without_the_match(table, other):
    """The people may be its members; the match is not his to give."""
    other.get(table.link("watcher"))
    before = table.match.events
    other.fill(f"/c/new?match={table.code}", "/c/new", "Start the group", name="Tovéř")
    assert f"/m/{table.code}" not in other.screen.html
    assert table.match.events == before
