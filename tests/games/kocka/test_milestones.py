"""What a round is remembered for: found in its tricks, and told on the sheet (5)."""

from typing import Any

import pytest

from scorekeeper.cards import FRENCH_32, codes
from scorekeeper.cases import judge_case
from scorekeeper.games.kocka import GAME
from tests.games.kocka.table import USUAL, follow, told


def round_with(*tricks: str) -> list[list[str]]:
    """Eight tricks that begin with some; the other cards follow suit by suit."""
    begun = [trick.split() for trick in tricks]
    used = {code for trick in begun for code in trick}
    left = [code for code in codes(FRENCH_32.cards) if code not in used]
    return [*begun, *(left[at : at + 4] for at in range(0, len(left), 4))]


def audited(*tricks: str) -> Any:
    given = {"leader": 0, "tricks": round_with(*tricks)}
    return judge_case({"game": "kocka", "kind": "audit", "given": given})["result"]


@pytest.mark.parametrize(
    ("tricks", "reached"),
    [
        (("7D 8C 9H TS", "AH KH QH QS"), {"absolutni-stych"}),
        (("7D 8C 9C TS", "8H 7H TH 9H"), {"cachnov", "hofmani-tah"}),
        (("7D 8C 9C QH", "7S TS 8S 9S"), {"kadov"}),
        (("7D 8C 9C QH", "TH JC 7C AS"), {"hofmani-tah"}),
        (("7D 8C 9C QH", "JH JC 7C AS"), set()),
        (("7C 8C 9C TC", "JC QC KC AC"), {"poctiva-barva"}),
    ],
)
def test_the_tricks_tell_what_happened(tricks: tuple[str, ...], reached: set[str]) -> None:
    found = set(audited(*tricks)["milestones"])
    assert reached <= found
    assert found - reached <= {"poctiva-barva", "cachnov", "kadov"}, "the rest goes suit by suit"


def test_a_suit_that_one_does_not_follow_is_no_poctiva_barva() -> None:
    tricks = [*("7C 8C 9C TC", "JC QC KC 7D", "AC 8H 8S 8D", "7H 9H TH JH")]
    tricks += [*("7S 9S TS JS", "9D TD JD QD", "QH KH AH QS", "KD AD KS AS")]
    assert "poctiva-barva" not in audited(*tricks)["milestones"]


def test_an_unfinished_round_is_not_called_anything_yet() -> None:
    given = {"leader": 0, "tricks": round_with("7D 8C 9H TS", "AH KH QH QS")[:2]}
    answer = judge_case({"game": "kocka", "kind": "audit", "given": given})
    assert "milestones" not in answer["result"]


def test_the_sheet_tells_what_was_found() -> None:
    given = {"leader": 0, "tricks": round_with("7D 8C 9H TS", "AH KH QH QS")}
    entry = GAME.read_dispute("audit", given, USUAL).entry()
    assert entry is not None
    assert "absolutni-stych" in told_ids(entry)
    read = GAME.read_entry(entry, 4, USUAL)
    assert GAME.write_entry(read) == entry


def told_ids(entry: Any) -> list[str]:
    return [id for id, _ in told(follow(GAME.start(4, 0, USUAL), entry).milestones)]
