"""Short ways to write down a match of Faraón, for the tests that play one."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.sheet import Refusal
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.entries import Standing
from scorekeeper.games.faraon.house_rules import HouseRules

USUAL = HouseRules()
EACH = HouseRules(aces="each")
OWN_SUIT = HouseRules(last_ober="own-suit")
STAYS = HouseRules(pajchel_turn="stays", camouflage="forbidden")
TWO_PACKS = HouseRules(packs=2)

Plain = Mapping[str, Any]


def olympic(cards: int = 5) -> HouseRules:
    return HouseRules(mode="olympic", olympic_start=cards)


def lost(seat: int, **more: Any) -> Plain:
    return {"type": "game", "loser": seat, **more}


def beggar(seat: int) -> Plain:
    return {"type": "beggar", "seat": seat}


def pajchel(seat: int, rule: str = "faraon.match") -> Plain:
    return {"type": "pajchel", "seat": seat, "rule": rule}


def refusal(plain: Plain, standing: Standing, house: HouseRules = USUAL) -> Refusal | None:
    players = len(standing.totals)
    return GAME.check(GAME.read_entry(plain, players, house), standing, house)


def follow(standing: Standing, plain: Plain, house: HouseRules = USUAL) -> Standing:
    """The standing after an entry that has to be taken."""
    entry = GAME.read_entry(plain, len(standing.totals), house)
    assert GAME.check(entry, standing, house) is None, (plain, standing)
    return GAME.after(standing, entry, GAME.score(entry, standing, house), house)


def match(players: int, *entries: Plain, house: HouseRules = USUAL, dealer: int = 0) -> Standing:
    """The standing after entries, each of which has to be taken."""
    standing = GAME.start(players, dealer, house)
    for plain in entries:
        standing = follow(standing, plain, house)
    return standing


def told(notices: Any) -> list[tuple[str, tuple[int, ...]]]:
    return [(notice.id, notice.seats) for notice in notices]
