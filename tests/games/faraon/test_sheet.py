"""The sheet of Faraón as the rules document tells it: sections 1, 4, 6 and 7."""

from random import Random
from typing import Any

import pytest

from scorekeeper.cards import GERMAN_32
from scorekeeper.cases import RefusedEntry, score_case
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import Standing
from scorekeeper.games.faraon.house import pack_of
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Invalid
from tests.games.faraon.table import (
    TWO_PACKS,
    USUAL,
    beggar,
    follow,
    lost,
    match,
    olympic,
    pajchel,
    refusal,
    told,
)

LANGUAGES = ("sk", "cs", "en")
NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga")

# --- 1: the pack ---------------------------------------------------------------------------------


def test_one_pack_has_32_cards_and_two_have_each_twice() -> None:
    assert sorted(pack_of(USUAL)) == sorted(GERMAN_32.cards)
    assert sorted(pack_of(TWO_PACKS)) == sorted(GERMAN_32.cards * 2)
    assert pack_of(USUAL).parse("UL") == ("U", "L")


# --- 4: classic ----------------------------------------------------------------------------------


def test_the_loser_has_a_stroke_and_all_others_have_won() -> None:
    now = match(4, lost(2), lost(0), lost(2))
    assert now.totals == now.losses == (1, 0, 2, 0)
    assert now.wins == (2, 3, 1, 3)
    assert (now.played, now.over, now.next) == (3, False, ("game", "pajchel"))
    assert GAME.state(now) == {"losses": [1, 0, 2, 0], "wins": [2, 3, 1, 3]}


def test_a_lost_game_is_one_line_that_names_its_rule() -> None:
    for house, rule in ((USUAL, "faraon.loser"), (olympic(), "faraon.olympic")):
        start = GAME.start(3, 0, house)
        entry = GAME.read_entry(lost(1), 3, house)
        (line,) = GAME.score(entry, start, house)
        assert (line.rule, line.points) == (rule, (0, 1, 0))


@pytest.mark.parametrize("players", GAME.player_counts(USUAL))
def test_who_lost_begins_the_next_game(players: int) -> None:
    for dealer in range(players):
        assert match(players, dealer=dealer).dealer == dealer
        for loser in range(players):
            now = match(players, lost(loser), dealer=dealer)
            assert (now.dealer + 1) % players == loser


def test_a_pajchel_costs_no_strokes_and_deals_no_cards() -> None:
    before = match(3, lost(1))
    now = follow(before, pajchel(2))
    assert now.totals == before.totals
    assert (now.dealer, now.played) == (before.dealer, 1)
    assert now.milestones == ()


def test_what_is_worth_telling_of_a_game_is_marked() -> None:
    now = match(3, lost(1, back=[2, 0], burnt={"0": 2, "2": 0}))
    assert told(now.milestones) == [("back", (0, 2)), ("burnt", (0,))]
    assert now.milestones[1].facts == {"n": 2}


def test_the_statistics_count_every_seat() -> None:
    plain = [
        lost(1, back=[0], burnt={"0": 2}, drew={"1": 9}),
        lost(2, order=[0, 1, 2], drew={"1": 3, "2": 6}),
        pajchel(1),
        pajchel(1, "faraon.draw"),
        {"type": "beggar", "seat": 2},
    ]
    entries = [GAME.read_entry(each, 3, USUAL) for each in plain]
    counts = {stat.id: tuple(map(int, stat.values)) for stat in GAME.statistics(entries, 3)}
    assert counts == {
        "won": (2, 1, 1),
        "lost": (0, 1, 1),
        "back": (1, 0, 0),
        "burnt": (2, 0, 0),
        "drew": (0, 12, 6),
        "pajchel": (0, 2, 0),
        "beggar": (0, 0, 1),
    }


def test_whoever_is_not_in_the_order_has_not_won() -> None:
    entries = [GAME.read_entry(lost(1, order=[2, 1]), 3, USUAL)]
    won = next(stat for stat in GAME.statistics(entries, 3) if stat.id == "won")
    assert tuple(won.values) == (0, 0, 1)


# --- 5: what is written for a pajchel ------------------------------------------------------------


def test_three_cards_are_written_as_a_pajchel_and_nothing_else_is() -> None:
    fine = GAME.penalty_entry("faraon.seven", 1, Penalty("cards", amount=3))
    assert fine == {"type": "pajchel", "seat": 1, "rule": "faraon.seven"}
    assert GAME.penalty_entry("faraon.olympic.beggar", 1, None) is None
    assert GAME.penalty_entry("faraon.seven", 1, Penalty("redeal")) is None


def test_every_offence_that_costs_cards_can_be_written() -> None:
    costly = {rule.id for rule in GAME.rules if rule.penalty(USUAL)}
    assert costly == set(GAME.recordable_rules(GAME.entry_types["pajchel"]))
    for id in costly:
        assert refusal(pajchel(0, id), match(2)) is None
    for id in ("faraon.olympic.beggar", "faraon.start", "faraon", ""):
        with pytest.raises(Invalid) as unread:
            GAME.read_entry(pajchel(0, id), 2, USUAL)
        assert unread.value.path == "rule"


# --- 7: refused ----------------------------------------------------------------------------------

OUT = (lost(1), lost(1))


@pytest.mark.parametrize(
    ("entries", "plain", "house", "field", "id"),
    [
        ((), lost(1, order=[0, 1]), USUAL, "order", "faraon.loser.order"),
        ((), lost(1, order=[0, 0, 1]), USUAL, "order", "faraon.loser.order"),
        ((), lost(1, order=[]), USUAL, "order", "faraon.loser.order"),
        ((), lost(1, order=[1, 0, 2]), USUAL, "order", "faraon.loser.last"),
        ((), beggar(0), USUAL, "type", "faraon.olympic.beggar.classic"),
        ((), beggar(0), olympic(2), "seat", "faraon.olympic.beggar.cards"),
        (OUT, lost(1), olympic(2), "loser", "faraon.olympic.out"),
        (OUT, lost(0, back=[1]), olympic(2), "back", "faraon.olympic.out"),
        (OUT, lost(0, burnt={"1": 1}), olympic(2), "burnt", "faraon.olympic.out"),
        (OUT, lost(0, drew={"1": 3}), olympic(2), "drew", "faraon.olympic.out"),
        (OUT, lost(0, order=[1, 2, 0]), olympic(2), "order", "faraon.loser.order"),
        (OUT, pajchel(1), olympic(2), "seat", "faraon.olympic.out"),
        ((*OUT, lost(0)), beggar(1), olympic(2), "seat", "faraon.olympic.beggar.late"),
        ((*OUT, lost(0), lost(0)), lost(2), olympic(2), "type", "faraon.olympic.over"),
    ],
)
def test_what_cannot_be_is_refused(
    entries: Any, plain: Any, house: Any, field: str, id: str
) -> None:
    found = refusal(plain, match(3, *entries, house=house), house)
    assert found is not None
    assert (found.id, found.field) == (id, field)
    for language in LANGUAGES:
        book = open_rulebook(GAME.folder, language)
        for section in ("refusals", "short"):
            said = book.say(section, found.id, found.facts, NAMES)
            assert said
            assert "{" not in said


@pytest.mark.parametrize(("players", "cards", "fits"), [(5, 6, True), (5, 7, False), (4, 8, False)])
def test_more_cards_than_the_pack_holds_are_not_dealt(players: int, cards: int, fits: bool) -> None:
    house = olympic(cards)
    found = refusal(lost(0), match(players, house=house), house)
    assert (found is None) == fits
    if found:
        assert (found.id, found.facts) == (
            "faraon.deal.cards",
            {"n": players * cards + 1, "most": 32},
        )
        assert refusal(lost(0), match(players, house=house), TWO_PACKS) is None


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        (lost(4), "loser"),
        (lost(0, back=[0, 0]), "back"),
        (lost(0, drew={"1": -1}), "drew.1"),
        (lost(0, drew={"9": 1}), "drew.9"),
        (pajchel(0, "faraon.goal"), "rule"),
        ({"type": "renonc"}, "type"),
    ],
)
def test_what_cannot_be_read_names_its_field(plain: Any, field: str) -> None:
    with pytest.raises(Invalid) as unread:
        GAME.read_entry(plain, 3, USUAL)
    assert unread.value.path.split(".")[0] == field.split(".", maxsplit=1)[0]


# --- 6: Olympic ----------------------------------------------------------------------------------


def test_a_lost_game_costs_a_card_until_one_is_left() -> None:
    house = olympic(2)
    now = match(3, lost(0), lost(1), house=house)
    assert (now.cards, now.out, now.over) == ((1, 1, 2), (), False)
    now = follow(now, lost(1), house)
    assert (now.cards, now.out, now.begging) == ((1, 0, 2), (1,), (1,))
    assert told(now.milestones) == [("out", (1,))]
    assert told(now.notices) == [("begging", (1,)), ("cards", (0, 2))]
    assert now.next == ("game", "pajchel", "beggar")
    assert GAME.preset("beggar", now, house) == {"seat": 1}
    assert GAME.preset("game", now, house) == {}
    now = follow(now, lost(0), house)
    assert (now.over, now.winner, now.next) == (True, 2, ("beggar",))
    assert told(now.notices) == [("over", (2,)), ("begging", (0,))]
    assert now.totals == now.losses == (2, 2, 0)


def test_of_two_the_first_out_has_lost() -> None:
    now = match(2, *[lost(1)] * 5, house=olympic())
    assert (now.over, now.winner, now.cards) == (True, 0, (5, 0))


def test_whoever_is_out_neither_plays_nor_wins_nor_deals() -> None:
    house = olympic(1)
    now = match(4, lost(1), house=house)
    assert now.dealer == 0
    assert now.playing == (0, 2, 3)
    now = follow(now, lost(2), house)
    assert now.wins == (2, 0, 1, 2)
    # 1 and 2 are out: 3 would play after them, and 0 deals.
    assert now.dealer == 0


def test_a_beggar_plays_on_with_one_card_until_he_loses() -> None:
    house = olympic(1)
    now = match(3, lost(1), beggar(1), house=house)
    assert (now.cards, now.out, now.beggars, now.begging) == ((1, 1, 1), (), (1,), ())
    assert (now.dealer + 1) % 3 == 1, "he lost the last game, so he begins"
    assert told(now.milestones) == [("beggar", (1,))]
    won = follow(now, lost(0), house)
    assert (won.cards, won.beggars) == ((0, 1, 1), (1,)), "a win leaves him at one card"
    gone = follow(now, lost(1), house)
    assert (gone.cards, gone.out, gone.beggars, gone.begging) == ((1, 0, 1), (1,), (), ())
    found = refusal(beggar(1), gone, house)
    assert found is not None
    assert found.id == "faraon.olympic.beggar.late"


def test_a_beggar_undoes_the_end() -> None:
    house = olympic(1)
    ended = match(2, lost(0), house=house)
    assert (ended.over, ended.winner) == (True, 1)
    now = follow(ended, beggar(0), house)
    assert (now.over, now.winner, now.next) == (False, None, ("game", "pajchel"))
    assert told(now.notices) == [("cards", (0, 1))]
    assert now.notices[0].facts == {"dealt": {0: 1, 1: 1}}


def random_entry(random: Random, now: Standing) -> Any:
    if now.begging and random.random() < 0.5:
        return beggar(random.choice(now.begging))
    return lost(random.choice(now.playing))


@pytest.mark.slow("plays random evenings")
@pytest.mark.parametrize("players", GAME.player_counts(USUAL))
def test_every_olympic_match_ends_with_one_who_has_cards(players: int) -> None:
    for seed in range(60):
        random, cards = Random(seed), 1 + seed % 5
        house = olympic(cards)
        now = match(players, house=house)
        begged = [0] * players
        for _entry in range(200):
            if now.over:
                break
            plain = random_entry(random, now)
            if plain["type"] == "beggar":
                begged[plain["seat"]] += 1
            now = follow(now, plain, house)
            assert set(now.out) == {seat for seat in range(players) if not now.cards[seat]}
            assert now.dealer in now.playing
            for seat in range(players):
                lost_with_own = min(now.losses[seat], cards)
                beggars = seat in now.beggars
                assert now.cards[seat] == (1 if beggars else cards - lost_with_own)
                assert now.losses[seat] <= cards + begged[seat]
        assert now.over
        assert now.playing == (now.winner,)
        assert max(begged) <= 1
        assert sum(now.losses) == now.played


@pytest.mark.slow("plays random evenings")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_is_corrected_nobody_has_less_than_no_card(players: int) -> None:
    """Entries are taken one after the other, then struck out or replaced at random."""
    doubted = 0
    for seed in range(40):
        random, cards = Random(seed), 1 + seed % 3
        house, entries = {"mode": "olympic", "olympic_start": cards}, list[Any]()
        now = match(players, house=olympic(cards))
        while not now.over and len(entries) < 30:
            entries.append(random_entry(random, now))
            now = follow(now, entries[-1], olympic(cards))
        case = {"game": "faraon", "players": list("ABCD"[:players]), "house": house}
        for number in random.sample(range(len(entries)), min(3, len(entries))):
            change = {"type": "correct", "entry": number, "with": lost(random.randrange(players))}
            change = random.choice([change, {"type": "void", "entry": number}])
            try:
                scored = score_case({**case, "entries": [*entries, change]})
            except RefusedEntry:
                continue
            entries.append(change)
            told = scored.match.standing
            assert all(0 <= n <= cards for n in told.cards)
            assert told.playing
            assert set(told.out) == {seat for seat in range(players) if not told.cards[seat]}
            assert told.dealer in told.playing
            doubted += any(row.refusal for row in scored.match.rows)
    assert doubted >= 10
