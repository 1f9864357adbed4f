"""The first page: going on with an evening, choosing a game, watching by a code; its menu."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web import ROOT
from scorekeeper.web.wording import reader
from tests.web import played
from tests.web.phone import Phone
from tests.web.table import start

TEXTS = {
    "cs": ("Co dnes hrajete?", "Černá kočka"),
    "en": ("What are you playing tonight?", "Černá kočka"),
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_new_phone_is_offered_the_games(app, language):
    home = Phone(app, language).get("/")
    assert all(text in home.text for text in TEXTS[language])
    assert home.links[TEXTS[language][1]] == "/new/kocka"
    assert home.lang == language


def test_the_last_evening_is_the_big_button_and_older_ones_follow(phone):
    older = start(phone, ("Ota", "Jan", "Iva", "Ema"))
    newer = start(phone)
    newer.rounds((14, 13, 1, 0))
    home = phone.get("/")
    (button,) = home.root.all("a", css="main")
    assert button.attrs["href"] == newer.url
    assert f"{phone.say('Go on:')} {phone.book.title}" in button.text
    assert "Petr, Jana, Karel, Eva" in button.text
    first = phone.say("In front: %(who)s", who="Eva 0 bodů")
    assert f"{first} · {phone.say('last: %(who)s', who='Petr 14 bodů')}" in button.text
    assert phone.book.say("texts", "played", {"n": 1}) in button.text
    (line,) = home.root.all("ul", css="list")[0].all("a")
    assert line.attrs["href"] == older.url
    assert "Ota, Jan, Iva, Ema" in line.text
    assert "(" not in line.text  # nobody has played, so nobody is in front
    assert [node.text for node in home.root.all("h2")][1:] == [phone.say("Today")]


def test_what_was_played_before_today_stands_apart(phone, monkeypatch):
    for _ in range(2):
        start(phone)
    monkeypatch.setattr(reader, "_days_ago", lambda at: 2)
    assert [node.text for node in phone.get("/").root.all("h2")][1:] == [
        phone.say("Earlier evenings")
    ]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_small_mark_of_its_own(key):
    mark = ROOT / "templates" / "games" / key / "mark.svg"
    assert mark.stat().st_size <= 1000


def test_the_game_that_was_played_last_comes_first(phone):
    def first():
        return phone.get("/").root.all("div", css="tiles-2")[0].all("a")[0].text

    assert first() != "Faraón"
    played.sit_down(phone, "faraon", 3)
    assert first() == "Faraón"


@pytest.mark.parametrize(
    "type_it",
    [
        str.upper,
        str.lower,
        lambda code: f" {' '.join(code)} ",
        lambda code: f"kód {code}.",
        lambda code: f"„https://pub.example/m/{code}/watch“, jo?",
    ],
)
def test_a_code_opens_the_watchers_page(table, other, type_it):
    other.get("/")
    screen = other.submit("/watch", code=type_it(table.code))
    assert screen.url == f"{table.url}/watch"
    assert other.get("/").links[next(t for t in other.screen.links if "Petr" in t)] == screen.url


@pytest.mark.parametrize("typed", ["", "ZZZZ", "Žluť", "<b>&", "A" * 500])
def test_a_wrong_code_is_kept_and_said(phone, typed):
    phone.get("/")
    screen = phone.submit("/watch", code=typed)
    assert screen.status == 422
    code = screen.by_id("code").attrs
    assert (code["value"], code["aria-invalid"]) == (typed, "true")
    assert "autofocus" in code
    said = phone.say("No table with this code played this week. Check it, or open the link.")
    assert screen.by_id(code["aria-describedby"]).text == said


def test_a_match_that_has_gone_is_left_out(phone):
    with phone.client.session_transaction() as session:
        session["roles"] = [("ZZZZ", "scorer")]
    assert not phone.get("/").root.all("a", css="main")


def test_a_phone_forgets_no_match_and_its_cookie_stays_small(phone):
    tables = [start(phone) for _ in range(41)]
    assert all(phone.get(table.url).status == 200 for table in tables)
    assert len(phone.client.get_cookie("scorekeeper").value) < 300


MOST = 9
"""Entries that are read through at a table."""
LAST_ROUNDS = ((28, 0, 0, 0),) * 4


def assert_short(screen):
    """A menu has few entries, and none that is there twice or that the arrow beside it is."""
    (menu,) = screen.root.all("details", css="menu")
    entries = [(link.text, link.attrs["href"]) for link in menu.all("a")]
    labels, ways = zip(*entries, strict=True)
    assert len(entries) <= MOST, labels
    assert len(set(labels)) == len(set(ways)) == len(entries), labels
    assert not {arrow.attrs["href"] for arrow in screen.root.all("a", css="back")} & {*ways}


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_the_menu_of_a_sheet_in_play_and_after_its_end_is_short(phone, rounds):
    table = start(phone, dokladacka="off")
    table.rounds(*LAST_ROUNDS[:rounds])
    assert table.match.standing.over == (rounds == 4)
    assert_short(table.open())


def test_the_menus_of_other_phones_are_short(table, other):
    """Of a new one, of those that write, have a seat, or look on."""
    assert_short(other.get("/"))
    scorer, watcher = table.by_link("scorer"), table.by_link("watcher")
    for phone, path in (
        *((scorer, ""), (scorer, "/watch"), (table.seat(1), "")),
        *((watcher, "/watch"), (watcher, "/board")),
    ):
        assert_short(phone.get(table.url + path))


DEAL = {"type": "deal", "declarer": 0, "partner": 2, "points": 40, "dealer": 3}
RENONC = {"type": "renonc", "seat": 2, "rule": "taroky.renonc.follow"}
GAME, FOOL = {"type": "game", "loser": 1}, {"type": "game", "fool": 3}
ON_JANA = {"type": "round", "points": [0, 28, 0, 0]}
THREE = {"type": "round", "points": [1, 2, 25, 0]}
ENDED = [THREE, *[ON_JANA] * 2, {"type": "dokladacka", "loser": 2}, *[ON_JANA] * 2]
LISTED = [
    ("taroky", [RENONC, DEAL], {}, "V čele: Petr +15 bodů"),
    ("taroky", [RENONC, DEAL], {"tariff-point": "0,50"}, "V čele: Petr +7,50 Kč"),
    ("kocka", [THREE], {}, "V čele: Eva 0 bodů · na konci: Karel 25 bodů"),
    ("kocka", [*[ON_JANA] * 4], {"dokladacka": "off"}, "prohra: Jana 112 bodů"),
    ("kocka", ENDED, {}, "Výhra: Eva 0 bodů · prohra: Jana 114 bodů"),
    (
        "faraon",
        [GAME, GAME, {"type": "game", "loser": 0}, {"type": "game", "loser": 2}],
        {},
        "V čele: Eva 0 proher · na konci: Jana 2 prohry",
    ),
    (
        "makao",
        [{"type": "game", "lost": [0]}, {"type": "game", "lost": [1]}],
        {},
        "V čele: Karel, Eva 0 proher · na konci: Petr, Jana 1 prohra",
    ),
    (
        "durak",
        [FOOL] * 5 + [{"type": "game", "fool": 1}] * 2 + [{"type": "game", "fool": 0}],
        {},
        "V čele: Karel 0 proher · na konci: Eva 5 proher",
    ),
]


@pytest.mark.room("group")
@pytest.mark.parametrize(("game", "entries", "house", "said"), LISTED)
def test_a_list_of_matches_says_what_the_figures_are(phone, game, entries, house, said):
    table = start(phone, game=game, **house)
    for plain in entries:
        table.write(**plain)
    group = phone.fill(f"/c/new?match={table.code}", "/c/new", name="Tovéř")
    known = group.root.all("a", css="evening")
    (listed,) = (each for each in known if each.attrs["href"].endswith(f"/m/{table.code}"))
    assert said in listed.text
    assert said in phone.get("/").text


def test_every_game_is_looked_at():
    assert {game for game, *_ in LISTED} == set(GAMES)
