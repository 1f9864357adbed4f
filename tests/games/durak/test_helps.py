"""Durak's helps: who draws how many in which order, and the cards of a bout on the table."""

import pytest

from tests.web.helps import Help, help_of_match, open_help, part, seats
from tests.web.phone import Phone
from tests.web.screen import Screen

TRANSFER = {"variant": "transfer"}
REFILL, BOUT = "/referee/durak/ask/refill", "/referee/durak/ask/bout"


@pytest.fixture
def refill(phone: Phone) -> Help:
    return open_help(phone, "durak", "refill")


@pytest.fixture
def bout(phone: Phone) -> Help:
    return open_help(phone, "durak", "bout")


def draws(screen: Screen) -> str:
    return part(screen, "answers")


def hands(screen: Screen) -> list[int]:
    """The cards of everybody, and of the stock."""
    return [int(output.text) for output in screen.root.all("output")]


def press(help: Help, form: str, text: str) -> Screen:
    return help.phone.submit(form, press=text)


def test_the_public_case(refill: Help) -> None:
    """Hands of 4, 3, 5 and 6 and five in the stock: the defender, who is last, gets but two."""
    refill.tap("seat-0", "seat-2", "hand-0-less-1", "hand-1-less-1", "hand-1-less-1")
    screen = refill.tap("stock-less-5", "stock-less-1", "stock-less-1")
    assert hands(screen) == [4, 3, 5, 6, 5]
    assert draws(screen) == "1. hráč 1 2 2. hráč 3 1 3. hráč 2 2"


def test_in_a_match_players_have_their_names(phone: Phone) -> None:
    help = help_of_match(phone, "durak", "refill")
    assert draws(help.tap("seat-0", "seat-2")) == "1. Petr 1 2. Karel 1 3. Jana 1"
    assert phone.screen.by_id("tap").attrs["data-say"] == "1. Petr 1, 2. Karel 1, 3. Jana 1"


def test_who_throws_in_is_tapped_and_taken_back(refill: Help) -> None:
    refill.tap("seat-1")
    assert draws(refill.tap("seat-0")) == "1. hráč 2 1 2. hráč 1 1 3. hráč 3 1"
    assert not refill.can_tap("seat-1")
    assert draws(refill.tap("seat-0")) == "1. hráč 2 1 2. hráč 3 1"


def test_roles_can_be_chosen(refill: Help) -> None:
    refill.tap("seat-0")
    press(refill, "taps", "Brání se")
    assert seats(refill.tap("seat-3"))[3] == "hráč 4 brání se"
    press(refill, "taps", "Útočí")
    assert seats(refill.tap("seat-3")) == ["hráč 1 brání se", "hráč 2", "hráč 3", "hráč 4 útočí"]


def test_who_takes_draws_nothing(refill: Help) -> None:
    refill.tap("seat-0")
    screen = press(refill, "bout", "hráč 2 bere")
    assert (draws(screen), hands(screen)) == ("1. hráč 1 1", [5, 7, 6, 6, 12])
    assert draws(press(refill, "bout", "hráč 2 bere")) == "1. hráč 1 1 2. hráč 2 1"


def test_the_next_bout_goes_on_with_what_is_left(refill: Help) -> None:
    refill.tap("seat-0", "seat-2", *["stock-less-5"] * 2)
    screen = press(refill, "bout", "Další útok")
    assert hands(screen) == [6, 5, 6, 6, 0]
    assert part(screen, "says") == "Kdo útočil? Ťukněte na hráče."
    assert draws(refill.tap("seat-1")) == "Nikdo nedobírá."


def test_a_figure_says_how_many_were_laid_and_beaten(refill: Help) -> None:
    """Three cards of the attacker and one thrown in: the defender beat four."""
    assert hands(refill.tap("seat-0", "laid-3"))[:2] == [3, 3]
    screen = refill.tap("seat-2")
    assert hands(screen)[:3] == [3, 2, 5]
    assert draws(screen) == "1. hráč 1 3 2. hráč 3 1 3. hráč 2 4"
    screen = press(refill, "bout", "hráč 2 bere")
    assert (hands(screen)[:3], draws(screen)) == ([3, 10, 5], "1. hráč 1 3 2. hráč 3 1")


def test_a_figure_is_of_an_attacker(refill: Help) -> None:
    assert not refill.phone.screen.has_id("laid-3")
    for moves in (["laid.3"], ["attacker.0", "laid.0"], ["attacker.0", "laid.7"]):
        assert refill.phone.post(REFILL, {"players": "4", "move": moves}).status == 422


def test_a_hand_is_never_less_than_nothing(refill: Help) -> None:
    assert hands(refill.tap("seat-0", *["hand-0-less-1"] * 5))[0] == 0
    assert not refill.can_tap("hand-0-less-1")


def test_a_bigger_pack_has_a_bigger_stock(phone: Phone) -> None:
    assert hands(help_of_match(phone, "durak", "refill", pack="52").open())[-1] == 28


@pytest.mark.parametrize(
    "move",
    [
        *("", "x", "attacker", "attacker.9", "attacker.-1", "attacker.x", "hand.0", "hand.7.1"),
        *("took.1", "next", "hand.0.1.1", "seat.0"),
    ],
)
def test_what_is_no_tap_is_left_out(refill: Help, move: str) -> None:
    screen = refill.phone.post(REFILL, {"players": "4", "move": ["stock.-1", move, "attacker.0"]})
    assert (screen.status, hands(screen)) == (422, [6, 6, 6, 6, 11])


def cards(screen: Screen) -> list[str]:
    """The cards on the table with the word on them, and the places that are open."""
    places = [b for pair in screen.root.all("div", css="pair") for b in pair.all("button")]
    return [place.attrs.get("aria-label", place.text) for place in places]


def reasons(screen: Screen) -> list[str]:
    return [p.text for p in screen.root.all("p", css="reason")]


def test_first_the_trump_is_asked(bout: Help) -> None:
    screen = bout.phone.screen
    assert part(screen, "says") == "Která barva je trumf?"
    assert not screen.root.all("button", css="key")
    assert len(bout.tap("trump-H").root.all("button", css="key")) == 36


def test_attacking_and_beating_cards_lie_side_by_side(bout: Help) -> None:
    screen = bout.tap("trump-H", "key-7S", "key-9S", "key-9D", "key-6H")
    assert cards(screen) == [
        *("piková sedmička: v pořádku", "piková devítka: v pořádku", "kárová devítka: v pořádku"),
        *("srdcová šestka: v pořádku", "útok"),
    ]
    assert not bout.can_tap("key-7S")
    assert reasons(screen) == []


def test_a_card_that_does_not_beat_goes_back(bout: Help) -> None:
    screen = bout.tap("trump-H", "key-7S", "key-6S")
    assert cards(screen)[1] == "piková šestka: nedovoleno"
    (reason,) = reasons(screen)
    assert reason.startswith("Nepřebíjí. Leží: piková sedmička; na ní: piková šestka")
    assert reason.endswith("Karta jde zpátky do ruky a hraje se dál.")
    screen = bout.tap("key-8S")
    assert (cards(screen)[1], reasons(screen)) == ("piková osmička: v pořádku", [])


REASONS = [
    ({}, "trump-H key-7S key-9S key-KD", "Taková hodnota na stole není: "),
    ({}, "trump-H key-7S new-attack key-7D new-attack key-8D", "stejnou hodnotu"),
    (
        {},
        f"trump-H{' hand-less-1' * 5} key-7S new-attack key-7D",
        "Moc karet: 2. Smí jich být nejvýš 1.",
    ),
    (
        # The source's own example: three cards in hand, one on the table, two more and no third.
        {},
        f"trump-H{' hand-less-1' * 3} key-7S fact-took new-attack key-7D new-attack key-7C"
        " new-attack key-7H",
        "Na braní je přihozeno moc",
    ),
    (TRANSFER, "trump-H key-7S new-transfer key-8C", "Jinou hodnotou přeložit nejde: "),
    (TRANSFER, "trump-H key-7S key-9S new-transfer key-7C", "Na překlad je pozdě"),
    (TRANSFER, "trump-H key-7S new-transfer key-7D fact-last", "Překladem se nekončí"),
    ({"spades_by_spades": "y"}, "key-7S key-9D", "Pika se pikou nepřebila."),
]
"""House rules, taps, and what is then said of the last card, and of none before."""


@pytest.mark.parametrize(("house", "taps", "reason"), REASONS, ids=str)
def test_of_a_card_that_must_not_lie_there_the_reason_is_said(
    phone: Phone, house: dict[str, str], taps: str, reason: str
) -> None:
    help = help_of_match(phone, "durak", "bout", **house)
    *before, last = taps.split()
    assert reasons(help.tap(*before)) == []
    (said,) = reasons(help.tap(last))
    assert reason in said


def test_a_card_on_the_table_is_replaced(bout: Help) -> None:
    screen = bout.tap("trump-H", "key-7S", "key-9S", "at-attack-0", "key-TS")
    assert cards(screen)[:2] == ["piková desítka: v pořádku", "piková devítka: nedovoleno"]


def test_each_tap_is_undone_there_too(bout: Help) -> None:
    bout.tap("trump-H", "key-7S", "key-6S")
    assert cards(bout.undo()) == ["piková sedmička: v pořádku", "přebít", "útok"]
    bout.undo()
    assert part(bout.undo(), "says") == "Která barva je trumf?"


def test_transfer_only_where_it_is_played(phone: Phone, bout: Help) -> None:
    assert "překlad" not in cards(bout.tap("trump-H", "key-7S"))
    help = help_of_match(phone, "durak", "bout", **TRANSFER)
    screen = help.tap("trump-H", "key-7S", "new-transfer", "key-7D")
    assert (cards(screen)[2], reasons(screen)) == ("kárová sedmička: v pořádku", [])


def test_a_transfer_asks_for_the_cards_of_the_next_player(phone: Phone) -> None:
    help = help_of_match(phone, "durak", "bout", **TRANSFER)
    assert "Karet dalšího hráče" not in help.tap("trump-H", "key-7S").text
    assert "Karet dalšího hráče" in help.tap("new-transfer").text
    assert "Karet dalšího hráče" in help.tap("key-7D").text


def test_a_pack_of_52_has_its_twos(phone: Phone) -> None:
    help = help_of_match(phone, "durak", "bout", pack="52")
    assert len(help.tap("trump-S").root.all("button", css="key")) == 52
    assert cards(help.tap("key-2D", "key-2S"))[1] == "piková dvojka: v pořádku"


def test_the_suit_that_was_opened_stays(bout: Help) -> None:
    bout.tap("trump-H")
    form = bout.phone.screen.form("taps")
    fields = {**form.fields.to_dict(flat=False), "tab": "D"}
    fields["move"] = ["trump.H", "attack.0.9D"]
    assert "checked" in bout.phone.post(form.action, fields).by_id("tab-2").attrs


@pytest.mark.parametrize(
    "move",
    [
        *("", "trump.X", "hand.x", "attack.0", "attack.0.2S", "attack.5.8S", "beat.3.9S"),
        *("beat.0.7S", "beat.x.9S", "show.0.9S", "attack.0.9S.1"),
    ],
)
def test_what_cannot_lie_there_is_left_out(bout: Help, move: str) -> None:
    screen = bout.phone.post(BOUT, {"move": ["trump.H", "attack.0.7S", move, "beat.0.9S"]})
    assert (screen.status, len(screen.errors)) == (422, 1)
    assert cards(screen) == ["piková sedmička: v pořádku", "přebít", "útok"]


def test_nobody_has_more_than_all_cards(refill: Help) -> None:
    moves = ["hand.0.99", "stock.999", "attacker.0"]
    screen = refill.phone.post(REFILL, {"players": "4", "move": moves})
    assert (screen.status, hands(screen)) == (200, [17, 5, 6, 6, 0])
    screen = refill.phone.post(REFILL, {"players": "4", "move": ["attacker.0", "stock.999"]})
    assert (screen.status, hands(screen)) == (200, [5, 5, 6, 6, 14])


def test_what_has_to_go_back_does_not_count(bout: Help) -> None:
    """The king was not thrown in lawfully, so another one cannot follow it."""
    bout.tap("trump-H", "key-7S", "key-9S", "key-KD", "new-attack", "key-KC")
    assert len(reasons(bout.phone.screen)) == 2


def test_the_first_bout_is_not_passed_on(phone: Phone) -> None:
    help = help_of_match(phone, "durak", "bout", **TRANSFER)
    help.tap("trump-H", "key-7S", "new-transfer", "key-7D")
    assert "První útok se nepřekládá." in press(help, "taps", "První útok hry").text


def test_no_card_lies_there_before_the_trump_is_known(bout: Help) -> None:
    assert bout.phone.post(BOUT, {"move": ["attack.0.7S"]}).status == 422
