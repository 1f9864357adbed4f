"""A name with a sign that nobody sees: it is said where it was typed, with what would be right."""

import pytest

from scorekeeper.core.schema import Invalid
from scorekeeper.rulebook import unreadable
from tests.extras.group.phones import NAMES, found
from tests.web.table import people
from tests.web.table import start as sit_down

BAD, GOOD = ["\u202eKarel", "Ka\u200brel", "Karel\ufeff", "Karel\x07"], "Karel"


def new_match(phone, name):
    phone.get("/new/kocka")
    names = people("Petr", "Jana", name, "Eva")
    return phone.submit("/new/kocka", phone.say("Start the game"), **names)


def at_the_table(phone, name):
    return sit_down(phone).fill("/people", **{"player-2": name})


def members_of_a_new_group(phone, name):
    return phone.fill("/c/new", name="Tovéř", members=f"Petr\n{name}\nJana")


def new_group(phone, name):
    return phone.fill("/c/new", name=name, members="Petr\nJana")


def member(phone, name, **more):
    group = found(phone, "Petr\nJana")
    return phone.fill(f"{group}/members", name=name, **more)


def guest(phone, name):
    return member(phone, name, guest="y")


def member_renamed(phone, name):
    group = found(phone, "Petr\nJana")
    return phone.fill(f"{group}/members/1/edit", f"{group}/members/1/name", name=name)


def group_renamed(phone, name):
    group = found(phone, "Petr\nJana")
    return phone.fill(f"{group}/members", f"{group}/members/group-name", name=name)


def house_rules(phone, name):
    phone.get("/new/kocka")
    fields = {"seats": "4", "dealer": "3", "house_name": name, **people(*NAMES)}
    return phone.post("/new/kocka", fields)


PLACES = [
    *(new_match, at_the_table, house_rules, new_group, members_of_a_new_group),
    *(member, guest, member_renamed, group_renamed),
]


BAD_AT = [(place, BAD[number % len(BAD)]) for number, place in enumerate(PLACES)]


@pytest.mark.parametrize(("place", "name"), BAD_AT)
def test_a_sign_that_cannot_be_seen_is_named_and_left_out(phone, place, name):
    """Each place has to do with one of the signs."""
    screen = place(phone, name)
    assert screen.status == 422
    assert unreadable("cs", Invalid("", "invisible", instead=GOOD)) in screen.text
    assert unreadable("cs", Invalid("", "missing")) not in screen.text
    assert phone.say("A name is missing here.") not in screen.text
    assert name not in screen.html, "the form shows what would be right"
    assert GOOD in held(screen)


def held(screen):
    fields = [control for form in screen.forms for control in form.controls]
    return "\n".join(c.attrs.get("value", "") + "".join(c.pieces()) for c in fields)


@pytest.mark.parametrize("place", [new_match, member])
def test_what_was_left_out_can_be_saved_at_once(phone, place):
    screen = place(phone, BAD[0])
    form = next(f for f in screen.forms if GOOD in [c.attrs.get("value") for c in f.controls])
    press = phone.say("Start the game") if place is new_match else ""
    assert phone.submit(form.action, press).status == 200
    assert GOOD in phone.screen.text


def test_a_name_of_nothing_that_can_be_seen_is_missing(phone):
    assert phone.say("A name is missing here.") in new_match(phone, "\u200b\u202e").text
