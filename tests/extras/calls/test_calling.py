"""Calls for the referee in a company: who is one, who calls, who comes, and what a file may say."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.extras.calls.actions import appoint, call, come
from scorekeeper.extras.calls.calling import CallDetails, calls_of, referees_of, waiting_calls
from scorekeeper.extras.calls.events import Appointed, Came
from scorekeeper.extras.company import Company
from scorekeeper.extras.company.actions import Companies
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.extras.tournament.actions import NotNow, UnknownTournament
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load_file
from scorekeeper.schema import Invalid
from scorekeeper.stream.files import BrokenLine, dump_all
from tests.extras.tournament.hall import TournamentDriver

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")


@pytest.fixture
def companies() -> Iterator[Companies]:
    with closing(open_ledger("sqlite://")) as ledger:
        companies = Companies(ledger)
        companies.open("HOSP", "U Lípy", NAMES, "k1")
        match = Matches(ledger).open("7KQ4", KOCKA, NAMES, 0, KOCKA.house(), "k1")
        companies.add_match("HOSP", match, "k2")
        yield companies


def say(companies: Companies, kind: str, **body: object) -> Company:
    now = companies.get("HOSP")
    return companies.write(now, kind, body, now.version, f"k{now.version + 1}")


def test_a_call_waits_for_its_answer(companies: Companies) -> None:
    (called,) = calls_of(say(companies, "called", match="7KQ4", person=3, note="kdo vynáší?"))
    assert (called.code, called.matter) == ("7KQ4", CallDetails(3, "kdo vynáší?"))
    assert called.waits
    (called,) = calls_of(say(companies, "came", event=called.event.seq, referee="Karel"))
    assert (called.waits, called.referee, called.needless) == (False, "Karel", False)
    with pytest.raises(Invalid, match="event"):
        say(companies, "came", event=called.event.seq, referee="Jana")
    number = calls_of(say(companies, "called", match="7KQ4"))[-1].event.seq
    assert calls_of(say(companies, "came", event=number, needless=True))[-1].needless


def test_a_call_makes_no_form_stale_and_is_not_undone(companies: Companies) -> None:
    company = companies.get("HOSP")
    say(companies, "called", match="7KQ4")
    body = {"name": "Ota", "guest": True}
    after = companies.write(companies.get("HOSP"), "joined", body, company.version, "late")
    assert calls_of(companies.undo(after, after.version, "undo"))


def test_referees_are_phones_that_were_named_so(companies: Companies) -> None:
    say(companies, "appointed", phone="p1", name="Karel")
    assert referees_of(say(companies, "appointed", phone="p2", name="Jana")) == {
        "p1": "Karel",
        "p2": "Jana",
    }
    company = say(companies, "appointed", phone="p1", name="")
    assert referees_of(company) == {"p1": "", "p2": "Jana"}
    assert referees_of(companies.renew_links(company, "owner", company.version, "new")) == {}


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        ("called", {"match": "NONE"}, "match"),
        ("called", {"match": "7KQ4", "person": -1}, "person"),
        ("called", {"match": "7KQ4", "note": "x" * 201}, "note"),
        ("came", {"event": 2}, "event"),
        ("appointed", {"phone": "p1", "name": "x" * 31}, "name"),
        ("appointed", {"phone": "p1", "name": "a\nb"}, "name"),
        ("appointed", {"name": "Karel"}, "phone"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    companies: Companies, kind: str, body: dict[str, object], field: str
) -> None:
    with pytest.raises(Invalid) as wrong:
        say(companies, kind, **body)
    assert wrong.value.path == field


def test_calls_are_kept_in_files(companies: Companies) -> None:
    say(companies, "appointed", phone="p1", name="Karel")
    number = calls_of(say(companies, "called", match="7KQ4", person=3))[0].event.seq
    say(companies, "came", event=number, referee="Karel")
    streams = [companies.ledger.read("HOSP"), companies.ledger.read("7KQ4")]
    text = dump_all(streams)
    assert load_file(text) == streams
    unsealed = re.sub('"hash": "[0-9a-f]+", ', "", text)
    with pytest.raises(BrokenLine, match=r"body\.person"):
        load_file(unsealed.replace('"person": 3', '"person": -3'))


def test_who_is_forgotten_is_named_in_no_call(companies: Companies) -> None:
    say(companies, "appointed", phone="p1", name="Karel")
    say(companies, "called", match="7KQ4", person=2, note="Karel bere zpět")
    number = calls_of(companies.get("HOSP"))[0].event.seq
    say(companies, "came", event=number, referee="Karel")
    forget(companies.ledger, "HOSP", 2, "člen 3")
    text = dump_all([companies.ledger.read("HOSP")])
    assert "Karel" not in text
    assert "bere zpět" in text
    assert calls_of(companies.get("HOSP"))[0].matter.person == 2


@pytest.fixture
def hall() -> Iterator[TournamentDriver]:
    with closing(TournamentDriver()) as hall:
        yield hall


def test_a_call_waits_until_the_referee_has_come(hall: TournamentDriver) -> None:
    code = hall.draw().tables[1].code
    hall.act(call, code, CallDetails(2, "who leads?"))
    hall.act(call, code, CallDetails(2, "who leads?"))
    (called,) = calls_of(hall.now)
    assert (called.code, called.matter, called.waits) == (code, CallDetails(2, "who leads?"), True)
    hall.act(come, Came(called.event.seq, "Karel"))
    hall.act(come, Came(called.event.seq, "Jana"))
    (called,) = calls_of(hall.now)
    assert (called.waits, called.referee, called.needless) == (False, "Karel", False)
    hall.act(call, code, CallDetails())
    assert [each.waits for each in calls_of(hall.now)] == [False, True]
    with pytest.raises(UnknownTournament):
        hall.act(call, "NONE", CallDetails())


def test_after_the_end_referees_answer_but_nobody_calls(hall: TournamentDriver) -> None:
    first, second = hall.draw().tables
    hall.act(call, first.code, CallDetails())
    hall.finish((0, 0, 0, 0), (0, 0, 0, 0))
    hall.do("close")
    with pytest.raises(NotNow, match="closed"):
        hall.act(call, second.code, CallDetails())
    hall.act(appoint, Appointed("p1", "Karel"))
    hall.act(come, Came(calls_of(hall.now)[0].event.seq, "Karel"))
    assert not waiting_calls(hall.now)
