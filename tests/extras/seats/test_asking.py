"""Asking from one's own seat, and showing the table what was said; how long it stands."""

import pytest

from scorekeeper.core.schema import load as load_shape
from scorekeeper.extras.seats.consent import Asked, RowAnswers, Took, open_questions, shown_verdict
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.match.files import NameEraser, load
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.referee.judgements import judge_question
from scorekeeper.stream.files import BrokenLine, dump
from scorekeeper.stream.kinds import AS_WRITTEN
from tests.games.kocka.table import round_of
from tests.web.asking import Asking
from tests.web.table import KEY

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")
PETR, JANA, KAREL, EVA = range(4)


@pytest.fixture
def match(matches):
    match = matches.open("7KQ4", KOCKA, NAMES, 0, KOCKA.house(), "k1")
    return matches.append_always(match, Took(phone="phone-0", person=PETR), "k2")


def question(rule="kocka.follow", link="abc"):
    judged = judge_question(KOCKA, KOCKA.house(), NAMES, "seen", {"rule": rule})
    return load_shape(JudgementRecord, {"link": link, **judged.dump()}, AS_WRITTEN)


def ask(matches, match, person, asks):
    return matches.append_always(
        match, Asked(person=person, phone=f"phone-{person}", question=asks), f"k{match.version + 1}"
    )


def askers(match):
    return [event.body["person"] for event in open_questions(match)]


def test_each_has_one_question_and_can_take_it_back(matches, match):
    match = ask(matches, match, EVA, question())
    match = ask(matches, match, JANA, question(link="other"))
    match = ask(matches, match, EVA, question(link="new"))
    assert askers(match) == [JANA, EVA]
    assert open_questions(match)[-1].body["question"]["link"] == "new"
    match = ask(matches, match, EVA, None)
    assert askers(match) == [JANA]


def test_the_next_row_settles_what_was_asked(matches, match):
    match, seen = ask(matches, match, EVA, question()), match.version
    entry = KOCKA.read_entry(round_of(7, 7, 7, 7), 4, match.house)
    match = matches.record(match, entry, seen, "row", "phone-0")  # a form that was open is taken
    assert askers(match) == []
    assert askers(ask(matches, match, EVA, question())) == [EVA]


def test_who_asks_is_known_and_does_not_write(matches, match):
    match = ask(matches, match, EVA, question())
    assert RowAnswers(match).owners["phone-3"] == EVA
    assert match.pencil == "phone-0"
    assert match.undo is None


def test_a_match_brings_its_verdicts_along(matches, match):
    match = ask(matches, match, EVA, question())
    taken_in = Match.fold(load(dump(match.events)))
    shown = shown_verdict(taken_in, "abc")
    assert shown
    assert shown.verdict.rules == ("kocka.follow",)
    assert shown_verdict(taken_in, "other") is None


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"person": 3', '"person": 9', "body.person: people are numbered from 0 to 3"),
        ('"link": "abc", ', "", "body.question.link"),
        ('"kind": "seen"', '"kind": "nothing"', "body.question"),
        ("kocka.follow", "kocka.nothing", "body.question.verdict"),
        ('"game": "kocka", "given"', '"game": "durak", "given"', "body.question.game"),
    ],
)
def test_a_file_says_only_what_can_be_shown(matches, match, old, new, why):
    match = ask(matches, match, EVA, question())
    (line,) = dump(match.events[-1:]).splitlines()
    line = line.replace(f', "hash": "{match.events[-1].hash}"', "").replace(
        f'"hash": "{match.events[-1].hash}", ', ""
    )
    assert old in line
    with pytest.raises(BrokenLine) as broken:
        load(dump(match.events[:-1]) + line.replace(old, new) + "\n")
    assert broken.value.line == 3
    assert why in broken.value.why


def test_names_in_what_was_asked_are_forgotten(matches, match):
    match = ask(matches, match, EVA, question())
    forgetting = NameEraser("Eva")
    said = [forgetting.event(event) for event in match.events][-1].body["question"]
    assert said["names"] == ["Petr", "Jana", "Karel", "4"]
    assert said["link"] == "abc"


def shown(table, person=EVA):
    """The phone of a player who has shown the table a verdict."""
    phone = table.seat(person)
    phone.fill(f"{table.url}/offences/kocka.follow", f"{table.url}/asked")
    return phone


def text(table, who="Eva"):
    return table.phone.say("%(name)s asks: %(text)s", name=who, text="").strip()


def test_from_a_seat_each_step_works_and_leads_back_to_it(table):
    eva = table.seat(EVA)
    disputes = eva.get(eva.screen.links[eva.say("Dispute")])
    assert disputes.status == 200
    assert eva.get(disputes.links[eva.say("Back")]).url == f"{table.url}/me"
    verdict = Asking(eva, url=table.url).ask("play", "KD", "QS", "7D", "AH")
    assert "/verdicts/" in verdict.url
    assert f"{table.url}/rulings" not in verdict.html
    assert eva.submit(f"{table.url}/asked").url == f"{table.url}/me"
    assert text(table) in eva.screen.text


def test_what_is_shown_stands_on_every_phone(table):
    assert shown(table).screen.url == f"{table.url}/me"
    watcher = table.by_link("watcher")
    for phone, page in ((table.phone, ""), (watcher, "/watch"), (table.seat(JANA), "/me")):
        screen = phone.get(table.url + page)
        assert text(table) in screen.text
        url = next(url for url in screen.links.values() if "/verdicts/" in url)
        assert phone.get(url).status == 200
    assert text(table) in table.open("/history").text
    assert text(table) in table.open("/board").text


def test_the_scorer_rules_on_what_was_shown(table):
    shown(table)
    phone = table.phone
    url = next(url for url in table.open().links.values() if "/verdicts/" in url)
    phone.fill(url, "ruling", press="Jana")
    assert len(table.match.rulings) == 1
    assert text(table) not in table.open().text


def test_a_question_is_taken_back_by_who_asked(table):
    eva = shown(table)
    jana = table.seat(JANA)
    assert f"{table.url}/asked" not in jana.screen.html
    eva.submit(f"{table.url}/asked")
    assert text(table) not in eva.screen.text
    assert text(table) not in table.open().text
    say = table.phone.say
    assert say("%(name)s takes the question back", name="Eva") in table.open("/history").text


def test_a_form_that_is_open_is_not_disturbed(table):
    eva = table.seat(EVA)
    table.open("/new/round?by=numbers")
    eva.fill(f"{table.url}/offences/kocka.follow", f"{table.url}/asked")
    fields = {f"points-{seat}": str(points) for seat, points in enumerate((14, 12, 1, 1))}
    assert table.phone.submit(f"{table.url}/entries", **fields).url == table.url


def test_the_scorer_shows_what_he_asks_once_it_is_said_whose_phone_it_is(table):
    assert f"{table.url}/asked" not in table.open("/offences/kocka.follow").html
    table.fill("/me", f"{table.url}/me", press="Petr")
    assert text(table, "Petr") in table.fill("/offences/kocka.follow", f"{table.url}/asked").text


def test_who_only_looks_on_shows_nothing(table):
    watcher = table.by_link("watcher")
    assert f"{table.url}/asked" not in watcher.get(f"{table.url}/offences/kocka.follow").html


def test_a_verdict_of_another_game_is_no_question_here(table):
    eva = table.seat(EVA)
    sent = {"key": KEY, "verdict": "nothing"}
    assert eva.post(f"{table.url}/asked", sent).status == 404
    way = next(url for url in eva.get("/referee/faraon").links.values() if "/offences/" in url)
    eva.post(f"{way}/link")
    sent["verdict"] = eva.screen.url.split("/")[2]
    assert eva.post(f"{table.url}/asked", sent).status == 404
