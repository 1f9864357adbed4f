"""Names and house rules: two pages, one form, and nothing lost on the way."""

import json
from uuid import uuid4

import pytest

from scorekeeper.core.names import MAX_NAME_LENGTH
from tests.web.table import KEY, NAMES, Table, people, start

STAKES = {
    "dokladacka": "optional",
    "dokladacka_first": "loser-of-round",
    "renonc_penalty": "points",
    "stake": "rum & <kola>",
    "stake_price": "55,50",
    "currency": "EUR",
}


def to_house(phone, **typed):
    text = phone.say("House rules: %(agreed)s", agreed="")
    return phone.submit(press=text.strip(), **typed)


def kept(form):
    fields = form.fields.to_dict()
    fields.pop("csrf_token")
    return fields


def test_four_names_make_a_sheet(phone):
    phone.get("/")
    sheet = phone.fill(
        phone.screen.links[phone.book.title],
        dealer="1",
        **people(" Petr ", "Jana  Nová", "Karel", "Eva"),
    )
    assert sheet.names == ["Petr", "Jana Nová", "Karel", "Eva"]
    assert sheet.dealer == "Jana Nová"
    assert sheet.totals == ["0"] * 4


def test_known_names_are_chips_and_fill_the_first_empty_place(phone):
    start(phone)
    phone.get("/new/kocka")
    chips = [button.text for button in phone.screen.root.all(css="chips")[-1].all("button")]
    assert chips == list(NAMES)
    screen = phone.submit(press="Karel", dealer="2", **people("Ota", "", "", "Ema"))
    fields = kept(screen.form())
    assert people("Ota", "Karel", "", "Ema").items() <= fields.items()
    assert fields["dealer"] == "2"
    assert "Karel" not in [b.text for b in screen.root.all(css="chips")[-1].all("button")]


def test_enter_starts_the_game_whatever_else_the_page_offers(phone):
    start(phone)
    phone.get("/new/kocka")
    assert "formaction" not in phone.screen.form().buttons[0].attrs


def test_house_rules_and_names_are_carried_both_ways(phone):
    phone.get("/new/kocka")
    typed = people("Ota", "", "Žofie <i>", "Ema")
    before = kept(to_house(phone, dealer="2", **typed).form())
    assert {**typed, "dealer": "2"}.items() <= before.items()
    fields = kept(phone.submit(**STAKES).form())
    assert {**typed, **STAKES, "dealer": "2", "key": before["key"]}.items() <= fields.items()
    assert {**fields, "seats": "4", "house_name": ""} == kept(to_house(phone).form())


def test_house_rules_that_differ_stand_on_the_button(phone):
    phone.get("/new/kocka")
    assert phone.say("the usual ones") in phone.screen.text
    to_house(phone)
    button = phone.submit(**STAKES).form().button(phone.say("House rules: %(agreed)s", agreed=""))
    assert phone.book.label("house", "dokladacka", "choices", "optional") in button.text
    assert "rum & <kola>" in button.text
    assert phone.say("the usual ones") not in button.text


def test_house_rules_reach_the_match_and_the_next_one(phone):
    phone.get("/new/kocka")
    to_house(phone, **people(*NAMES))
    phone.submit(**STAKES)
    house = Table(phone, phone.submit().url.removeprefix("/m/")).match.house
    assert (house.dokladacka, house.stake, house.stake_price) == ("optional", "rum & <kola>", 5550)
    assert STAKES.items() <= kept(phone.get("/new/kocka").form()).items()


def test_again_with_the_same_people(table):
    table.rounds((28, 0, 0, 0))
    screen = table.open("/again")
    assert people(*NAMES).items() <= kept(screen.form()).items()
    sheet = table.phone.submit()
    assert sheet.url != table.url
    assert sheet.names == list(NAMES)
    assert sheet.dealer == "Petr", "the deal moves on from one game to the next"


def test_again_tells_nothing_of_a_strangers_table(table, other):
    assert "Petr" not in other.get(f"/new/kocka?again={table.code}").html


@pytest.mark.parametrize(
    ("names", "seat", "problem"),
    [
        (("Petr", "", "Karel", "Eva"), 1, "A name is missing here."),
        (("Petr", "Jana", "   ", "Eva"), 2, "A name is missing here."),
        (("Petr", "Jana", "petr ", "Eva"), 2, "This name is here twice. Add a letter."),
        (("Š" * 31, "Jana", "Karel", "Eva"), 0, "At most %(n)d characters."),
        (("a" * 5000, "Jana", "Karel", "Eva"), 0, "At most %(n)d characters."),
    ],
)
def test_a_bad_name_is_named_and_kept(phone, names, seat, problem):
    phone.get("/new/kocka")
    screen = phone.submit(dealer="2", **people(*names))
    assert screen.status == 422
    field = screen.by_id(f"player-{seat}").attrs
    assert field["aria-invalid"] == "true"
    said = screen.by_id(field["aria-describedby"]).text
    assert said == phone.say(problem, n=MAX_NAME_LENGTH)
    shown = [screen.by_id(f"player-{at}").attrs["value"] for at in range(4)]
    assert shown == ["".join(filter(str.isprintable, name)) for name in names]
    assert kept(screen.form())["dealer"] == "2"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("stake_price", "moc"),
        ("stake_price", "-1"),
        ("stake_price", "1e99"),
        ("stake_price", "0,001"),
        ("stake_price", "NaN"),
        ("stake", "x" * 41),
    ],
)
def test_a_bad_house_rule_is_named_and_kept(phone, field, typed):
    phone.get("/new/kocka")
    to_house(phone, **people(*NAMES))
    phone.submit(**{field: typed})
    screen = phone.submit()
    assert screen.status == 422
    ((anchor, text),) = screen.errors
    assert anchor == f"part-{field}"
    assert text in screen.by_id(anchor).text
    assert {**people(*NAMES), field: typed}.items() <= kept(screen.form()).items()
    phone.submit(**{field: "5"})
    assert phone.submit().names == list(NAMES)


@pytest.mark.parametrize(
    ("name", "forged"),
    [
        ("dokladacka", "nikdy"),
        ("currency", "XXX"),
        *(("seats", number) for number in ("3", "5", "-1", "99999999999")),
    ],
)
def test_a_forged_choice_is_refused(phone, name, forged):
    screen = phone.post("/new/kocka", {**people(*NAMES), name: forged})
    assert screen.status == 422
    assert name == "seats" or [anchor for anchor, _ in screen.errors] == [f"part-{name}"]


def test_started_twice_with_one_key_is_one_match(phone):
    key = str(uuid4())
    first = start(phone, key=key)
    first.rounds((28, 0, 0, 0))
    assert start(phone, key=key).code == first.code
    assert len(first.match.events) == 2


def test_a_match_is_not_opened_with_half_a_key(phone):
    for key in ("", KEY[:-1]):
        screen = phone.post("/new/kocka", {**people(*NAMES), "dealer": "3", "key": key})
        assert (screen.status, screen.way) == (422, ())


def test_one_key_for_other_people_is_another_match(phone):
    key = str(uuid4())
    first = start(phone, key=key)
    assert start(phone, ("Ota", "Jan", "Iva", "Ema"), key=key).code != first.code
    assert first.open().names == list(NAMES)


def test_people_can_be_renamed_and_the_deal_given_away(table):
    table.rounds((28, 0, 0, 0))
    sheet = table.fill("/people", dealer="2", **people("Petr", "Hana", "Karel", "Eva"))
    assert (sheet.names[1], sheet.dealer, sheet.totals) == ("Hana", "Karel", ["28", "0", "0", "0"])
    undone = table.phone.submit(f"{table.url}/undo")
    assert (undone.names[1], undone.dealer) == ("Jana", "Petr")


@pytest.mark.parametrize(("dealer", "deals"), [("3", "4"), ("1", "1")])
def test_who_deals_last_deals_last_with_a_player_more(phone, dealer, deals):
    screen = phone.post("/new/taroky/names", {**people(*"abcd"), "dealer": dealer, "seats": "5"})
    assert screen.form("/new/taroky").fields["dealer"] == deals


def opening_of(table):
    """The form that opened a match, as its exported file tells it."""
    export = table.phone.client.get(f"{table.url}/export").get_data(as_text=True)
    event = json.loads(export.splitlines()[0])
    names = people(*event["body"]["names"])
    return {**names, "dealer": str(event["body"]["dealer"]), "seats": "4", "key": event["key"]}


def test_an_exported_file_opens_nothing(table, other):
    opened = other.post("/new/kocka", opening_of(table))
    assert opened.status == 200
    assert opened.url != table.url, "a match of their own"
    for path in ("", "/share", "/watch"):
        assert other.get(table.url + path).status == 403
    assert table.phone.post("/new/kocka", opening_of(table)).url != table.url
    assert table.open("/share").status == 200


@pytest.mark.parametrize("last", ["", "  "])
def test_three_names_make_a_table_of_three(phone, last):
    sheet = phone.fill("/new/faraon", **people("Petr", "Jana", "Karel", last))
    assert sheet.names == ["Petr", "Jana", "Karel"]
    assert sheet.dealer == "Karel"


@pytest.mark.parametrize(("game", "left_out"), [("faraon", 1), ("kocka", 3)])
def test_a_name_left_out_is_missing(phone, game, left_out):
    """In the middle, and the fourth where four play."""
    names = ["Petr", "Jana", "Karel", "Eva"]
    names[left_out] = ""
    screen = phone.fill(f"/new/{game}", **people(*names))
    field = screen.by_id(f"player-{left_out}").attrs
    assert (screen.status, field["aria-invalid"], "autofocus" in field) == (422, "true", True)


def test_emoji_of_several_are_a_name(phone):
    names = ("👨‍👩‍👧‍👦 Rodina", "🐈‍⬛", "❤️‍🔥", "Ja\u200dna")
    assert phone.fill("/new/kocka", **people(*names)).names == [*names[:3], "Jana"]
    assert phone.fill("/new/kocka", **people("Petr", "Pe\u200dtr", "\u200d", "Eva")).status == 422


def test_the_chosen_set_of_house_rules_is_marked(phone):
    def marked():
        buttons = phone.screen.root.all("button", css="chosen")
        return [button.attrs["value"] for button in buttons]

    phone.get("/new/taroky")
    to_house(phone)
    assert marked() == ["tariff:source"]
    phone.submit(press="taroky.net")
    assert marked() == ["tariff:taroky.net"]
    phone.submit(**{"tariff-small": "7"}, press=phone.say("Done"))
    to_house(phone)
    assert marked() == []


def test_the_way_back_from_the_house_rules_keeps_what_was_typed(phone):
    phone.get("/new/taroky")
    to_house(phone, **{"player-0": "Petr"})
    (back,) = phone.screen.root.all("button", css="back")
    assert back.attrs["form"] == "form"
    assert phone.screen.form("form").action == "/new/taroky/names"


def test_who_types_no_names_plays_at_once_and_is_asked_later(phone):
    ask = phone.say("Give the players names")
    sheet = phone.fill("/new/kocka", dealer="1")
    assert sheet.names == [phone.say("Player %(n)s", n=n) for n in range(1, 5)]
    assert sheet.dealer == sheet.names[1]
    assert ask in phone.get(f"{sheet.url}/result").links
    named = phone.fill(sheet.links[ask], **people(*NAMES))
    assert named.names == list(NAMES)
    assert ask not in named.links


def test_seats_without_names_are_no_group_to_play_with_again(phone):
    phone.fill("/new/kocka")
    assert not phone.get("/new/kocka").root.all(css="chips")
