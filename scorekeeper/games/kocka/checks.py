"""What cannot be written in Černá kočka, and why (section 7 of the rules document).

Rules: kocka.round.* (source 1f, 3, 5), kocka.game.* (1g, 2).
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.core.cards import codes
from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import Entry, Facts, Refusal, check_paper, points_by_seat
from scorekeeper.games.kocka import entries
from scorekeeper.games.kocka.entries import NO_TRICK, ROUND, SEATS, Barrage, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.scoring import DOKLADACKA

ASK = "kocka.round.no-trick.ask"
"""Nobody told who of those without points took a trick."""


def check(entry: Entry, standing: entries.Standing, house: HouseRules) -> Refusal | None:
    """Why an entry cannot be taken now, or None (section 7 of the rules document)."""
    if isinstance(entry, entries.Paper):
        return _check_paper(entry, standing, house)
    if entry.type not in standing.next:
        return Refusal(_out_of_place(entry, standing), "type")
    if isinstance(entry, Round):
        return check_round(entry)
    if isinstance(entry, Barrage):
        tied = standing.barrage
        if set(entry.points) != set(tied):
            return Refusal("kocka.game.barrage.seats", "points", {"seats": tied})
        return check_barrage(entry.points)
    return None


def _check_paper(
    entry: entries.Paper, standing: entries.Standing, house: HouseRules
) -> Refusal | None:
    if refusal := check_paper(entry, standing):
        return refusal
    if entry.due and (house.dokladacka == "off" or max(entry.points) < DOKLADACKA):
        return Refusal("kocka.points.paper.due", "due")
    return None


def check_table(players: int, standing: entries.Standing, house: HouseRules) -> Refusal | None:
    """Why nobody can come or go: four begin a game, and the same four end it (kocka.deal)."""
    return Refusal("kocka.deal.four", "people")


def check_round(entry: Round) -> Refusal | None:
    """Why a round cannot have been so (kocka.round.*), or None."""
    durch = entry.durch is not None or entry.durch_caught is not None
    check_points = _check_cards if entry.by_cards else _check_points
    check_tricks = _check_no_trick_of_durch if durch else _check_no_trick
    return _check_way(entry) or check_points(entry) or check_tricks(entry)


def _out_of_place(entry: Entry, standing: entries.Standing) -> str:
    if standing.barrage:
        return "kocka.game.barrage.due"
    if standing.over:
        return "kocka.game.end.over"
    if standing.due:
        return "kocka.game.dokladacka.due"
    if isinstance(entry, Barrage):
        return "kocka.game.barrage.not-due"
    return "kocka.game.dokladacka.not-due"


def _check_way(entry: Round) -> Refusal | None:
    ways = (entry.points, entry.by_cards or None, entry.durch, entry.durch_caught)
    given = [way for way in ways if way is not None]
    if not given:
        return Refusal("kocka.round.nothing", "points")
    if len(given) > 1:
        return Refusal("kocka.round.two-ways", "points")
    return None


def _check_points(entry: Round) -> Refusal | None:
    if entry.points is None:
        return None
    if len(entry.points) != SEATS:
        return Refusal("kocka.round.seats", "points", {"n": len(entry.points)})
    if (unknown := entry.known_points.count(None)) > 1:
        return Refusal("kocka.round.unknown", "points", {"n": unknown - 1})
    total, lowest = sum(entry.taken), min(entry.taken)
    if total > ROUND or lowest < 0:
        over = total - ROUND if total > ROUND else -lowest
        return Refusal("kocka.round.sum.over", "points", {"sum": ROUND + over, "n": over})
    if total < ROUND:
        return Refusal("kocka.round.sum.short", "points", {"sum": total, "n": ROUND - total})
    return None


def _check_cards(entry: Round) -> Refusal | None:
    if strange := [card for card in entry.cards or () if card not in entries.POINTS]:
        return Refusal("kocka.round.cards.no-points", "cards", {"cards": codes(strange)})
    if missing := [card for card in entries.POINTS if card not in entry.owners]:
        facts: Facts = {"cards": codes(missing), "sum": sum(entry.taken), "n": len(missing)}
        return Refusal("kocka.round.cards.missing", "cards", facts)
    return None


def _check_no_trick(entry: Round) -> Refusal | None:
    if entry.took is not None and entry.no_trick:
        return Refusal("kocka.round.no-trick.twice", "took")
    if (without := entry.without) is None:
        return Refusal(ASK, "took") if entry.pointless else None
    if len(without) == SEATS:
        return Refusal("kocka.round.no-trick.all", "no_trick")
    for seat in sorted(without):
        if taken := entry.taken[seat]:
            facts = {"seat": seat, "n": taken}
            return Refusal("kocka.round.no-trick.points", "no_trick", facts)
    if len(without) == SEATS - 1:
        (seat,) = set(map(Seat, range(SEATS))) - without
        return Refusal("kocka.round.durch.ask", "no_trick", {"seat": seat}, Round(durch=seat))
    return None


def _check_no_trick_of_durch(entry: Round) -> Refusal | None:
    """A durch leaves no trick to the others; a caught one leaves the bonus to nobody."""
    others = frozenset(range(SEATS)) - {entry.durch}
    told = entry.took is not None or entry.no_trick
    if told and (entry.durch is None or entry.no_trick != others):
        return Refusal("kocka.round.durch.no-trick", "no_trick")
    return None


def check_barrage(points: Mapping[Seat, int]) -> Refusal | None:
    """Why the tied players cannot have these points of one round (kocka.game.barrage), or None.

    Each has 0 … 28, or −1 without a trick, or −28 for a durch; the others have the rest.
    """
    if any(-ROUND < each < NO_TRICK or not -ROUND <= each <= ROUND for each in points.values()):
        return Refusal("kocka.game.barrage.range", "points")
    made = [seat for seat, each in points.items() if each == -ROUND]
    if made:
        alone = all(points[seat] == NO_TRICK for seat in points if seat != made[0])
        return None if alone else Refusal("kocka.game.barrage.durch", "points", {"seat": made[0]})
    taken = sum(each for each in points.values() if each > 0)
    if taken > ROUND:
        return Refusal("kocka.round.sum.over", "points", {"sum": taken, "n": taken - ROUND})
    return _check_whole_barrage(points) if len(points) == SEATS else None


def _check_whole_barrage(points: Mapping[Seat, int]) -> Refusal | None:
    """Where all four are tied, the barrage is a whole round."""
    without = frozenset(seat for seat, each in points.items() if each == NO_TRICK)
    taken = points_by_seat(SEATS, {seat: max(each, 0) for seat, each in points.items()})
    refusal = check_round(Round(points=taken, no_trick=without))
    if refusal is None or not isinstance(refusal.instead, Round):
        return replace(refusal, field="points") if refusal else None
    meant = {seat: -ROUND if seat == refusal.instead.durch else NO_TRICK for seat in points}
    return replace(refusal, field="points", instead=Barrage(meant))
