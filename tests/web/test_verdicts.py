"""Verdicts: kept for ever under their own address, shared; what may be played of a hand."""

from dataclasses import replace
from random import Random

import pytest
from flask import g

from scorekeeper.core.house_rules import load_house
from scorekeeper.games import GAMES
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.question import with_facts
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web.http.access import matches
from scorekeeper.web.referee.verdicts import ways_of
from scorekeeper.web.wording.verdicts import FULL_STOP
from tests.contract.books import EACH_GAME
from tests.contract.examples import NAMES
from tests.verification.unknown import random_question
from tests.web.asking import Asking
from tests.web.table import start

EXAMPLES = 30
OFFENCE = ("KD", "QS", "7D", "AH")
TAKEN_BACK = ("kocka.turn", "taroky.play.lead", "durak.beat")
"""Rules whose breach costs nothing: the card is taken back, which is told once."""


@pytest.fixture
def asking(table):
    return Asking(table.phone, "kocka", table.url)


def test_a_verdict_says_the_word_the_reason_and_the_rule(asking):
    screen = asking.ask("play", *OFFENCE)
    assert asking.word == asking.phone.say("NOT ALLOWED")
    assert "károvou" not in asking.sentence
    assert "kárový král" in asking.sentence
    assert "piková dáma" in asking.sentence
    assert screen.by_id("main").text.startswith(f"{asking.word} {asking.sentence}")
    rule = asking.book.rule("kocka.follow")
    fold, costs = screen.root.all("details", css="quote")
    assert asking.book.rule("kocka.renonc").title in costs.text
    assert fold.all("summary")[0].text.endswith(f"{rule.number} {rule.title}")
    assert "open" not in fold.attrs
    assert rule.text in screen.root.all("blockquote")[0].text
    assert [face.attrs["aria-label"] for face in screen.root.all("span", css="face")] == [
        asking.book.card("7D")
    ]
    (source_fold, *_) = screen.root.all("details", css="why")
    assert source_fold.all("summary")[0].text == asking.phone.say("The original wording")
    (source,) = source_fold.all("blockquote")
    assert source.attrs["lang"] == "cs"
    assert "Hráči musí ctít barvu" in source.text
    (fault,) = screen.root.all("b", css="fault")
    assert asking.sentence.startswith(f"{fault.text} ")
    assert FULL_STOP.split("Ve 2. povinnosti ne. Hraje Jana.", 1)[0] == "Ve 2. povinnosti ne."


OURS = {
    ("penalty", "onward"): ("kocka/kocka.look", "taroky/taroky.talon.no-five"),
    ("onward",): (
        *("kocka/kocka.turn", "kocka/kocka.follow"),
        *("taroky/taroky.deal.count", "taroky/taroky.play.follow"),
    ),
    (): ("kocka/dokladacka.cink",),
}
"""What of an offence is our own decision: the penalty, the way onward, both, or nothing."""
FIGURES = {
    "taroky/taroky.play.follow": "10",
    "faraon/faraon.out-of-turn": "3",
    "makao/makao.match": "2",
    "kocka/kocka.follow": "",
    **{f"{rule.partition('.')[0]}/{rule}": "" for rule in TAKEN_BACK},
}
"""The number in the penalty of an offence."""


def costs(phone, offence):
    """What the page of a listed offence says of its costs."""
    game, rule = offence.split("/")
    [line] = phone.get(f"/referee/{game}/offences/{rule}").root.all("p", css="cost")
    return line


def test_each_sentence_has_the_mark_of_our_decision_itself(phone, faults):
    """What the source says of the penalty has none, though how play goes on is ours."""
    mark = f"({phone.say('not in the original rules: our decision')})"
    for ours, offences in OURS.items():
        for offence in offences:
            line = costs(phone, offence)
            with faults.at(offence):
                told = phone.screen.by_id("main").text
                sentences = [each.text for each in line.all("span", css="each")]
                assert told.count(mark) == line.text.count(mark) == len(ours)
                assert [each.endswith(mark) for each in sentences[-1:]] == ["onward" in ours]
                assert any(mark in each for each in sentences[:-1]) == ("penalty" in ours)


def test_the_number_in_a_penalty_is_its_figure(phone, faults):
    for offence, figure in FIGURES.items():
        line, taken_back = costs(phone, offence), offence.endswith(TAKEN_BACK)
        with faults.at(offence):
            assert "".join(each.text for each in line.all("b", css="fig")) == figure
            told = phone.screen.by_id("main").text
            assert (phone.say("Penalty:") in told) != taken_back
            assert phone.say("Play goes on:") in told or not taken_back


def test_what_is_missing_can_be_added_from_the_verdict(asking):
    screen = asking.ask("play", "KD", "QS")
    assert asking.sentence == asking.book.data["missing"]["hand"]
    screen = asking.phone.get(screen.links[asking.phone.say("Add what is missing")])
    assert (asking.held("trick"), asking.held("card"), asking.role) == ("KD", "QS", "hand")
    asking.pick("7D")
    asking.judge()
    assert asking.word == asking.phone.say("NOT ALLOWED")


def test_a_question_can_be_changed_from_the_verdict(asking):
    screen = asking.ask("play", *OFFENCE)
    asking.phone.get(screen.links[asking.phone.say("Change the question")])
    assert set(asking.held("hand").split()) == {"7D", "AH", "QS"}
    asking.pick("7D", role="hand")
    asking.judge()
    assert asking.word == asking.phone.say("ALLOWED")


def test_the_question_of_another_kind_or_game_is_not_filled_in(asking):
    asking.ask("play", *OFFENCE)
    assert asking.phone.get(f"{asking.at}/lead?from={asking.verdict}").status == 200
    assert asking.phone.get(f"{asking.at}/play?from=nothing").status == 404


def test_the_same_question_has_the_same_address_and_another_one_its_own(asking):
    first = asking.ask("play", *OFFENCE).url
    assert asking.ask("play", *OFFENCE).url == first
    assert asking.ask("play", "KD", "8D").url != first


def test_everybody_with_the_link_sees_the_verdict(asking, other):
    asking.ask("play", *OFFENCE)
    screen = other.get(f"/v/{asking.verdict}")
    assert screen.status == 200
    assert other.say("NOT ALLOWED") in screen.text
    assert not any("/rulings" in form.action for form in screen.forms)
    assert asking.url not in screen.html


def test_a_verdict_outlives_changes_of_names_and_other_house_rules(phone, other):
    table = start(phone, game="taroky", renonc_points="7")
    asking = Asking(phone, "taroky", table.url)
    asking.ask("lead", contract="zakladni", declarer="0", seat="1")
    told = asking.phone.screen.by_id("main").all("div", css="told")[0].text
    assert "Petr" in told
    verdict = asking.verdict
    table.fill("/people", f"{table.url}/people", **{"player-0": "Pavel"})
    assert table.match.names[0] == "Pavel"
    assert phone.get(f"/v/{verdict}").root.all("div", css="told")[0].text == told
    assert "Petr" in other.get(f"/v/{verdict}").text


def test_a_verdict_keeps_the_penalty_of_its_own_table(phone, other):
    asking = Asking(phone, "taroky", start(phone, game="taroky", renonc_points="7").url)
    asking.ask("play", "KH", "XX", "4H")
    verdict = asking.verdict
    elsewhere = start(phone, game="taroky", renonc_points="9")
    screen = phone.get(f"{elsewhere.url}/verdicts/{verdict}")
    assert "každému z ostatních 7 bodů" in screen.text
    assert "7 points to every other player" in other.get(f"/v/{verdict}").text


def test_an_unknown_verdict_or_that_of_another_game_is_nowhere(asking):
    asking.ask("play", *OFFENCE)
    verdict, phone = asking.verdict, asking.phone
    for path in ("", "/link"):
        assert phone.get(f"/v/{verdict}{path}").status == 200
        assert phone.get(f"/v/abcdefghijklmnop{path}").status == 404
    assert phone.get(f"{asking.url}/verdicts/abcdefghijklmnop").status == 404
    code = asking.url.rpartition("/")[2]
    assert phone.get(f"/v/{code}").status == 404, "a match is no verdict"
    assert phone.get(f"{start(phone, game='taroky').url}/verdicts/{verdict}").status == 404


def test_the_link_has_a_qr_code(asking):
    screen = asking.ask("play", *OFFENCE)
    verdict = asking.verdict
    screen = asking.phone.get(screen.links[asking.phone.say("Share")])
    assert screen.url == f"/v/{verdict}/link"
    assert len(screen.root.all("div", css="qr")) == 1
    assert f"http://localhost/v/{verdict}" in screen.text


def test_what_cannot_be_told_shows_how_it_may_have_been(phone):
    asking = Asking(phone, "taroky")
    screen = asking.ask("play", "KH", "XX")
    ways = {way.attrs["class"]: way.text for way in screen.root.all("dt") if way.attrs.get("class")}
    assert ways == {"legal": phone.say("ALLOWED"), "offence": phone.say("NOT ALLOWED")}
    hand = asking.book.label("asked", "play", "hand", "label")
    assert screen.root.all("dl", css="ways")[0].text.count(hand) == 2


def test_what_holds_whatever_he_held_says_so(phone):
    screen = Asking(phone, "taroky").ask("play", "KH", "4H", contract="zakladni", variant="-")
    assert phone.say("ALLOWED") in screen.text
    assert phone.say("The other cards do not matter.") in screen.text


def test_a_verdict_on_what_would_be_refused_today_opens_for_ever(phone):
    kocka = GAMES["kocka"]
    given = {"trick_no": 2, "trick": ["KD"], "hand": ["7D", "QS"], "card": "QS"}
    judged = judge_question(kocka, kocka.house(), ("A", "B", "C", "D"), "play", given)
    impossible = {**given, "hand": ["7D"]}
    with phone.app.test_request_context():
        code = judgements.save(matches().ledger, replace(judged, given=impossible, parsed=None))
    screen = phone.get(f"/v/{code}")
    assert (screen.status, phone.say("NOT ALLOWED") in screen.text) == (200, True)


@EACH_GAME
def test_an_example_of_what_may_have_been_is_never_empty(app, game, faults):
    """Also that there is none of what decides is said."""
    book = open_rulebook(game.folder, "en")
    with app.test_request_context(headers={"Accept-Language": "en"}):
        g.language = "en"
        for seed in range(EXAMPLES):
            case, less = random_question(game.key, Random(f"{game.key} {seed}"))
            house = load_house(game.house, case.get("house", {}))
            given = with_facts(case["given"], dict.fromkeys(less))
            judged = judge_question(game, house, NAMES, case["kind"], given)
            for _way, word, facts in ways_of(judged, book):
                with faults.at(seed, case["kind"], given):
                    assert word
                    assert facts
                    assert all(label and bits for label, bits in facts)


QUESTION = "What may be played?"


@pytest.fixture
def at_table(other):
    return Asking(other, "kocka", start(other).url)


def groups(at_table):
    """The word of each verdict → the cards under it, as they are read out, and the reason."""
    sections = at_table.phone.screen.root.all("section", css="may")
    return {
        part.all("h2")[0].text: (
            ", ".join(card.attrs["aria-label"] for card in part.all("span", css="face")),
            " ".join(each.text for each in part.all("p") if "lang" in each.attrs),
        )
        for part in sections
    }


def follow(at_table, name):
    url = next(url for text, url in at_table.phone.screen.links.items() if name in text)
    at_table.phone.get(url)


def ask_for_the_hand(at_table, trick, *hand):
    at_table.open("play")
    at_table.pick(trick)
    at_table.press("role", "hand")
    at_table.pick(*hand)
    follow(at_table, QUESTION)


def test_each_card_of_the_hand_is_judged(at_table):
    ask_for_the_hand(at_table, "KD", "QS", "7D", "AH", "9D")
    assert groups(at_table) == {
        "ALLOWED": ("seven of diamonds, nine of diamonds", ""),
        "NOT ALLOWED": ("queen of spades, ace of hearts", at_table.book.offence("kocka.follow")),
    }
    rule = at_table.book.rule("kocka.follow")
    folds = [fold.text for fold in at_table.phone.screen.root.all("summary")]
    assert len([text for text in folds if f"{rule.number} {rule.title}" in text]) == 1


def test_what_decides_about_a_card_is_asked(at_table):
    """Nobody said whether it is the first trick, in which no heart is led."""
    at_table.open("play")
    at_table.press("role", "hand")
    at_table.pick("AH", "7D")
    follow(at_table, QUESTION)
    assert groups(at_table) == {
        "ALLOWED": ("seven of diamonds", ""),
        "CANNOT TELL YET": ("ace of hearts", "Which trick was it?"),
    }


def test_back_at_the_question_the_cards_still_lie_there(at_table):
    ask_for_the_hand(at_table, "KD", "QS", "7D")
    follow(at_table, "Back")
    assert at_table.held("hand") == "QS 7D"
    assert at_table.held("trick") == "KD"


def test_nothing_is_offered_without_a_hand(other):
    at_table = Asking(other)
    at_table.open("play")
    at_table.pick("KD")
    assert QUESTION not in at_table.phone.screen.text
    url = at_table.phone.screen.url.partition("?")[0]
    assert at_table.phone.get(f"{url}/hand").status == 422
    assert at_table.phone.get(f"{url.replace('play', 'winner')}/hand").status == 404
