"""What cannot be written in Faraón, and why (rules document, sections 1, 4, 6 and 7)."""

from operator import gt

from scorekeeper.core.sheet import Entry, Refusal, check_paper
from scorekeeper.games.faraon.entries import Beggar, FinishedGame, Pajchel, Paper, Standing
from scorekeeper.games.faraon.house_rules import HouseRules, pack_of, tables

FEWEST_LEFT = 2
"""So many at least still have cards in an Olympic match that goes on."""


def check(entry: Entry, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken now, or None.

    >>> from scorekeeper.games.faraon.scoring import start
    >>> now, lost = start(4, 0, HouseRules()), FinishedGame(loser=2)
    >>> check(lost, now, HouseRules()) is None
    True
    >>> check(Beggar(2), now, HouseRules()).id
    'faraon.olympic.beggar.classic'
    """
    match entry:
        case FinishedGame():
            return _check_game(entry, standing, house)
        case Pajchel() if standing.over:
            return Refusal("faraon.olympic.over.pajchel", "type", {"seat": standing.winner})
        case Pajchel():
            return _check_seat("seat", entry.seat, standing)
        case Beggar():
            return _check_beggar(entry.seat, standing)
        case Paper():
            return _check_paper(entry, standing)
    return None


def _check_paper(entry: Paper, standing: Standing) -> Refusal | None:
    if refusal := check_paper(entry, standing):
        return refusal
    if standing.cards and sum(map(gt, standing.cards, entry.points)) < FEWEST_LEFT:
        return Refusal("faraon.loser.paper.cards", "points", {"n": standing.cards[0]})
    return None


def check_table(players: int, standing: Standing, house: HouseRules) -> Refusal | None:
    """Why so many cannot go on: one pack is for five, and an Olympic match is played to its end.

    Rules faraon.goal.packs (source 1) and faraon.olympic.table (20).
    """
    most = tables(house)[-1]
    if players > most:
        return Refusal("faraon.goal.packs", "packs", {"players": players, "n": most})
    return Refusal("faraon.olympic.table", "people") if standing.cards else None


def _check_game(entry: FinishedGame, standing: Standing, house: HouseRules) -> Refusal | None:
    if standing.over:
        return Refusal("faraon.olympic.over", "type", {"seat": standing.winner})
    most = len(pack_of(house))
    if standing.dealt > most:
        return Refusal("faraon.deal.cards", "type", {"n": standing.dealt, "most": most})
    for name, seats in entry.named.items():
        for seat in sorted(seats):
            if refusal := _check_seat(name, seat, standing):
                return refusal
    return _check_order(entry, standing)


def _check_seat(field: str, seat: int, standing: Standing) -> Refusal | None:
    if seat in standing.out:
        return Refusal("faraon.olympic.out", field, {"seat": seat})
    return None


def _check_order(entry: FinishedGame, standing: Standing) -> Refusal | None:
    if entry.order is None:
        return None
    if sorted(entry.order) != list(standing.playing):
        return Refusal("faraon.loser.order", "order", {"seats": standing.playing})
    if entry.order[-1] != entry.loser:
        facts = {"seat": entry.loser, "last": entry.order[-1]}
        return Refusal("faraon.loser.last", "order", facts)
    return None


def _check_beggar(seat: int, standing: Standing) -> Refusal | None:
    if not standing.cards:
        return Refusal("faraon.olympic.beggar.classic", "type")
    if seat not in standing.out:
        facts = {"seat": seat, "n": standing.cards[seat]}
        return Refusal("faraon.olympic.beggar.cards", "seat", facts)
    if seat not in standing.begging:
        return Refusal("faraon.olympic.beggar.late", "seat", {"seat": seat})
    return None
