"""The tables of a season for other programs: read back, and summed up apart."""

import csv
from collections import Counter
from datetime import UTC
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.extras.company.accounts import settle
from scorekeeper.extras.company.evenings import played
from scorekeeper.extras.company.pages.entrance import PAGES
from scorekeeper.extras.company.records.stats import summarise
from scorekeeper.sheet import sum_of
from scorekeeper.web import create_app
from scorekeeper.web.access import link_path
from tests.extras.company.season import CODE, STRANGER, Season, season

pytestmark = pytest.mark.slow("writes and exports half a season")

Lines = list[dict[str, str]]


@cache
def half_year() -> Season:
    """The season that all tests here read."""
    return season(evenings=12, length=0.5)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lines]:
    """The table of entries and that of members, in Czech."""
    folder: Path = tmp_path_factory.mktemp("season")
    app = create_app(folder, {"TESTING": True, "RATELIMIT_ENABLED": False})
    half_year().write_to(app.extensions["matches"].ledger)
    with app.test_request_context():
        link = link_path(half_year().company, "watcher", PAGES)
    client = app.test_client()
    client.get(link)
    found = {}
    for name in ("entries", "members"):
        page = client.get(f"/c/{CODE}/{name}.csv", headers={"Accept-Language": "cs"})
        text = page.get_data(as_text=True).removeprefix("\ufeff")
        found[name] = list(csv.DictReader(text.splitlines(), delimiter=";"))
    app.extensions["matches"].ledger.close()
    return found


def test_every_entry_that_counts_has_its_line(tables: dict[str, Lines]) -> None:
    rows = Counter(
        match.code for match in half_year().played for row in match.rows if not row.struck
    )
    assert Counter(line["Partie"] for line in tables["entries"]) == rows


def test_the_entries_sum_to_what_everybody_has(tables: dict[str, Lines]) -> None:
    names = [member.name for member in half_year().company.members]
    listed: Counter[tuple[str, str]] = Counter()
    for line in tables["entries"]:
        for name in (*names, STRANGER):
            if points := line.get(name):
                listed[line["Partie"], name] += int(points)
    counted: Counter[tuple[str, str]] = Counter()
    for match in half_year().played:
        members = half_year().company.members_of(match)
        for row in match.rows:
            points = sum_of(row.lines, len(row.seating.seats))
            for person, got in zip(row.seating.seats, points, strict=True):
                member = members[person]
                name = STRANGER if member is None else names[member]
                counted[match.code, name] += 0 if row.struck else got
    assert {key: n for key, n in listed.items() if n} == {k: n for k, n in counted.items() if n}


def test_the_money_of_the_members_is_that_of_the_accounts(tables: dict[str, Lines]) -> None:
    (account,) = settle(summarise(played(half_year().company, half_year().played, UTC))).accounts
    listed: Counter[str] = Counter()
    for line in tables["members"]:
        listed[line["Jméno"]] += round(float(line["CZK"].replace(",", ".") or 0) * 100)
    members = half_year().company.members
    owed = {members[p].name: n for p, n in account.totals.items() if isinstance(p, int)}
    assert {name: n for name, n in listed.items() if n} == {k: n for k, n in owed.items() if n}
