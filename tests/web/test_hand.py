"""What may be played from a hand: each card with its verdict and the reason, on one page."""

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start

QUESTION = "What may be played?"


@pytest.fixture
def asking(other: Phone) -> Asking:
    return Asking(other, "kocka", start(other).url)


def groups(asking: Asking) -> dict[str, tuple[str, str]]:
    """The word of each verdict → the cards under it, as they are read out, and the reason."""
    sections = asking.phone.screen.root.all("section", css="may")
    return {
        part.all("h2")[0].text: (
            ", ".join(card.attrs["aria-label"] for card in part.all("span", css="face")),
            " ".join(each.text for each in part.all("p") if "lang" in each.attrs),
        )
        for part in sections
    }


def follow(asking: Asking, name: str) -> None:
    url = next(url for text, url in asking.phone.screen.links.items() if name in text)
    asking.phone.get(url)


def ask_for_the_hand(asking: Asking, trick: str, *hand: str) -> None:
    asking.open("play")
    asking.pick(trick)
    asking.press("role", "hand")
    asking.pick(*hand)
    follow(asking, QUESTION)


def test_each_card_of_the_hand_is_judged(asking: Asking) -> None:
    ask_for_the_hand(asking, "KD", "QS", "7D", "AH", "9D")
    assert groups(asking) == {
        "ALLOWED": ("seven of diamonds, nine of diamonds", ""),
        "NOT ALLOWED": ("queen of spades, ace of hearts", asking.book.offence("kocka.follow")),
    }
    rule = asking.book.rule("kocka.follow")
    folds = [fold.text for fold in asking.phone.screen.root.all("summary")]
    assert len([text for text in folds if f"{rule.number} {rule.title}" in text]) == 1


def test_what_decides_about_a_card_is_asked(asking: Asking) -> None:
    """Nobody said whether it is the first trick, in which no heart is led."""
    asking.open("play")
    asking.press("role", "hand")
    asking.pick("AH", "7D")
    follow(asking, QUESTION)
    assert groups(asking) == {
        "ALLOWED": ("seven of diamonds", ""),
        "CANNOT TELL YET": ("ace of hearts", "Which trick was it?"),
    }


def test_back_at_the_question_the_cards_still_lie_there(asking: Asking) -> None:
    ask_for_the_hand(asking, "KD", "QS", "7D")
    follow(asking, "Back")
    assert asking.held("hand") == "QS 7D"
    assert asking.held("trick") == "KD"


def test_nothing_is_offered_without_a_hand(other: Phone) -> None:
    asking = Asking(other)
    asking.open("play")
    asking.pick("KD")
    assert QUESTION not in asking.phone.screen.text
    url = asking.phone.screen.url.partition("?")[0]
    assert asking.phone.get(f"{url}/hand").status == 422
    assert asking.phone.get(f"{url.replace('play', 'winner')}/hand").status == 404
