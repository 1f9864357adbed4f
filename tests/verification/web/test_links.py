"""Links and files of older versions, and links that lead to the address of the operator."""

from uuid import uuid4

import pytest

from scorekeeper.web.http.access import link_path, token_of
from scorekeeper.web.http.identifiers import codes_for
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_links import renew
from tests.web.test_setup import opening_of


def test_links_of_0_5_go_on_until_they_are_renewed(app, table):
    with app.test_request_context():
        assert link_path(table.match, "scorer").endswith(token_of(table.code, "scorer"))
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["roles"] = [(table.code, "scorer")]
    assert phone.get(f"{table.url}/share").status == 200
    renew(table)
    assert phone.get(f"{table.url}/share").status == 403


def shared_hosts(phone, url, host):
    """What the links of a page begin with when it was asked under a strange name."""
    links = phone.get(url, Host=host).links.values()
    return {link.partition("/m/")[0].partition("/v/")[0] for link in links if "://" in link}


def test_links_lead_to_the_address_of_the_operator(open_app):
    phone = Phone(open_app(BASE_URL="https://scores.example/cards"))
    table = start(phone)
    phone.client.set_cookie(
        "scorekeeper", phone.client.get_cookie("scorekeeper").value, domain="evil.example"
    )
    kept = phone.post("/referee/kocka/offences/kocka.follow/link").url
    for url in (f"{table.url}/share", kept):
        assert shared_hosts(phone, url, "evil.example") == {"https://scores.example/cards"}


@pytest.mark.parametrize("base", ["", "https://scores.example/table"])
def test_links_under_a_sub_path_name_it_once(open_app, base):
    phone = Phone(open_app(BASE_URL=base))
    table = start(phone)
    below = {"SCRIPT_NAME": "/cards"}
    answer = phone.client.get(f"{table.url}/share", environ_overrides=below)
    html = answer.get_data(as_text=True)
    assert html.count(f'href="{base or "http://localhost/cards"}{table.url}/in/') == 2


def test_a_file_of_a_version_that_stored_the_forms_own_key_opens_nothing(table, other):
    key, form = str(uuid4()), opening_of(table)
    with table.phone.app.app_context():
        code = next(codes_for(key))
    ledger = table.phone.app.extensions["matches"].ledger
    ledger.append(code, 0, key, "opened", dict(table.match.events[0].body))
    assert other.post("/new/kocka", {**form, "key": key}).url != f"/m/{code}"
    assert other.get(f"/m/{code}/share").status == 403
