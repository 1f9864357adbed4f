"""Going through a whole deal: trick by trick, what it proves, and taking it over into the sheet."""

import json
from pathlib import Path

import pytest

from tests.web.asking import Asking
from tests.web.table import start

CASES = Path(__file__).parents[1] / "games"
FOLLOWED = [
    ["7C", "8C", "9C", "AC"],
    ["KC", "TC", "JC", "QC"],
    ["7D", "8D", "9D", "AD"],
    ["TD", "JD", "QD", "KD"],
    ["7S", "8S", "QS", "KS"],
    ["9S", "TS", "JS", "AS"],
    ["7H", "8H", "9H", "TH"],
    ["JH", "QH", "KH", "AH"],
]
POINTS = (10, 14, 4, 0)
FIVE = ("Petr", "Jana", "Karel", "Eva", "Olga")


def flat(tricks):
    return [code for trick in tricks for code in trick]


@pytest.fixture
def asking(phone):
    return Asking(phone)


def told(asking, cards, **first):
    """Opens an audit, says what has to be told first, and taps the cards all at once."""
    asking.open("audit")
    asking.tell(**first)
    asking.press("picked", " ".join(cards))


def board(asking):
    """The trick that is being told, and whose turn it is."""
    (shown,) = asking.phone.screen.root.all("div", css="board")
    (turn,) = (li for li in shown.all("li") if li.attrs.get("aria-current") == "step")
    return shown.all("p")[0].text, turn.text.removesuffix(" …")


def test_who_leads_is_asked_first(asking):
    screen = asking.open("audit")
    assert not screen.root.all("button", css="key")
    assert asking.so_far == asking.book.data["ask"]["audit"]["leader"]
    screen = asking.tell(leader="2")
    assert len(screen.root.all("button", css="key")) == 32
    assert board(asking)[1] == asking.phone.say("player %(n)d", n=3)


def test_the_board_tells_the_trick_and_whose_turn_it_is(table):
    asking = Asking(table.phone, "kocka", table.url)
    asking.open("audit")
    assert board(asking) == ("Štych 1", "Petr"), "a match knows who leads"
    assert asking.so_far == asking.phone.say("Missing: %(what)s", what="Štychy")
    assert asking.judge().status == 422
    asking.open("audit")
    turns = []
    for code in flat(FOLLOWED[:2]):
        turns.append(board(asking)[1])
        asking.pick(code)
    assert turns == ["Petr", "Jana", "Karel", "Eva", "Eva", "Petr", "Jana", "Karel"]
    assert board(asking) == ("Štych 3", "Eva")
    done = asking.phone.screen.root.all("ol", css="tricks")[0].all("li")
    assert [trick.text.rpartition("→ ")[2] for trick in done] == ["Eva", "Eva"]


def test_the_suit_led_stays_chosen(asking):
    asking.open("audit")
    asking.tell(leader="0")
    asking.pick("7D")
    assert asking.suit == "D"
    asking.pick("AC")  # whoever has none discards
    assert asking.suit == "D"
    asking.pick("8D", "9D")
    assert asking.suit == "D"  # the trick is over, the next one may be any suit


def test_a_played_card_is_off_and_a_second_tap_does_not_take_it_back(asking):
    told(asking, ["7C", "8C", "8C", "7C", "9C"], leader="0")
    assert asking.held("tricks") == "7C 8C 9C"
    assert "disabled" in asking.key_of("8C").attrs
    asking.press("erase", "y")
    assert asking.held("tricks") == "7C 8C"
    assert "disabled" not in asking.key_of("9C").attrs
    for _ in range(3):
        assert asking.press("erase", "y").status == 200
    assert asking.held("tricks") == "", "nothing can be erased from nothing"


@pytest.mark.parametrize("at_table", [False, True], ids=["home", "match"])
def test_a_whole_round_of_kocka(phone, at_table):
    table = start(phone)
    asking = Asking(phone, "kocka", table.url if at_table else "")
    told(asking, flat(FOLLOWED), leader="0")
    screen = asking.judge()
    assert asking.word == phone.say("ALLOWED")
    names = table.match.names if at_table else [phone.say("player %(n)d", n=n) for n in range(1, 5)]
    after = "" if at_table else ":"
    points = ", ".join(f"{name}{after} {each}" for name, each in zip(names, POINTS, strict=True))
    assert points in screen.text
    over = phone.say("Put it on the sheet")
    assert (over in screen.links) == at_table
    if at_table:
        fields = phone.get(screen.links[over]).form("form").fields
        assert (fields["cards-QS"], fields["cards-AH"]) == ("0", "1")
        assert phone.submit("form").url == table.url
        assert table.totals == POINTS


def test_a_renonc_is_proved_by_a_later_card(table):
    asking = Asking(table.phone, "kocka", table.url)
    told(asking, flat([["7C", "8C", "9C", "AD"], ["TC", "JC", "QC", "AC"]]), leader="0")
    screen = asking.judge()
    assert asking.word == table.phone.say("NOT ALLOWED")
    assert "Eva" in asking.sentence
    proof = table.phone.say("Proof: %(card)s, played in trick %(n)d.", card="křížový kluk", n=2)
    assert proof in asking.sentence
    assert not screen.root.all("ol", css="breaches"), "told once, on top"
    assert "kocka.follow" in screen.html


def test_an_unfinished_round_is_not_taken_over(table):
    asking = Asking(table.phone, "kocka", table.url)
    told(asking, ["7C", "8C", "9C", "AD"], leader="0")
    screen = asking.judge()
    assert asking.word == table.phone.say("CANNOT TELL YET")
    assert asking.sentence == asking.book.data["missing"]["tricks"]
    assert table.phone.say("Put it on the sheet") not in screen.links
    table.phone.get(screen.links[table.phone.say("Add what is missing")])
    assert asking.held("tricks") == "7C 8C 9C AD"
    assert board(asking) == ("Štych 2", "Karel")


def test_of_a_trick_that_is_not_finished_the_cards_that_lie_are_judged(asking):
    told(asking, ["7C", "8C", "9C", "AC", "KC"], leader="0")
    asking.judge()
    assert asking.word == asking.phone.say("ALLOWED")
    asking.phone.get(asking.phone.screen.links[asking.phone.say("Change the question")])
    assert asking.held("tricks") == "7C 8C 9C AC KC"
    told(asking, ["7C", "8D"], leader="0")
    assert asking.so_far == asking.book.data["missing"]["tricks"]


def test_the_milestones_of_a_round_come_to_the_sheet(other):
    table = start(other)
    asking = Asking(other, "kocka", table.url)
    told(asking, flat(FOLLOWED), leader="0")
    screen = asking.judge()
    assert "It happened: čachnov and honest suit." in screen.text
    other.fill(screen.links[other.say("Put it on the sheet")], "form")
    (row,) = table.match.rows
    assert row.entry.milestones == {"cachnov", "poctiva-barva"}
    assert "čachnov" in table.open().text
    other.fill(f"{table.url}/entries/{row.seq}", "form")
    assert table.match.rows[0].entry.milestones == row.entry.milestones, "a correction keeps them"


def case_of(note):
    """The given facts of a public case by its note."""
    lines = (CASES / "taroky" / "cases.jsonl").read_text("utf-8").splitlines()
    found = (json.loads(line) for line in lines if f'"note":"{note}"' in line)
    return next(found)["given"]


def told_case(asking, given):
    """Tells an audit of Taroky: first what is asked first, then its tricks, then other cards."""
    asked = ("contract", "dealer", "declarer", "leader", "variant", "partner")
    asking.open("audit")
    asking.tell(**{name: str(given[name]) for name in asked[:4]})
    asking.tell(**{name: str(given[name]) for name in asked[4:] if name in given})
    asking.press("picked", " ".join(flat(given["tricks"])))
    for seat, cards in given.get("aside", {}).items():
        asking.press("picked", " ".join(cards), role=f"aside-{seat}")
    if "talon" in given:
        asking.press("picked", " ".join(given["talon"]), role="talon")


def take_over(asking):
    """The sheet's form with what the referee found out."""
    screen = asking.judge()
    assert asking.word == asking.phone.say("ALLOWED"), asking.sentence
    return asking.phone.get(screen.links[asking.phone.say("Put it on the sheet")]).form("form")


def test_a_whole_deal_of_taroky_from_home(phone):
    asking = Asking(phone, "taroky")
    told_case(asking, case_of("with the cards laid aside"))
    assert "disabled" in asking.key_of("CS").attrs  # laid aside
    screen = asking.judge()
    assert asking.word == phone.say("ALLOWED")
    assert "Body: hrající 58, soupeři 12." in screen.text
    assert phone.say("Put it on the sheet") not in screen.links


@pytest.mark.parametrize(
    ("names", "dealer", "places"),
    [(FIVE[:4], "3", (0, 1, 2, 3)), (FIVE, "1", (2, 3, 4, 0))],
    ids=["four", "five, of whom Jana deals and pauses"],
)
def test_a_whole_deal_of_taroky_is_taken_over(phone, names, dealer, places):
    table = start(phone, names, "taroky", dealer=dealer)
    asking = Asking(phone, "taroky", table.url)
    asking.open("audit")
    leaders = [label.text for label in asking.phone.screen.by_id("part-leader").all("label")]
    assert leaders == [names[place] for place in places]
    told_case(asking, case_of("with the cards laid aside"))
    form = take_over(asking)
    fields = [form.fields[name] for name in ("declarer", "partner", "points")]
    assert fields == [str(places[0]), str(places[2]), str(36 + 22)]
    assert phone.submit("form").url == table.url
    deal = table.match.rows[0].entry
    assert (deal.declarer, deal.partner, deal.points) == (places[0], places[2], 58)
    assert [table.totals[seat] for seat in range(len(names)) if seat not in places] in ([], [0])


def test_the_offender_is_offered_first(table):
    asking = Asking(table.phone, "kocka", table.url)
    asking.open("audit")
    asking.press("picked", "7D 8D 9C 9D 9H KD AD TD")  # Karel had no right to the club
    asking.judge()
    buttons = asking.phone.screen.form("ruling").buttons
    assert [b.text.split()[0] for b in buttons] == ["Karel", "Petr", "Jana", "Eva"]
    assert ["named" in b.attrs["class"] for b in buttons] == [True, False, False, False]
    asking.phone.submit("ruling", press="Karel")
    assert table.match.rows[-1].entry.seat == 2
