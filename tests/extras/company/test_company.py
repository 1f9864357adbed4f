"""A company: its fold, what is refused, undo, and the evenings of its matches."""

from datetime import UTC, date

import pytest

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.company import COMPANY, Company, Pub, fold
from scorekeeper.extras.company.actions import Companies, UnknownCompany
from scorekeeper.extras.company.evenings import evenings, played
from scorekeeper.extras.company.events import Bought, Paid
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Stale, open_ledger
from scorekeeper.match.actions import Matches

NAMES = ["Petr", "Jana", "Karel", "Eva"]


@pytest.fixture
def companies() -> Companies:
    return Companies(open_ledger("sqlite://"))


@pytest.fixture
def company(companies: Companies) -> Company:
    return companies.open("PARTA", "Tovéř", NAMES, "k0")


def write(companies: Companies, company: Company, kind: str, **body: object) -> Company:
    return companies.write(company, kind, body, company.version, f"{kind}{company.version}")


def names(company: Company) -> list[str]:
    return [member.name for member in company.members if member.came]


def test_members_come_are_renamed_and_admitted(companies: Companies, company: Company) -> None:
    company = write(companies, company, "joined", name="Ota", guest=True)
    assert company.members[4].guest
    company = write(companies, company, "named", member=0, name="Péťa")
    company = write(companies, company, "admitted", member=4)
    company = write(companies, company, "named", name="Tovéřáci")
    assert (company.name, names(company)) == ("Tovéřáci", ["Péťa", "Jana", "Karel", "Eva", "Ota"])
    assert not company.members[4].guest
    petr = company.called("petr")
    assert petr == company.members[0], "whoever was renamed is known by his old name"


def test_undo_and_redo_go_step_by_step(companies: Companies, company: Company) -> None:
    company = write(companies, company, "joined", name="Ota", guest=False)
    company = write(companies, company, "named", member=4, name="Otík")
    company = companies.undo(company, company.version, "u1")
    assert names(company)[-1] == "Ota"
    company = companies.undo(company, company.version, "u2")
    assert names(company) == NAMES
    company = companies.redo(company, company.version, "r1")
    assert names(company)[-1] == "Ota"
    company = write(companies, company, "joined", name="Iva", guest=False)
    assert company.members[5].name == "Iva", "a number that was given once is never given again"
    assert company.redo is None


def test_a_match_taken_in_brings_its_guests(companies: Companies, company: Company) -> None:
    people: list[int | str] = [0, 1, "Ota", 3]
    company = write(companies, company, "belongs", match="7KQ4", people=people)
    assert company.matches == {"7KQ4": (0, 1, 4, 3)}
    assert company.members[4].guest
    company = companies.undo(company, company.version, "u")
    assert (dict(company.matches), names(company)) == ({}, NAMES)


TABLE = {"match": "M7", "people": [0, 1]}
SEATED = {
    "night": "2026-11-20",
    "round": 1,
    "game": "durak",
    "how": "drawn",
    "order": [0, 1, 2, 3],
    "tables": [TABLE, {"match": "M8", "people": [2, 3]}],
}
BAD = [
    ("joined", {"name": "petr", "guest": False}, "name", "twice"),
    ("joined", {"name": " ", "guest": False}, "name", "missing"),
    ("joined", {"name": "x" * 31, "guest": False}, "name", "too-long"),
    ("named", {"member": 0, "name": "Jana"}, "name", "twice"),
    ("named", {"member": 9, "name": "Iva"}, "member", "unknown-member"),
    ("admitted", {"member": -1}, "member", "unknown-member"),
    ("belongs", {"match": "7KQ4", "people": [0, 0]}, "people", "twice"),
    ("belongs", {"match": "7KQ4", "people": [0, "Jana"]}, "people", "twice"),
    ("belongs", {"match": "7KQ4", "people": [0, 8]}, "people", "unknown-member"),
    ("located", {"matches": ["NONE"], "pub": "U Lípy", "town": ""}, "matches.0", "not-a-choice"),
    ("bought", {"night": "20. 11.", "buyer": 0, "guests": [1], "what": ""}, "night", "not-a-day"),
    (
        "bought",
        {"night": "2026-11-20", "buyer": 0, "guests": [1, 1], "what": ""},
        "guests",
        "twice",
    ),
    ("paid", {"payer": 0, "payee": 0, "amount": 100, "currency": "CZK"}, "payee", "twice"),
    ("paid", {"payer": 0, "payee": 1, "amount": 0, "currency": "CZK"}, "amount", "too-small"),
    ("agreed", {"game": "mariáš", "name": "naše", "house": {}}, "game", "not-a-choice"),
    ("agreed", {"game": "kocka", "name": "naše", "house": {"no": 1}}, "house.no", "unknown-field"),
    ("seated", {**SEATED, "round": 2}, "round", "not-a-choice"),
    ("seated", {**SEATED, "order": [0, 1, 2, 9]}, "order", "unknown-member"),
    ("seated", {**SEATED, "order": [0, 1, 2, 2]}, "order", "twice"),
    ("seated", {**SEATED, "order": [0, 1, 2]}, "tables", "missing"),
    ("seated", {**SEATED, "tables": []}, "tables", "missing"),
    ("seated", {**SEATED, "tables": [TABLE, {"match": "M8", "people": [0]}]}, "tables", "twice"),
    ("seated", {**SEATED, "tables": [TABLE, {**TABLE, "people": [2]}]}, "tables", "twice"),
    ("deck", {"owner": 7, "since": "2026-11-20"}, "owner", "unknown-member"),
]


@pytest.mark.parametrize(("kind", "body", "path", "code"), BAD)
def test_what_cannot_be_is_refused_by_name(
    companies: Companies, company: Company, kind: str, body: dict[str, object], path: str, code: str
) -> None:
    with pytest.raises(Invalid) as caught:
        write(companies, company, kind, **body)
    assert (caught.value.path, caught.value.code) == (path, code)
    assert companies.get("PARTA").version == 1, "nothing was written"


def test_every_action_has_a_check() -> None:
    companies = Companies(open_ledger("sqlite://"))
    company = companies.open("PARTA", "Tovéř", NAMES, "k0")
    declared = [each for each in COMPANY.body_types.values() if not each.retired]
    for kind in (each.kind for each in declared if each.traits.undoable):
        with pytest.raises(Invalid):
            write(companies, company, kind, nonsense=1)


def test_a_save_that_is_sent_again_is_written_once(companies: Companies, company: Company) -> None:
    body = {"name": "Ota", "guest": False}
    first = companies.write(company, "joined", body, 1, "key")
    assert companies.write(first, "joined", body, 1, "key") == first
    with pytest.raises(KeyReused):
        companies.write(first, "joined", {**body, "name": "Iva"}, 1, "key")
    with pytest.raises(Stale):
        companies.write(first, "joined", {**body, "name": "Iva"}, 1, "other")


def test_a_company_is_no_match_and_a_match_no_company(companies: Companies) -> None:
    matches = Matches(companies.ledger)
    kocka = GAMES["kocka"]
    matches.open("7KQ4", kocka, NAMES, 3, load_house(kocka.house, {}), "k1")
    with pytest.raises(UnknownCompany):
        companies.get("7KQ4")
    with pytest.raises(UnknownCompany):
        companies.get("NONE")


def test_evenings_are_nights_in_pubs(companies: Companies, company: Company) -> None:
    matches = Matches(companies.ledger)
    kocka = GAMES["kocka"]
    for at, code in enumerate(("AAAA", "BBBB")):
        matches.open(code, kocka, NAMES, 3, load_house(kocka.house, {}), f"k{at}")
        company = write(companies, company, "belongs", match=code, people=[0, 1, 2, 3])
    company = write(companies, company, "located", matches=["AAAA"], pub="U Lípy", town="Tovéř")
    book = played(company, [matches.get(code) for code in company.matches], UTC)
    found = evenings(book)
    assert {each.pub for each in found} == {Pub("U Lípy", "Tovéř"), Pub()}
    assert all(each.members == (0, 1, 2, 3) for each in found)
    assert all(isinstance(each.night, date) for each in found)


def test_a_company_folded_again_is_the_same(companies: Companies, company: Company) -> None:
    company = write(companies, company, "joined", name="Ota", guest=True)
    company = companies.undo(company, company.version, "u")
    assert fold(companies.ledger.read("PARTA")) == company


@pytest.fixture
def with_matches(companies: Companies, company: Company) -> Company:
    company = write(companies, company, "belongs", match="M1", people=[0, 1, "Peťa", 3])
    return write(companies, company, "belongs", match="M2", people=[0, 1, 2, 3])


def test_an_evening_gets_its_day(companies: Companies, with_matches: Company) -> None:
    dated = write(companies, with_matches, "dated", matches=["M1"], night="2026-03-14")
    assert dated.nights == {"M1": date(2026, 3, 14)}
    assert companies.undo(dated, dated.version, "u").nights == {}


def test_a_match_leaves_the_company_and_may_come_again(
    companies: Companies, with_matches: Company
) -> None:
    left = write(companies, with_matches, "withdrawn", match="M1")
    assert set(left.matches) == {"M2"}
    assert names(left) == [*NAMES, "Peťa"], "who came with it stays a guest"
    again = write(companies, left, "belongs", match="M1", people=[0, 1, 4, 3])
    assert again.matches["M1"] == (0, 1, 4, 3)


def test_two_members_are_one(companies: Companies, with_matches: Company) -> None:
    bought = {"night": "2026-03-14", "buyer": 4, "guests": [0], "what": "rum"}
    company = write(companies, with_matches, "bought", **bought)
    paid = {"payer": 4, "payee": 0, "amount": 100, "currency": "CZK"}
    company = write(companies, company, "paid", **paid)
    merged = write(companies, company, "merged", member=4, into=2)
    assert names(merged) == list(NAMES)
    assert merged.matches == {"M1": (0, 1, 2, 3), "M2": (0, 1, 2, 3)}
    assert [body.buyer for _, body in merged.bodies_of(Bought)] == [2]
    assert [body.payer for _, body in merged.bodies_of(Paid)] == [2]
    found = merged.called("Peťa")
    assert found is not None
    assert (found.number, found.name) == (2, NAMES[2])
    back = companies.undo(merged, merged.version, "u")
    assert back.matches == company.matches
    assert [body.payer for _, body in back.bodies_of(Paid)] == [4]


def test_tables_are_matches_of_the_company(companies: Companies, company: Company) -> None:
    seated = write(companies, company, "seated", **SEATED)
    assert seated.matches == {"M7": (0, 1), "M8": (2, 3)}
    write(companies, seated, "joined", name="Ota", guest=True)
    merged = write(companies, companies.get("PARTA"), "merged", member=4, into=2)
    assert merged.matches == seated.matches
    with pytest.raises(Invalid):
        write(companies, merged, "seated", **{**SEATED, "round": 2})  # M7 is the company's


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        ("dated", {"matches": ["M9"], "night": "2026-03-14"}, "matches.0"),
        ("dated", {"matches": ["M1"], "night": "14. 3."}, "night"),
        ("withdrawn", {"match": "M9"}, "match"),
        ("merged", {"member": 4, "into": 9}, "into"),
        ("merged", {"member": 4, "into": 4}, "into"),
        ("merged", {"member": 0, "into": 1}, "into"),
    ],
)
def test_what_cannot_be_of_matches_and_members_is_refused(
    companies: Companies, with_matches: Company, kind: str, body: dict[str, object], path: str
) -> None:
    with pytest.raises(Invalid) as wrong:
        write(companies, with_matches, kind, **body)
    assert wrong.value.path == path


def test_guests_of_old_evenings_keep_their_numbers_and_are_forgotten(
    companies: Companies, company: Company
) -> None:
    """An older version took results of old evenings from a table; only who came by it counts."""
    result = {"game": "kocka", "night": "2019-11-20", "people": [4, 5, 0], "points": [1, 2, 3]}
    result |= {"called": ["Zdenda", "Ota", "Péťa"], "pub": "U Oty", "town": "Tovéř"}
    company = write(companies, company, "recalled", guests=["Zdeněk", "Ota"], results=[result])
    company = companies.undo(company, company.version, "u")
    company = write(companies, company, "joined", name="Iva", guest=False)
    assert [(m.name, m.came) for m in company.members[4:]] == [
        ("Zdeněk", False),
        ("Ota", False),
        ("Iva", True),
    ]
    forget(companies.ledger, "PARTA", 5, "hráč 6")
    (event,) = (e for e in companies.get("PARTA").events if e.kind == "recalled")
    assert event.body["guests"] == ["Zdeněk", "hráč 6"]
    (told,) = event.body["results"]
    assert (told["called"], told["pub"]) == (["Zdenda", "…", "Péťa"], "U …")
    assert companies.get("PARTA").members[6].name == "Iva"
