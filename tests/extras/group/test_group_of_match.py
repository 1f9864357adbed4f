"""Whose group may read a match: the match says so itself, and no group's own word is enough."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scorekeeper.match import Match
from tests.extras.group.phones import found, kept, start, watcher, write, writer
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.table import start as open_table

ROUND = (28, 0, 0, 0)
WAYS = ("", "/evenings", "/records", "/members/0", "/accounts", "/history", "/export")
"""Pages of a group on which its matches leave something."""


@pytest.fixture
def owner(app):
    return Phone(app, "en")


@pytest.fixture
def thief(app):
    return Phone(app, "en")


@pytest.fixture
def victim(owner):
    """A match of people whom nobody of the thief's group is called like."""
    table = open_table(owner, ("Alena", "Bořek", "Ctirad", "Dana"))
    table.rounds(ROUND)
    return table


def claim(phone, group, match):
    write(phone, group, "belongs", match=match, people=[0, 1, 2, 3])


def save(phone, group, way):
    """Sends a form of a group that says no more than that."""
    fields = {"seen": str(kept(phone, group).version), "key": str(uuid4())}
    assert phone.post(f"{group}/{way}", fields).status == 200


def assert_is_kept_out(phone, group, table, sheet):
    """Neither of the group's ways leads into a match, nor does anything of it stand there."""
    assert phone.get(f"{group}/m/{table.code}").status in (403, 404)
    for way in ("", "/watch", "/share", "/history", "/export", "/live"):
        assert phone.get(f"{table.url}{way}").status == 403, way
    for way in WAYS:
        shown = phone.get(f"{group}{way}")
        assert shown.status == 200, way
        assert not any(name in shown.html for name in sheet.names), way
    assert phone.get(f"{group}/matches/{table.code}").status == 404
    assert phone.post(f"{group}/matches/{table.code}/withdraw", {}).status == 404
    assert table.match.events == sheet.events


@pytest.mark.parametrize("taken_back", ["struck", "withdrawn"])
def test_what_a_group_brings_back_opens_nothing(owner, thief, victim, taken_back):
    group = found(thief)
    claim(thief, group, victim.code)
    if taken_back == "struck":
        write(thief, group, "struck", by="undo", event=2)
        save(thief, group, "redo")
    else:
        write(thief, group, "withdrawn", match=victim.code)
        save(thief, group, "undo")
    assert victim.code in kept(thief, group).matches
    sheet = victim.match
    assert_is_kept_out(thief, group, victim, sheet)
    thief.fill(f"{group}/members/0/forget")
    assert victim.match.names == sheet.names
    assert victim.match.events == sheet.events


@pytest.mark.parametrize("ended", ["writers", "links"])
@pytest.mark.parametrize("of_older_version", [False, True])
def test_a_phone_that_was_put_out_comes_not_back_by_its_own_group(
    owner, thief, victim, ended, *, of_older_version
):
    thief.get(victim.link("scorer"))
    group = found(thief, "A\nB\nC\nD")
    if of_older_version:
        claim(thief, group, victim.code)
        forget_what_it_says(owner, victim)
    else:
        thief.fill(f"{victim.url}/company", press="Tovéř")
    assert thief.get(f"{group}/m/{victim.code}").url == victim.url
    owner.get(f"{victim.url}/share")
    if ended == "writers":
        owner.submit(f"{victim.url}/seats", "Only this phone writes")
    else:
        owner.submit(f"{victim.url}/links", "Revoke the old links")
    sheet = victim.match
    assert sheet.group == ""
    assert_is_kept_out(thief, group, victim, sheet)
    assert thief.post(f"{victim.url}/company", {"group": group[3:]}).status == 403
    assert owner.get(f"{victim.url}/share").status == 200


def forget_what_it_says(phone, table):
    """Makes a match one of an older version, which says nothing of any group."""
    ledger = phone.app.extensions["matches"].ledger
    first, *rest = ledger.read(table.code)
    body = {name: part for name, part in first.body.items() if name != "group"}
    ledger.rewrite([replace(first, body=body, key=str(uuid4())), *rest])
    assert Match.fold(ledger.read(table.code)).group is None


def test_a_look_by_the_group_ends_with_what_gave_it(owner):
    group = found(owner)
    table = Table(owner, start(owner, group))
    other = watcher(owner, group)
    assert other.get(f"{group}/m/{table.code}").url == f"{table.url}/watch"
    assert other.get(f"{table.url}/share").status == 403
    owner.get(f"{table.url}/share")
    assert "Group Tovéř may read this match." in owner.screen.text
    owner.submit(f"{table.url}/company/leave", "Leave the group")
    assert other.get(f"{table.url}/watch").status == 403
    assert "no group may read this match" in owner.get(f"{table.url}/history").text
    owner.fill(f"{table.url}/company", press="Tovéř")
    assert other.get(f"{table.url}/watch").status == 200
    assert "group Tovéř may read this match" in owner.get(f"{table.url}/history").text
    save(owner, group, f"matches/{table.code}/withdraw")
    assert other.get(f"{table.url}/watch").status == 403


def test_the_group_stays_where_whoever_ends_links_says_so(owner):
    group = found(owner)
    table = Table(owner, start(owner, group))
    owner.get(f"{table.url}/share")
    for form in (f"{table.url}/links", f"{table.url}/seats"):
        owner.get(f"{table.url}/share")
        assert owner.screen.form(form).filled({})["group"] == group[3:]
    owner.submit(f"{table.url}/links", "Revoke the old links")
    owner.submit(f"{table.url}/seats", "Only this phone writes")
    assert table.match.group == group[3:]
    stranger = table.by_link("scorer")
    stranger.get(f"{table.url}/share")
    assert "group" not in stranger.screen.form(f"{table.url}/links").filled({})


def test_a_table_of_a_round_is_handed_over_on_the_page_of_the_round(owner, app):
    group = found(owner)
    owner.fill(
        f"{group}/rounds/seats?game=durak&size=2&how=leagues&in=0&in=1&in=2&in=3",
        f"{group}/rounds/seats",
        "Begin round 1",
    )
    ways = [to for to in owner.screen.links.values() if "/in/" in to]
    codes = [*kept(owner, group).matches]
    assert len(ways) == len(codes) == 2
    for code, way in zip(codes, ways, strict=True):
        other = Phone(app, "en")
        assert other.get(way).url == f"/m/{code}"
        assert other.get(f"/m/{code}/share").status == 200
    assert writer(owner, group).get(f"{group}/m/{codes[0]}").url == f"/m/{codes[0]}/watch"
