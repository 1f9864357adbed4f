"""Small things that no other test of the game asks for; each was once left out unseen."""

from itertools import islice
from typing import Any

import pytest

from scorekeeper.cards import FRENCH_32
from scorekeeper.cases import judge_case
from scorekeeper.games.guards import Guard
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import Barrage
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.durch import first_guard
from scorekeeper.games.kocka.referee.inscription import elect, honour
from scorekeeper.games.kocka.referee.plays import offends
from scorekeeper.games.kocka.referee.totals import milestones, totals_before
from scorekeeper.referee import judge
from scorekeeper.schema import Invalid
from scorekeeper.sheet import Notice
from tests.games.kocka.table import OPTIONAL, USUAL, at, barrage, follow, refusal, renonc, round_of


def answer(kind: str, **given: Any) -> Any:
    return judge_case({"game": "kocka", "kind": kind, "given": given})


def cards(codes: str) -> tuple[Any, ...]:
    return tuple(FRENCH_32.parse(code) for code in codes.split())


# --- the sheet -----------------------------------------------------------------------------------

BEGUN = {"type": "paper", "points": [0, 0, 0, 0], "dealer": 0}


@pytest.mark.parametrize(
    ("paper", "house", "why", "field", "facts"),
    [
        ({"points": [1, 2, 3]}, {}, "kocka.points.paper.seats", "points", {"n": 3}),
        ({"points": [50, 0, 0, 0], "due": True}, {}, None, None, None),
        ({"points": [49, 0, 0, 0], "due": True}, {}, "kocka.points.paper.due", "due", {}),
        (
            {"points": [50, 0, 0, 0], "due": True},
            {"dokladacka": "off"},
            "kocka.points.paper.due",
            "due",
            {},
        ),
    ],
)
def test_what_cannot_have_stood_on_paper(
    paper: Any, house: Any, why: str | None, field: str | None, facts: Any
) -> None:
    table = HouseRules(**house)
    found = refusal({**BEGUN, **paper}, GAME.start(4, 0, table), table)
    assert (found and (found.id, found.field, found.facts)) == (why and (why, field, facts))


def test_paper_comes_first() -> None:
    found = refusal(BEGUN, follow(GAME.start(4, 0, USUAL), round_of(7, 7, 7, 7)))
    assert found is not None
    assert (found.id, found.field) == ("kocka.points.paper.late", "type")


def test_paper_says_what_comes_next() -> None:
    due = follow(GAME.start(4, 0, USUAL), {**BEGUN, "points": [50, 0, 0, 60], "due": True})
    assert due.next == ("dokladacka", "skip-dokladacka", "renonc")
    assert due.notices == (Notice("dokladacka", (0, 3)),)


def test_nobody_comes_or_goes() -> None:
    assert GAME.check_table is not None
    found = GAME.check_table(5, at(0, 0, 0, 0), USUAL)
    assert found is not None
    assert (found.id, found.field) == ("kocka.deal.four", "people")


def test_who_shares_the_most_is_told_to_play_on() -> None:
    tied = follow(at(95, 95, 0, 0), round_of(10, 10, 8, 0))
    assert tied.notices == (Notice("barrage", (0, 1)),)
    found = refusal(barrage(s0=28, s1=1), tied)
    assert found is not None
    assert (found.id, found.facts) == ("kocka.round.sum.over", {"sum": 29, "n": 1})


@pytest.mark.parametrize(
    ("points", "meant"),
    [((28, -1, -1, -1), (-28, -1, -1, -1)), ((-1, -1, 28, -1), (-1, -1, -28, -1))],
)
def test_a_barrage_of_four_in_which_three_took_no_trick_was_perhaps_a_durch(
    points: tuple[int, ...], meant: tuple[int, ...]
) -> None:
    tied = follow(at(93, 93, 93, 93), round_of(7, 7, 7, 7))
    found = refusal(barrage(**{f"s{seat}": each for seat, each in enumerate(points)}), tied)
    assert found is not None
    assert (found.id, found.field) == ("kocka.round.durch.ask", "points")
    assert isinstance(found.instead, Barrage)
    assert tuple(found.instead.points[seat] for seat in sorted(found.instead.points)) == meant


def test_a_barrage_is_scored_by_its_own_rule() -> None:
    tied = follow(at(95, 95, 0, 0), round_of(10, 10, 8, 0))
    entry = GAME.read_entry(barrage(s0=3, s1=4), 4, USUAL)
    assert [(line.rule, line.points) for line in GAME.score(entry, tied, USUAL)] == [
        ("kocka.game.barrage", (3, 4, 0, 0))
    ]


def test_points_that_were_agreed_on_leave_a_dokladacka_due_where_it_is_optional() -> None:
    due = follow(at(49, 0, 0, 0), round_of(1, 27, 0, 0), OPTIONAL)
    assert due.due
    assert follow(due, renonc(2, 5), OPTIONAL).due
    assert follow(due, round_of(7, 7, 7, 7), OPTIONAL).due is False
    assert follow(due, {"type": "skip-dokladacka"}, OPTIONAL).due is False


@pytest.mark.parametrize(
    ("totals", "points", "reached"),
    [
        ((70, 0, 0, 0), (1, 27, 0, 0), []),
        ((70, 0, 0, 0), (2, 26, 0, 0), ["pivovar"]),
        ((71, 0, 0, 0), (1, 27, 0, 0), ["pivovar"]),
        ((72, 0, 0, 0), (1, 27, 0, 0), []),
        ((90, 0, 0, 0), (1, 27, 0, 0), ["seliko"]),
        ((89, 0, 0, 0), (1, 27, 0, 0), []),
    ],
)
def test_a_name_is_for_standing_above_so_many_points(
    totals: tuple[int, ...], points: tuple[int, ...], reached: list[str]
) -> None:
    told = follow(at(*totals), round_of(*points)).milestones
    assert [notice.id for notice in told] == reached


def test_who_loses_a_dokladacka_is_told() -> None:
    due = follow(at(49, 0, 0, 0), round_of(1, 27, 0, 0))
    lost = follow(due, {"type": "dokladacka", "loser": 2})
    assert lost.milestones == (Notice("dokladacka-lost", (2,)),)


@pytest.mark.parametrize(
    ("entry", "story"),
    [
        (renonc(2), [Notice("renonc-round", (2,), {"rule": "kocka.follow"})]),
        (renonc(1, 5), [Notice("renonc-points", (1,), {"rule": "kocka.follow"})]),
        (round_of(28, 0, 0, 0, no_trick=(3, 2)), [Notice("no-trick", (2, 3))]),
        (
            {"type": "round", "cards": {"QS": 2}, "rest": 1},
            [Notice("queen", (2,), {"card": cards("QS")[0]})],
        ),
    ],
)
def test_a_row_tells_its_story(entry: Any, story: list[Notice]) -> None:
    told = GAME.story(GAME.read_entry(entry, 4, USUAL), GAME.start(4, 0, USUAL), USUAL)
    assert [(each.id, each.seats, each.facts) for each in told] == [
        (each.id, each.seats, each.facts) for each in story
    ]


def figures(*entries: Any) -> Any:
    read = [GAME.read_entry(entry, 4, USUAL) for entry in entries]
    return {stat.id: stat for stat in GAME.statistics(read, 4)}


def test_a_durch_in_a_barrage_ends_a_row_without_one() -> None:
    quiet, loud = barrage(s0=5, s1=6), barrage(s0=-28, s1=-1)
    assert figures(quiet, quiet, loud, quiet)["rounds-without-durch"].values[0] == 2
    assert figures()["rounds-without-durch"].values[0] == 0


def test_only_the_longest_row_is_not_added_up() -> None:
    longest = {id for id, stat in figures(round_of(7, 7, 7, 7)).items() if stat.longest}
    assert longest == {"rounds-without-durch"}


# --- the referee ---------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize(
    ("trick", "place"), [("AS 7S 8S 9S", 0), ("7S AS 8S 9S", 1), ("7S 8S 9S AS", 3)]
)
def test_the_winner_is_counted_from_the_leader(leader: int, trick: str, place: int) -> None:
    result = answer("winner", leader=leader, trick=trick.split())["result"]
    assert result == {"winner": (leader + place) % 4, "card": "AS"}


@pytest.mark.parametrize(
    ("given", "unknown"),
    [
        ({"trick_no": 1}, False),
        ({"trick_no": 1, "last_winner": 2}, False),
        ({"trick_no": 2}, True),
        ({"trick_no": 2, "last_winner": 2}, False),
    ],
)
def test_who_won_the_trick_before_is_unknown_only_where_there_was_one(
    given: Any, unknown: bool
) -> None:
    lead = GAME.read_dispute("lead", {"dealer": 0, "seat": 1, **given}, USUAL)
    assert lead.unknown() == (("last_winner",) if unknown else ())
    assert judge(GAME.rules, lead, USUAL).whatever is False or unknown


def test_of_an_unknown_hand_it_is_thought_that_it_had_a_choice() -> None:
    assert list(offends(1, cards("KD"), *cards("7H"), None)) == [
        "kocka.custom.first-trick",
        "kocka.custom.minor-suits",
    ]


def test_cink_is_wrong_whatever_the_hand_is_where_all_that_is_left_fits() -> None:
    rows = [rank + suit for suit in "HDC" for rank in "789TJQKA"] + [
        rank + "S" for rank in "89TJQKA"
    ]
    cink = GAME.read_dispute("dokladacka-cink", {"table": rows}, USUAL)
    verdict = judge(GAME.rules, cink, USUAL)
    assert (verdict.verdict, verdict.facts) == ("offence", {"cards": ["7S"]})
    cink = GAME.read_dispute("dokladacka-cink", {"table": rows[1:]}, USUAL)
    both = {str(card) for card in judge(GAME.rules, cink, USUAL).facts["cards"]}
    assert both == {"7S", "7H"}
    some = answer("dokladacka-cink", table=[*rows[:-7], "JS"])
    assert (some["verdict"], some["missing"]) == ("undecidable", ["hand"])


def test_no_cink_where_all_cards_lie() -> None:
    rows = [rank + suit for suit in "HDCS" for rank in "789TJQKA"]
    assert answer("dokladacka-cink", table=rows)["field"] == "given.table"


@pytest.mark.parametrize(
    ("kind", "given", "field", "words"),
    [
        ("claim", {"seat": 0, "taken": {"1": ["7H", "8H", "9H"]}}, "taken.1", "4"),
        ("claim", {"seat": 0, "taken": {"1": ["7H", "8H", "9H", "TH", "JH"]}}, "taken.1", "8"),
        ("look", {"looked_at": 4, "trick_no": 3}, "looked_at", "3"),
        ("first-dealer", {"cards": {"0": "7S"}}, "cards", "4"),
        ("winner", {"leader": 0, "trick": ["7S"]}, "trick", "4"),
        ("trigger", {"before": [0, 0, 0], "after": [0, 0, 0, 0]}, "before", "4"),
    ],
)
def test_an_error_says_how_many_there_should_be(
    kind: str, given: Any, field: str, words: str
) -> None:
    error = answer(kind, **given)
    assert error["field"] == f"given.{field}"
    assert words in error["error"].replace("-", " ").replace(".", " ").split()


def test_thrown_in_cards_take_the_rest_and_nobody_else_without_a_trick_does() -> None:
    taken = {"0": ["QS", "7H", "8H", "9D"], "1": ["7D", "8D", "TD", "AH"]}
    claim = GAME.read_dispute("claim", {"seat": 0, "taken": taken}, USUAL)
    assert claim.entry() == {"type": "round", "points": [23, 5, 0, 0], "no_trick": [2, 3]}
    assert claim.result(USUAL) == {"points": [23, 5, 0, 0]}


def test_cards_are_drawn_in_the_order_of_honour() -> None:
    order = "QS AH KH 7H AS KS 7S"
    assert codes_by_honour(order.split()[::-1]) == order.split()
    assert honour(*cards("AD")) == honour(*cards("AC"))
    votes = {"0": "7D", "1": "AD", "2": "AC", "3": "QS"}
    result = answer("inscribe", loser=0, owner=0, votes=votes)["result"]
    assert result == {"draw": ["QS", "AD", "AC", "7D"]}


def codes_by_honour(codes: list[str]) -> list[str]:
    return [str(card) for card in sorted(cards(" ".join(codes)), key=honour)]


def test_missing_votes_decide_only_if_they_can() -> None:
    assert answer("inscribe", loser=0, owner=0, votes={"0": "7D", "1": "7D", "2": "7D"})[
        "result"
    ] == {"card": "7D"}
    two = answer("inscribe", loser=0, owner=0, votes={"0": "7D", "1": "7D", "2": "7S"})
    assert two["verdict"] == "undecidable"


@pytest.mark.parametrize(
    ("tricks", "reached"),
    [
        (["7D 8C 9H TS", "7H AS KS QS"], True),
        (["7H 8C 9D TS", "8H AS KS QS"], False),
        (["7D 8H 9H TS", "JH AS KS QS"], False),
        (["7D 7H 9H TS", "8H AS KS QS"], True),
        (["7H 7D 9H TS", "8H AS KS QS"], False),
    ],
)
def test_hofmans_lead_is_a_small_heart_after_a_first_trick_of_another_suit(
    tricks: list[str], reached: bool
) -> None:
    assert ("hofmani-tah" in milestones([cards(trick) for trick in tricks])) == reached
    assert "hofmani-tah" not in milestones([cards(trick) for trick in tricks[:1]])


def test_a_suit_has_to_go_round_twice() -> None:
    once = [cards("7C 8C 9C TC"), cards("7D 8D 9D TD")]
    assert "poctiva-barva" not in milestones(once)
    assert "poctiva-barva" in milestones([*once, cards("JD QD KD AD")])


def test_who_wins_the_first_trick_stops_the_durch_that_another_led_to() -> None:
    others = {1: cards("KS"), 2: cards("7D"), 3: cards("8D")}
    assert first_guard(0, cards("QS"), others, 1) == Guard(1, *cards("KS"), *cards("QS"))
    assert first_guard(0, cards("AH"), others, 1) == Guard(1, *cards("KS"), None)
    assert first_guard(0, cards("AS"), others, 1) is None


def test_what_stops_a_durch_is_the_highest_card_over_the_highest_below_it() -> None:
    held = {"1": ["KS", "8S"], "2": ["7D", "8D"], "3": ["9D", "TD"]}
    result = answer("durch-shown", seat=0, hand=["QS", "7S"], others=held, leader=0)["result"]
    assert result["guard"] == {"seat": 1, "card": "KS", "over": "QS"}


def test_whoever_has_all_tricks_leads() -> None:
    led = answer("durch-shown", seat=2, hand=["AS"], leader=1)
    assert led["field"] == "given.leader"
    assert led["error"].startswith("seat 2 ")


def test_a_round_that_is_counted_names_what_it_is() -> None:
    def named(**given: Any) -> set[str]:
        return {rule.removeprefix("kocka.round.") for rule in answer("round", **given)["rules"]}

    assert named(points=[28, 0, 0, 0]) == {"vagon", "sum", "no-trick"}
    assert named(points=[27, 1, 0, 0]) == {"sum", "no-trick"}
    assert named(durch=1) == {"durch", "no-trick"}
    assert named(durch_caught=1) == {"durch-caught"}


def test_only_a_game_that_goes_on_may_owe_a_dokladacka() -> None:
    def named(*totals: list[int]) -> set[str]:
        before, after = totals
        return set(answer("trigger", before=before, after=after)["rules"])

    assert named([95, 0, 0, 0], [105, 18, 0, 0]) == {"kocka.game.end", "kocka.game.pay"}
    assert named([90, 90, 0, 0], [100, 100, 8, 0]) == {"kocka.game.barrage", "kocka.game.end"}
    assert named([40, 0, 0, 0], [50, 18, 0, 0]) == {"kocka.game.dokladacka", "kocka.game.end"}


def test_what_was_before_is_looked_for_within_one_round() -> None:
    assert (100, 100, 0, 0) in [*totals_before((110, 118, 0, 0))]
    few = len([*totals_before((0, 0, 0, 0))])
    high = totals_before((999_999_999, 999_999_999, 0, 0))
    assert len([*islice(high, few + 58)]) <= few + 57, "a round has 28 points, or −28"


HANDS = [[rank + suit for rank in "AKQJT987"] for suit in "SHDC"]


@pytest.mark.parametrize(("leader", "card"), [(1, "AH"), (2, "AD"), (3, "AC")])
def test_a_suit_that_cannot_be_followed_stops_a_durch(leader: int, card: str) -> None:
    others = {str(seat): HANDS[seat] for seat in (1, 2, 3)}
    given = {"seat": 0, "hand": HANDS[0], "others": others}
    result = answer("durch-shown", **given, leader=leader)["result"]
    assert result["caught"]
    assert (result["guard"]["seat"], result["guard"]["over"]) == (leader, None)
    assert result["guard"]["card"][1] == card[1]
    assert not answer("durch-shown", **given, leader=0)["result"]["caught"]


def test_an_unknown_durch_is_no_entry_yet() -> None:
    shown = GAME.read_dispute("durch-shown", {"seat": 0, "hand": ["AS", "QS"]}, USUAL)
    assert shown.entry() is None


def test_a_round_gone_through_says_all_of_itself() -> None:
    tricks = [hand[at : at + 4] for hand in HANDS for at in (0, 4)]
    audit = GAME.read_dispute("audit", {"leader": 0, "tricks": tricks}, USUAL)
    milestones = ["cachnov", "kadov", "poctiva-barva"]
    assert audit.entry() == {"type": "round", "durch": 0, "milestones": milestones}
    assert set(audit.result(USUAL)) == {
        "breaches",
        "proofs",
        "winners",
        "points",
        "no_trick",
        "durch",
        "milestones",
    }


def test_three_votes_outweigh_one() -> None:
    assert answer("inscribe", loser=0, owner=0, votes={"0": "7D"})["verdict"] == "undecidable"


def test_a_company_elects_as_the_referee_does() -> None:
    left = cards("QS AH KH 7D")
    assert elect(left, cards("AH 7D AH KH")) == cards("AH")
    assert elect(left, cards("7D AH AH 7D")) == cards("AH 7D")
    assert elect(left, cards("QS AH")) == ()
    with pytest.raises(Invalid, match=r"votes\.4: wrong-number"):
        elect(left, cards("AH AH AH AH AH"))
    with pytest.raises(Invalid, match=r"votes\.1"):
        elect(left, cards("AH 8D"))


def test_who_threw_in_may_have_shown_a_durch() -> None:
    thrown = GAME.read_dispute("claim", {"seat": 3}, USUAL)
    witness = judge(GAME.rules, thrown, USUAL).witness
    assert witness["one"]["won_tricks"] == [0, 0, 0, None]
    assert witness["one"]["stoppable"] is False
    assert witness["other"]["won_tricks"] == [1, 0, 0, None]
