"""How would you decide? The cases of a game as questions; what was wrong comes again."""

from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.game import AnyGame
from scorekeeper.web.rulebook.learning import ANSWERS, Case, Progress, cases_of
from tests.contract.books import EACH_GAME
from tests.web.phone import Phone

pytestmark = pytest.mark.quick("rulebook")


def say(phone: Phone, word: str) -> None:
    """Taps one of the answers, or what leads on."""
    links = phone.screen.links
    phone.get(next(links[text] for text in links if text.strip() == word))


def words(phone: Phone) -> dict[str, str]:
    return dict(
        zip(ANSWERS, map(phone.say, ("NOT ALLOWED", "ALLOWED", "CANNOT TELL YET")), strict=True)
    )


@EACH_GAME
def test_every_verdict_is_asked_for(game: AnyGame) -> None:
    answers = [case.answer for case in cases_of(game.key)]
    assert answers.count("offence") > 20
    assert answers.count("legal") > 20


def test_a_case_is_told_and_then_decided(phone: Phone) -> None:
    phone.get("/rules/kocka/learn?order=5")
    right = cases_in_order("kocka", 5)[0].answer
    assert not phone.screen.root.all("p", css="word")
    say(phone, words(phone)[right])
    assert phone.say("Right.") in phone.screen.text
    assert phone.screen.root.all("p", css="word")[0].text.strip() == words(phone)[right]
    assert phone.screen.root.all("blockquote")


def cases_in_order(key: str, order: int) -> list[Case]:
    """The cases that are asked, as an address with this order brings them."""
    cases = list(cases_of(key))
    Random(order).shuffle(cases)
    return [case for case in cases if case.answer]


def number_asked(phone: Phone) -> str:
    return parse_qs(urlsplit(phone.screen.url).query)["now"][0]


def test_a_wrong_answer_comes_again_after_two_others(phone: Phone) -> None:
    first, second, third = cases_in_order("durak", 7)[:3]
    phone.get("/rules/durak/learn?order=7")
    wrong = next(each for each in ANSWERS if each != first.answer)
    say(phone, words(phone)[wrong])
    assert phone.say("Not so.") in phone.screen.text
    at = number_asked(phone)
    for case in (second, third):
        say(phone, phone.say("Next"))
        assert number_asked(phone) != at
        say(phone, words(phone)[case.answer])
    say(phone, phone.say("Next"))
    assert number_asked(phone) == at
    say(phone, words(phone)[first.answer])
    assert phone.say("%(right)d of %(answered)d right", right=3, answered=4) in phone.screen.text


def test_all_cases_come_once_and_the_wrong_ones_until_they_are_right() -> None:
    progress: Progress | None = Progress()
    asked = []
    while progress:
        asked.append(progress.now)
        again = asked.count(progress.now) > 1
        progress = progress.after(right=again or progress.now != 4, total=9)
    assert sorted(asked) == [0, 1, 2, 3, 4, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    "query", ["order=x", "order=1&now=9999", "order=1&wrong=-1", "said=perhaps"]
)
def test_an_address_that_nobody_was_given(phone: Phone, query: str) -> None:
    assert phone.get(f"/rules/kocka/learn?{query}").status == 404
