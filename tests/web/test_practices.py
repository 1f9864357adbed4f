"""Where the source is silent a verdict offers what tables do: a tap makes it the table's rule."""

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table


@pytest.fixture
def touched(table: Table) -> Screen:
    """The verdict on a card of Černá kočka that was only touched, and taken back."""
    asking = Asking(table.phone, url=table.url)
    asking.open("taken-back")
    return asking.judge(deed="touched")


def offered(screen: Screen) -> dict[str, bool]:
    """What can be tapped, and whether the table plays so now."""
    buttons = [each for each in screen.root.all("button") if each.attrs.get("name") == "practice"]
    return {each.attrs["value"]: each.attrs["aria-pressed"] == "true" for each in buttons}


def tap(table: Table, practice: str) -> Screen:
    form = table.phone.screen.form(f"{table.url}/practices")
    data = form.filled({})
    data.setlist("practice", [practice])
    return table.phone._open("POST", form.action, data)


def test_the_practices_that_change_the_verdict_are_offered(table: Table, touched: Screen) -> None:
    assert touched.root.all("p", css="word")[0].text == table.phone.say("ALLOWED")
    stands = [f"card_stands:{each}" for each in ("touched", "laid", "until-next")]
    assert offered(touched) == {each: each == stands[1] for each in stands}


def test_what_is_tapped_holds_from_here_on_and_is_undone(table: Table, touched: Screen) -> None:
    screen = tap(table, "card_stands:touched")
    assert screen.root.all("p", css="word")[0].text == table.phone.say("NOT ALLOWED")
    assert offered(screen)["card_stands:touched"]
    assert table.match.house.card_stands == "touched"
    assert table.match.events[-1].kind == "agreed"
    version = table.match.version
    tap(table, "card_stands:touched")
    assert table.match.version == version, "the same practice writes nothing"
    table.open()
    table.phone.submit(f"{table.url}/undo")
    assert table.match.house.card_stands == "laid"


@pytest.mark.parametrize("practice", ["card_stands:never", "stake:beer", "nothing", ""])
def test_what_is_no_practice_is_refused(table: Table, touched: Screen, practice: str) -> None:
    before = table.match.house
    assert tap(table, practice).status == 422
    assert table.match.house == before


def test_nothing_is_offered_to_who_may_not_write_it(table: Table, touched: Screen) -> None:
    stranger = Phone(table.phone.app)
    assert offered(stranger.get(touched.url)) == {}


def test_nothing_is_offered_where_the_source_speaks(table: Table) -> None:
    asking = Asking(table.phone, url=table.url)
    assert offered(asking.ask("play", "KD", "QS", "7D")) == {}


def test_what_is_due_is_played_first(table: Table) -> None:
    table.rounds((0, 0, 0, 28), (0, 0, 4, 24))
    asking = Asking(table.phone, url=table.url)
    asking.open("taken-back")
    asking.judge(deed="touched")
    screen = tap(table, "card_stands:touched")
    assert screen.status == 422
    due = table.phone.say("First play what is due, by the present rules.")
    assert due in screen.text
