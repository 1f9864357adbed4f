"""The table of members for other programs: read back, and summed up apart."""

import csv
from collections import Counter
from datetime import UTC
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.extras.group.accounts import settle
from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.pages.entrance import PAGES
from scorekeeper.web import create_app
from scorekeeper.web.http.access import link_path
from tests.extras.group.season import CODE, Season, season, summarise

Lines = list[dict[str, str]]


@cache
def half_year() -> Season:
    """The season that all tests here read."""
    return season(evenings=12, length=0.5)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The table, in Czech."""
    folder: Path = tmp_path_factory.mktemp("season")
    app = create_app(folder, {"TESTING": True, "RATELIMIT_ENABLED": False})
    half_year().write_to(app.extensions["matches"].ledger)
    with app.test_request_context():
        link = link_path(half_year().group, "watcher", PAGES)
    client = app.test_client()
    client.get(link)
    page = client.get(f"/c/{CODE}/members.csv", headers={"Accept-Language": "cs"})
    text = page.get_data(as_text=True).removeprefix("\ufeff")
    app.extensions["matches"].ledger.close()
    return list(csv.DictReader(text.splitlines(), delimiter=";"))


def test_the_money_of_the_members_is_that_of_the_accounts(table: Lines) -> None:
    (account,) = settle(summarise(played(half_year().group, half_year().played, UTC))).accounts
    listed: Counter[str] = Counter()
    for line in table:
        listed[line["Jméno"]] += round(float(line["CZK"].replace(",", ".") or 0) * 100)
    members = half_year().group.members
    owed = {members[p].name: n for p, n in account.totals.items() if isinstance(p, int)}
    assert {name: n for name, n in listed.items() if n} == {k: n for k, n in owed.items() if n}
