"""Unwritten rules: what is legal and yet not liked is told beside the word (7)."""

import pytest

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.referee import judge
from scorekeeper.rulebook import open_rulebook

USUAL = HouseRules()
FIRST, SPADE, CAT, MINOR, JACK = (
    f"kocka.custom.{name}"
    for name in ("first-trick", "spade-lead", "cat-in-hearts", "minor-suits", "jack")
)


def customs(kind: str, **given: object) -> tuple[str, ...]:
    verdict = judge(GAME.rules, GAME.read_dispute(kind, given, USUAL), USUAL)
    assert verdict.verdict == "legal"
    assert set(verdict.customs) <= set(open_rulebook(GAME.folder, "cs").rules)
    return verdict.customs


@pytest.mark.parametrize(
    ("trick_no", "trick", "card", "hand", "offended"),
    [
        (1, "KD", "QS", "QS 7H AC", (FIRST, MINOR)),
        (1, "KS", "7H", "7H AC", (FIRST,)),
        (1, "AS", "QS", "QS 7H 7S", ()),
        (1, "KD", "QS", "QS 7H", ()),
        (1, "KD", "AC", "AC 7H", ()),
        (1, "KS", "QS", "QS 7H AC", ()),
        (1, "KS", "QS", "QS 8S 7H", (FIRST,)),
        (2, "7H", "QS", "QS 7C", (CAT,)),
        (3, "7H", "QS", "QS 7C", ()),
        (3, "KD", "QS", "QS 7C", ()),
        (1, "", "8S", "8S 7D", (SPADE,)),
        (4, "", "8S", "8S 7D", (SPADE,)),
        (4, "", "8S", "8S 7H", ()),
        (4, "", "8S", None, (SPADE,)),
        (4, "", "8C", "8C 7D", ()),
    ],
)
def test_a_card_that_is_not_liked(
    trick_no: int, trick: str, card: str, hand: str | None, offended: tuple[str, ...]
) -> None:
    held = hand.split() if hand else None
    told = customs("play", trick_no=trick_no, trick=trick.split(), card=card, hand=held)
    assert told == offended


def test_a_jack_is_not_kept_to_the_end() -> None:
    rows = ["JS", "TS", "9S"]
    assert customs("dokladacka-play", table=rows, card="8S", hand=["8S", "JH"]) == (JACK,)
    assert customs("dokladacka-play", table=rows, card="8S", hand=["8S", "JH", "JD"]) == ()
    assert customs("dokladacka-play", table=[*rows, "8S"], card="7S", hand=["7S", "JH"]) == ()
    assert customs("dokladacka-play", table=rows, card="JD", hand=["JD", "JH"]) == ()
    assert customs("dokladacka-play", table=rows, card="8S") == ()


def test_what_is_forbidden_offends_no_custom_besides() -> None:
    given = {"trick_no": 1, "trick": ["KD"], "card": "QS", "hand": ["QS", "7D"]}
    verdict = judge(GAME.rules, GAME.read_dispute("play", given, USUAL), USUAL)
    assert (verdict.verdict, verdict.customs) == ("offence", ())
