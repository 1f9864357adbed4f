"""Who draws how many and who plays next in Faraón: sevens and aces, tapped as they are laid."""

import pytest

from tests.web.helps import Help, help_of_match, open_help, part, seats
from tests.web.phone import Phone

URL = "/referee/faraon/ask/sevens"


@pytest.fixture
def sevens(phone: Phone) -> Help:
    return open_help(phone, "faraon", "sevens")


@pytest.fixture
def aces(phone: Phone) -> Help:
    return open_help(phone, "faraon", "ace-answer")


def answers(help: Help) -> str:
    return part(help.phone.screen, "answers")


def test_two_sevens_and_one_make_nine(sevens: Help) -> None:
    sevens.tap("seat-0", "seat-0")
    assert answers(sevens) == "Bere karet – hráč 2: 6. Hraje: hráč 3."
    screen = sevens.tap("seat-1")
    assert answers(sevens) == "Bere karet – hráč 3: 9. Hraje: hráč 4."
    assert seats(screen) == ["hráč 1", "hráč 2", "hráč 3 bere 9", "hráč 4 hraje"]
    assert part(screen, "turns") == "hráč 1 7 7 hráč 2 7"


def test_in_a_match_players_have_their_names(phone: Phone) -> None:
    help = help_of_match(phone, "faraon", "sevens")
    help.tap("seat-0", "seat-0", "seat-1")
    assert answers(help) == "Bere karet – Karel 9. Hraje: Eva."
    assert not help.open().root.all("nav", css="sizes")


def test_who_may_answer_is_framed(sevens: Help) -> None:
    screen = sevens.tap("seat-1")
    assert [seat.text for seat in screen.root.all("button", css="may")] == [
        "hráč 2",
        "hráč 3 bere 3",
    ]


def test_a_seven_out_of_turn_is_an_offence_that_can_be_undone(sevens: Help) -> None:
    screen = sevens.tap("seat-0", "seat-0", "seat-1", "seat-3")
    assert part(screen, "word") == "NEDOVOLENO"
    text = part(screen, "broken")
    assert "Sedma mimo pořadí: hráč 4. Na řadě: hráč 3." in text
    assert "vzít 3 karty" in text
    assert "Vyložené karty jdou zpátky do ruky" in text
    assert not any(sevens.can_tap(f"seat-{seat}") for seat in range(4))
    assert screen.form("back").button("Vzít zpět").text == "Vzít zpět: hráč 4"
    screen = sevens.undo()
    assert (part(screen, "word"), answers(sevens)) == ("", "Bere karet – hráč 3: 9. Hraje: hráč 4.")


def test_there_are_four_sevens(sevens: Help) -> None:
    screen = sevens.tap("seat-0", "seat-0", "seat-0", "seat-1")
    assert "bere 12" in seats(screen)[2]
    assert not any(sevens.can_tap(f"seat-{seat}") for seat in range(4))
    screen = sevens.phone.post(URL, {"move": ["0"] * 5})
    assert (screen.status, part(screen, "turns")) == (422, "hráč 1 7 7 7 7")
    assert screen.errors[0][0] == "part-taps"


@pytest.mark.parametrize(
    ("kind", "house", "out", "taps", "said"),
    [
        ("ace-answer", {}, "23", "seat-0 seat-1", "Hraje: Jana."),
        ("ace-answer", {}, "23", "seat-0 seat-1 seat-0", "Hraje: Petr."),
        ("ace-answer", {"aces": "each"}, "23", "seat-0 seat-0", "Hraje: Petr."),
        (
            *("sevens", {"packs": "2"}, ""),
            " ".join(["seat-0"] * 4 + ["seat-1"] * 4),
            "Bere karet – Karel 24. Hraje: Eva.",
        ),
    ],
)
def test_who_plays_next_hangs_on_who_is_there_and_what_is_agreed(
    phone: Phone, kind: str, house: dict[str, str], out: str, taps: str, said: str
) -> None:
    help = help_of_match(phone, "faraon", kind, **house)
    phone.get(f"{help.at}?{'&'.join(f'out={seat}' for seat in out)}")
    help.tap(*taps.split())
    assert answers(help) == said


def test_of_two_players_several_aces_before_asking_are_an_offence(phone: Phone) -> None:
    help = open_help(phone, "faraon", "ace-answer", players=2)
    screen = help.tap("seat-0", "seat-0")
    assert part(screen, "word") == "NEDOVOLENO"
    assert "Esa vyložená bez zeptání: 2." in part(screen, "broken")
    assert "vzít 3 karty" in part(screen, "broken")
    help.undo()
    screen = help.tap("seat-1", "seat-1")
    assert "Esa vyložená bez zeptání: 2." in part(screen, "broken")


def test_after_an_ace_that_nobody_answered_the_others_are_added(phone: Phone) -> None:
    help = open_help(phone, "faraon", "ace-answer", players=2)
    help.tap("seat-0", "mark-left", "seat-0")
    assert answers(help) == "Hraje: hráč 1."
    assert part(help.phone.screen, "turns") == "hráč 1 eso hráč 1 bez odpovědi hráč 1 eso"
    screen = help.tap("seat-1")
    assert part(screen, "word") == "NEDOVOLENO"
    assert "Eso pozdě, až na konec soupeřových es: hráč 2." in part(screen, "broken")


def test_an_ace_that_was_answered_is_not_left_unanswered(aces: Help) -> None:
    assert not aces.can_tap("mark-left"), "nothing lies there"
    aces.tap("seat-0")
    assert aces.can_tap("mark-left")
    aces.tap("seat-1")
    assert not aces.can_tap("mark-left")
    screen = aces.phone.post("/referee/faraon/ask/ace-answer", {"move": ["0", "1", "left"]})
    assert screen.status == 422


def test_the_faraon_kills_the_sevens(sevens: Help) -> None:
    assert not sevens.can_tap("mark-UL"), "nothing lies there"
    sevens.tap("seat-0", "seat-0", "mark-UL")
    assert answers(sevens) == "Nebere nikdo. Hraje: hráč 3."
    assert part(sevens.phone.screen, "turns") == "hráč 1 7 7 hráč 2 faraón"
    assert not sevens.can_tap("mark-UL"), "there is one"
    sevens.tap("seat-2")
    assert answers(sevens) == "Bere karet – hráč 4: 3. Hraje: hráč 1."


def test_the_red_seven_that_brings_back_passes_the_sevens_on(sevens: Help) -> None:
    sevens.tap("seat-0", "seat-0", "mark-7H")
    assert answers(sevens) == ("Bere karet – hráč 3: 6. Hraje: hráč 4. Vrácený hráč bere karet: 3.")
    assert part(sevens.phone.screen, "turns") == "hráč 1 7 7 hráč 2 vrací"


def test_sevens_and_aces_lead_to_each_other(sevens: Help) -> None:
    screen = sevens.phone.get(sevens.phone.screen.links["Esa"])
    assert screen.heading == "Odpověď na eso"
    assert part(sevens.phone.get(screen.links["Sedmy"]), "says").startswith("Ťukejte na hráče")


def test_two_are_always_left(phone: Phone) -> None:
    help = help_of_match(phone, "faraon", "sevens")
    screen = phone.get(f"{help.at}?out=0&out=1")
    assert seats(screen) == ["Karel", "Eva"]
    assert "Karel" not in screen.links
    assert len(seats(phone.get(f"{help.at}?out=0&out=1&out=2&out=x"))) == 4


@pytest.mark.parametrize(
    ("moves", "kept"),
    [(["x"], ""), (["0", "9"], "hráč 1 7"), (["-1"], ""), (["0", ""], "hráč 1 7")],
)
def test_what_is_no_tap_is_left_out(sevens: Help, moves: list[str], kept: str) -> None:
    screen = sevens.phone.post(URL, {"move": moves})
    assert (screen.status, part(screen, "turns")) == (422, kept)


def test_whoever_ran_out_is_passed_over(phone: Phone) -> None:
    help = help_of_match(phone, "faraon", "sevens")
    assert seats(phone.get(phone.screen.links["Karel"])) == ["Petr", "Jana", "Eva"]
    help.tap("seat-0", "seat-1")
    assert answers(help) == "Bere karet – Eva 6. Hraje: Petr."
    assert seats(help.undo()) == ["Petr", "Jana bere 3", "Eva hraje"]
