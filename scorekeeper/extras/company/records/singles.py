"""A match's statistics with the row that each came from, and its offences."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scorekeeper.extras.company.records.tallies import Key, Place, Tally, key_of
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.counting import statistics
from scorekeeper.match.rows import Row
from scorekeeper.sheet import PenaltyEntry

Found = Iterator[tuple[int, Key, Tally]]


def stats(match: Match, rows: Sequence[Row]) -> Found:
    """The game's statistics by person, without those that are nought.

    What was once says in which row, the longest of several in which match.
    """
    found = [
        (stat, person, value)
        for stat in statistics(match)
        for person, value in enumerate(stat.values)
        if value
    ]
    once = {(stat.id, person) for stat, person, value in found if value == 1 and not stat.of}
    singles = _singles(match, rows, once)
    # What no single entry says, the end does: who lost the game.
    last = Place(match.code, rows[-1].seq) if rows else None
    for stat, person, value in found:
        of = stat.of[person] if stat.of else 0
        at = Place(match.code, 0) if stat.longest else None
        if (stat.id, person) in once and not stat.longest:
            at = singles.get((stat.id, person), last)
        yield person, key_of("stat", stat.id), Tally(int(value * (of or 1)), at, of, stat.longest)


def _singles(
    match: Match, rows: Sequence[Row], once: Collection[tuple[str, int]]
) -> Mapping[tuple[str, int], Place]:
    """The rows of what was once: a statistic of a person."""
    found: dict[tuple[str, int], Place] = {}
    for row in rows if once else ():
        seats = row.seating.seats
        for stat in match.game.statistics([row.entry], len(seats)):
            for seat in (seat for seat, value in enumerate(stat.values) if value):
                if (stat.id, seats[seat]) in once:
                    found[stat.id, seats[seat]] = Place(match.code, row.seq)
        if len(found) == len(once):
            break
    return found


def offences(match: Match, rows: Sequence[Row]) -> Found:
    """What each broke, by rule: penalties on the sheet, and rulings that the table applied."""
    ruled = {event.seq for event in match.rulings}
    for row in rows:
        if isinstance(row.entry, PenaltyEntry) and row.seq not in ruled:
            person = row.seating.seats[row.entry.seat]
            yield person, key_of("offence", row.entry.rule), Tally(1, Place(match.code, row.seq))
    for event in match.rulings:
        rule, seat = _broken(event), event.body["ruling"]["seat"]
        if rule and seat is not None and event.seq not in match.struck_by:
            person = match.seats_of(event)[seat]
            yield person, key_of("offence", rule), Tally(1, Place(match.code, event.seq))


def _broken(event: Event) -> str:
    """The rule that a verdict says was broken; empty for another verdict."""
    verdict = event.body["ruling"]["verdict"]
    rules = verdict.get("rules")
    is_offence = verdict.get("verdict") == "offence"
    return str(rules[0]) if is_offence and isinstance(rules, list) and rules else ""
