"""The referee of Faraón: kept cases, and every kind of dispute told a second time."""

from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import GERMAN_32, Card, parse_cards
from scorekeeper.dispute import Admitted
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import RED_SEVEN
from scorekeeper.games.faraon.referee.deals import Start
from scorekeeper.games.faraon.referee.finish import Finish, Return
from scorekeeper.games.faraon.referee.plays import Burnt, Play
from scorekeeper.games.faraon.referee.turns import Call, Camouflage, Unanswered
from scorekeeper.referee import Penalty, Verdict, judge, judge_admitted
from scorekeeper.rulebook import open_rulebook
from tests.games.faraon.table import EACH, OWN_SUIT, STAYS, TWO_PACKS, USUAL

HOUSES = (USUAL, EACH, OWN_SUIT, STAYS, TWO_PACKS)
PAJCHEL = Penalty("cards", amount=3)
FREE = {
    *("faraon.olympic.beggar", "faraon.restock", "faraon.deal.misdeal", "faraon.card-stands"),
    "faraon.pajchel.until",
}
"""Rules whose breach costs nothing."""
RANKS = "789TUOKA"


def cards(codes: str) -> tuple[Card, ...]:
    return parse_cards(GERMAN_32, codes)


def verdict(kind: str, house: HouseRules = USUAL, **given: Any) -> Verdict:
    return judge(GAME.rules, GAME.read_dispute(kind, given, house), house)


def answer(kind: str, house: HouseRules = USUAL, **given: Any) -> tuple[str, Any]:
    found = verdict(kind, house, **given)
    return found.verdict, found.result


# --- kept cases ----------------------------------------------------------------------------------


NEVER_BROKEN = {
    ("ace-answer", "faraon.ace"),
    ("sevens", "faraon.seven"),
    ("sevens", "faraon.unter"),
    ("sevens", "faraon.red-seven"),
    ("start", "faraon.start"),
    ("finish", "faraon.ace-finish"),
    ("finish", "faraon.red-seven"),
    ("finish", "faraon.ober"),
    ("finish", "faraon.goal"),
    ("finish", "faraon.seven"),
    ("finish", "faraon.ace"),
    ("unanswered", "faraon.not-forced"),
    ("unanswered", "faraon.seven"),
    ("olympic", "faraon.olympic"),
    ("begins", "faraon.deal"),
}
"""They only say what follows."""


@pytest.mark.parametrize("house", HOUSES)
def test_a_pajchel_costs_three_cards_in_every_house(house: HouseRules) -> None:
    for rule in GAME.rules:
        breakable = rule.asks is Admitted or (rule.asks.kind, rule.id) not in NEVER_BROKEN
        if rule.asks is Call and not rule.check:
            continue
        free = rule.id in FREE or rule.asks is Unanswered
        if breakable and not free:
            assert (rule.offence, rule.penalty(house)) == ("pajchel", PAJCHEL)
        else:
            assert rule.penalty(house) is None


def test_what_the_table_saw_is_a_pajchel() -> None:
    for id in ("faraon.at-once", "faraon.pajchel"):
        found = judge_admitted(GAME.rules, id, USUAL)
        assert found is not None
        assert (found.offence, found.penalty) == ("pajchel", PAJCHEL)


# --- the words -----------------------------------------------------------------------------------


def test_a_slovak_says_it_so() -> None:
    book = open_rulebook(GAME.folder, "sk")
    found = verdict("play", top="8L", cards=["9H"], players=2)
    assert book.say("verdicts", "faraon.match", found.facts) == (
        "Nesedí znak ani farba: červená deviatka. Navrchu: zeleňová osma, farba: zeleň."
    )
    assert book.card("UL") == "faraón"
    assert [book.rank(rank) for rank in RANKS] == ["7", "8", "9", "10", "D", "H", "K", "eso"]


# --- answers, told a second time -----------------------------------------------------------------


def aces_told(
    players: int, aces: int, by: int, answers: tuple[tuple[int, int], ...]
) -> tuple[bool, int]:
    """Whether all answers were in order, and who plays next: asked seat by seat (12, 19)."""
    stops, seat, given = 1 if players == 2 else aces, by, 0
    while stops:
        seat, stops = (seat + 1) % players, stops - 1
        if given < len(answers) and answers[given][0] == seat:
            stops += 1 if players == 2 else answers[given][1]
            given += 1
    return given == len(answers), (seat + 1) % players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_aces_stop_so_many_players_in_order(players: int) -> None:
    links = list(product(range(players), (1, 2)))
    for aces, by, many in product(range(1, 4), range(players), range(3)):
        for answers in product(links, repeat=many):
            if aces + sum(n for _, n in answers) > 4:
                continue
            fair, following = aces_told(players, aces, by, answers)
            found, result = answer(
                "ace-answer", EACH, players=players, aces=aces, by=by, answers=[*map(list, answers)]
            )
            assert found == ("legal" if fair else "offence")
            assert result == {"next": following}
            single = [seat for seat, n in answers if n == 1]
            if players > 2 and len(single) == many:
                given = {"players": players, "aces": aces, "by": by, "answers": single}
                assert answer("ace-answer", **given) == (found, result)


def test_of_two_players_several_aces_are_asked_about_first() -> None:
    for aces, late, many in product(range(1, 5), (False, True), range(1, 5)):
        together = (1 < aces < 4 and not late) or 1 < many < 4
        if aces + many > 8:
            continue
        given = {"players": 2, "aces": aces, "by": 0, "answers": [[1, many]], "late": late}
        found = verdict("ace-answer", TWO_PACKS, **given)
        assert ("faraon.ace.together" in found.rules) == (together or found.verdict == "legal")
        assert (found.verdict == "offence") == (together or late)
        play = {"top": "9L", "cards": [f"A{suit}" for suit in "LHBA"[:aces]], "players": 2}
        alone = {"players": 2, "aces": aces, "by": 0}
        assert answer("ace-answer", **alone)[0] == answer("play", **{**play, "top": "UL"})[0]


@pytest.mark.parametrize("players", GAME.seats)
def test_sevens_add_up_for_the_first_who_does_not_answer(players: int) -> None:
    house = USUAL if players in GAME.player_counts(USUAL) else TWO_PACKS
    for first, laid in product(range(players), product((1, 2), repeat=2)):
        plays = [{"seat": (first + n) % players, "cards": many} for n, many in enumerate(laid)]
        takes = (first + 2) % players
        assert answer("sevens", house, players=players, plays=plays) == (
            "legal",
            {"takes": {str(takes): 3 * sum(laid)}, "next": (takes + 1) % players},
        )


# --- single kinds, told a second time ------------------------------------------------------------


def test_only_the_red_seven_brings_back_and_only_in_its_round() -> None:
    for players, last, card, fresh in product(
        GAME.seats, GERMAN_32.cards, cards("7H 7L UL 8H"), (True, False)
    ):
        if last == card:
            continue
        may = str(card) == "7H" and fresh and not (players == 2 and last.rank == "A")
        found = judge(GAME.rules, Return(last, players, card, fresh), USUAL)
        assert (found.verdict, found.result["takes"]) == (("legal", 3) if may else ("offence", 0))


@pytest.mark.slow("tries every position")
def test_a_card_after_a_spalena_is_a_play_of_the_second_turn() -> None:
    random = Random(5)
    for _ in range(400):
        rank = random.choice(RANKS)
        four = [card for card in GERMAN_32.cards if card.rank == rank]
        random.shuffle(four)
        after = random.choice([card for card in GERMAN_32.cards if card.rank != rank])
        burnt = judge(GAME.rules, Burnt(tuple(four), after), USUAL)
        named = after.suit if rank == "O" else None
        play = Play(four[-1], (after,), 2, suit=named, second_turn=True)  # type: ignore[arg-type]
        assert burnt.verdict == judge(GAME.rules, play, USUAL).verdict
        assert judge(GAME.rules, Burnt(tuple(four)), USUAL).verdict == "legal"
        for order in burnt.instead:
            given = {"cards": order, "after": str(after)}
            assert verdict("burnt", **given).verdict == "legal"


def test_camouflage_is_what_was_not_said() -> None:
    random = Random(6)
    for _ in range(300):
        laid = tuple(random.sample(GERMAN_32.cards, random.randint(1, 4)))
        said, checked = random.choice(RANKS), random.random() < 0.5
        true = all(card.rank == said for card in laid)
        for house in (USUAL, STAYS):
            found = judge(GAME.rules, Camouflage(laid, said, checked), house)  # type: ignore[arg-type]
            punished = not true and (checked or house.camouflage == "forbidden")
            assert found.verdict == ("offence" if punished else "legal")
            assert found.result == {"stands": true or not checked}


@pytest.mark.parametrize("players", GAME.seats)
def test_an_ace_wins_at_once_only_of_two(players: int) -> None:
    for card in GERMAN_32.cards:
        result = judge(GAME.rules, Finish((card,), players), USUAL).result
        assert result["won"] == (card == RED_SEVEN or (players == 2 and card.rank == "A"))
        assert result["works"] == (card.rank in "7AO" and not (result["won"] and players == 2))
        assert result["may_return"] == (not result["won"])
        assert result.get("suit") == ("any" if card.rank == "O" else None)
        own = judge(GAME.rules, Finish((card,), players), OWN_SUIT).result
        assert own.get("suit") == (card.suit if card.rank == "O" else None)


def test_with_two_packs_the_other_red_seven_may_still_come() -> None:
    two_packs = GAME.read_house({"packs": 2})
    one, both = (judge(GAME.rules, Finish((RED_SEVEN,) * n, 2), two_packs).result for n in (1, 2))
    assert (one["won"], one["may_return"]) == (False, True)
    assert (both["won"], both["may_return"]) == (True, False)


def test_a_start_card_needs_the_bottom_only_if_it_may_work() -> None:
    for card in GERMAN_32.cards:
        found = judge(GAME.rules, Start(card), USUAL)
        assert (found.verdict == "undecidable") == (card.rank in "7AO")
        assert found.missing == (("bottom",) if card.rank in "7AO" else ())


# --- a pajchel, and who plays on -----------------------------------------------------------------


def test_matches_of_older_versions_keep_what_they_were_judged_by() -> None:
    assert GAME.read_house({}).camouflage == "forbidden"
    assert GAME.house().camouflage == "as-found"
