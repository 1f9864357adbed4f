"""An evening at several tables on the phone: who is there, the tables, the next ones, the sums."""

import re
from collections import Counter

import pytest
from flask import Flask

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.events import Agreed, Seated
from tests.extras.company.phones import found
from tests.web.phone import Phone
from tests.web.table import Table

EIGHT = ["Petr", "Jana", "Karel", "Eva", "Ota", "Ida", "Bob", "Zoe"]
JANA = 1
Four = tuple[int, int, int, int]


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app, "en")


@pytest.fixture
def company(phone: Phone) -> str:
    return found(phone, "\n".join(EIGHT))


def kept(phone: Phone, company: str) -> Company:
    known: Company = phone.app.extensions["companies"].get(company.rpartition("/")[2])
    return known


def newest(phone: Phone, company: str) -> Seated:
    return kept(phone, company).bodies_of(Seated)[-1][1]


def tables(phone: Phone, company: str) -> list[Table]:
    """The tables of the last round."""
    return [Table(phone, table.match) for table in newest(phone, company).tables]


def seated(phone: Phone, company: str) -> list[str]:
    """Who sits at them."""
    return [" ".join(table.match.names) for table in tables(phone, company)]


def propose(phone: Phone, company: str, people: int = 8, press: str = "By leagues") -> None:
    phone.get(company)
    phone.get(phone.screen.links["Several tables"])
    ticked = [str(number) for number in range(people)]
    phone.submit(f"{company}/rounds/new", press, **{"in": ticked})


def begin(phone: Phone, company: str) -> None:
    phone.submit(f"{company}/rounds/seats", "Begin round")
    assert re.fullmatch(rf"{company}/rounds/\d+", phone.screen.url)


def play(table: Table, *rounds: Four) -> None:
    """Rounds of a game that ends with them: somebody takes 28 in each, nobody loses between."""
    for points in rounds:
        if "dokladacka" in table.match.standing.next:
            entry = {"type": "dokladacka", "loser": 0}
            table.record(table.match.game.read_entry(entry, 4, table.match.house))
        table.rounds(points)


LEVEL: list[Four] = [(28, 0, 0, 0), (28, 0, 0, 0), (28, 0, 0, 0), (16, 4, 4, 4)]
"""The first one loses, all others are level."""
CLEAR: list[Four] = [(1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22), (1, 2, 3, 22)]
"""The first one is the best, the last one loses."""


def test_an_evening_in_leagues(phone: Phone, company: str) -> None:
    propose(phone, company)
    assert "League 1 Petr Jana Karel Eva League 2 Ota Ida Bob Zoe" in phone.screen.text
    begin(phone, company)
    assert seated(phone, company) == ["Petr Jana Karel Eva", "Ota Ida Bob Zoe"]
    first, evening = tables(phone, company), phone.screen.url
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
    begin(phone, company)
    assert phone.screen.url == evening
    assert seated(phone, company) == ["Petr Jana Karel Bob", "Ota Ida Eva Zoe"]
    second = tables(phone, company)
    play(second[0], *LEVEL)
    phone.get(evening)
    points, played = Counter[str](), Counter[str]()
    for table in (*first, second[0]):
        points.update(dict(zip(table.match.names, table.match.standing.totals, strict=True)))
        played.update(table.match.names)
    best = sorted(EIGHT, key=lambda name: (points[name] / played[name], -played[name]))
    lines = "".join(f" {name} {played[name]} {points[name]}" for name in best)
    assert phone.screen.text.endswith(f"Played Points{lines}")


def test_every_table_is_a_match_of_the_company(phone: Phone, company: str) -> None:
    propose(phone, company)
    begin(phone, company)
    evening = phone.screen.url
    for table in tables(phone, company):
        assert table.code in kept(phone, company).matches
    phone.get(phone.screen.links["League 2 Ota, Ida, Bob, Zoe"])
    assert phone.screen.url == tables(phone, company)[1].url
    phone.get(company)
    assert phone.screen.links["Several tables: round 1"] == evening
    phone.get(next(url for url in phone.screen.links.values() if "/evenings/" in url))
    assert phone.screen.links["Several tables: round 1"] == evening
    phone.get(f"{company}/history")
    assert "round 1" in phone.screen.text
    phone.get(f"/new/kocka?company={company[3:]}")
    assert phone.screen.links["Several tables"] == f"{company}/rounds/new?game=kocka"


def test_who_pauses_comes_late_or_leaves(phone: Phone, company: str) -> None:
    phone.get(f"{company}/rounds/new")
    phone.submit(f"{company}/rounds/new", "Add", name="Milan")
    assert [member.guest for member in kept(phone, company).members[8:]] == [True]
    ticked = phone.screen.form(f"{company}/rounds/new").fields.getlist("in")
    assert ticked == ["8", ""], "who came is there"
    propose(phone, company, 9, "Draw the tables")
    begin(phone, company)
    (paused,) = newest(phone, company).plan.pauses
    name = kept(phone, company).members[paused].name
    assert f"Sitting out: {name}" in phone.screen.text
    for table in tables(phone, company):
        play(table, *CLEAR)
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Somebody comes or leaves"])
    gone = next(who for who in newest(phone, company).tables[0].people if who != JANA)
    left = [str(n) for n in range(9) if n != gone]
    phone.submit(f"{company}/rounds/new", "Draw the tables", name="Hana", **{"in": left})
    assert "Hana is new here. Do you mean Jana?" in phone.screen.text
    phone.submit(f"{company}/rounds/new", "Add")
    phone.submit(f"{company}/rounds/new", "Draw the tables", name="jana")
    assert len(kept(phone, company).members) == 10, "Jana was known"
    begin(phone, company)
    there = {*newest(phone, company).order}
    assert there == {*range(10)} - {gone}
    assert paused not in newest(phone, company).plan.pauses
    assert newest(phone, company).how == "drawn"


def test_two_taps_exchange_two_and_a_tap_draws_anew(phone: Phone, company: str) -> None:
    propose(phone, company, press="Draw the tables")
    drawn = {phone.screen.url}
    for _ in range(5):
        drawn.add(phone.get(phone.screen.links["Draw again"]).url)
    assert len(drawn) > 1
    propose(phone, company)
    phone.get(phone.screen.links["Petr"])
    assert "Now tap who they change places with." in phone.screen.text
    phone.get(phone.screen.links["Zoe"])
    begin(phone, company)
    assert seated(phone, company) == ["Zoe Jana Karel Eva", "Ota Ida Bob Petr"]


@pytest.mark.parametrize("rows", [0, 1])
def test_a_table_that_is_not_played_out_is_left(phone: Phone, company: str, rows: int) -> None:
    propose(phone, company)
    begin(phone, company)
    evening = phone.screen.url
    one, other = tables(phone, company)
    play(one, *CLEAR)
    other.rounds(*CLEAR[:rows])
    phone.get(evening)
    phone.get(phone.screen.links["Next tables"])
    assert ("Counts as it stands" in phone.screen.text) == bool(rows)
    phone.submit(f"{company}/rounds/new", "By leagues")
    assert phone.screen.strips == ["Some tables have no result yet."]
    phone.submit(f"{company}/rounds/new", "By leagues", **{f"end-{other.code}": "left"})
    begin(phone, company)
    assert seated(phone, company) == ["Petr Jana Karel Eva", "Ota Ida Bob Zoe"], "nobody moves"
    assert newest(phone, company).unfinished == (other.code,)
    assert "Not played out" in phone.screen.text
    assert "Ota 1" not in phone.screen.text, "it counts for nothing"


def test_a_game_without_an_end_counts_as_it_stands(phone: Phone, company: str) -> None:
    phone.get(f"{company}/rounds/new")
    phone.submit(f"{company}/rounds/new", "Durak", **{"in": [str(n) for n in range(8)]})
    assert phone.screen.form(f"{company}/rounds/new").fields.getlist("in") == [*"01234567", ""]
    phone.submit(f"{company}/rounds/new", "By leagues", size="3")
    assert newest_sizes(phone) == [3, 3, 2]
    begin(phone, company)
    for table in tables(phone, company):
        game, house, n = table.match.game, table.match.house, len(table.match.names)
        table.record(game.read_entry({"type": "game", "fool": n - 1}, n, house))
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Next tables"])
    stands = {f"end-{table.code}": "stands" for table in tables(phone, company)}
    phone.submit(f"{company}/rounds/new", "By leagues", **stands)
    assert phone.screen.heading == "League 2: who goes up?", "two of three have lost nothing"


def newest_sizes(phone: Phone) -> list[int]:
    """How many sit at each of the tables that are proposed."""
    return [int(n) for n in phone.screen.url.rpartition("_")[2].split(".")]


def test_the_house_rules_are_the_company_s_own(phone: Phone, company: str) -> None:
    known = kept(phone, company)
    body = {"game": "kocka", "name": "U Raka", "house": {"renonc_penalty": "points"}}
    phone.app.extensions["companies"].write(known, Agreed.kind, body, known.version, "k")
    phone.get(f"{company}/rounds/new?game=kocka")
    (house,) = phone.screen.root.all("select")
    values = {option.text: option.attrs["value"] for option in house.all("option")}
    assert [*values] == ["the usual ones", "U Raka"]
    chosen = {"house": values["U Raka"], "in": [str(n) for n in range(8)]}
    phone.submit(f"{company}/rounds/new", "By leagues", **chosen)
    begin(phone, company)
    for table in tables(phone, company):
        assert table.match.named_house.name == "U Raka"
        assert table.match.house.renonc_penalty == "points"
        play(table, *CLEAR)
    phone.get(phone.screen.url)
    phone.get(phone.screen.links["Next tables"])
    begin(phone, company)
    assert tables(phone, company)[0].match.named_house.name == "U Raka"


def test_too_few_are_told_how_many_are_needed(phone: Phone, company: str) -> None:
    propose(phone, company, 7)
    assert phone.screen.strips == ["Two tables need at least 8 players."]
    assert not kept(phone, company).bodies_of(Seated)


def test_undo_takes_a_round_back_until_something_is_written(phone: Phone, company: str) -> None:
    propose(phone, company)
    begin(phone, company)
    codes = [table.code for table in tables(phone, company)]
    phone.get(company)
    phone.submit(f"{company}/undo", "Undo: round 1")
    assert not kept(phone, company).matches
    phone.submit(f"{company}/undo", "Redo: round 1")
    assert [*kept(phone, company).matches] == codes
    tables(phone, company)[1].rounds((28, 0, 0, 0))
    phone.get(company)
    phone.submit(f"{company}/undo", "Undo: round 1")
    assert phone.screen.status == 422
    assert phone.screen.strips == ["Something is written at a table of this round: it stays."]
    assert [*kept(phone, company).matches] == codes


def test_a_round_that_is_sent_twice_begins_once(phone: Phone, company: str) -> None:
    propose(phone, company)
    form = phone.screen.form(f"{company}/rounds/seats").filled({})
    for _ in range(2):
        phone._open("POST", f"{company}/rounds/seats", form)
        assert phone.screen.status == 200
    assert len(kept(phone, company).bodies_of(Seated)) == 1
    assert len(kept(phone, company).matches) == 2


def test_whoever_comes_later_is_told(phone: Phone, company: str) -> None:
    """Another phone has begun the round, or changed something else meanwhile."""
    propose(phone, company)
    shown = phone.screen
    phone.get(shown.url)
    begin(phone, company)
    phone.screen = shown
    phone.submit(f"{company}/rounds/seats", "Begin round")
    assert phone.screen.status == 409
    assert len(kept(phone, company).bodies_of(Seated)) == 1
    assert "round 1" in phone.screen.strips[0]


def test_a_page_of_an_earlier_round_leads_to_the_evening(phone: Phone, company: str) -> None:
    propose(phone, company)
    begin(phone, company)
    evening, played = phone.screen.url, tables(phone, company)
    for table in played:
        play(table, *CLEAR)
    phone.get(evening)
    old = phone.screen.links["Next tables"]
    phone.get(old)
    begin(phone, company)
    assert phone.get(old).url == evening
    propose(phone, company)
    begin(phone, company)
    assert phone.screen.url != evening, "another evening"
    phone.get(evening)
    assert "Next tables" not in phone.screen.links
    assert phone.get(f"{company}/rounds/3").status == 404


def test_a_broken_plan_is_drawn_anew(phone: Phone, company: str) -> None:
    propose(phone, company)
    phone.submit(f"{company}/rounds/seats", "Begin round", plan="0.1__2")
    assert not kept(phone, company).bodies_of(Seated)
    begin(phone, company)


def test_a_withdrawn_table_counts_for_nothing(phone: Phone, company: str) -> None:
    propose(phone, company)
    begin(phone, company)
    evening = phone.screen.url
    one, other = tables(phone, company)
    play(one, *CLEAR)
    phone.get(f"{company}/matches/{other.code}")
    phone.submit(f"{company}/matches/{other.code}", "Take it out of the group")
    phone.get(evening)
    assert "League 2" not in phone.screen.text
    phone.get(phone.screen.links["Next tables"])
    begin(phone, company)
    assert newest(phone, company).unfinished == (other.code,)
