"""An evening at several tables from the first round to the last, with as many people as come; its
sums are counted again from the group's file, by nothing of the app.
"""

import json
from collections import Counter, defaultdict
from urllib.parse import unquote

import pytest

from scorekeeper.extras.group.rounds import read_plan
from tests.extras.group.phones import found
from tests.extras.group.test_round_pages import CLEAR, LEVEL, begin, kept, newest, play, tables
from tests.web.phone import Phone

NAMES = ("Petr", "Jana", "Karel", "Eva", "Ota", "Ida", "Bob", "Zoe", "Čeněk", "Řehoř", "Míla")
MORE = ("Franta", "Vít")


def played(text):
    """The rounds of a file, each with the events of its tables."""
    streams = defaultdict(list)
    for event in map(json.loads, text.splitlines()):
        streams[event["match"]].append(event)
    for events in [*streams.values()]:
        for event in events:
            if event["kind"] == "seated" and "tables" in event["body"]:
                yield event["body"], [streams[table["match"]] for table in event["body"]["tables"]]


def recounted(text):
    """Member → at how many tables he played, and his points there."""
    rounds = [*played(text)]
    left = {code for body, _streams in rounds for code in body.get("unfinished", ())}
    points, seats = Counter[int](), Counter[int]()
    for body, streams in rounds:
        for table, events in zip(body["tables"], streams, strict=True):
            rows = [each["body"]["lines"] for each in events if each["kind"] == "recorded"]
            if table["match"] in left or not rows:
                continue
            seats.update(table["people"])
            for lines in rows:
                for line in lines:
                    points.update(dict(zip(table["people"], line["points"], strict=True)))
    return {member: (seats[member], points[member]) for member in seats}


def first_round(phone, group, people):
    """The second league is level: who goes up is asked."""
    phone.fill(f"{group}/rounds/new", press="By leagues", **{"in": [str(n) for n in range(people)]})
    begin(phone, group)
    first, second, *others = tables(phone, group)
    assert 2 + len(others) == people // 4
    play(first, *CLEAR)
    play(second, *LEVEL)
    for each in others:
        play(each, *CLEAR)
    next_tables(phone)
    assert phone.screen.heading == "League 2: who goes up?"
    assert second.match.names[0] not in phone.screen.links, "who lost goes up in no case"
    up, down = second.match.names[1], first.match.names[3]
    phone.get(phone.screen.links[up])
    paused = {kept(phone, group).members[n].name for n in read_pauses(phone)}
    assert up in paused or f"{up} ↑" in phone.screen.text
    assert down in paused or f"{down} ↓" in phone.screen.text
    begin(phone, group)
    assert {up, down} - {*tables(phone, group)[0].match.names} == {down} | ({up} & paused)


def second_round(phone, group):
    """One leaves, one comes late, and a table does not play to the end."""
    *ended, unfinished = tables(phone, group)
    for each in ended:
        play(each, *CLEAR)
    unfinished.rounds((10, 10, 8, 0))
    next_tables(phone)
    gone = ended[0].match.names[1]
    before = newest(phone, group)
    there = [n for n in before.order if kept(phone, group).members[n].name != gone]
    said = {f"end-{unfinished.code}": "left", "in": [*map(str, there)], "name": "Xaver"}
    phone.submit(f"{group}/rounds/new", "By leagues", **said)
    begin(phone, group)
    third = newest(phone, group)
    assert third.unfinished == (unfinished.code,)
    late = len(kept(phone, group).members) - 1
    seated = [each for table in third.plan.tables for each in table]
    assert sorted([*seated, *third.plan.pauses]) == sorted([*there, late])
    assert not {*before.plan.pauses} & {*third.plan.pauses}, "nobody pauses twice running"
    for each in tables(phone, group):
        play(each, *CLEAR)


def next_tables(phone):
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Next tables"])


def read_pauses(phone):
    """Who pauses by the tables that are proposed."""
    plan = read_plan(unquote(phone.screen.url).rpartition("plan=")[2].partition("&")[0])
    assert plan
    return plan.pauses


@pytest.mark.parametrize("people", [8, 9, 12, 13])
def test_an_evening_at_several_tables(app, people):
    phone = Phone(app, "en")
    group = found(phone, "\n".join([*NAMES, *MORE][:people]))
    first_round(phone, group, people)
    second_round(phone, group)
    (table,) = phone.get(phone.screen.url).root.all("table")
    shown = {
        line.all("th")[0].text: tuple(int(cell.text) for cell in line.all("td"))
        for line in table.all("tr")[1:]
    }
    told = recounted(phone.client.get(f"{group}/export").get_data(as_text=True))
    members = kept(phone, group).members
    assert shown == {members[number].name: figures for number, figures in told.items()}
    assert sum(points for _count, points in told.values()) > 0
