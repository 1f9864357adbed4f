"""Calls for the referee in a company: who is one, who calls, who comes, and what a file may say."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.extras.company import COMPANY, Company
from scorekeeper.extras.company.actions import Companies
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.calling import Matter
from scorekeeper.match.files import load_file
from scorekeeper.schema import Invalid
from scorekeeper.schema import load as load_shape
from scorekeeper.stream.files import BrokenLine, dump_all
from scorekeeper.stream.kinds import STRICT

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
    said = load_shape(COMPANY.shapes[kind], body, STRICT)
    return companies.call_up(now, said, f"k{now.version + 1}")


def test_a_call_waits_for_its_answer(companies: Companies) -> None:
    (call,) = say(companies, "called", match="7KQ4", person=3, note="kdo vynáší?").calls
    assert (call.code, call.matter) == ("7KQ4", Matter(3, "kdo vynáší?"))
    assert call.waits
    (call,) = say(companies, "came", event=call.event.seq, referee="Karel").calls
    assert (call.waits, call.referee, call.needless) == (False, "Karel", False)
    with pytest.raises(Invalid, match="event"):
        say(companies, "came", event=call.event.seq, referee="Jana")
    number = say(companies, "called", match="7KQ4").calls[-1].event.seq
    assert say(companies, "came", event=number, needless=True).calls[-1].needless


def test_a_call_makes_no_form_stale_and_is_not_undone(companies: Companies) -> None:
    company = companies.get("HOSP")
    say(companies, "called", match="7KQ4")
    body = {"name": "Ota", "guest": True}
    after = companies.write(companies.get("HOSP"), "joined", body, company.version, "late")
    assert companies.undo(after, after.version, "undo").calls


def test_referees_are_phones_that_were_named_so(companies: Companies) -> None:
    say(companies, "appointed", phone="p1", name="Karel")
    assert say(companies, "appointed", phone="p2", name="Jana").referees == {
        "p1": "Karel",
        "p2": "Jana",
    }
    company = say(companies, "appointed", phone="p1", name="")
    assert company.referees == {"p1": "", "p2": "Jana"}
    assert companies.renew_links(company, "owner", company.version, "new").referees == {}


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
    number = say(companies, "called", match="7KQ4", person=3).calls[0].event.seq
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
    number = companies.get("HOSP").calls[0].event.seq
    say(companies, "came", event=number, referee="Karel")
    forget(companies.ledger, "HOSP", 2, "člen 3")
    text = dump_all([companies.ledger.read("HOSP")])
    assert "Karel" not in text
    assert "bere zpět" in text
    assert companies.get("HOSP").calls[0].matter.person == 2
