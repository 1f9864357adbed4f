"""Pages that only tell: the watchers' page, the board on a television, the export."""

import subprocess
import sys
from contextlib import closing

import pytest

from scorekeeper.games.kocka.entries import Dokladacka, Round
from scorekeeper.ledger import open_ledger
from tests.games.matches import deal, game
from tests.web.asking import ruled
from tests.web.phone import PARTIAL
from tests.web.table import start


def ranks(screen):
    """Place, name and total of every player, from the top."""
    places = screen.root.all("ol", css="ranks")[0].all("li")
    return [
        (li.all(css="place")[0].text, li.all("b")[0].text, li.all(css="fig")[0].text)
        for li in places
    ]


@pytest.fixture
def watching(table, other):
    other.get(table.link("watcher"))
    return other


def test_watchers_see_the_fewest_points_first(table, watching):
    table.record(Round(points=(14, 14, 0, 0), no_trick=frozenset({2})))
    screen = watching.get(f"{table.url}/watch")
    assert ranks(screen) == [
        ("1.", "Karel", "−1"),
        ("2.", "Eva", "0"),
        ("3.", "Petr", "14"),
        ("3.", "Jana", "14"),
    ]
    assert table.code in screen.text
    assert screen.rows[0].cells == ["14", "14", "−1", "0"]
    assert screen.rows[0].url == "", "watchers cannot open a row"


@pytest.mark.parametrize("path", ["", "/watch", "/board"])
def test_what_is_due_is_told(table, path):
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    assert table.open(path).strips == [table.told("notices", "dokladacka", seats=(0,), seat=0)]


def test_the_watchers_page_refreshes_itself_with_or_without_a_script(table, watching):
    screen = watching.get(f"{table.url}/watch")
    assert screen.by_id("watch").attrs["hx-get"] == f"{table.url}/watch?since=1"
    assert screen.root.all("noscript")[0].all("meta")[0].attrs["http-equiv"] == "refresh"
    table.rounds((28, 0, 0, 0))
    part = watching.get(f"{table.url}/watch", **PARTIAL)
    assert [n.attrs["id"] for n in part.root.inside if not isinstance(n, str)] == ["watch"]
    assert ("4.", "Petr", "28") in ranks(part)


@pytest.mark.sqlite_file
def test_the_export_is_what_import_takes(table, tmp_path):
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    table.record(Dokladacka(loser=0, how="renonc"))
    table.fill("", f"{table.url}/undo")
    events = table.match.events
    answer = table.phone.client.get(f"{table.url}/export")
    assert answer.mimetype == "application/x-ndjson"
    name = f'attachment; filename="scorekeeper-{table.code}.jsonl"'
    assert answer.headers["Content-Disposition"] == name
    file, there = tmp_path / "evening.jsonl", tmp_path / "elsewhere"
    file.write_bytes(answer.data)
    command = [sys.executable, "-m", "scorekeeper", "import", str(file), "--instance", str(there)]
    subprocess.run(command, check=True, capture_output=True)
    with closing(open_ledger(f"sqlite:///{there / 'scorekeeper.db'}")) as ledger:
        assert tuple(ledger.read(table.code)) == events


def totals(screen):
    return [li.text for li in screen.root.all("ul", css="scores")[0].all("li")]


def leaders(screen):
    return [li.text for li in screen.root.all("li", css="first")]


def newest(screen):
    (section,) = screen.root.all("section", css="last")
    return section


def lines(screen):
    """What the newest row says, line by line, without the time."""
    head, *paragraphs = newest(screen).all("h2", "p")
    return [head.text.rpartition(" ")[0], *(each.text for each in paragraphs)]


def test_totals_stand_by_seat_with_the_leader_and_who_deals(table):
    assert leaders(table.open("/board")) == [], "nobody leads an empty sheet"
    table.rounds((20, 1, 7, 0))
    screen = table.open("/board")
    deals = table.phone.say("deals")
    assert totals(screen) == [f"Petr {deals} 20", "Jana 1", "Karel 7", "Eva 1. 0"]
    assert leaders(screen) == ["Eva 1. 0"]
    assert table.phone.say("%(name)s deals", name="Petr") in screen.text
    assert table.code in screen.text
    table.fill("", f"{table.url}/undo")
    assert not table.open("/board").root.all("section", css="last"), (
        "what was taken back is not told"
    )


def test_the_last_row_is_told_with_points_and_why(phone):
    table = start(phone, game="taroky", dealer="0")
    announced = {"1": ["tarocky"], "2": ["honery"]}
    table.write(**deal(points=60, partner=2, fleks={"game": "reflek"}, announcements=announced))
    name, what, given, why = lines(table.open("/board"))
    assert name == f"{table.book.label('entries', 'deal', 'name')} 1"
    assert "Jana a Karel 60" in what
    assert given == "Petr −110 Jana +110 Karel +110 Eva −110"
    step = table.book.step
    assert why == " · ".join(
        f"{step(f'taroky.{rule}')} {n}"
        for rule, n in (("settle.base", 100), ("announce.tarocky", 5), ("announce.honery", 5))
    )


def test_one_reason_is_not_said_twice(phone):
    table = start(phone, game="durak")
    table.write(**game(fool=2))
    assert lines(table.open("/board"))[2:] == ["Karel 1"]


def test_a_ruling_stands_there_until_the_next_row(phone):
    table = start(phone, game="taroky", dealer="0")
    offence = "taroky.play.follow"
    ruled(table.open(f"/offences/{offence}"), phone, "Karel")
    name, what, given, why = lines(table.open("/board"))
    assert name == phone.say("ruling")
    assert what == " · ".join(
        (table.book.offence(offence), phone.say("penalty written: %(name)s", name="Karel"))
    )
    assert given == "Petr +10 Jana +10 Karel −30 Eva +10"
    rule = table.book.rule(offence)
    assert why == f"{rule.number} {rule.title}"
    table.write(**deal(points=60, partner=2))
    assert lines(table.open("/board"))[0] != name


def test_a_ruling_without_points_is_told_too(table):
    form = table.open("/offences/kocka.follow").form("ruling")
    table.phone.post(form.action, {**form.filled({}), "how": "waived"})
    assert table.phone.say("no penalty") in lines(table.open("/board"))[1]


def test_the_page_keeps_the_secret_to_its_picture(table):
    screen = table.open("/board")
    assert table.link("watcher").rpartition("/")[2] not in screen.html
    (picture,) = screen.root.all("img")
    answer = table.phone.client.get(picture.attrs["src"])
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Encoding"] == "identity"
    table.fill("/share", f"{table.url}/links")
    (renewed,) = table.open("/board").root.all("img")
    assert renewed.attrs["src"] != picture.attrs["src"]
    assert table.phone.client.get(renewed.attrs["src"]).data != answer.data


def test_what_is_fetched_anew_is_the_board_alone(table):
    whole = table.open("/board")
    assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in whole.html
    part = table.phone.get(f"{table.url}/board", **PARTIAL)
    assert part.html.lstrip().startswith("<div")
    assert "<header" not in part.html


def test_the_way_there_is_where_one_looks_for_it(table, other):
    label = table.phone.say("On a television")
    assert table.open("/share").links[label] == f"{table.url}/board"
    watcher = other.get(table.link("watcher"))
    assert watcher.links[other.say("On a television")] == f"{table.url}/board"


def test_an_objection_stands_on_the_board_until_it_is_settled(table):
    table.rounds((14, 13, 1, 0))
    objects = table.phone.say("%(name)s objects", name="Eva")
    table.object_to(2, 3)
    assert any(objects in line for line in lines(table.open("/board")))
    table.rounds((7, 7, 14, 0))
    strips = [strip.text for strip in table.open("/board").root.all("p", css="strip")]
    assert [text for text in strips if objects in text] == [f"kolo 1: {objects}"]
    table.open("/entries/2/objection")
    ruled(table.open("/offences/kocka.follow"), table.phone, table.phone.say("No penalty"))
    assert table.match.rulings[-1].body["ruling"]["about"] == 2
    assert objects not in table.open("/board").text
