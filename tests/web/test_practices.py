"""Where the source is silent a verdict offers what tables do: a tap makes it the table's rule."""

from dataclasses import replace

import pytest

from scorekeeper.games.kocka.entries import SkipDokladacka
from scorekeeper.web.referee.verdicts import may_hold
from tests.web.asking import Asking
from tests.web.phone import Phone


@pytest.fixture
def touched(table):
    """The verdict on a card of Černá kočka that was only touched, and taken back."""
    asking = Asking(table.phone, url=table.url)
    asking.open("taken-back")
    return asking.judge(deed="touched")


def offered(screen):
    """What can be tapped, and whether the table plays so now."""
    buttons = [each for each in screen.root.all("button") if each.attrs.get("name") == "practice"]
    return {each.attrs["value"]: each.attrs["aria-pressed"] == "true" for each in buttons}


def tap(table, practice, shown=None):
    form = (shown or table.phone.screen).form(f"{table.url}/practices")
    data = form.filled({})
    data.setlist("practice", [practice])
    return table.phone._open("POST", form.action, data)


def agree(table, **changes):
    """Lets the table play on by other house rules, without the web."""
    match = table.match
    table.do("agree", replace(match.named_house, house=replace(match.house, **changes)))


def test_the_practices_that_change_the_verdict_are_offered(table, touched):
    assert touched.root.all("p", css="word")[0].text == table.phone.say("ALLOWED")
    stands = [f"card_stands:{each}" for each in ("touched", "laid", "until-next")]
    assert offered(touched) == {each: each == stands[1] for each in stands}


def test_what_is_tapped_holds_from_here_on_and_is_undone(table, touched):
    screen = tap(table, "card_stands:touched")
    assert screen.root.all("p", css="word")[0].text == table.phone.say("NOT ALLOWED")
    assert offered(screen)["card_stands:touched"]
    assert table.match.house.card_stands == "touched"
    assert table.match.events[-1].kind == "agreed"
    version = table.match.version
    tap(table, "card_stands:touched")
    assert table.match.version == version, "the same practice writes nothing"
    table.fill("", f"{table.url}/undo")
    assert table.match.house.card_stands == "laid"


def test_a_tap_that_is_sent_again_says_the_same(table, touched):
    tap(table, "card_stands:touched", touched)
    agree(table, dokladacka="off")
    version = table.match.version
    assert tap(table, "card_stands:touched", touched).status == 200
    assert table.match.version == version


def test_nothing_is_offered_after_the_end(table, touched):
    table.rounds((0, 0, 0, 28), (0, 0, 0, 28))
    table.record(SkipDokladacka())
    table.rounds((0, 0, 0, 28), (0, 0, 0, 28))
    assert table.match.standing.over
    assert offered(table.phone.get(touched.url)) == {}


@pytest.mark.table(("Ada", "Bob", "Cyril", "Dana", "Eva", "Filip"), game="faraon", packs="2")
def test_by_what_fewer_can_play_is_refused(table):
    asking = Asking(table.phone, "faraon", table.url)
    asking.open("taken-back")
    asking.judge(deed="touched")
    assert tap(table, "packs:1").status == 422
    assert table.match.house.packs == 2


@pytest.mark.table(("Ada", "Bob", "Cyril", "Dana", "Eva", "Filip"), game="faraon", packs="2")
def test_by_what_a_match_cannot_go_on_is_not_offered(table):
    house = table.match.house
    assert may_hold(table.match, replace(house, card_stands="touched"))
    assert not may_hold(table.match, replace(house, packs=1)), "there are six players"
    assert not may_hold(table.match, replace(house, mode="olympic")), "it begins with cards"


@pytest.mark.parametrize("practice", ["card_stands:never", "stake:beer", "nothing", ""])
def test_what_is_no_practice_is_refused(table, touched, practice):
    before = table.match.house
    assert tap(table, practice).status == 422
    assert table.match.house == before


def test_nothing_is_offered_to_strangers_or_where_the_source_speaks(table, touched):
    assert offered(Phone(table.phone.app).get(touched.url)) == {}
    assert offered(Asking(table.phone, url=table.url).ask("play", "KD", "QS", "7D")) == {}


def test_what_is_due_is_played_first(table, touched):
    table.rounds((0, 0, 0, 28), (0, 0, 4, 24))
    screen = tap(table, "card_stands:touched", table.phone.get(touched.url))
    assert screen.status == 422
    assert table.phone.say("First play what is due, by the present rules.") in screen.text
