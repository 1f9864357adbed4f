"""The sheet of Faraón as the rules document tells it: sections 1, 4, 6 and 7."""

from random import Random
from typing import Any

import pytest

from scorekeeper.core.cards import GERMAN_32
from scorekeeper.core.house_rules import dump_house
from scorekeeper.core.schema import Invalid
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house_rules import HouseRules, pack_of
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.referee.rule_table import Penalty
from tests.games.matches import game, refusal, row

USUAL, TWO_PACKS = HouseRules(), HouseRules(packs=2)


def olympic(cards):
    return HouseRules(mode="olympic", olympic_start=cards)


def pajchel(rule):
    return {"type": "pajchel", "seat": 0, "rule": rule}


def test_one_pack_has_32_cards_and_two_have_each_twice():
    assert sorted(pack_of(USUAL)) == sorted(GERMAN_32.cards)
    assert sorted(pack_of(TWO_PACKS)) == sorted(GERMAN_32.cards * 2)
    assert pack_of(USUAL).parse("UL") == ("U", "L")


@pytest.mark.parametrize("players", GAME.player_counts(USUAL))
def test_who_lost_begins_the_next_game(players):
    for dealer in range(players):
        begun = GAME.start(players, dealer, USUAL)
        assert begun.dealer == dealer
        for loser in range(players):
            now = row(GAME, game(loser=loser), begun).after
            assert (now.dealer + 1) % players == loser


def test_three_cards_are_written_as_a_pajchel_and_nothing_else_is():
    fine = GAME.penalty_entry("faraon.seven", 1, Penalty("cards", amount=3))
    assert fine == {"type": "pajchel", "seat": 1, "rule": "faraon.seven"}
    assert GAME.penalty_entry("faraon.olympic.beggar", 1, None) is None
    assert GAME.penalty_entry("faraon.seven", 1, Penalty("redeal")) is None


def test_every_offence_that_costs_cards_can_be_written():
    costly = {rule.id for rule in GAME.rules if rule.penalty(USUAL)}
    assert costly == set(GAME.recordable_rules(GAME.entry_types["pajchel"]))
    for id in costly:
        assert refusal(GAME, pajchel(id), GAME.start(2, 0, USUAL)) is None
    for id in ("faraon.olympic.beggar", "faraon.start", "faraon", ""):
        with pytest.raises(Invalid) as unread:
            GAME.read_entry(pajchel(id), 2, USUAL)
        assert unread.value.path == "rule"


def random_entry(random, now):
    if now.begging and random.random() < 0.5:
        return {"type": "beggar", "seat": random.choice(now.begging)}
    return game(loser=random.choice(now.playing))


@pytest.mark.parametrize("players", GAME.player_counts(USUAL))
def test_every_olympic_match_ends_with_one_who_has_cards(players):
    for seed in range(60):
        random, cards = Random(seed), 1 + seed % 5
        house = olympic(cards)
        now = GAME.start(players, 0, house)
        begged = [0] * players
        for _entry in range(200):
            if now.over:
                break
            plain = random_entry(random, now)
            if plain["type"] == "beggar":
                begged[plain["seat"]] += 1
            now = row(GAME, plain, now, house).after
            assert set(now.out) == {seat for seat in range(players) if not now.cards[seat]}
            assert now.dealer in now.playing
            for seat in range(players):
                lost_with_own = min(now.totals[seat], cards)
                beggars = seat in now.beggars
                assert now.cards[seat] == (1 if beggars else cards - lost_with_own)
                assert now.totals[seat] <= cards + begged[seat]
        assert now.over
        assert now.playing == (now.winner,)
        assert max(begged) <= 1
        assert sum(now.totals) == now.played


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_is_corrected_nobody_has_less_than_no_card(players):
    """Entries are taken one after the other, then struck out or replaced at random."""
    doubted = 0
    for seed in range(40):
        random, cards = Random(seed), 1 + seed % 3
        house, entries = olympic(cards), list[Any]()
        now = GAME.start(players, 0, house)
        while not now.over and len(entries) < 30:
            entries.append(random_entry(random, now))
            now = row(GAME, entries[-1], now, house).after
        case = {"game": "faraon", "players": list("ABCD"[:players]), "house": dump_house(house)}
        for number in random.sample(range(len(entries)), min(3, len(entries))):
            change = {
                "type": "correct",
                "entry": number,
                "with": game(loser=random.randrange(players)),
            }
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


@pytest.mark.parametrize(("packs", "most"), [(1, 5), (2, 10)])
def test_so_many_can_come_as_the_packs_are_for(packs, most):
    house = HouseRules(packs=packs)
    assert GAME.check_table(most, GAME.start(2, 0, house), house) is None
    found = GAME.check_table(most + 1, GAME.start(2, 0, house), house)
    assert (found.id, found.field) == ("faraon.goal.packs", "packs")
    assert found.facts == {"players": most + 1, "n": most}


def test_nobody_joins_an_olympic_match():
    house = olympic(5)
    found = GAME.check_table(4, GAME.start(3, 0, house), house)
    assert (found.id, found.field) == ("faraon.olympic.table", "people")


def test_the_last_in_the_order_has_lost():
    found = refusal(GAME, game(loser=1, order=[1, 0, 2]), GAME.start(3, 0, USUAL))
    assert (found.id, found.facts) == ("faraon.loser.last", {"seat": 1, "last": 2})
