"""House rules under a name: kept by the match, sent as a link."""

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.named_house import MAX_HOUSE_NAME_LENGTH, NamedHouse, load_named
from scorekeeper.games import GAMES
from tests.web.table import NAMES, people, start

TAROKY = GAMES["taroky"]
VYSOCINA = NamedHouse(
    TAROKY, "Vysočina <dědy>", load_house(TAROKY.house, {"tariff": "vysocina", "varsava": False})
)
SENT = f"/rules/taroky/house/{VYSOCINA.dump()}"


def test_a_name_is_kept_by_the_match_and_offered_to_the_next(phone):
    table = start(phone, NAMES, house_name="  U  Raka ", renonc_penalty="points")
    assert table.match.named_house.name == "U Raka"
    names = phone.get("/new/kocka")
    button = names.form().button(phone.say("House rules: %(agreed)s", agreed=""))
    assert "U Raka" in button.text
    house = phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip())
    assert house.by_id("house-name").attrs["value"] == "U Raka"
    assert "U Raka" in [b.text for b in house.root.all(css="chips")[0].all("button")]


def test_a_set_that_this_phone_knows_takes_the_place_of_what_was_typed(phone):
    start(phone, NAMES, house_name="U Raka", renonc_penalty="points")
    start(phone, NAMES, house_name="Doma", renonc_penalty="round")
    phone.fill(
        "/new/kocka",
        press=phone.say("House rules: %(agreed)s", agreed="").strip(),
        **{"player-0": "X"},
    )
    form = phone.submit(press="U Raka").form()
    assert form.fields["renonc_penalty"] == "points"
    assert form.fields["house_name"] == "U Raka"
    assert form.fields["player-0"] == "X"


def test_a_bad_name_for_house_rules_is_said_and_kept(phone):
    name = "x" * (MAX_HOUSE_NAME_LENGTH + 1)
    phone.get("/new/kocka")
    fields = {"seats": "4", "dealer": "3", "house_name": name, **people(*NAMES)}
    screen = phone.post("/new/kocka", fields)
    assert screen.status == 422
    assert screen.by_id("house-name").attrs["aria-invalid"] == "true"
    text = phone.book.shared["unreadable"]["too-long"].format(longest=MAX_HOUSE_NAME_LENGTH)
    assert text in screen.by_id("part-house-name").text
    assert screen.form().fields["player-2"] == NAMES[2]


def test_a_match_sends_its_house_rules(phone, other):
    table = start(phone, NAMES, house_name="U Raka", renonc_penalty="points", stake="rum")
    sent = phone.get(table.open("/rules").links[phone.say("Send our house rules")])
    assert sent.heading == f"U Raka · {phone.book.title}"
    renamed = phone.get(f"{sent.url}?name=U dvou raků")
    link = next(url for url in renamed.links.values() if "/house/" in url)
    named = load_named(GAMES["kocka"], link.rpartition("/")[2])
    assert (named.name, named.house) == ("U dvou raků", table.match.house)
    got = other.get(link)
    assert other.book.label("house", "renonc_penalty", "choices", "points") in got.text
    setup = other.get(got.links[other.say("Play by these")])
    assert setup.form().fields["stake"] == "rum"
    assert setup.form().fields["house_name"] == "U dvou raků"


def test_a_link_is_shown_and_named_anew(phone):
    screen = phone.get(SENT)
    assert VYSOCINA.name in screen.heading
    screen = phone.get(f"{SENT}?name=  Jiná ")
    renamed = NamedHouse(TAROKY, "Jiná", VYSOCINA.house)
    assert screen.way == (f"/rules/taroky/house/{renamed.dump()}",)


def test_the_usual_rules_are_said_to_be_the_usual_ones(phone):
    screen = phone.get(
        f"/rules/makao/house/{NamedHouse(GAMES['makao'], '', GAMES['makao'].house()).dump()}"
    )
    assert phone.say("Everything is as in the original rules.") in screen.text


@pytest.mark.parametrize(
    "url",
    [
        SENT[:-4],
        f"/rules/kocka/house/{VYSOCINA.dump()}",
        f"/new/taroky?house={VYSOCINA.dump()[5:]}",
        f"{SENT}?name={'x' * 41}",
    ],
)
def test_a_broken_link_says_so(phone, url):
    assert phone.get(url).status == 422
