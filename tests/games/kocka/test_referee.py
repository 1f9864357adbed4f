"""The referee of Černá kočka: kept cases, and rounds played at random with one renonc planted."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import FRENCH_32, Card, codes
from scorekeeper.dispute import Dispute
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee import RULES
from scorekeeper.games.kocka.referee.conduct import Lead, Look, Pass, Turn
from scorekeeper.games.kocka.referee.dokladacka import Cink, DokladackaPlay
from scorekeeper.games.kocka.referee.durch import DurchShown
from scorekeeper.games.kocka.referee.plays import Play
from scorekeeper.games.kocka.referee.totals import Audit, Trigger
from scorekeeper.referee import Penalty, Verdict, breaks, judge, judge_admitted
from scorekeeper.sheet import sum_of
from tests.contract.faults import Faults
from tests.games.kocka.table import OFF, OPTIONAL, USUAL, refusal
from tests.verification.walks import kocka as play
from tests.verification.walks.contract import walk
from tests.verification.walks.kocka import State
from tests.verification.walks.prove import Planter
from tests.verification.walks.seeds import games

AGREED = HouseRules(renonc_penalty="points")
STRICT = HouseRules(other_breaches="renonc")
HOUSES = (USUAL, AGREED, OFF, OPTIONAL)
ROUNDS = games("rounds", 5_000)
WORTH = {"QS": 10, "AH": 5, "KH": 4, "QH": 3, "JH": 2, "TH": 1, "9H": 1, "8H": 1, "7H": 1}


# --- kept cases ----------------------------------------------------------------------------------


NEVER_BROKEN = {
    "kocka.claim",
    "kocka.game.end",
    "kocka.round.durch-caught",
    "kocka.round.no-trick",
    "kocka.inscription.vote",
}
"""To show one's cards early is no renonc, nor are votes and totals: they have to be known."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.asks.kind} {rule.id}")
def test_what_a_renonc_costs_is_what_the_house_says(rule: Any) -> None:
    costs = [rule.penalty(house) for house in (USUAL, AGREED)]
    match rule.id.split("."):
        case _ if rule.check is None or rule.id in NEVER_BROKEN:
            assert costs == [None, None]
        case ["dokladacka", "order" | "turn" | "one-card"]:
            assert costs == [Penalty("take-back")] * 2
        case ["dokladacka", "cink", "until"]:
            assert costs == [None, None]
        case ["dokladacka", _]:
            assert costs == [Penalty("lost", what="dokladacka")] * 2
        case ["kocka", "first-lead" | "turn" | "lead", *_]:
            assert costs == [Penalty("take-back")] * 2
        case ["kocka", "look" | "bluff" | "card-stands" | "stop"] | ["kocka", "deal", "misdeal"]:
            assert costs == [None, None]
        case ["kocka", "renonc", "until"] | ["kocka", "deal", "misdeal", "until"]:
            assert costs == [None, None]
        case _:
            agreed = Penalty("points", agree=True)
            assert costs == [Penalty("void", buys=1), agreed]


OTHERS = (
    "kocka.first-lead",
    "kocka.turn",
    "kocka.lead",
    "kocka.lead.early",
    "kocka.look",
    "kocka.bluff",
)
"""What the source forbids without calling it a renonc."""


def test_a_table_may_agree_that_every_breach_is_a_renonc() -> None:
    for rule in (rule for rule in RULES if rule.id in OTHERS and rule.check):
        agreed = Penalty("points", agree=True)
        assert rule.penalty(STRICT) == Penalty("void", buys=1)
        assert rule.penalty(replace(AGREED, other_breaches="renonc")) == agreed


def test_what_a_breach_costs_that_is_no_renonc_is_our_decision() -> None:
    ours = {rule.id for rule in RULES if "penalty" in rule.ours}
    put_back = {"kocka.pass", "dokladacka.order", "dokladacka.one-card", "dokladacka.turn"}
    assert ours == {*OTHERS, *put_back}


@pytest.mark.parametrize("rule", OTHERS)
def test_what_is_put_right_is_no_entry_unless_the_table_writes_one(rule: str) -> None:
    verdict = judge_admitted(RULES, rule, USUAL)
    assert verdict
    assert verdict.offence == "renonc"
    assert GAME.penalty_entry(rule, 2, verdict.penalty) is None
    strict = judge_admitted(RULES, rule, STRICT)
    plain = {"type": "renonc", "seat": 2, "rule": rule}
    assert strict
    assert GAME.penalty_entry(rule, 2, strict.penalty) == plain
    read = GAME.read_entry(plain, 4, USUAL)  # as it stands in a match of an earlier version
    assert GAME.check(read, GAME.start(4, 0, USUAL), USUAL) is None


# --- random rounds -------------------------------------------------------------------------------


def may_play(hand: tuple[Card, ...], trick: tuple[Card, ...], first: bool) -> tuple[Card, ...]:
    """The rule of play told a second time (1b)."""
    if trick:
        same = [card for card in hand if card[1] == trick[0][1]]
    else:
        same = [card for card in hand if card[1] != "H"] if first else []
    return tuple(same) or hand


def won_by(leader: int, trick: tuple[Card, ...]) -> int:
    """The winner told a second time (1c)."""
    best = 0
    for at in (1, 2, 3):
        higher = "789TJQKA".index(trick[at][0]) > "789TJQKA".index(trick[best][0])
        if trick[at][1] == trick[0][1] and higher:
            best = at
    return (leader + best) % 4


@dataclass
class Planted:
    """A card that was not allowed, and whether another one would have won somebody else a trick."""

    breach: dict[str, Any]
    moved_the_lead: bool = False


def walked(
    random: Random, house: HouseRules, plant_from: int | None = None
) -> tuple[Audit, Planted | None, State]:
    """A round played at random; from card `plant_from` on, the first renonc that can be is made."""
    dealer = random.randrange(4)
    dealt = state = play.deal(random, house=house, dealer=dealer)
    assert sorted(card for hand in state.hands for card in hand) == sorted(FRENCH_32.cards)
    assert state.leader == (dealer + 1) % 4
    pick = None if plant_from is None else Planter(play.WALK, plant_from)
    planted, instead = None, None
    for before, card, state in walk(play.WALK, random, dealt, pick):
        seat, number, may = before.turn, len(before.tricks) + 1, play.choices(before)
        assert may == may_play(before.hands[seat], before.trick, number == 1)
        judged(before, may, house)
        if card not in may:
            assert planted is None
            instead = random.choice(may)
            rule = "kocka.follow" if before.trick else "kocka.first-lead"
            planted = Planted({"trick": number, "seat": seat, "card": str(card), "rule": rule})
        if len(before.trick) == 3:
            won, trick = state.tricks[-1]
            assert (won, state.turn, state.leader) == (won_by(before.leader, trick), won, won)
            if planted and instead and planted.breach["trick"] == number:
                right = tuple(instead if str(c) == planted.breach["card"] else c for c in trick)
                planted.moved_the_lead = won_by(before.leader, right) != won
    audit = Audit(leader=dealt.leader, tricks=tuple(trick for _, trick in state.tricks))
    assert play.audit(state) == audit
    return audit, planted, state


def judged(state: State, may: tuple[Card, ...], house: HouseRules) -> None:
    """Each card of a hand that is known is legal or a renonc, and what was allowed is named."""
    hand = state.hands[state.turn]
    for card in hand:
        asked = Play(trick=state.trick, card=card, trick_no=len(state.tricks) + 1, hand=hand)
        asked.validate()
        verdict = judge(GAME.rules, asked, house)
        assert verdict.verdict == ("legal" if card in may else "offence")
        assert breaks(GAME.rules, asked, house) == (card not in may)
        assert not verdict.missing
        assert list(verdict.instead) == ([] if card in may else codes(may))


def points_of(leader: int, tricks: tuple[tuple[Card, ...], ...]) -> tuple[list[int], list[int]]:
    """Penalty points and tricks per seat, told a second time (1a, 1c)."""
    points, won = [0] * 4, [0] * 4
    for trick in tricks:
        leader = won_by(leader, trick)
        won[leader] += 1
        points[leader] += sum(WORTH.get(str(card), 0) for card in trick)
    return points, won


def scores_agree(audit: Audit, result: Any, house: HouseRules) -> None:
    """The points are those of a count by hand, of the sheet, and 28 before the bonus."""
    taken, won = points_of(audit.leader, audit.tricks)
    without = [seat for seat in range(4) if not won[seat]]
    assert sum(taken) == 28
    assert result["no_trick"] == without
    if 8 in won:
        assert result["durch"] == won.index(8)
        assert result["points"] == [-28 if tricks else -1 for tricks in won]
    else:
        assert result["durch"] is None
        assert result["points"] == [p - (s in without) for s, p in enumerate(taken)]
        assert sum(result["points"]) + len(without) == 28
    entry = audit.as_round()
    assert audit.entry() == GAME.write_entry(entry)
    assert GAME.read_entry(audit.entry(), 4, house) == entry
    told = {"type": "round", "points": taken, "no_trick": without}
    told = {"type": "round", "durch": won.index(8)} if 8 in won else told
    standing = GAME.start(4, 0, house)
    assert refusal(GAME.write_entry(entry), standing, house) is None
    plain = GAME.read_entry(told, 4, house)
    for each in (entry, plain):
        assert list(sum_of(GAME.score(each, standing, house), 4)) == result["points"]


def found(audit: Audit, house: HouseRules) -> Verdict:
    audit.validate()
    read = GAME.read_dispute("audit", plain_audit(audit), house)
    assert read == audit
    return judge(GAME.rules, audit, house)


def plain_audit(audit: Audit) -> dict[str, Any]:
    return {"leader": audit.leader, "tricks": [list(map(str, trick)) for trick in audit.tricks]}


@pytest.mark.slow("plays random rounds")
@ROUNDS
def test_in_random_rounds_nothing_is_found_and_the_points_agree(
    rounds: int, faults: Faults
) -> None:
    for seed in range(rounds):
        random, house = Random(seed), HOUSES[seed % len(HOUSES)]
        with faults.at("seed", seed):
            audit, planted, state = walked(random, house)
            assert planted is None
            verdict = found(audit, house)
            assert (verdict.verdict, verdict.result["breaches"]) == ("legal", [])
            assert verdict.result["winners"] == [won for won, _ in state.tricks]
            scores_agree(audit, verdict.result, house)
            unfinished(audit, None, house)
            claimed(audit, random.randrange(8), random.randrange(4), house)


@pytest.mark.slow("plays random rounds")
@ROUNDS
def test_one_planted_renonc_is_found_and_nothing_else(rounds: int, faults: Faults) -> None:
    rules, moved = set(), 0
    for seed in range(rounds):
        random, house = Random(10_000 + seed), HOUSES[seed % len(HOUSES)]
        with faults.at("seed", seed):
            audit, planted = with_one_planted(random, house)
            verdict = found(audit, house)
            assert verdict.result["breaches"] == [planted.breach]
            assert (verdict.verdict, verdict.offence) == ("offence", "renonc")
            assert verdict.rules == (planted.breach["rule"],)
            assert verdict.penalty is not None
            renonc = "points" if house is AGREED else "void"
            put_right = planted.breach["rule"] == "kocka.first-lead"
            assert verdict.penalty.kind == ("take-back" if put_right else renonc)
            scores_agree(audit, verdict.result, house)
            unfinished(audit, planted, house)
            rules.add(planted.breach["rule"])
            moved += planted.moved_the_lead
    assert moved > rounds / 20
    assert rules == {"kocka.follow", "kocka.first-lead"}


def with_one_planted(random: Random, house: HouseRules) -> tuple[Audit, Planted]:
    """In the last tricks often nobody can make a renonc: then another round is played."""
    while True:
        audit, planted, _ = walked(random, house, plant_from=random.randrange(28))
        if planted:
            return audit, planted


def unfinished(audit: Audit, planted: Planted | None, house: HouseRules) -> None:
    """The first tricks prove what the player's later cards show, once they are there."""
    for tricks in range(9):
        part = replace(audit, tricks=audit.tricks[:tricks])
        proved = bool(planted) and proof(audit, planted) <= tricks
        result = part.result(house)
        assert (part.entry() is None) == (tricks < 8)
        assert result["breaches"] == ([planted.breach] if planted and proved else [])
        points, won = points_of(part.leader, part.tricks)
        assert ("durch" in result) == (tricks == 8)
        if tricks < 8:
            assert result["points"] == points
        assert len(result["winners"]) == tricks == sum(won)


def proof(audit: Audit, planted: Planted) -> int:
    """The first trick in which the offender plays a card that he should have played."""
    at, seat = planted.breach["trick"] - 1, planted.breach["seat"]
    leaders = [audit.leader]
    for trick in audit.tricks:
        leaders.append(won_by(leaders[-1], trick))
    his = [trick[(seat - leader) % 4] for trick, leader in zip(audit.tricks, leaders, strict=False)]
    led = audit.tricks[at][0]
    if planted.breach["rule"] == "kocka.first-lead":
        return next(n for n, card in enumerate(his, start=1) if card.suit != "H")
    return next(n for n, card in enumerate(his, start=1) if n > at and card.suit == led.suit)


def claimed(audit: Audit, tricks: int, seat: int, house: HouseRules) -> None:
    """Whoever throws in his cards takes what is left: 28 in all (1e)."""
    piles: list[list[str]] = [[], [], [], []]
    leader = int(audit.leader)
    for trick in audit.tricks[:tricks]:
        leader = won_by(leader, trick)
        piles[leader] += map(str, trick)
    before, _ = points_of(audit.leader, audit.tricks[:tricks])
    taken = {str(s): pile for s, pile in enumerate(piles) if pile}
    dispute = GAME.read_dispute("claim", {"seat": seat, "taken": taken}, house)
    verdict = judge(GAME.rules, dispute, house)
    rest = 28 - sum(before)
    points = [p + (rest if s == seat else 0) for s, p in enumerate(before)]
    if not any(pile for s, pile in enumerate(piles) if s != seat):
        assert (verdict.verdict, verdict.missing) == ("undecidable", ("stoppable",))
        assert verdict.result == {"durch": True}
        return
    assert (verdict.verdict, verdict.result) == ("legal", {"points": points})
    entry = GAME.read_entry(dispute.entry(), 4, house)
    assert GAME.check(entry, GAME.start(4, 0, house), house) is None


def test_a_penalty_is_written_as_the_sheet_knows_it() -> None:
    void, agreed = Penalty("void", buys=1), Penalty("points", agree=True)
    for penalty in (void, agreed):
        plain = {"type": "renonc", "seat": 2, "rule": "kocka.lead"}
        assert GAME.penalty_entry("kocka.lead", 2, penalty) == plain
    lost = Penalty("lost", what="dokladacka")
    told = {"type": "dokladacka", "loser": 3, "how": "renonc"}
    assert GAME.penalty_entry("dokladacka.cink", 3, lost) == told
    assert GAME.penalty_entry("dokladacka.order", 3, Penalty("take-back")) is None
    assert GAME.penalty_entry("kocka.follow", 3, None) is None
    assert GAME.penalty_entry("kocka.claim", 3, void) is None


# --- dokládačka ----------------------------------------------------------------------------------


def fits(card: Card, table: set[str]) -> bool:
    """The rule of the rows told a second time (2)."""
    rank, suit = card
    way = "JT987" if rank in "T987" else "JQKA"
    return all(each + suit in table for each in way[: way.index(rank)])


@pytest.mark.slow("plays random rounds")
@pytest.mark.parametrize("part", range(4))
def test_in_random_dokladackas_a_card_fits_or_cink_is_right(part: int) -> None:
    random, house = Random(part), HOUSES[part]
    for _ in range(60):
        pack = list(FRENCH_32.cards)
        random.shuffle(pack)
        hands, table, turn, cinks = [pack[at::4] for at in range(4)], [], 0, 0
        while sum(map(bool, hands)) > 1:
            hand, lying = tuple(hands[turn % 4]), set(map(str, table))
            turn += 1
            if not hand:
                continue
            may = tuple(card for card in hand if fits(card, lying))
            cink = judge(GAME.rules, Cink(tuple(table), hand), house)
            assert (cink.verdict == "legal", list(cink.instead)) == (not may, codes(may))
            for card in hand:
                asked = DokladackaPlay(table=tuple(table), card=card, hand=hand)
                asked.validate()
                verdict = judge(GAME.rules, asked, house)
                assert verdict.verdict == ("legal" if card in may else "offence")
                assert list(verdict.instead) == ([] if card in may else codes(may))
            if may:
                card = random.choice(may)
                hands[(turn - 1) % 4].remove(card)
                table.append(card)
            cinks = 0 if may else cinks + 1
            assert cinks < 4, "there is always somebody who can play"


# --- other facts all known -----------------------------------------------------------------------

SEATS = range(4)
KNOWN: list[Dispute] = [
    *(
        Lead(dealer=d, seat=s, trick_no=n, last_winner=w)
        for d in SEATS
        for s in SEATS
        for n in (1, 8)
        for w in SEATS
    ),
    *(Pass(b, n, to) for b in (False, True) for n in range(9) for to in ("left", "right")),
    *(Turn(s, t) for s in SEATS for t in SEATS),
    *(Look(a, n, led) for n in range(1, 9) for a in range(1, n + 1) for led in (0, 1)),
    *(DurchShown(s, n, may) for s in SEATS for n in range(9) for may in (False, True)),
]


@pytest.mark.parametrize("house", HOUSES)
def test_where_all_is_known_no_rule_cannot_tell(house: HouseRules) -> None:
    for dispute in KNOWN:
        dispute.validate()
        verdict = judge(GAME.rules, dispute, house)
        assert verdict.verdict != "undecidable", dispute
        assert not verdict.missing


def test_who_leads_and_looks_and_shows_is_judged_by_the_plain_words_of_the_rules() -> None:
    for dispute in KNOWN:
        legal = judge(GAME.rules, dispute, USUAL).verdict == "legal"
        match dispute:
            case Lead(dealer=dealer, seat=seat, trick_no=1):
                assert legal == (seat == (dealer + 1) % 4)
            case Lead(seat=seat, last_winner=won):
                assert legal == (seat == won)
            case Pass(looked, sent, to):
                assert legal == (not looked and (sent, to) == (3, "left"))
            case Turn(seat, turn):
                assert legal == (seat == turn)
            case Look(at, last, led):
                assert legal == (at == last and not led)
            case DurchShown(seat, tricks, may):
                caught = bool(tricks or may)
                points = [0 if caught else -1] * 4
                points[seat] = 28 if caught else -28
                assert dispute.result(USUAL) == {"caught": caught, "points": points}
                told = {"type": "round", "durch_caught" if caught else "durch": seat}
                assert dispute.entry() == told


GAINS = [
    *((-28, -1, -1, -1), (28, 0, 0, 0), (28, 0, -1, -1), (0, 0, 0, 28)),
    *((1, 27, 0, 0), (1, 1, 26, -1), (5, 5, 18, 0), (14, 14, -1, -1), (1, 1, 1, 25), (7, 7, 7, 7)),
]
"""What a round may give the four players, in any order."""


def test_triggers_are_those_of_a_count_by_hand() -> None:
    random = Random(1)
    for _ in range(3_000):
        before = tuple(random.choice((0, 45, 49, 50, 72, 99)) for _ in SEATS)
        gain = tuple(random.sample(random.choice(GAINS), 4))
        after = tuple(map(sum, zip(before, gain, strict=True)))
        Trigger(before=before, after=after).validate()
        for house in HOUSES:
            result = judge(GAME.rules, Trigger(before=before, after=after), house).result
            best = [seat for seat in SEATS if after[seat] == max(after)]
            ends = any(total >= 100 for total in after)
            crossed = any(t >= 50 for t in after) and not any(t >= 50 for t in before)
            assert result == {
                "dokladacka": crossed and not ends and house is not OFF,
                "over": ends and len(best) == 1,
                "loser": best[0] if ends and len(best) == 1 else None,
                "barrage": best if ends and len(best) > 1 else [],
            }
