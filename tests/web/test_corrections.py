"""Opening a row: why it scores so, correcting it, striking it out; nothing is lost."""

import pytest

from scorekeeper.games.kocka.entries import Dokladacka, Renonc, Round
from tests.web.table import KEY, NAMES, start

STRUCK = "Not saved: the row is struck out, so this would not count. Bring it back first."


@pytest.fixture
def played(table):
    """Two rounds, told by numbers: 14 14 0 0, then 0 8 20 0."""
    table.record(Round(points=(14, 14, 0, 0), no_trick=frozenset({2})))
    table.rounds((0, 8, 20, 0))
    return table


def test_the_preview_shows_what_a_correction_changes(played):
    played.open("/entries/2")
    part = played.phone.htmx("form", **{"points-0": "13", "points-1": "15"})
    assert part.tally == ["14 → 13", "14 → 15", "−1", "0"]


def test_a_correction_is_counted_and_marked(played):
    sheet = played.fill(
        "/entries/2",
        "form",
        played.phone.say("Save the correction"),
        **{"points-0": "", "points-1": "27"},
    )
    assert sheet.totals == ["1", "35", "19", "0"]
    assert played.phone.say("corrected") in sheet.rows[1].marks
    name = f"{played.phone.book.label('entries', 'round', 'of')} 1"
    undo = played.phone.say(
        "Undo: %(name)s", name=played.phone.say("correction of %(name)s", name=name)
    )
    assert sheet.by_id("undo").text == undo
    assert "14 14 −1 0" in played.open("/entries/2/why").text
    assert played.fill("", f"{played.url}/undo").totals == ["14", "22", "19", "0"]


def test_a_bad_correction_is_refused_and_kept(played):
    played.open("/entries/2")
    save = played.phone.say("Save the correction")
    screen = played.phone.submit("form", save, **{"points-0": "13"})
    said = played.phone.book.say("refusals", "kocka.round.sum.short", {"sum": 27, "n": 1}, NAMES)
    assert (screen.status, screen.errors) == (422, [("part-points", said)])
    assert screen.form("form").action == f"{played.url}/entries/2"
    assert screen.form("form").fields["points-0"] == "13"
    assert played.phone.submit("form", save, **{"points-1": "15"}).totals[0] == "13"


def test_a_correction_may_turn_out_a_durch(played):
    played.open("/entries/2?by=numbers")
    save = played.phone.say("Save the correction")
    asked = played.phone.submit("form", save, **{"points-0": "28", "points-1": "0"})
    assert (asked.status, [anchor for anchor, _text in asked.errors]) == (422, ["part-took"])
    sheet = played.phone.submit("form", save, took=["nobody"])
    assert sheet.rows[1].cells == ["−28", "−1", "−1", "−1"]
    assert len(sheet.rows) == 2


def test_struck_out_and_brought_back(played):
    """By the form of the row, and by the page that tells why it scores so."""
    phone = played.phone
    for form in ("form", f"{played.url}/entries/2/strike"):
        row = played.open().rows[1]
        screen = phone.get(row.url if form == "form" else row.why)
        assert form == "form" or screen.links[phone.say("Correct")] == row.url
        sheet = phone.submit(form, phone.say("Strike out"))
        assert sheet.totals == ["0", "8", "20", "0"]
        assert sheet.rows[1].struck
        assert phone.say("struck out") in sheet.rows[1].marks
        screen = phone.get(row.url if form == "form" else row.why)
        assert screen.url == row.why, "nothing can be corrected that does not count"
        assert phone.say("struck out") in screen.text
        assert phone.say("Correct") not in screen.links
        sheet = phone.submit(f"{played.url}/entries/2/strike", phone.say("Bring back"))
        assert sheet.totals == ["14", "22", "19", "0"]
        assert not sheet.rows[1].struck


@pytest.mark.parametrize("meanwhile", [False, True])
def test_a_struck_row_is_not_corrected_and_says_so(played, meanwhile):
    """On the form that was open when it was struck; what was typed stays there."""
    phone, before = played.phone, played.match.version
    played.open("/entries/2")
    played.do("strike", 2)
    more = {"points-0": "13", "points-1": "15"}
    if meanwhile:
        more["seen"] = str(played.match.version)
    for status in (422 if meanwhile else 409, 422):
        screen = phone.submit("form", phone.say("Save the correction"), **more)
        assert screen.status == status
        assert phone.say(STRUCK) in screen.text
        assert screen.form("form").fields["points-0"] == "13"
    assert played.match.version == before + 1
    phone.submit("form", phone.say("Bring back"))
    assert not played.match.row(2).struck


def test_everything_after_it_is_counted_again(table):
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    table.record(Dokladacka(loser=0))
    sheet = table.fill("/entries/2", "form", table.phone.say("Strike out"))
    why = table.phone.book.say("refusals", "kocka.game.dokladacka.not-due", {}, NAMES)
    assert table.phone.say("Check: %(why)s", why=why) in sheet.rows[0].marks
    assert sheet.totals == ["25", "3", "0", "0"]


def test_other_entries_open_as_they_were_told(table):
    table.record(Renonc(seat=1, rule="kocka.look", points=5))
    fields = table.open("/entries/2").form("form").fields
    assert (fields["seat"], fields["rule"], fields["points"]) == ("1", "kocka.look", "5")
    assert table.phone.book.label("steps", "kocka.look") in table.open("/entries/2/why").text
    table.open("/entries/2")
    save = table.phone.say("Save the correction")
    assert table.phone.submit("form", save, points="7").totals[1] == "7"


@pytest.mark.parametrize("path", ["/entries/1", "/entries/9", "/entries/99999999999999999999"])
def test_what_is_no_row_is_not_here(table, path):
    save = {"type": "round", "seen": "1", "key": KEY, "durch": "1"}
    assert table.open(path).status == 404
    assert table.phone.post(table.url + path, save).status == 404
    assert table.phone.post(f"{table.url}{path}/strike", save).status == 404


def test_the_history_tells_everything_that_ever_stood(played):
    played.fill("/entries/2", "form", played.phone.say("Strike out"))
    played.phone.submit(f"{played.url}/undo")
    played.open("/entries/3")
    save = played.phone.say("Save the correction")
    played.phone.submit("form", save, **{"points-0": "1", "points-1": "7"})
    played.fill("", f"{played.url}/undo")
    played.phone.submit(f"{played.url}/redo")
    told = [li.text for li in played.open("/history").root.all("ol", css="events")[0].all("li")]
    say, name = played.phone.say, played.phone.book.label("entries", "round", "name")
    assert len(told) == played.match.version == 9 - 1
    assert say("match opened: %(names)s", names=", ".join(NAMES)) in told[-1]
    assert f"{name} 1" in told[-2]
    assert "14 14 −1 0" in told[-2]
    of = played.phone.book.label("entries", "round", "of")
    strike = say("striking out %(name)s", name=f"{of} 1")
    assert strike in told[4]
    assert say("taken back") in told[4]
    assert say("taken back: %(what)s", what=strike) in told[3]
    fix = say("correction of %(name)s", name=f"{of} 2")
    assert say("brought back: %(what)s", what=fix) in told[0]
    assert "znovu platí oprava kola 2" in told[0]


STORIES = [
    (
        "taroky",
        {"contract": "preferanc", "variant": "second", "declarer": 2, "points": 50}
        | {"fleks": {"game": "flek"}, "announcements": {"3": ["trul"]}},
        "pref. 2 Karel 50 flek trul Eva",
    ),
    (
        "taroky",
        {"declarer": 0, "called": "XIX", "partner": 2, "points": 41},
        "1. pov. Petr a Karel 41",
    ),
    (
        "taroky",
        {"declarer": 0, "variant": "quiet-solo", "called": "XIX", "points": 41},
        "1. pov. tiché sólo Petr 41",
    ),
    (
        "taroky",
        {"declarer": 0, "variant": "varsava", "points": [20, 15, 30, 5]},
        "Varšava Petr 20, Jana 15, Karel 30, Eva 5",
    ),
    ("taroky", {"declarer": 0, "variant": "folded"}, "složená"),
    (
        "taroky",
        {"declarer": 1, "contract": "druha", "called": "XIX", "partner": 0, "points": 30}
        | {"pagat": {"seat": 1, "declared": True, "made": False}, "fleks": {"pagat": "flek"}},
        "2. pov. Petr a Jana 30 flek (pagát) Jana: hlášený pagát neuhraný",
    ),
    (
        "kocka",
        {"cards": {"QS": 1, "AH": 0}, "rest": 2, "no_trick": [3]},
        "piková dáma: Jana bez štychu: Eva",
    ),
    ("kocka", {"durch": 1}, "Jana: durch"),
    ("faraon", {"loser": 2}, "Karel: prohra"),
    ("faraon", {"loser": 2, "order": [1, 3, 0, 2]}, "pořadí: Jana, Eva, Petr a Karel"),
    ("makao", {"out": [1, 3, 0]}, "pořadí: Jana, Eva a Petr Karel: prohra"),
    ("durak", {"fool": 2}, "Karel: durak"),
    ("durak", {"draw": [0, 2]}, "Remíza: Petr a Karel"),
]


@pytest.mark.parametrize(("game", "entry", "story"), STORIES)
def test_a_row_tells_what_was_played(phone, game, entry, story):
    table = start(phone, game=game)
    type = table.match.standing.next[0]
    table.write(**entry, type=type)
    (row,) = table.open().rows
    assert row.told == story
    assert row.why == f"{table.url}/entries/2/why"


def test_a_renonc_without_points_is_one_line(table):
    table.record(Renonc(seat=2))
    (row,) = table.open().rows
    offence = table.book.offence("kocka.follow")
    assert (row.told, row.cells) == (f"Karel: {offence} – platí rundu", [])


def test_a_penalty_from_a_verdict_leads_to_it(table):
    table.open("/offences/kocka.follow")
    screen = table.phone.submit("ruling", press="Karel")
    (row,) = screen.rows
    screen = table.phone.get(row.why)
    verdict = screen.links[table.phone.say("The verdict")]
    assert table.phone.get(verdict).status == 200
