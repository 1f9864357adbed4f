"""The referee of Durak: kept cases, and every position of a kind beside the rules told again."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import FRENCH_36, Card
from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.explanation import answers
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee import RULES
from scorekeeper.games.durak.referee.attacks import Attack, ThrowIn
from scorekeeper.games.durak.referee.consequences import Epaulettes, Refill
from scorekeeper.games.durak.referee.defence import Beat
from scorekeeper.judgements import judge_question
from scorekeeper.referee import Penalty, Verdict, judge, judge_admitted
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Seat
from tests.contract.examples import verdict_on
from tests.games.durak.table import USUAL, beats, tables

KEPT = Path(__file__).parent / "cases.jsonl"
CASES = [
    json.loads(line) for line in KEPT.read_text("utf-8").splitlines() if not line.startswith("#")
]
TOLD: dict[str, dict[str, Any]] = {
    "throw-in": {"bout": 2, "passed": [0]},
    "transfer": {"first_game": True},
    "first-attack": {"lowest": {"0": None}, "dealer": 2},
    "take": {"hand": []},
}
"""What is missing in cases of a kind, told."""
FREE = {"durak.look", "durak.deal.misdeal", "durak.card-stands", "durak.invalid.until"}
"""Rules whose breach costs nothing."""
NAMES = ("Алесь", "Янка", "Зоська", "Марыля", "Ігнат", "Ева", "Базыль", "Тэкля")


# --- penalties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.asks.kind} {rule.id}")
@pytest.mark.parametrize(
    ("agreed", "cost"),
    [
        ("take-back", Penalty("take-back")),
        ("take-table", Penalty("take-table")),
        ("lose-game", Penalty("lost", what="game")),
    ],
)
def test_an_invalid_card_costs_what_the_house_says(rule: Any, agreed: Any, cost: Any) -> None:
    free = rule.id in FREE or (rule.check is None and rule.asks is not Admitted)
    assert rule.penalty(HouseRules(invalid_penalty=agreed)) == (None if free else cost)


@pytest.mark.parametrize("id", ["durak.turn", "durak.look"])
def test_what_the_table_saw_is_an_offence(id: str) -> None:
    verdict = judge_admitted(RULES, id, USUAL)
    assert verdict is not None
    assert (verdict.verdict, verdict.rules, verdict.offence) == ("offence", (id,), "invalid")


# --- every position of a kind --------------------------------------------------------------------


@pytest.mark.slow("tries every position")
@pytest.mark.parametrize("japanese", [False, True])
def test_every_card_on_every_card_beats_as_it_should(japanese: bool) -> None:
    house = HouseRules(spades_by_spades=japanese)
    for on, card in product(FRENCH_36.cards, repeat=2):
        if on == card:
            continue
        for trump in ("S", "H", "D", "C"):
            asked = Beat(attack=on, card=card, trump=trump)
            legal = judge(RULES, asked, house).verdict == "legal"
            assert legal == beats(on, card, trump, japanese)


@pytest.mark.slow("tries every position")
@pytest.mark.parametrize("seed", range(4))
def test_any_attack_is_allowed_by_rank_and_number_alone(seed: int) -> None:
    random = Random(seed)
    houses = tables(variant=("simple", "throw-in", "transfer"), first_bout_five=(False, True))
    for _ in range(400):
        house, bout, held = random.choice(houses), random.randrange(1, 4), random.randrange(1, 9)
        ranks = random.sample("6789TJQKA", random.choice((1, 1, 1, 2)))
        pool = [card for card in FRENCH_36.cards if card.rank in ranks]
        cards = tuple(random.sample(pool, random.randrange(1, len(pool) + 1)))
        verdict = judge(RULES, Attack(cards=cards, defender_hand=held, bout=bout), house)
        most = 2 if house.variant == "simple" else 5 if house.first_bout_five and bout == 1 else 6
        one_rank = len({card.rank for card in cards}) == 1
        assert (verdict.verdict == "legal") == (one_rank and len(cards) <= min(held, most))
        if verdict.verdict == "offence":
            every_other = [
                judge(RULES, other, house) for other in asks_of(verdict, house, bout, held)
            ]
            assert every_other
            assert {each.verdict for each in every_other} == {"legal"}


def asks_of(verdict: Verdict, house: HouseRules, bout: int, held: int) -> Iterator[Dispute]:
    for cards in verdict.instead:
        given = {"cards": cards, "defender_hand": held, "bout": bout}
        yield GAME.read_dispute("attack", given, house)


def test_who_may_add_a_card_is_one_seat_where_it_is_known_who_passed() -> None:
    attack, card = (Card("6", "H"),), Card("6", "S")
    for players, house in product(range(2, 9), tables(neighbours_only=(False, True))):
        for attacker, passed in product(range(players), (frozenset(), frozenset({0, 2}))):
            legal = [
                seat
                for seat in range(players)
                if judge(
                    RULES,
                    ThrowIn(
                        attack=attack,
                        card=card,
                        players=players,
                        seat=Seat(seat),
                        attacker=Seat(attacker),
                        defender=Seat((attacker + 1) % players),
                        passed=frozenset(map(Seat, passed & set(range(players)))),
                        defender_hand=3,
                    ),
                    house,
                ).verdict
                == "legal"
            ]
            others = [(attacker + at) % players for at in range(players) if at != 1]
            if house.neighbours_only:
                others = [seat for seat in others if (seat - attacker) % players in (0, 2)]
            assert legal == ([s for s in others if s not in passed] or others)[:1]


@pytest.mark.parametrize("seed", range(4))
def test_refills_never_take_more_than_the_stock_and_never_beyond_six(seed: int) -> None:
    random = Random(seed)
    for _ in range(500):
        players = random.randrange(2, 9)
        hands = tuple(random.randrange(9) for _ in range(players))
        attacker = random.randrange(players)
        asked = Refill(
            hands=hands,
            stock=random.randrange(12),
            attacker=Seat(attacker),
            throwers=frozenset(
                Seat((attacker + at) % players) for at in range(2, players) if random.random() < 0.5
            ),
            defender=Seat((attacker + 1) % players),
            took=random.random() < 0.5,
        )
        draws = judge(RULES, asked, USUAL).result["draws"]
        drawn = sum(n for _, n in draws)
        may = {attacker, *asked.throwers} - {asked.defender} | (
            set() if asked.took else {asked.defender}
        )
        wanted = sum(max(6 - hands[seat], 0) for seat in may)
        assert drawn == min(wanted, asked.stock)
        assert all(0 < n <= 6 - hands[seat] for seat, n in draws)
        places = [(seat - attacker) % players for seat, _ in draws if seat != asked.defender]
        assert places == sorted(places)
        assert asked.defender not in [seat for seat, _ in draws[:-1]]


@pytest.mark.parametrize("left", [2, 3, 4])
@pytest.mark.parametrize("beaten", [False, True])
def test_epaulettes_need_two_players_and_sixes_that_were_not_beaten(
    left: int, beaten: bool
) -> None:
    sixes = [Card("6", suit) for suit in "SHDC"]
    for house in tables(epaulettes=("off", "1", "2"), spades_by_spades=(False, True)):
        for n in range(1, 5):
            for extra in ((), (Card("7", "H"),)):
                asked = Epaulettes(
                    players_left=left, attack=(*sixes[:n], *extra), beaten=beaten, trump="S"
                )
                trump = "D" if house.spades_by_spades else "S"
                right = left == 2 and not beaten and not extra and house.epaulettes != "off"
                right = right and any(card.suit != trump for card in sixes[:n])
                hung = n if right and n >= int(house.epaulettes) else 0
                assert judge(RULES, asked, house).result == {"epaulettes": hung}


def test_where_all_is_known_no_rule_cannot_tell() -> None:
    for case in CASES:
        if case["expect"].get("verdict") == "undecidable":
            given, fact = case["given"], case["expect"]["missing"][0]
            assert fact not in given, "what is missing was told"
            assert case["kind"] in TOLD, "not known how to tell it"
            full = {**TOLD[case["kind"]], **given}
            assert verdict_on({**case, "given": full}).verdict == "legal"


def test_who_draws_how_many_is_told_in_their_order() -> None:
    draws = [[2, 1], [0, 2], [1, 3]]
    said = {
        language: open_rulebook(GAME.folder, language).answer("refill", "draws", draws, NAMES)
        for language in ("be", "cs", "en")
    }
    assert said == {
        "be": "Бяруць па чарзе: Зоська 1, Алесь 2 і Янка 3.",
        "cs": "Kolik karet kdo dobere, po řadě: Зоська 1, Алесь 2 a Янка 3.",
        "en": "They draw in order: Зоська 1, Алесь 2 and Янка 3.",
    }


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("QS", "пікавая дама"),
        ("AH", "чырвовы туз"),
        ("6D", "званковая шасцёрка"),
        ("JC", "крыжовы валет"),
    ],
)
def test_a_card_has_its_belarusian_name(code: str, name: str) -> None:
    assert open_rulebook(GAME.folder, "be").card(code) == name


@pytest.mark.parametrize(
    ("attacker_out", "defender_out", "house", "told"),
    [
        (
            True,
            False,
            {},
            ["S kartami zůstává jediný: kdo se bránil. To je durak.", "Remíza to není."],
        ),
        (
            False,
            True,
            {},
            ["S kartami zůstává jediný: kdo útočil. To je durak.", "Remíza to není."],
        ),
        (True, True, {"no_draw": True}, ["Durak: kdo se bránil.", "Remíza to není."]),
    ],
)
def test_the_fool_is_named_once(
    attacker_out: bool, defender_out: bool, house: dict[str, bool], told: list[str]
) -> None:
    given = {"attacker_out": attacker_out, "defender_out": defender_out, "others": 0}
    judged = judge_question(GAME, HouseRules(**house), ("Petr", "Jana"), "draw", given)
    assert sorted(answers(judged, open_rulebook(GAME.folder, "cs"))) == sorted(told)


def test_a_transfer_in_the_first_bout_depends_on_the_game() -> None:
    house = HouseRules(variant="transfer", transfer_first_bout="first-game")
    given = {"attack": ["6H"], "card": "6D", "next_hand": 6, "bout": 1, "trump": "S"}
    transfer = GAME.read_dispute("transfer", given, house)
    assert transfer.unknown() == ("first_game",)
    assert {way.first_game for way in transfer.completions(house)} == {True, False}
    known = GAME.read_dispute("transfer", {**given, "first_game": True}, house)
    assert (known.unknown(), list(known.completions(house))) == ((), [])
