"""Asking the referee: every question opens, cards are picked key by key, and the verdict comes."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES
from tests.contract.books import EACH_GAME
from tests.web.asking import Asking

KING, QUEEN, SEVEN, ACE = "KD", "QS", "7D", "AH"


@pytest.fixture
def asking(phone):
    """A phone at the referee of Černá kočka, without a match."""
    return Asking(phone)


@pytest.fixture
def taroky(phone):
    return Asking(phone, "taroky")


def test_the_dispute_of_no_match_begins_with_the_game(phone):
    links = phone.get("/referee").links
    assert set(links.values()) >= {f"/referee/{key}" for key in GAMES}


def test_whose_turn_it_is_is_not_whose_deal_it_was(asking):
    """Two kinds have a field of the same name, and each asks for its own."""
    asking.open("turn")
    asking.tell(seat="1")
    assert asking.so_far == asking.book.data["ask"]["turn"]["turn"]


def test_keys_tapped_at_once_arrive_at_once(asking):
    asking.open("play")
    screen = asking.press("picked", f" {KING} {QUEEN} {SEVEN} {ACE}")
    assert asking.in_play == [KING, QUEEN, f"{SEVEN} {ACE}"]
    assert asking.phone.say("NOT ALLOWED").capitalize() in asking.so_far
    assert screen.form("form").fields["picked"] == ""


def test_what_was_chosen_between_two_taps_holds_for_the_second(asking):
    asking.open("play")
    asking.pick(KING, QUEEN)
    taps = f"role=hand {SEVEN} role=trick 8D role=hand {ACE} tab=C"
    asking.press("picked", taps, role="card", tab="S")
    assert asking.in_play == [f"{KING} 8D", QUEEN, f"{SEVEN} {ACE}"]
    assert (asking.role, asking.suit) == ("hand", "C")


def test_a_key_of_the_hand_tapped_again_takes_its_card_back(asking):
    asking.open("play")
    asking.pick(KING, QUEEN, SEVEN, ACE)
    assert asking.key_of(ACE).attrs["aria-pressed"] == "true"
    asking.pick(ACE)
    assert asking.held("hand") == SEVEN
    asking.pick(QUEEN, role="card")
    assert asking.held("card") == ""


def test_a_card_cannot_lie_in_two_places(asking):
    asking.open("play")
    asking.pick(KING)
    assert "disabled" in asking.key_of(KING).attrs
    asking.pick(KING)
    assert (asking.held("card"), asking.held("trick")) == ("", KING)
    asking.pick(QUEEN)
    assert "disabled" not in asking.key_of(QUEEN).attrs  # the hand holds it, too
    assert "disabled" in asking.key_of(KING).attrs


def test_what_was_tapped_stands_in_the_address(asking):
    """So that reload, and Back from the verdict, bring it again."""
    asking.open("play")
    asking.pick(KING, QUEEN, SEVEN, trick_no="3")
    url = asking.phone.screen.by_id("question").attrs["data-url"]
    asking.phone.get(url)
    assert asking.in_play == [KING, QUEEN, SEVEN]
    assert (asking.role, asking.phone.screen.form("form").fields["trick_no"]) == ("hand", "3")


def test_how_many_play_stands_in_the_address_once(phone):
    phone.get("/referee/makao/play?players=3")
    url = Asking(phone, "makao").pick("AH").by_id("question").attrs["data-url"]
    assert url.count("players=3") == 1
    assert phone.get(url).form("form").fields["players"] == "3"


def test_more_cards_in_an_address_than_can_be_meant_are_refused(phone):
    assert phone.get(f"/referee/kocka/play?hand={'+'.join(['7H'] * 65)}").status == 413


def test_who_leads_passes_the_trick_over(asking):
    """Nothing lies in the trick when a heart is led to the first one (kocka.first-lead)."""
    asking.open("play")
    asking.tell(trick_no="1")
    asking.pick("7H", role="card")
    asking.pick("8S")
    held = asking.phone.screen.root.all("span", css="held")
    assert [each.text for each in held] == ["–", "7", "8"]
    asking.judge()
    assert asking.sentence.startswith("Do prvního štychu") or "srdce" in asking.sentence.lower()
    assert asking.word == asking.phone.say("NOT ALLOWED")
    assert "kocka.first-lead" in asking.phone.screen.html


def test_an_empty_table_of_the_dokladacka_is_no_missing_fact(asking):
    asking.open("dokladacka-play")
    asking.pick("7H", role="card")
    assert "Chybí" not in asking.so_far


def test_cards_can_be_typed_in_many_ways(taroky):
    taroky.open("play")
    taroky.tell(say="♥K, mond; srdcová čtyřka , pagát, škýz")
    assert taroky.in_play == ["KH", "XXI", "4H I SKYZ"]
    assert taroky.phone.screen.form("form").fields["say"] == ""
    taroky.open("play")
    taroky.tell(say="KRAL SRDCOVY, xix, skyz, 10♠, ♠ 9, qh")
    assert taroky.in_play == ["KH", "XIX", "SKYZ TS 9S QH"]


def test_an_unknown_card_is_named_at_its_field(taroky, faults):
    taroky.open("play")
    taroky.pick("KS")
    for said in ("žolík", "XXIII", "♥5", "král", "<b>"):
        screen = taroky.tell(say=said)
        with faults.at(said):
            assert screen.status == 422
            field = screen.by_id("say")
            assert field.attrs["aria-invalid"] == "true"
            assert said in screen.by_id(field.attrs["aria-describedby"]).text
            assert field.attrs["value"] == said
            assert taroky.held("trick") == "KS"
            assert "open" in parent(screen.root, field, "details").attrs


def parent(root, inside, tag):
    """The innermost element of a tag that holds another one."""
    return [node for node in root.all(tag) if any(each is inside for each in node)][-1]


def test_the_verdict_stands_on_the_button_as_soon_as_the_facts_suffice(asking):
    say, ask = asking.phone.say, asking.book.data["ask"]["play"]
    asking.open("play")
    assert asking.so_far == ask["trick"]
    asking.pick(KING)
    assert asking.so_far == ask["card"]
    asking.pick("8D")
    assert say("ALLOWED").capitalize() in asking.so_far  # who follows needs no hand
    asking.pick("8D", role="card")
    asking.pick(QUEEN, role="card")
    assert asking.so_far == asking.book.data["missing"]["hand"]
    asking.pick(SEVEN)
    assert say("NOT ALLOWED").capitalize() in asking.so_far


def test_what_is_missing_is_named_when_the_verdict_is_asked_for(asking):
    asking.open("play")
    asking.pick(KING)
    screen = asking.judge()
    assert screen.status == 422
    assert asking.book.data["ask"]["play"]["card"] in screen.by_id("errors").text
    assert [a.attrs["href"] for a in screen.by_id("errors").all("a")] == ["#role-card"]
    assert asking.held("trick") == KING


def test_what_is_wrong_with_a_number_stands_at_its_field(asking):
    asking.open("trigger")
    asking.phone.submit("form", "", **{"after-0": "x"})
    screen = asking.judge()
    assert screen.status == 422
    (link,) = screen.by_id("errors").all("a")
    part = screen.by_id(link.attrs["href"].removeprefix("#"))
    assert link.text in part.text


def test_what_the_sheet_would_refuse_is_said_in_its_words(asking):
    screen = asking.open("round")
    assert asking.so_far == asking.book.data["refusals"]["kocka.round.nothing"]
    assert "kocka.round" not in screen.text
    asking.tell(**{"points-0": "20", "points-1": "20", "points-2": "0", "points-3": "0"})
    assert "kocka." not in asking.so_far


def test_what_was_only_said_goes_back_to_no_hand(taroky):
    told = {"item": "game", "level": "flek", "seat": "1", "owner": "0", "led": "y"}
    screen = taroky.ask("flek", **told)
    assert taroky.word == taroky.phone.say("NOT ALLOWED")
    assert "Vezme se to zpátky a pokračuje se správně." in screen.text


def test_rows_are_added_one_by_one(taroky):
    taroky.open("bid")
    taroky.tell(**{"dealer": "3", "bids-0-seat": "0", "bids-0-bid": "zakladni"})
    screen = taroky.press("add", "bids")
    assert screen.form("form").fields["bids-0-bid"] == "zakladni"
    assert "bids-2-seat" in {c.attrs["name"] for c in screen.form("form").controls}
    taroky.judge(**{"bids-1-seat": "1", "bids-1-bid": "zakladni"})
    assert taroky.word == taroky.phone.say("NOT ALLOWED")


def test_several_announcements_can_be_ticked(taroky):
    taroky.open("announce")
    screen = taroky.tell(announced=["trul"])
    assert "open" in screen.root.all("details", css="first")[0].attrs
    screen = taroky.pick("XX")
    assert "open" not in screen.root.all("details", css="first")[0].attrs


def test_watchers_ask_with_what_the_match_knows(table, other):
    other.get(table.link("watcher"))
    asking = Asking(other, "kocka", table.url)
    assert asking.open("lead").form("form").fields["dealer"] == "3"
    assert asking.ask("lead", seat="0", trick_no="1", exchanged="y").status == 200
    assert asking.word == other.say("ALLOWED")


def test_a_broken_number_of_rows_is_the_usual_one(phone, faults):
    for rows in ("", "x", "-1", "0", "7H TS", "999"):
        told = {"players": "4", "plays-rows": rows, "plays-0-seat": "0"}
        with faults.at(rows):
            screen = phone.post("/referee/faraon/sevens", told)
            assert screen.status == 200
            assert len(screen.by_id("part-plays").all("fieldset", css="part")) >= 2


SAME_ACT = (
    "taroky.renonc.misdeal kocka.deal.misdeal faraon.deal.misdeal makao.deal.misdeal "
    "durak.deal.misdeal",
    "taroky.play.turn kocka.turn faraon.out-of-turn makao.out-of-turn durak.out-of-turn",
    "taroky.play.card-stands kocka.card-stands faraon.card-stands makao.card-stands "
    "durak.card-stands",
    "taroky.play.follow kocka.follow",
    "taroky.play.lead kocka.lead",
    "taroky.play.look kocka.look",
    "faraon.match makao.match",
    "faraon.pajchel makao.invalid",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ids", SAME_ACT)
def test_an_act_has_the_same_name_in_every_game(language, ids):
    books = ((id, open_rulebook(GAMES[id.split(".")[0]].folder, language)) for id in ids.split())
    named = {
        book.texts("offences").get(id, "") for id, book in books if id in book.texts("offences")
    }
    assert len(named) == 1


@EACH_GAME
def test_six_offences_are_shown_and_all_else_is_behind_one_tap(phone, game):
    screen = phone.get(f"/referee/{game.key}")
    folded = screen.by_id("another").all("details")
    assert len(screen.by_id("found").all("li")) == 6
    assert len(folded) < 10
    listed = [link.attrs["href"] for fold in folded for link in fold.all("a")]
    assert len(listed) == len({*listed}) >= len(game.kinds) - 2
    assert len(screen.by_id("another").all("a")) == len(listed) + 1
