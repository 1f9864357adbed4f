"""Members and evenings are found, and put right where they are wrong."""

from tests.extras.group.phones import NAMES, evening_of, found, kept, start
from tests.web.table import start as sit_down

MANY = [f"Hráč {letter}" for letter in "abcdefghijklmnop"]


def taken_in(phone, names):
    """A match of these people that the one group of the phone takes in; its code."""
    table = sit_down(phone, names, "durak")
    code = table.code
    table.write(type="game", fool=0)
    phone.fill(f"/m/{code}/company", press="Tovéř")
    if phone.screen.status == 422:  # nobody of them is meant
        asked = phone.screen.root.all("input")
        new = {each.attrs["name"] for each in asked if each.attrs["name"].startswith("person-")}
        phone.submit(f"/m/{code}/company", **dict.fromkeys(new, "new"))
    return code


def chips(phone):
    return [
        b.attrs["value"] for b in phone.screen.root.all("button") if b.attrs.get("name") == "add"
    ]


def test_all_members_are_offered_and_those_of_the_last_table_first(phone):
    group = found(phone, "\n".join(MANY))
    taken_in(phone, ("Hráč o", "Hráč n", "Hráč p"))
    phone.get(f"/new/taroky?group={group.rpartition('/')[2]}")
    offered = chips(phone)
    assert set(offered) == set(MANY)
    assert offered[:3] == ["Hráč o", "Hráč n", "Hráč p"]
    (fold,) = (d for d in phone.screen.root.all("details") if d.all("button"))
    assert len(fold.all("button")) == len(MANY) - 12


def test_a_name_that_is_nearly_a_member_s_is_asked_about_before_it_is_a_guest(phone):
    group = found(phone)
    new = f"/new/durak?group={group.rpartition('/')[2]}"
    names = {"player-0": "Petr", "player-1": "Jana", "player-2": "Karel", "player-3": "Eva Novotna"}
    phone.fill(new, "/new/durak", phone.say("Start the game"), **names)
    assert phone.screen.status == 422
    question = "%(typed)s is new here. Do you mean %(name)s?"
    assert phone.say(question, typed="Eva Novotna", name="Eva") in phone.screen.text
    phone.submit("/new/durak", "Eva")
    assert phone.screen.form("/new/durak").filled({})["player-3"] == "Eva"
    phone.submit("/new/durak", phone.say("Start the game"))
    assert [member.name for member in kept(phone, group).members] == NAMES
    phone.fill(new, "/new/durak", phone.say("Start the game"), **names)
    phone.submit("/new/durak", phone.say("Start the game"))
    assert [member.name for member in kept(phone, group).members][-1] == "Eva Novotna"


def test_who_joins_under_nearly_the_name_of_another_is_asked_about_once(phone):
    group = found(phone)
    phone.fill(f"{group}/members", name="Karle")
    assert phone.screen.status == 422
    assert len(kept(phone, group).members) == len(NAMES)
    phone.submit(f"{group}/members")
    assert kept(phone, group).members[-1].name == "Karle"


def test_who_of_two_is_meant_is_asked_and_nobody_chosen(phone):
    """The same name at each door: a new game, a member, an evening at several tables."""
    group = found(phone, "Petr N.\nPetr K.\nJana\nIva\nEva\nOlda\nZoe")
    question = "%(typed)s is new here. Do you mean %(name)s?"
    asks = phone.say(question, typed="Petr", name="Petr N. / Petr K.")
    new = f"/new/kocka?group={group.rpartition('/')[2]}"
    names = {"player-0": "Petr", "player-1": "Jana", "player-2": "Ivva", "player-3": "Evička"}
    phone.fill(new, "/new/kocka", phone.say("Start the game"), **names)
    assert asks in phone.screen.text
    for typed, name in (("Ivva", "Iva"), ("Evička", "Eva")):
        assert phone.say(question, typed=typed, name=name) in phone.screen.text
    phone.submit("/new/kocka", "Petr K.")
    assert phone.screen.form("/new/kocka").filled({})["player-0"] == "Petr K."
    for way in ("members", "rounds/new"):
        phone.fill(f"{group}/{way}", name="Petr")
        assert asks in phone.screen.text
    assert len(kept(phone, group).members) == 7


def test_a_table_that_is_taken_in_asks_who_is_who(phone):
    group = found(phone, "Petr N.\nPetr K.\nZdeněk\nEva")
    table = sit_down(phone, ("zdenek", "Petr", "Eva", "Ota"), "durak")
    table.write(type="game", fool=0)
    phone.fill(f"/m/{table.code}/company", press="Tovéř")
    assert phone.screen.status == 422
    assert not kept(phone, group).matches, "nothing is written before it is said"
    assert [f.all("legend")[0].text for f in phone.screen.root.all("fieldset")] == [
        phone.say("Who is %(name)s?", name=name) for name in ("zdenek", "Petr")
    ]
    assert not [each for each in phone.screen.root.all("input") if "checked" in each.attrs]
    phone.submit(f"/m/{table.code}/company", **{"person-0": "2"})
    assert phone.screen.status == 422, "one is still open"
    phone.submit(f"/m/{table.code}/company", **{"person-1": "1"})
    assert kept(phone, group).matches[table.code] == (2, 1, 3, 4)
    assert [member.name for member in kept(phone, group).members][4:] == ["Ota"]


def test_a_table_that_is_taken_in_may_bring_a_namesake(phone):
    group = found(phone, "Petr\nKarel")
    table = sit_down(phone, ("Petr", "Karl"), "durak")
    phone.fill(f"/m/{table.code}/company", press="Tovéř")
    phone.submit(f"/m/{table.code}/company", **{"person-1": "new"})
    assert [member.name for member in kept(phone, group).members] == ["Petr", "Karel", "Karl"]


def test_who_had_the_name_once_is_asked_about_where_another_is_near(phone):
    group = found(phone, "Petr\nJana")
    phone.fill(
        f"{group}/members/0/edit", f"{group}/members/0/name", phone.say("Save"), name="Petr N."
    )
    known = kept(phone, group)
    assert known.meant("Petr") == (), "it is clear who that was"
    phone.fill(f"{group}/members", name="Petr K.")
    phone.submit(f"{group}/members")
    known = kept(phone, group)
    assert [member.name for member in known.meant("Petr", ["Petr"])] == ["Petr N.", "Petr K."]


def test_two_who_are_one_are_merged_and_undo_parts_them(phone):
    group = found(phone)
    taken_in(phone, ("Evička", "Petr", "Jana"))
    guest = kept(phone, group).called("Evička")
    assert guest is not None
    phone.fill(
        f"{group}/members/{guest.number}/edit", f"{group}/members/{guest.number}/merge", into="3"
    )
    assert phone.screen.url.endswith("/members/3/edit")
    assert kept(phone, group).called("Evička").name == "Eva"
    phone.get(f"{group}/members/3")
    assert phone.say("Last played") in phone.screen.text
    phone.fill(group, f"{group}/undo")
    assert kept(phone, group).called("Evička") == guest
    phone.fill(f"{group}/members/0/edit", f"{group}/members/0/merge", into="1")
    assert phone.screen.status == 422, "they sat at one table"


def test_who_plays_no_more_is_no_chip_and_may_come_back(phone):
    group = found(phone, "\n".join(MANY))
    code = group.rpartition("/")[2]
    phone.fill(
        f"{group}/members/2/edit", f"{group}/members/2/name", phone.say("Plays with us no more")
    )
    phone.get(f"/new/taroky?group={code}")
    assert MANY[2] not in chips(phone)
    phone.get(f"{group}/members")
    assert MANY[2] in phone.screen.text
    phone.fill(f"{group}/members/2/edit", f"{group}/members/2/name", phone.say("Plays again"))
    phone.get(f"/new/taroky?group={code}")
    assert MANY[2] in chips(phone)


def test_who_was_forgotten_is_no_chip(phone):
    group = found(phone, "\n".join(MANY))
    phone.fill(f"{group}/members/0/forget")
    phone.get(f"/new/taroky?group={group.rpartition('/')[2]}")
    assert len(chips(phone)) == len(MANY) - 1
    phone.get(f"{group}/members/0")
    assert phone.screen.text.count(phone.say("player %(n)d", n=1)) == 2, "title and heading"


def test_a_match_goes_to_another_person_or_out_of_the_group(phone):
    group = found(phone)
    match = taken_in(phone, ("Petr", "Jana", "Zdena"))
    phone.fill(f"{group}/matches/{match}", **{"person-2": "3"})
    assert kept(phone, group).matches[match] == (0, 1, 3)
    phone.fill(f"{group}/matches/{match}", press=phone.say("Take it out of the group"))
    assert match not in kept(phone, group).matches
    assert phone.get(f"{group}/matches/{match}").status == 404
    phone.fill(group, f"{group}/undo")
    assert match in kept(phone, group).matches


def test_an_evening_is_of_the_day_that_one_says(phone):
    group = found(phone)
    start(phone, group)
    evening = evening_of(phone, group)
    phone.fill(evening, f"{evening}/pub", phone.say("It was on this day"), day="20. 11.")
    assert phone.screen.status == 422
    for far in ("2021-03-05", "9999-12-31"):
        phone.submit(f"{evening}/pub", phone.say("It was on this day"), day=far)
        assert phone.screen.status == 422, "so far a day is asked about"
    phone.submit(f"{evening}/pub", phone.say("It was on this day"), day="2021-03-05")
    assert phone.screen.status == 422, "another one was asked about"
    phone.submit(f"{evening}/pub", phone.say("It was on this day"))
    assert phone.screen.url == f"{group}/evenings/2021-03-05"
    assert phone.get(evening).url == phone.screen.url, "the address of the old day leads there"


def test_every_evening_is_listed_and_a_member_s_stand_on_his_page(phone):
    group = found(phone, "Petr\nJana\nOta")
    taken_in(phone, ("Petr", "Jana", "Ota"))
    start(phone, group)
    phone.get(group)
    phone.get(phone.screen.links[phone.say("All evenings")])
    (line,) = phone.screen.root.all("a", css="evening")
    assert "Durak" in line.text
    assert "Černá kočka" in line.text
    phone.get(group)
    phone.get(phone.screen.links[phone.say("Table and records")])
    phone.get(phone.screen.links["Ota"])
    assert any("/evenings/" in to for to in phone.screen.links.values())


def test_a_renamed_member_is_called_the_same_on_the_whole_page(phone):
    group = found(phone)
    taken_in(phone, ("Petr", "Jana", "Karel"))
    phone.fill(
        f"{group}/members/2/edit", f"{group}/members/2/name", phone.say("Save"), name="Karlík"
    )
    phone.get(group)
    assert "Karlík" in phone.screen.text
    assert "Karel" not in phone.screen.text
    phone.get(evening_of(phone, group))
    assert "Karel" not in phone.screen.text
