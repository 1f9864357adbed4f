"""The sheet of Faraón as the rules document tells it: sections 1, 4, 6 and 7."""

from random import Random
from typing import Any

import pytest

from scorekeeper.core.cards import GERMAN_32
from scorekeeper.core.schema import Invalid
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import Standing
from scorekeeper.games.faraon.house_rules import pack_of
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.referee.rule_table import Penalty
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
)


def test_one_pack_has_32_cards_and_two_have_each_twice() -> None:
    assert sorted(pack_of(USUAL)) == sorted(GERMAN_32.cards)
    assert sorted(pack_of(TWO_PACKS)) == sorted(GERMAN_32.cards * 2)
    assert pack_of(USUAL).parse("UL") == ("U", "L")


@pytest.mark.parametrize("players", GAME.player_counts(USUAL))
def test_who_lost_begins_the_next_game(players: int) -> None:
    for dealer in range(players):
        assert match(players, dealer=dealer).dealer == dealer
        for loser in range(players):
            now = match(players, lost(loser), dealer=dealer)
            assert (now.dealer + 1) % players == loser


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


def random_entry(random: Random, now: Standing) -> Any:
    if now.begging and random.random() < 0.5:
        return beggar(random.choice(now.begging))
    return lost(random.choice(now.playing))


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
                lost_with_own = min(now.totals[seat], cards)
                beggars = seat in now.beggars
                assert now.cards[seat] == (1 if beggars else cards - lost_with_own)
                assert now.totals[seat] <= cards + begged[seat]
        assert now.over
        assert now.playing == (now.winner,)
        assert max(begged) <= 1
        assert sum(now.totals) == now.played


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
