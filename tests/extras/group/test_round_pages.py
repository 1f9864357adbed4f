"""An evening at several tables on the phone: who is there, the tables, the next ones, the sums."""

import re
from collections import Counter

import pytest

from scorekeeper.extras.group.events import Seated
from tests.extras.group.phones import evening_of, found, kept, write
from tests.web.table import Table

EIGHT = ["Petr", "Jana", "Karel", "Eva", "Ota", "Ida", "Bob", "Zoe"]
JANA = 1


@pytest.fixture
def group(phone):
    return found(phone, "\n".join(EIGHT))


def newest(phone, group):
    return kept(phone, group).bodies_of(Seated)[-1][1]


def tables(phone, group):
    return [Table(phone, table.match) for table in newest(phone, group).tables]


def seated(phone, group):
    """Who sits at them."""
    return [" ".join(table.match.names) for table in tables(phone, group)]


def propose(phone, group, people=8, press="By leagues"):
    phone.get(group)
    phone.get(phone.screen.links["Several tables"])
    ticked = [str(number) for number in range(people)]
    phone.submit(f"{group}/rounds/new", press, **{"in": ticked})


def begin(phone, group):
    phone.submit(f"{group}/rounds/seats", "Begin round")
    assert re.fullmatch(rf"{group}/rounds/\d+", phone.screen.url)


def play(table, *rounds):
    """Rounds of a game that ends with them: somebody takes 28 in each, nobody loses between."""
    for points in rounds:
        if "dokladacka" in table.match.standing.next:
            table.write(type="dokladacka", loser=0)
        table.rounds(points)


LEVEL = [(28, 0, 0, 0), (28, 0, 0, 0), (28, 0, 0, 0), (16, 4, 4, 4)]
"""The first one loses, all others are level."""
CLEAR = [(1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22)]
"""The first one is the best, the last one loses."""


def test_an_evening_in_leagues(phone, group):
    propose(phone, group)
    assert "League 1 Petr Jana Karel Eva League 2 Ota Ida Bob Zoe" in phone.screen.text
    begin(phone, group)
    assert seated(phone, group) == ["Petr Jana Karel Eva", "Ota Ida Bob Zoe"]
    first, evening = tables(phone, group), phone.screen.url
    play(first[0], *CLEAR)
    phone.get(evening)
    phone.get(phone.screen.links["Next tables"])
    assert phone.screen.heading == "Who plays", "a table still plays"
    play(first[1], *LEVEL)
    phone.get(evening)
    phone.get(phone.screen.links["Next tables"])
    assert phone.screen.heading == "League 2: who goes up?"
    assert "Ota" not in phone.screen.links, "he lost"
    phone.get(phone.screen.links["Bob"])
    assert "League 1 Petr Jana Karel Bob ↑ League 2 Ota Ida Eva ↓ Zoe" in phone.screen.text
    begin(phone, group)
    assert phone.screen.url == evening
    assert seated(phone, group) == ["Petr Jana Karel Bob", "Ota Ida Eva Zoe"]
    second = tables(phone, group)
    play(second[0], *LEVEL)
    phone.get(evening)
    points, played = Counter[str](), Counter[str]()
    for table in (*first, second[0]):
        points.update(dict(zip(table.match.names, table.match.standing.totals, strict=True)))
        played.update(table.match.names)
    best = sorted(EIGHT, key=lambda name: (points[name] / played[name], -played[name]))
    lines = "".join(f" {name} {played[name]} {points[name]}" for name in best)
    assert phone.screen.text.endswith(f"Played Points{lines}")


def test_every_table_is_a_match_of_the_group(phone, group):
    propose(phone, group)
    begin(phone, group)
    evening = phone.screen.url
    for table in tables(phone, group):
        assert table.code in kept(phone, group).matches
    phone.get(phone.screen.links["League 2 Ota, Ida, Bob, Zoe"])
    assert phone.screen.url == tables(phone, group)[1].url
    night = evening_of(phone, group)
    assert phone.screen.links["Several tables: round 1"] == evening
    phone.get(night)
    assert phone.screen.links["Several tables: round 1"] == evening
    phone.get(f"{group}/history")
    assert "round 1" in phone.screen.text
    phone.get(f"/new/kocka?group={group[3:]}")
    assert phone.screen.links["Several tables"] == f"{group}/rounds/new?game=kocka"


def test_who_pauses_comes_late_or_leaves(phone, group):
    phone.fill(f"{group}/rounds/new", press="Add", name="Milan")
    assert [member.guest for member in kept(phone, group).members[8:]] == [True]
    ticked = phone.screen.form(f"{group}/rounds/new").fields.getlist("in")
    assert ticked == ["8", ""], "who came is there"
    propose(phone, group, 9, "Draw the tables")
    begin(phone, group)
    (paused,) = newest(phone, group).plan.pauses
    name = kept(phone, group).members[paused].name
    assert f"Sitting out: {name}" in phone.screen.text
    for table in tables(phone, group):
        play(table, *CLEAR)
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Somebody comes or leaves"])
    gone = next(who for who in newest(phone, group).tables[0].people if who != JANA)
    left = [str(n) for n in range(9) if n != gone]
    phone.submit(f"{group}/rounds/new", "Draw the tables", name="Hana", **{"in": left})
    assert "Hana is new here. Do you mean Jana?" in phone.screen.text
    phone.submit(f"{group}/rounds/new", "Add")
    phone.submit(f"{group}/rounds/new", "Draw the tables", name="jana")
    assert len(kept(phone, group).members) == 10, "Jana was known"
    begin(phone, group)
    assert {*newest(phone, group).order} == {*range(10)} - {gone}
    assert paused not in newest(phone, group).plan.pauses
    assert newest(phone, group).how == "drawn"


def test_two_taps_exchange_two_and_a_tap_draws_anew(phone, group):
    propose(phone, group, press="Draw the tables")
    drawn = {phone.screen.url}
    for _ in range(5):
        drawn.add(phone.get(phone.screen.links["Draw again"]).url)
    assert len(drawn) > 1
    propose(phone, group)
    phone.get(phone.screen.links["Petr"])
    assert "Now tap who they change places with." in phone.screen.text
    phone.get(phone.screen.links["Zoe"])
    begin(phone, group)
    assert seated(phone, group) == ["Zoe Jana Karel Eva", "Ota Ida Bob Petr"]


@pytest.mark.parametrize("rows", [0, 1])
def test_a_table_that_is_not_played_out_is_left(phone, group, rows):
    propose(phone, group)
    begin(phone, group)
    evening = phone.screen.url
    one, other = tables(phone, group)
    play(one, *CLEAR)
    other.rounds(*CLEAR[:rows])
    phone.get(evening)
    phone.get(phone.screen.links["Next tables"])
    assert ("Counts as it stands" in phone.screen.text) == bool(rows)
    phone.submit(f"{group}/rounds/new", "By leagues")
    assert phone.screen.strips == ["Some tables have no result yet."]
    phone.submit(f"{group}/rounds/new", "By leagues", **{f"end-{other.code}": "left"})
    begin(phone, group)
    assert seated(phone, group) == ["Petr Jana Karel Eva", "Ota Ida Bob Zoe"], "nobody moves"
    assert newest(phone, group).unfinished == (other.code,)
    assert "Not played out" in phone.screen.text
    assert "Ota 1" not in phone.screen.text, "it counts for nothing"


def test_a_game_without_an_end_counts_as_it_stands(phone, group):
    phone.fill(f"{group}/rounds/new", press="Durak", **{"in": [str(n) for n in range(8)]})
    assert phone.screen.form(f"{group}/rounds/new").fields.getlist("in") == [*"01234567", ""]
    phone.submit(f"{group}/rounds/new", "By leagues", size="3")
    assert newest_sizes(phone) == [3, 3, 2]
    begin(phone, group)
    for table in tables(phone, group):
        table.write(type="game", fool=len(table.match.names) - 1)
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Next tables"])
    stands = {f"end-{table.code}": "stands" for table in tables(phone, group)}
    phone.submit(f"{group}/rounds/new", "By leagues", **stands)
    assert phone.screen.heading == "League 2: who goes up?", "two of three have lost nothing"


def newest_sizes(phone):
    """How many sit at each of the tables that are proposed."""
    return [int(n) for n in phone.screen.url.rpartition("_")[2].split(".")]


def test_the_house_rules_are_the_group_s_own(phone, group):
    house = {"renonc_penalty": "points"}
    write(phone, group, "agreed", game="kocka", name="U Raka", house=house)
    phone.get(f"{group}/rounds/new?game=kocka")
    (select,) = phone.screen.root.all("select")
    values = {option.text: option.attrs["value"] for option in select.all("option")}
    assert [*values] == ["the usual ones", "U Raka"]
    chosen = {"house": values["U Raka"], "in": [str(n) for n in range(8)]}
    phone.submit(f"{group}/rounds/new", "By leagues", **chosen)
    begin(phone, group)
    for table in tables(phone, group):
        assert table.match.named_house.name == "U Raka"
        assert table.match.house.renonc_penalty == "points"
        play(table, *CLEAR)
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Next tables"])
    begin(phone, group)
    assert tables(phone, group)[0].match.named_house.name == "U Raka"


def test_too_few_are_told_how_many_are_needed(phone, group):
    propose(phone, group, 7)
    assert phone.screen.strips == ["Two tables need at least 8 players."]
    assert not kept(phone, group).bodies_of(Seated)


def test_undo_takes_a_round_back_until_something_is_written(phone, group):
    propose(phone, group)
    begin(phone, group)
    codes = [table.code for table in tables(phone, group)]
    phone.fill(group, f"{group}/undo", "Undo: round 1")
    assert not kept(phone, group).matches
    phone.submit(f"{group}/undo", "Redo: round 1")
    assert [*kept(phone, group).matches] == codes
    tables(phone, group)[1].rounds((28, 0, 0, 0))
    phone.fill(group, f"{group}/undo", "Undo: round 1")
    assert phone.screen.status == 422
    assert phone.screen.strips == ["Something is written at a table of this round: it stays."]
    assert [*kept(phone, group).matches] == codes


def test_a_round_that_is_sent_twice_begins_once(phone, group):
    propose(phone, group)
    form = phone.screen.form(f"{group}/rounds/seats").filled({})
    for _ in range(2):
        phone._open("POST", f"{group}/rounds/seats", form)
        assert phone.screen.status == 200
    assert len(kept(phone, group).bodies_of(Seated)) == 1
    assert len(kept(phone, group).matches) == 2


def test_whoever_comes_later_is_told(phone, group):
    """Another phone has begun the round, or changed something else meanwhile."""
    propose(phone, group)
    shown = phone.screen
    phone.get(shown.url)
    begin(phone, group)
    phone.screen = shown
    phone.submit(f"{group}/rounds/seats", "Begin round")
    assert phone.screen.status == 409
    assert len(kept(phone, group).bodies_of(Seated)) == 1
    assert "round 1" in phone.screen.strips[0]


def test_a_page_of_an_earlier_round_leads_to_the_evening(phone, group):
    propose(phone, group)
    begin(phone, group)
    evening, played = phone.screen.url, tables(phone, group)
    for table in played:
        play(table, *CLEAR)
    phone.get(evening)
    old = phone.screen.links["Next tables"]
    phone.get(old)
    begin(phone, group)
    assert phone.get(old).url == evening
    propose(phone, group)
    begin(phone, group)
    assert phone.screen.url != evening, "another evening"
    phone.get(evening)
    assert "Next tables" not in phone.screen.links
    assert phone.get(f"{group}/rounds/3").status == 404


def test_a_broken_plan_is_drawn_anew(phone, group):
    propose(phone, group)
    phone.submit(f"{group}/rounds/seats", "Begin round", plan="0.1__2")
    assert not kept(phone, group).bodies_of(Seated)
    begin(phone, group)


def test_a_withdrawn_table_counts_for_nothing(phone, group):
    propose(phone, group)
    begin(phone, group)
    evening = phone.screen.url
    one, other = tables(phone, group)
    play(one, *CLEAR)
    phone.fill(f"{group}/matches/{other.code}", press="Take it out of the group")
    phone.get(evening)
    assert "League 2" not in phone.screen.text
    phone.get(phone.screen.links["Next tables"])
    begin(phone, group)
    assert newest(phone, group).unfinished == (other.code,)
