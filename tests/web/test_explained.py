"""How points come about, on every page that shows them: for eyes and for ears, without the rule."""

from dataclasses import replace

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.taroky.entries import Deal
from tests.web.screen import Node
from tests.web.table import start

WRITTEN = "45 − 35 = 10 · druhý preferanc × 2 · flek × 2 = 40 od každého"
SPOKEN = "45 minus 35 je 10, druhý preferanc krát 2, flek krát 2 je 40 od každého"
PREFERANC = Deal(Seat(1), "preferanc", "second", fleks={"game": "flek"}, points=45)


def heard(node):
    """What a page says to those who listen: all but what is hidden from them."""
    parts = (heard(each) if isinstance(each, Node) else each for each in node.inside)
    hidden = node.attrs.get("aria-hidden") == "true"
    return "" if hidden else " ".join(" ".join(parts).split())


def main_of(played, path):
    return played.open(path).root.all("main")[0]


def test_a_row_shows_its_arithmetic_and_the_rule_behind_a_tap(phone):
    played = start(phone, game="taroky")
    played.record(PREFERANC)
    page = main_of(played, "/entries/2/why")
    assert WRITTEN in page.text
    assert SPOKEN in heard(page)
    assert "Jana: 40 · soupeři × 3 = +120" in page.text
    assert "40, soupeři krát 3 je plus 120" in heard(page)
    rule = played.book.rule("taroky.settle.base")
    [fold] = [each for each in page.all("details") if rule.title in each.text]
    assert "".join(rule.text.split()) in "".join(fold.text.split())
    assert "open" not in fold.attrs


def preview(played, **changes):
    """What the form of the first row shows above its button when something is changed."""
    form = played.open("/entries/2").form("form")
    assert "lines" not in played.phone.screen.html  # nothing is changed yet
    sent = form.filled(changes).to_dict(flat=False)
    return played.phone.post(f"{played.url}/preview", sent).by_id("lines")


def test_the_form_of_a_deal_shows_it_above_its_button(phone):
    played = start(phone, game="taroky")
    played.record(replace(PREFERANC, points=44))
    lines = preview(played, points="45")
    assert WRITTEN in lines.text
    assert SPOKEN in heard(lines)
    rule = played.book.rule("taroky.settle.base")
    [link] = [a for a in lines.all("a") if rule.title in a.text]
    assert rule.text.split()[0] in played.phone.get(link.attrs["href"]).text
    assert rule.text not in lines.text


def test_a_total_is_made_of_its_reasons_on_the_player_s_page(phone):
    played = start(phone, game="kocka")
    played.record(Round(points=(20, 8, 0, 0), no_trick=frozenset({2})), Round(durch=Seat(0)))
    page = main_of(played, "/players/0")
    assert "trestné karty 20 − durch 28 = −8" in page.text
    assert "trestné karty 20 minus durch 28 je minus 8" in heard(page)
    assert "trestné karty 8 − žádný štych 1 = 7" in main_of(played, "/players/1").text
