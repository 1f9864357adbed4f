"""Tournaments: seats, results, standings and leagues; what is refused; undo, files, care."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.extras.calls.actions import call, come
from scorekeeper.extras.calls.calling import CallDetails, calls_of
from scorekeeper.extras.calls.events import Came
from scorekeeper.extras.tournament import Round, Table, Tournament, fold
from scorekeeper.extras.tournament.actions import (
    BadSum,
    NotNow,
    Tournaments,
    UnknownTournament,
    table_opening,
)
from scorekeeper.extras.tournament.drawing import (
    Plan,
    Unseatable,
    draw,
    fits,
    ladder,
    leagues_after,
    meetings,
    met,
    movers,
    plan_of,
    read_plan,
    ties,
    weight,
)
from scorekeeper.extras.tournament.entrants import BadEntrant, read_entrants
from scorekeeper.extras.tournament.events import Lot, Result
from scorekeeper.extras.tournament.shapes import Entrant, Opened, fault_of, sizes_of
from scorekeeper.extras.tournament.standings import points_of, standings
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Save, Stale, open_ledger
from scorekeeper.ledger.chain import as_save
from scorekeeper.maintenance.checking import faults_of
from scorekeeper.maintenance.forgetting import forget_matches
from scorekeeper.match.actions import Matches, UnknownMatch
from scorekeeper.match.files import load_file, streams_of
from scorekeeper.schema import dump_fields
from scorekeeper.stream.files import BrokenLine, dump
from scorekeeper.stream.kinds import InvalidEvent
from tests.extras.tournament.hall import TournamentDriver
from tests.games.kocka.table import barrage, round_of

TAROKY, KOCKA = GAMES["taroky"], GAMES["kocka"]


@pytest.fixture
def hall() -> Iterator[TournamentDriver]:
    with closing(TournamentDriver()) as hall:
        yield hall


@pytest.fixture
def leagues() -> Iterator[TournamentDriver]:
    with closing(TournamentDriver("kocka", 8, system="leagues")) as hall:
        yield hall


def played(players: int, rounds: int, seed: int, size: int = 4) -> Tournament:
    """A tournament of which the seats of some rounds were drawn, without its ledger."""
    with closing(
        TournamentDriver("makao", players, size=size, points=tuple(range(size, 0, -1)))
    ) as hall:
        now = hall.now
    for number in range(1, rounds + 1):
        plan = draw(now, f"{seed}-{number}")
        assert fits(now, plan)
        tables = tuple(Table("X", seats, tuple(range(size))) for seats in plan.tables)
        now = with_round(now, Round(number, tables, plan.pauses))
    return now


def with_round(now: Tournament, round_: Round) -> Tournament:

    return replace(now, rounds=(*now.rounds, round_))


@pytest.mark.slow("draws many rounds")
@settings(max_examples=12, deadline=None)
@given(st.integers(6, 26), st.integers(1, 4), st.integers(0, 10**6), st.integers(3, 6))
def test_a_draw_seats_everybody_once_and_spreads_the_pauses(
    players: int, rounds: int, seed: int, size: int
) -> None:
    now = played(players, rounds, seed, size)
    for round_ in now.rounds:
        seated = [player for table in round_.tables for player in table.seats]
        assert sorted([*seated, *round_.pauses]) == list(range(players))
        assert len(round_.pauses) == players % size
    pauses = Counter(player for round_ in now.rounds for player in round_.pauses)
    each = [pauses[player] for player in range(players)]
    assert max(each) - min(each) <= 1


@pytest.mark.slow("draws many rounds")
@settings(max_examples=12, deadline=None)
@given(st.integers(8, 40), st.integers(1, 4), st.integers(0, 10**6))
def test_no_more_meet_again_than_by_chance(players: int, rounds: int, seed: int) -> None:
    now = played(players, rounds, seed)
    before = met(now)
    plan, chance = draw(now, str(seed)), Random(seed)
    for _ in range(20):
        others = [player for table in plan.tables for player in table]
        chance.shuffle(others)
        by_chance = Plan(tuple(tuple(others[at : at + 4]) for at in range(0, len(others), 4)))
        assert weight(plan, before) <= weight(by_chance, before)


@pytest.mark.slow("draws many rounds")
def test_sixty_four_players_meet_nobody_twice_in_three_rounds() -> None:
    now = played(64, 2, 1)
    assert max(met(now).values()) == 1
    assert meetings(draw(now, "next"), met(now)) == 0


def test_who_loses_the_race_for_a_round_opens_no_table(hall: TournamentDriver) -> None:
    seen, ledger = hall.now, hall.tournaments.matches.ledger
    hall.draw()
    there = ledger.matches()

    def table(at: int, names: Sequence[str]) -> Save:
        return as_save(
            f"LATE{at}", 0, f"{at}", "opened", dump_fields(table_opening(seen, names)), ""
        )

    with pytest.raises(Stale):
        hall.tournaments.draw(seen, draw(seen, "seed"), table, seen.version, "late")
    assert ledger.matches() == there


def test_a_table_whose_code_is_taken_leaves_no_round(hall: TournamentDriver) -> None:
    """Somebody opens a match under the code that was free: another one is looked for."""
    seen, ledger = hall.now, hall.tournaments.matches.ledger
    tries: list[str] = []

    def table(at: int, names: Sequence[str]) -> Save:
        tries.append(f"{len(tries)}-{at}")
        if len(tries) == 2:
            ledger.append(tries[-1], 0, "theirs", "opened", {"game": "durak"})
        return as_save(
            tries[-1], 0, tries[-1], "opened", dump_fields(table_opening(seen, names)), ""
        )

    now = hall.tournaments.draw(seen, draw(seen, "seed"), table, seen.version, "ours")
    assert now.round
    assert [each.code for each in now.round.tables] == ["2-0", "3-1"]
    assert "0-0" not in ledger.matches()


def test_what_was_shown_is_what_is_drawn(hall: TournamentDriver) -> None:
    plan = draw(hall.now, "a")
    assert plan == draw(hall.now, "a") == read_plan(str(plan))
    swapped = plan.swapped(plan.tables[0][0], plan.tables[1][3])
    assert swapped.tables[1][3] == plan.tables[0][0]
    assert fits(hall.now, swapped)
    for broken in ("0,1,2,3", "0,x|", "0,1,2,3;4,5,6,7|9999999"):
        with pytest.raises(ValueError, match=r"plan|player"):
            read_plan(broken)
    assert not fits(hall.now, read_plan("0,1,2,3;4,5,6,6|"))
    assert not fits(hall.now, read_plan("0,1,2;4,5,6,7,3|"))


def test_the_strong_ones_meet_once_it_is_known_who_they_are() -> None:
    with closing(TournamentDriver("taroky", 8)) as hall:
        first = draw(hall.now, "seed", "strength")
        assert first == draw(hall.now, "seed"), "before the first round nobody knows"
        hall.draw(first)
        hall.finish((30, -10, -10, -10), (30, 10, -20, -20))
        then = draw(hall.now, "", "strength")
        assert {first.tables[0][0], first.tables[1][0], first.tables[1][1]} <= set(then.tables[0])


@pytest.mark.parametrize(
    ("game", "system", "players"),
    [
        ("taroky", "rounds", 3),
        ("kocka", "leagues", 7),
        ("kocka", "leagues", 4),
        ("kocka", "leagues", 0),
        ("faraon", "leagues", 9),
    ],
)
def test_a_number_that_cannot_be_seated_is_named(game: str, system: str, players: int) -> None:
    with closing(TournamentDriver(game, players, system=system)) as hall:
        with pytest.raises(Unseatable) as fault:
            draw(hall.now, "")
        assert (fault.value.players, fault.value.size) == (players, 4)


def test_a_table_that_does_not_sum_to_nought_is_not_taken(hall: TournamentDriver) -> None:
    hall.draw()
    version = hall.now.version
    with pytest.raises(BadSum) as fault:
        hall.finish((10, -2, -3, 7))
    assert (fault.value.table, fault.value.excess) == (0, 12)
    assert hall.tournaments.get("TURNAJ").version == version
    hall.do("finish", Result(1, 0, (10, -2, -3, 7), pot=-12))
    with closing(TournamentDriver("kocka")) as other:
        other.draw()
        other.finish((28, 12, 0, 5))


def test_standings_go_by_place_points_and_then_by_the_balance(hall: TournamentDriver) -> None:
    hall.draw(read_plan("0,1,2,3;4,5,6,7|"))
    hall.finish((30, 0, -10, -20), (40, 0, 0, -40))
    table = standings(hall.now)
    assert [score.player for score in table] == [4, 0, 1, 5, 6, 2, 3, 7]
    assert [str(score.points) for score in table] == ["4", "4", "3", "5/2", "5/2", "2", "1", "1"]
    assert [score.place for score in table] == [1, 2, 3, 4, 4, 6, 7, 8]
    four = Table("X", (0, 1, 2, 3), (5, 5, 5, 5))
    assert points_of(hall.now, four) == (Fraction(5, 2),) * 4
    two = replace(four, balances=(9, 9, 0, 0))
    assert [str(points) for points in points_of(hall.now, two)] == ["7/2", "7/2", "3/2", "3/2"]


def test_a_pause_gives_the_average_of_a_table() -> None:
    with closing(TournamentDriver("taroky", 5)) as hall:
        hall.draw()
        hall.finish((3, 1, -1, -3))
        (pausing,) = [score for score in standings(hall.now) if score.pauses]
        assert (pausing.points, pausing.balance, pausing.played) == (Fraction(5, 2), 0, 0)
    with closing(TournamentDriver("taroky", 5, pause="nothing")) as hall:
        hall.draw()
        assert {score.points for score in standings(hall.now)} == {0}


def test_where_points_are_a_penalty_the_fewest_win_and_the_average_decides() -> None:
    with closing(TournamentDriver("makao", 5)) as hall:
        hall.draw(read_plan("0,1,2,3|4"))
        hall.finish((0, 10, 20, 30))
        hall.draw(read_plan("4,1,2,3|0"))
        hall.finish((5, 10, 20, 30))
        table = {score.player: score for score in standings(hall.now)}
        assert (table[0].points, table[4].points) == (Fraction(13, 2),) * 2
        assert (table[0].place, table[4].place) == (1, 2)


def test_a_loser_goes_down_and_the_best_below_goes_up(leagues: TournamentDriver) -> None:
    round_ = leagues.draw()
    assert [table.seats for table in round_.tables] == [(0, 1, 2, 3), (4, 5, 6, 7)]
    leagues.finish((10, 28, 0, 4), (9, 3, 12, 1))
    assert leagues_after(leagues.now, leagues.now.rounds[0]) == [[2, 3, 0, 7], [1, 5, 4, 6]]
    assert [(m.way, m.player) for m in movers(leagues.now, leagues.now.rounds[0])] == [
        ("down", 1),
        ("up", 7),
    ]
    assert ladder(leagues.now) == (2, 3, 0, 7, 1, 5, 4, 6)
    assert draw(leagues.now, "").tables == ((2, 3, 0, 7), (1, 5, 4, 6))


def test_a_tie_is_decided_by_the_lot_that_was_entered(leagues: TournamentDriver) -> None:
    leagues.draw()
    leagues.finish((10, 28, 28, 4), (9, 1, 12, 1))
    first = leagues.now.rounds[0]
    assert [(tie.league, tie.way, tie.players) for tie in ties(leagues.now, first)] == [
        (0, "down", (1, 2)),
        (1, "up", (5, 7)),
    ]
    leagues.do("draw_lot", Lot(1, 0, "down", (1, 2), 2))
    leagues.do("draw_lot", Lot(1, 1, "up", (5, 7), 7))
    assert not ties(leagues.now, leagues.now.rounds[0])
    assert ladder(leagues.now)[:5] == (3, 0, 1, 7, 5)
    leagues.finish((10, 28, 0, 4))
    assert movers(leagues.now, leagues.now.rounds[0])[0].player == 1, "corrected, no lot counts"


def test_in_a_league_of_equals_two_lots_name_two_players() -> None:
    with closing(TournamentDriver("kocka", 12, system="leagues")) as hall:
        hall.draw()
        hall.finish((0, 1, 2, 3), (7, 7, 7, 7), (0, 1, 2, 3))
        assert [t.way for t in ties(hall.now, hall.now.rounds[0])] == ["up"]
        hall.do("draw_lot", Lot(1, 1, "up", (4, 5, 6, 7), 6))
        (tie,) = ties(hall.now, hall.now.rounds[0])
        assert (tie.way, tie.players) == ("down", (4, 5, 7))
        hall.do("draw_lot", Lot(1, 1, "down", (4, 5, 7), 4))
        assert ladder(hall.now) == (0, 1, 2, 6, 8, 5, 3, 7, 4, 9, 10, 11)


def test_leagues_go_by_licence_and_take_in_who_comes_later(leagues: TournamentDriver) -> None:
    leagues.do("enter", [Entrant("A", 7), Entrant("B", 3)], seen=False)
    assert ladder(leagues.now)[:3] == (9, 8, 0)
    leagues.do("withdraw", 0)
    leagues.do("withdraw", 1)
    assert [len(table) for table in draw(leagues.now, "").tables] == [4, 4]


def test_names_and_licences_are_refused_with_their_line(hall: TournamentDriver) -> None:
    typed = read_entrants("3. Petr\n\n  7 Jana \n 12) Eva\n42\n")
    assert [each.name for each in typed] == ["Petr", "7 Jana", "Eva", "42"]
    for entrants, at, problem in (
        ([Entrant("A"), Entrant("hráč 3")], 1, "twice"),
        ([Entrant("")], 0, "empty"),
        ([Entrant("A"), Entrant("B" * 31)], 1, "too-long"),
        ([Entrant("A", 3), Entrant("B", 3)], 1, "licence-twice"),
        ([Entrant(f"N{n}") for n in range(400)], 392, "too-many"),
    ):
        with pytest.raises(BadEntrant) as bad:
            hall.do("enter", entrants, seen=False)
        assert (bad.value.seat, bad.value.problem) == (at, problem)
    assert len(hall.now.known) == 8


def test_who_registers_or_calls_does_not_spoil_a_save(hall: TournamentDriver) -> None:
    round_ = hall.draw()
    seen = hall.now.version
    hall.act(call, round_.tables[1].code, CallDetails())
    hall.do("enter", [Entrant("Late")], seen=False)
    hall.tournaments.finish(hall.now, Result(1, 0, (0, 0, 0, 0)), seen, "a")
    hall.tournaments.finish(hall.now, Result(1, 1, (1, -1, 0, 0)), seen, "b")
    with pytest.raises(Stale):
        hall.tournaments.finish(hall.now, Result(1, 0, (5, -5, 0, 0)), seen, "c")
    same = hall.tournaments.finish(hall.now, Result(1, 0, (0, 0, 0, 0)), seen, "a")
    assert same.round
    assert same.round.done
    with pytest.raises(KeyReused):
        hall.tournaments.close(same, same.version, "a")
    with pytest.raises(Stale):
        hall.tournaments.close(same, seen, "d")


def test_a_round_begins_when_the_last_has_ended(hall: TournamentDriver) -> None:
    hall.draw()
    with pytest.raises(NotNow, match="unfinished"):
        hall.draw()
    with pytest.raises(NotNow, match="unfinished"):
        hall.do("close")
    hall.finish((0, 0, 0, 0), (0, 0, 0, 0))
    hall.do("close")
    with pytest.raises(NotNow, match="closed"):
        hall.draw()
    hall.do("undo")
    assert not hall.now.closed


def test_moved_by_hand_the_tables_have_other_names_until_they_begin(hall: TournamentDriver) -> None:
    hall.draw(read_plan("0,1,2,3;4,5,6,7|"))
    assert hall.now.round
    hall.do("move", plan_of(hall.now.round).swapped(0, 7))
    names = [hall.tournaments.matches.get(table.code).names for table in hall.now.round.tables]
    assert names[0][0], names[1][3] == ("Hráč 7", "Hráč 0")
    hall.do("undo")
    assert hall.tournaments.matches.get("T1X0").names[0] == "Hráč 0"
    hall.do("redo")
    match = hall.tournaments.matches.get("T1X0")
    assert match.names[0] == "Hráč 7"
    deal = TAROKY.read_entry(
        {"type": "deal", "declarer": 0, "partner": 2, "points": 40, "dealer": 3}, 4, match.house
    )
    match = hall.tournaments.matches.record(match, deal, match.version, "deal")
    with pytest.raises(NotNow, match="begun"):
        hall.do("move", plan_of(hall.now.round).swapped(1, 2))
    sheet = hall.tournaments.sheet(hall.now.round.tables[0])
    assert (sum(sheet.balances), sheet.pot, sheet.version) == (0, 0, match.version)
    hall.do("finish", sheet.result(1, 0))
    assert hall.now.round.tables[0].version == match.version


def test_who_withdrew_may_come_back(leagues: TournamentDriver) -> None:
    leagues.do("withdraw", 3)
    assert 3 not in leagues.now.present
    leagues.do("write", "returned", {"player": 3})
    assert 3 in leagues.now.present
    with pytest.raises(InvalidEvent):
        leagues.do("write", "returned", {"player": 3})
    leagues.do("undo")
    assert 3 not in leagues.now.present


def test_undo_goes_back_to_the_beginning_and_forth_again(leagues: TournamentDriver) -> None:
    leagues.draw()
    leagues.finish((10, 28, 28, 4), (9, 0, 12, 1))
    leagues.do("draw_lot", Lot(1, 0, "down", (1, 2), 2))
    leagues.do("withdraw", 3)
    whole = leagues.now
    for _ in range(6):
        leagues.do("undo")
    assert (leagues.now.players[0].gone, leagues.now.rounds, leagues.now.undo) == (True, (), None)
    leagues.do("undo")
    for _ in range(6):
        leagues.do("redo")
    assert leagues.now.redo is None
    for part in ("players", "rounds"):
        assert getattr(leagues.now, part) == getattr(whole, part)
    assert fold(leagues.now.events) == leagues.now


def test_a_tournament_is_no_match_and_a_match_no_tournament(hall: TournamentDriver) -> None:
    code = hall.draw().tables[0].code
    with pytest.raises(UnknownMatch):
        hall.tournaments.matches.get("TURNAJ")
    for unknown in (code, "NONE"):
        with pytest.raises(UnknownTournament):
            hall.tournaments.get(unknown)


def test_a_tournament_and_its_tables_are_kept_as_files(leagues: TournamentDriver) -> None:
    leagues.draw()
    leagues.act(call, "T1X1", CallDetails(note="Petr leads"))
    leagues.do("renew_links", "a phone")
    leagues.do("move", draw(leagues.now, "").swapped(0, 7))
    leagues.finish((10, 28, 28, 4), (9, 0, 12, 1))
    leagues.do("undo")
    streams = streams_of(leagues.tournaments.matches.ledger, "TURNAJ")
    text = "".join(map(dump, streams))
    assert load_file(text) == streams
    with closing(open_ledger("sqlite://")) as other:
        other.restore(*load_file(text))
        again = Tournaments(Matches(other))
        assert again.get("TURNAJ") == leagues.now
        assert again.matches.get("T1X0").names[0] == "Hráč 7"
        assert len(other.matches()) == 3
        assert list(faults_of(other, other.matches())) == []


def unsealed(now: Tournament) -> str:
    """A tournament as a file, as if it had been written so before events were sealed."""
    return dump([replace(event, hash="") for event in now.events])


@pytest.mark.parametrize(
    ("line", "changes", "field"),
    [
        (0, {"tournament": {"name": "x", "game": "whist", "house": {}}}, "body.tournament.game"),
        (
            0,
            {"tournament": {"name": "x", "game": "kocka", "house": {}, "size": 5}},
            "body.tournament.size",
        ),
        (
            0,
            {"tournament": {"name": "x", "game": "kocka", "house": {}, "points": [1, 2, 3, 4]}},
            "points",
        ),
        (0, {"tournament": {"name": " ", "game": "kocka", "house": {}}}, "body.tournament.name"),
        (
            0,
            {"tournament": {"name": "x", "game": "kocka", "house": {"x": 1}}},
            "body.tournament.house.x",
        ),
        (0, {"tournament": 3}, "body.tournament"),
        (1, {"players": [{"name": "A"}, {"name": "a"}]}, "body.players.1"),
        (1, {"players": [{"name": " A"}]}, "body.players"),
        (2, {"round": 2}, "body.round"),
        (2, {"pauses": [99]}, "body.tables"),
        (2, {"tables": [{"code": "X", "seats": [0, 1, 2, 2]}]}, "body.tables"),
        (2, {"tables": [{"code": "x y", "seats": [0, 1, 2, 3]}]}, "body.tables"),
        (2, {"tables": [{"code": "X", "seats": [0, 1, 2]}]}, "body.tables"),
        (3, {"table": 7}, "body.table"),
        (3, {"round": 0}, "body.round"),
        (3, {"balances": [0, 0, 0]}, "body.balances"),
        (4, {"goes": 7}, "body.tied"),
        (5, {"table": 9}, "body.table"),
        (6, {"event": 2}, "body.event"),
        (7, {"player": 99}, "body.player"),
        (8, {"event": 3}, "body.event"),
        *((line, {"hidden": "Petr"}, "body.hidden") for line in range(9)),
        (0, {"tournament": {"name": "x", "game": "kocka", "hidden": 1}}, "body.tournament.hidden"),
        (1, {"players": [{"name": "A", "hidden": 1}]}, "body.players.0.hidden"),
        (2, {"tables": [{"code": "X", "seats": [0], "hidden": 1}]}, "body.tables.0.hidden"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_its_field(
    leagues: TournamentDriver, line: int, changes: dict[str, object], field: str
) -> None:
    leagues.draw()
    leagues.finish((10, 28, 28, 4))
    leagues.do("draw_lot", Lot(1, 0, "down", (1, 2), 2))
    leagues.act(call, "T1X1", CallDetails(note="Petr leads"))
    leagues.act(come, Came(calls_of(leagues.now)[0].event.seq))
    leagues.do("withdraw", 7)
    leagues.do("undo")
    lines = [json.loads(each) for each in unsealed(leagues.now).splitlines()]
    lines[line]["body"] |= changes
    with pytest.raises(BrokenLine) as broken:
        load_file("\n".join(map(json.dumps, lines)))
    assert broken.value.line == line + 1
    assert field in broken.value.why


def test_a_taroky_table_of_a_file_sums_to_nought_too(hall: TournamentDriver) -> None:
    hall.draw()
    hall.finish((1, -1, 0, 0))
    with pytest.raises(BrokenLine, match="sum to 9"):
        load_file(unsealed(hall.now).replace('"balances": [1,', '"balances": [10,'))


def test_an_opening_that_cannot_be_names_its_field() -> None:
    assert fault_of(Opened("A", "kocka"), {}) is None
    assert fault_of(Opened("A", "kocka", size=5), {}) == ("size", "4")
    assert fault_of(Opened("A", "makao", "leagues", 5), {}) == ("size", "4")
    assert fault_of(Opened("A", "makao", points=(3, 2, 1)), {}) == ("points", "4")
    assert fault_of(Opened("A", "makao", points=(1, 2, 3, 4)), {}) == ("points", "4")
    assert fault_of(Opened(" ", "makao"), {}) == ("name", "")
    assert sizes_of("makao", {}) == (3, 4, 5, 6)
    assert sizes_of("taroky", {}) == (4, 5, 6)


def test_a_file_without_one_of_its_tables_is_refused(hall: TournamentDriver) -> None:
    hall.draw()
    streams = streams_of(hall.tournaments.matches.ledger, "TURNAJ")
    with pytest.raises(BrokenLine, match="these are missing: T1X1"):
        load_file("".join(map(dump, streams[:2])))
    with pytest.raises(BrokenLine, match="line 6: match: T1X0 is no table"):
        load_file("".join(map(dump, [*streams, streams[1]])))


def test_the_check_names_a_table_that_is_not_here(hall: TournamentDriver) -> None:
    hall.draw()
    with closing(open_ledger("sqlite://")) as other:
        other.restore(list(hall.now.events))
        faults = [f"TURNAJ: its table {code} is not here" for code in ("T1X0", "T1X1")]
        assert list(faults_of(other, ["TURNAJ"])) == faults


@pytest.mark.parametrize("player", [None, "HRÁČ 3"])
def test_names_are_forgotten_at_the_tables_too(hall: TournamentDriver, player: str | None) -> None:
    hall.draw()
    ledger = hall.tournaments.matches.ledger
    forgotten = forget_matches(ledger, ["TURNAJ"], player, drop=False)  # type: ignore[arg-type]
    now = hall.tournaments.get("TURNAJ")
    assert now.players[3].name == "4"
    assert (now.players[2].name == "Hráč 2") == (player is not None)
    assert len(forgotten) == (3 if player is None else 2)
    assert now.rounds == hall.now.rounds
    text = "".join(map(dump, streams_of(ledger, "TURNAJ")))
    assert "Hráč 3" not in text
    assert load_file(text)


def test_who_lost_a_barrage_goes_down_though_another_has_as_many_points(
    leagues: TournamentDriver,
) -> None:
    leagues.draw()
    match = leagues.tournaments.matches.get("T1X0")
    paper = {"type": "paper", "points": [86, 99, 0, 86], "dealer": 0, "played": 5}
    for plain in (paper, round_of(14, 0, 0, 14), barrage(s0=-28, s3=-1)):
        entry = KOCKA.read_entry(plain, 4, match.house)
        key = str(match.version)
        match = leagues.tournaments.matches.record(match, entry, match.version, key)
    sheet = leagues.tournaments.sheet(leagues.now.rounds[0].tables[0])
    assert sheet.balances == (72, 99, 0, 99)
    leagues.do("finish", sheet.result(1, 0))
    leagues.do("finish", Result(1, 1, (1, 2, 3, 4)))
    assert [(m.way, m.player) for m in movers(leagues.now, leagues.now.rounds[0])] == [
        ("down", 3),
        ("up", 4),
    ]
    assert not ties(leagues.now, leagues.now.rounds[0])
    assert load_file("".join(map(dump, streams_of(leagues.tournaments.matches.ledger, "TURNAJ"))))
