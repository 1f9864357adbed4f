"""What a penalty costs is the same for every offender: a verdict's page scores it only once."""

from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import sum_of
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.rulebook.decisions import examples_of
from tests.contract.books import EACH_GAME


def matches(game):
    """The matches of the examples, as they begin, and after all that is recorded there."""
    for example in examples_of(game):
        for entries in ([], example.case["entries"]) if example.scored else ():
            try:
                yield score_case({**example.case, "entries": entries}).match
            except (Invalid, RefusedEntry):
                continue


def cost(match, rule, penalty, seat):
    """The offender's points, and whether anybody gets some; None if the sheet does not take it."""
    data = match.game.penalty_entry(rule, seat, penalty)
    if data is None:
        return None
    entry = match.game.read_entry(data, len(match.names), match.house)
    if match.game.check(entry, match.standing, match.house):
        return None
    points = sum_of(match.game.score(entry, match.standing, match.house), len(match.names))
    return points[seat], any(points)


@EACH_GAME
def test_a_penalty_costs_every_offender_the_same(game):
    seen = 0
    for match in matches(game):
        for id, penalty in {(rule.id, rule.penalty(match.house)) for rule in game.rules}:
            seats = game.playing(match.standing)
            each = {cost(match, id, penalty, seat) for seat in seats} - {None}
            assert len(each) <= 1, (id, penalty, each)
            seen += 1
    assert seen
