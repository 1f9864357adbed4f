"""A group's packs: the order of honour, who votes when, what is refused, and the archive."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.game import Loss
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.group import Pub
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.deck import CARDS, CUSTOM, GAME, deck_of, decks_of, fastest
from scorekeeper.games.kocka.entries import Dokladacka, Round
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from tests.extras.group.test_group import NAMES, write

FIRST = date(2026, 11, 20)
CODES = list(CARDS)
FOR_ACE = [[1, "AH"], [2, "7C"], [3, "AH"], [0, "KS"]]
TIED = [[1, "AH"], [2, "7C"], [3, "AH"], [0, "7C"]]


def opened():
    groups = Groups(open_ledger("sqlite://"))
    return groups, groups.open("PARTA", "Tovéř", NAMES, "k0")


def begun():
    groups, group = opened()
    return groups, write(groups, group, "deck", owner=0, since=FIRST.isoformat())


def said(**more):
    return {
        "card": "AH",
        "loser": 1,
        "signatures": [1, 2, 3, 0],
        "ballots": FOR_ACE,
        "night": "2026-11-21",
        "pub": "U Lípy",
        "town": "Tovéř",
        **more,
    }


def filled(groups, group, days):
    """The newest pack with a card inscribed in a pub of its own each night, the last after days."""
    for at, card in enumerate(CODES):
        night = FIRST + timedelta(days=min(at, days) if at < len(CODES) - 1 else days)
        body = said(card=card, ballots=[], pub=f"Hospoda {at}", night=night.isoformat())
        group = write(groups, group, "inscribed", **body)
    return group


def the_deck(group):
    deck = deck_of(group)
    assert deck
    return deck


def test_the_order_of_honour():
    hearts, spades = (CODES[1:9], CODES[9:16])
    assert CODES[0] == "QS"
    assert hearts == ["AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"]
    assert spades == ["AS", "KS", "JS", "TS", "9S", "8S", "7S"]
    assert [{code[0] for code in CODES[at : at + 2]} for at in range(16, 32, 2)] == [
        {rank} for rank in "AKQJT987"
    ], "clubs and diamonds are equals"


def test_who_is_inscribed_stands_on_the_card():
    groups, group = begun()
    group = write(groups, group, "inscribed", **said(twice=True))
    deck = the_deck(group)
    ace = deck.by_card[CARDS["AH"]]
    assert (ace.said.loser, ace.said.twice, ace.said.drawn) == (1, True, False)
    assert ace.pub == Pub("U Lípy", "Tovéř")
    assert len(deck.left) == 31
    assert CARDS["AH"] not in deck.left
    assert deck.inscribed_in(Pub(" u lípy", "TOVÉŘ")) == ace, "however it was typed"
    assert deck.inscribed_in(Pub("Na Rychtě", "Tovéř")) is None
    group = groups.undo(group, group.version, "undo")
    assert the_deck(group).inscribed == ()


def test_a_tie_is_drawn():
    groups, group = begun()
    assert the_deck(group).elected([CARDS[code] for _, code in TIED]) == (CARDS["AH"], CARDS["7C"])
    group = write(groups, group, "inscribed", **said(card="7C", ballots=TIED, drawn=True))
    assert the_deck(group).by_card[CARDS["7C"]].said.drawn


BAD = [
    ({"card": "2H"}, "card", "unknown-card"),
    ({"card": "QS", "ballots": []}, "card", "twice"),
    ({"card": "KS"}, "card", "not-a-choice"),
    ({"card": "7C", "ballots": TIED}, "drawn", "not-a-choice"),
    ({"drawn": True}, "drawn", "not-a-choice"),
    ({"ballots": [[1, "AH"], [2, "QS"], [3, "AH"], [0, "KS"]]}, "ballots.1", "refused"),
    ({"ballots": [[1, "AH"], [2, "AH"], [1, "AH"], [0, "KS"]]}, "ballots.2", "twice"),
    ({"ballots": [[1, "AH"], [2, "XX"], [3, "AH"], [0, "KS"]]}, "ballots.1", "unknown-card"),
    ({"ballots": [[1, "AH"], [9, "AH"]]}, "ballots.1", "unknown-member"),
    ({"ballots": [[1, "AH"], ["AH", 2]]}, "ballots.1", "not-a-list"),
    ({"ballots": [[1, "AH"], [2, "7C"], [3, "AH"]]}, "ballots", "missing"),
    ({"ballots": [*FOR_ACE, [4, "AH"]]}, "ballots.4", "wrong-number"),
    ({"signatures": [0, 2, 3]}, "signatures", "missing"),
    ({"signatures": [0, 1, 1]}, "signatures", "twice"),
    ({"night": "2026-11-19"}, "night", "too-small"),
    ({"night": "včera"}, "night", "not-a-day"),
    ({"pub": " ", "town": ""}, "pub", "missing"),
    ({"pub": "Na Rychtě", "town": "tovéř"}, "pub", "twice"),
    ({"match": "7KQ4"}, "match", "not-a-choice"),
]


@pytest.mark.parametrize(("body", "path", "code"), BAD)
def test_what_cannot_be_inscribed_is_refused_by_name(body, path, code):
    groups, group = begun()
    group = write(groups, group, "joined", name="Ota", guest=True)
    first = said(card="QS", ballots=[], pub="Na Rychtě")
    group = write(groups, group, "inscribed", **first)
    with pytest.raises(Invalid) as caught:
        write(groups, group, "inscribed", **said(**body))
    assert (caught.value.path, caught.value.code) == (path, code)


def test_there_is_nothing_to_inscribe_without_a_pack():
    groups, group = opened()
    assert deck_of(group) is None
    with pytest.raises(Invalid, match="deck"):
        write(groups, group, "inscribed", **said())


def test_a_full_pack_is_archived_with_its_days():
    groups, group = begun()
    assert fastest(decks_of(group)) is None
    group = filled(groups, group, days=50)
    full = the_deck(group)
    assert (full.full, full.days, full.until) == (True, 50, FIRST + timedelta(days=50))
    with pytest.raises(Invalid):
        write(groups, group, "inscribed", **said(pub="Jiná"))
    group = write(groups, group, "deck", owner=1, since=FIRST.isoformat())
    assert the_deck(group).owner == 1
    assert len(the_deck(group).left) == 32, "a new pack is blank"
    group = filled(groups, group, days=40)
    quick = fastest(decks_of(group))
    assert (quick.days, quick.owner) == (40, 1)
    assert [deck.days for deck in decks_of(group)] == [50, 40]


@given(st.data())
def test_votes_elect_a_card_of_those_left_that_has_most(data):
    drawn = data.draw(st.sets(st.sampled_from(CUSTOM.cards), min_size=1))
    left = [card for card in CUSTOM.cards if card in drawn]  # as a pack gives them: by honour
    votes = data.draw(st.lists(st.sampled_from(left), min_size=4, max_size=4))
    elected = CUSTOM.elect(left, votes)
    counts = Counter(votes)
    assert set(elected) == {card for card in votes if counts[card] == max(counts.values())}
    assert list(elected) == sorted(elected, key=lambda card: CODES.index(str(card)))


@given(st.data())
def test_missing_votes_leave_open_only_what_they_can_change(data):
    votes = data.draw(st.lists(st.sampled_from(CUSTOM.cards[:4]), max_size=3))
    now = CUSTOM.elect(CUSTOM.cards, votes)
    whole = [*votes, *[data.draw(st.sampled_from(CUSTOM.cards))] * (4 - len(votes))]
    assert not now or CUSTOM.elect(CUSTOM.cards, whole) == now


def test_the_game_says_who_lost_and_whether_twice():
    matches = Matches(open_ledger("sqlite://"))
    match = matches.open("7KQ4", GAME, NAMES, 3, load_house(GAME.house, {}), "k1")
    for at, entry in enumerate(
        (
            *(Round(points=(14, 14, 0, 0)), Round(points=(14, 14, 0, 0))),
            *(Round(points=(28, 0, 0, 0)), Dokladacka(loser=0), Round(points=(14, 14, 0, 0))),
            *(Round(points=(14, 14, 0, 0)), Round(points=(28, 0, 0, 0))),
        )
    ):
        assert CUSTOM.lost(match.standing) is None
        match = matches.record(match, entry, match.version, f"e{at}")
    assert CUSTOM.lost(match.standing) == Loss(0, twice=True)
