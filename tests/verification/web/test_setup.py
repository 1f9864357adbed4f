"""A file of an older version opens nothing."""

from uuid import uuid4

from scorekeeper.web.http.identifiers import codes_for
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.test_setup import opening_of


def test_a_file_of_a_version_that_stored_the_forms_own_key_opens_nothing(
    table: Table, other: Phone
) -> None:
    key, form = str(uuid4()), opening_of(table)
    with table.phone.app.app_context():
        code = next(codes_for(key))
    ledger = table.phone.app.extensions["matches"].ledger
    ledger.append(code, 0, key, "opened", dict(table.match.events[0].body))
    assert other.post("/new/kocka", {**form, "key": key}).url != f"/m/{code}"
    assert other.get(f"/m/{code}/share").status == 403
