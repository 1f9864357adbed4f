"""House rules under a name: kept by the match, sent as a link, compared before the first card."""

from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.extras.company.events import Agreed
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules, load_house, paths_of
from scorekeeper.named_house import MAX_HOUSE_NAME_LENGTH, NamedHouse, load_named
from scorekeeper.rulebook import open_rulebook
from tests.conftest import OpenApp
from tests.contract.books import EACH_BOOK, EACH_GAME
from tests.contract.switches import switches
from tests.extras.company.phones import found
from tests.web.phone import Phone
from tests.web.table import NAMES, start

TAROKY = GAMES["taroky"]
VYSOCINA = NamedHouse(
    TAROKY, "Vysočina <dědy>", load_house(TAROKY.house, {"tariff": "vysocina", "varsava": False})
)
SENT = f"/rules/taroky/house/{VYSOCINA.dump()}"


def compare_url(game: str, mine: str = "", theirs: str = "") -> str:
    return f"/rules/{game}/compare?mine={mine}&theirs={theirs}"


@pytest.mark.quick("house")
def test_a_name_is_kept_by_the_match_and_offered_to_the_next(phone: Phone) -> None:
    table = start(phone, NAMES, house_name="  U  Raka ", renonc_penalty="points")
    assert table.match.named_house.name == "U Raka"
    names = phone.get("/new/kocka")
    button = names.form().button(phone.say("House rules: %(agreed)s", agreed=""))
    assert "U Raka" in button.text
    house = phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip())
    assert house.by_id("house-name").attrs["value"] == "U Raka"
    assert "U Raka" in [b.text for b in house.root.all(css="chips")[0].all("button")]


def test_a_set_that_this_phone_knows_takes_the_place_of_what_was_typed(phone: Phone) -> None:
    start(phone, NAMES, house_name="U Raka", renonc_penalty="points")
    start(phone, NAMES, house_name="Doma", renonc_penalty="round")
    phone.get("/new/kocka")
    phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip(), **{"player-0": "X"})
    form = phone.submit(press="U Raka").form()
    assert form.fields["renonc_penalty"] == "points"
    assert form.fields["house_name"] == "U Raka"
    assert form.fields["player-0"] == "X"


@pytest.mark.parametrize(
    ("name", "problem"),
    [("x" * (MAX_HOUSE_NAME_LENGTH + 1), "too-long"), ("a\u202eb", "invisible")],
)
def test_a_bad_name_for_house_rules_is_said_and_kept(phone: Phone, name: str, problem: str) -> None:
    players = {f"player-{seat}": each for seat, each in enumerate(NAMES)}
    phone.get("/new/kocka")
    screen = phone.post("/new/kocka", {"seats": "4", "dealer": "3", "house_name": name, **players})
    assert screen.status == 422
    assert screen.by_id("house-name").attrs["aria-invalid"] == "true"
    text = phone.book.shared["unreadable"][problem]
    assert (
        text.format(longest=MAX_HOUSE_NAME_LENGTH, instead="ab")
        in screen.by_id("part-house-name").text
    )
    assert screen.form().fields["player-2"] == NAMES[2]


def test_a_match_sends_its_house_rules(phone: Phone, other: Phone) -> None:
    table = start(phone, NAMES, house_name="U Raka", renonc_penalty="points", stake="rum")
    sent = phone.get(table.open("/rules").links[phone.say("Send our house rules")])
    assert sent.heading == f"U Raka · {phone.book.title}"
    renamed = phone.get(f"{sent.url}?name=U dvou raků")
    link = next(url for url in renamed.links.values() if "/house/" in url)
    named = load_named(GAMES["kocka"], link.rpartition("/")[2])
    assert (named.name, named.house) == ("U dvou raků", table.match.house)
    got = other.get(link)
    label = other.book.label("house", "renonc_penalty", "choices", "points")
    assert label in got.text
    setup = other.get(got.links[other.say("Play by these")])
    assert setup.form().fields["stake"] == "rum"
    assert setup.form().fields["house_name"] == "U dvou raků"


@pytest.mark.quick("house")
def test_a_link_is_shown_and_named_anew(phone: Phone) -> None:
    screen = phone.get(SENT)
    assert VYSOCINA.name in screen.heading
    screen = phone.get(f"{SENT}?name=  Jiná ")
    renamed = NamedHouse(TAROKY, "Jiná", VYSOCINA.house)
    assert screen.way == (f"/rules/taroky/house/{renamed.dump()}",)


def test_the_usual_rules_are_said_to_be_the_usual_ones(phone: Phone) -> None:
    screen = phone.get(
        f"/rules/makao/house/{NamedHouse(GAMES['makao'], '', GAMES['makao'].house()).dump()}"
    )
    assert phone.say("Everything is as in the original rules.") in screen.text
    assert phone.say("What differs from the original rules") not in screen.links


@pytest.mark.parametrize(
    "url",
    [
        SENT[:-4],
        f"/rules/kocka/house/{VYSOCINA.dump()}",
        compare_url("taroky", "x"),
        compare_url("taroky", theirs=SENT[-20:]),
        f"/new/taroky?house={VYSOCINA.dump()[5:]}",
        f"{SENT}?name={'x' * 41}",
    ],
)
def test_a_broken_link_says_so(phone: Phone, url: str) -> None:
    assert phone.get(url).status == 422


def test_there_is_no_such_game(phone: Phone) -> None:
    assert phone.get("/rules/whist/house/abc").status == 404
    assert phone.get("/rules/whist/compare").status == 404


# --- what a company keeps ------------------------------------------------------------------------


def test_a_company_keeps_house_rules_and_offers_them(phone: Phone) -> None:
    company = found(phone)
    phone.get(SENT)
    kept = phone.submit("keep-0")
    assert phone.say("Kept by %(name)s.", name="Tovéř") in kept.text
    phone.get(company)
    phone.get(phone.screen.links[phone.say("House rules")])
    assert SENT in phone.screen.links.values()
    phone.get("/new/taroky")
    phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip())
    assert phone.submit(press=VYSOCINA.name).form().fields["tariff-ceiling"] == "400"
    undone = phone.get(company)
    assert VYSOCINA.name in undone.text


@EACH_GAME
def test_a_match_by_what_a_company_keeps_asks_for_confirmation(phone: Phone, game: AnyGame) -> None:
    found(phone)
    kept = NamedHouse(game, "Po dvou", game.house(confirm="opponent"))
    phone.get(f"/rules/{game.key}/house/{kept.dump()}")
    phone.submit("keep-0")
    phone.get(f"/new/{game.key}")
    phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip())
    house = phone.submit(press="Po dvou").form().fields
    assert house["confirm"] == "opponent"
    table = start(phone, NAMES, game=game.key, house_name="Po dvou", confirm=house["confirm"])
    assert table.match.house == kept.house
    rule = table.open("/rules/book.confirm")
    assert phone.book.label("house", "confirm", "choices", "opponent") in rule.text


def test_the_same_rules_are_kept_once_and_others_of_that_name_take_their_place(
    phone: Phone,
) -> None:
    company, other = found(phone), NamedHouse(TAROKY, VYSOCINA.name, TAROKY.house())
    for named in (VYSOCINA, VYSOCINA, other):
        phone.get(f"/rules/taroky/house/{named.dump()}")
        seen = phone.app.extensions["companies"].get(company[-4:]).version
        save = {"company": company[-4:], "seen": seen, "key": str(uuid4())}
        phone.post(phone.screen.url, save)
    kept = phone.app.extensions["companies"].get(company[-4:])
    assert [event.kind for event in kept.events] == ["opened", "agreed", "agreed"]
    assert [body.house for _, body in kept.bodies_of(Agreed)][-1:] == [{}]


def test_a_set_without_a_name_is_not_kept(phone: Phone) -> None:
    company = found(phone)
    screen = phone.get(f"/rules/taroky/house/{NamedHouse(TAROKY, '', VYSOCINA.house).dump()}")
    assert phone.say("Keep for %(name)s", name="Tovéř") not in screen.text
    save = {"company": company[-4:], "seen": "1", "key": str(uuid4())}
    assert phone.post(screen.url, save).status == 422


def test_strangers_keep_nothing_for_a_company(phone: Phone, other: Phone) -> None:
    company = found(phone)
    save = {"company": company[-4:], "seen": "1", "key": str(uuid4())}
    assert other.post(SENT, save).status == 403
    assert other.get(f"{company}/rules").status == 403


# --- what differs --------------------------------------------------------------------------------


def test_a_link_is_compared_with_ours(phone: Phone) -> None:
    start(phone, NAMES, game="taroky", house_name="Naše")
    screen = phone.get(SENT)
    screen = phone.get(screen.links[phone.say("What differs from ours: %(name)s", name="Naše")])
    assert screen.root.all("p", css="versus")[0].text.split() == ["Naše", *VYSOCINA.name.split()]
    labels = [summary.text for summary in screen.root.all("summary")]
    assert any("400" in label for label in labels)
    assert phone.get(screen.links[phone.say("Play by these: %(name)s", name=VYSOCINA.name)]).form()


@EACH_BOOK
def test_every_difference_is_shown_with_two_answers(app: Flask, game, language: str) -> None:
    phone, usual = Phone(app, language), NamedHouse(game, "", game.house())
    book = open_rulebook(game.folder, language)
    nothing = phone.say("No situation was found where these two would differ. Tried: %(n)d.", n=0)
    shown = 0
    for path, house in switches(game, game.house()):
        if len(path) == 1 or path[-1] in ("solo", "pot", "pagat_silent"):
            screen = phone.get(
                compare_url(game.key, usual.dump(), NamedHouse(game, "B", house).dump())
            )
            (contrast,) = screen.root.all("details", css="contrast")
            tables = contrast.all("table", css="beside")
            rows = [row.all("td") for table in tables for row in table.all("tr")[1:]]
            said = contrast.all("section", css="answer")
            if rows:
                assert any(mine.text != theirs.text for mine, theirs in rows) or contrast.all("p")
            if rows or said:
                shown += 1
                assert rows or len({each.text for each in said}) == 2
            elif path in paths_of(HouseRules):
                assert book.label("house", *path, "help") in contrast.text
            else:
                assert nothing.partition(".")[0] in contrast.text
    assert shown > 3


@pytest.mark.quick("comparing")
def test_the_same_rules_differ_in_nothing(phone: Phone) -> None:
    screen = phone.get(compare_url("taroky", VYSOCINA.dump(), VYSOCINA.dump()))
    assert phone.say("Both tables play by the same rules.") in screen.text
    assert not screen.root.all("details", css="contrast")


def test_what_was_typed_is_compared_and_comes_back(phone: Phone) -> None:
    phone.get("/new/kocka")
    phone.submit(
        press=phone.say("House rules: %(agreed)s", agreed="").strip(), **{"player-1": "Žofie"}
    )
    screen = phone.submit(
        press=phone.say("What differs from the original rules"),
        renonc_penalty="points",
        stake="rum",
    )
    assert len(screen.root.all("details", css="contrast")) == 2
    back = phone.submit("typed").form()
    assert back.fields["player-1"] == "Žofie"
    assert back.fields["renonc_penalty"] == "points"


def test_what_cannot_be_read_is_not_compared_and_comes_back(phone: Phone) -> None:
    phone.get("/new/kocka")
    phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip())
    screen = phone.submit(
        press=phone.say("What differs from the original rules"), stake_price="mnoho"
    )
    assert screen.status == 422
    assert phone.book.label("house", "stake_price", "label") in screen.text
    assert phone.submit("typed").form().fields["stake_price"] == "mnoho"


def test_ready_made_tariffs_are_offered_to_be_compared(phone: Phone) -> None:
    screen = phone.get(compare_url("taroky"))
    assert phone.say("Compare with others") in screen.text
    assert sum("theirs=" in url for url in screen.links.values()) >= 4


def test_many_differences_come_page_by_page(phone: Phone) -> None:
    pocitadlo = NamedHouse(TAROKY, "", load_house(TAROKY.house, {"tariff": "pocitadlo", "ante": 5}))
    screen = phone.get(compare_url("taroky", VYSOCINA.dump(), pocitadlo.dump()))
    first = [summary.text for summary in screen.root.all("summary")]
    screen = phone.get(next(url for url in screen.links.values() if "start=" in url))
    assert not set(first) & {s.text for s in screen.root.all("details", css="contrast")}


@EACH_GAME
def test_a_comparison_is_light(phone: Phone, game) -> None:
    for text in ("", VYSOCINA.dump() if game is TAROKY else ""):
        answer = phone.client.get(compare_url(game.key, text), headers={"Accept-Encoding": "gzip"})
        assert len(answer.data) < 8000


def test_one_address_compares_only_so_many(open_app: OpenApp) -> None:
    phone = Phone(open_app(RATELIMIT_ENABLED=True, COMPARISONS_PER_ADDRESS="2 per minute"))
    assert [phone.get(compare_url("makao")).status for _ in range(3)] == [200, 200, 429]
