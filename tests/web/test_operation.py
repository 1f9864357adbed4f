"""What an operator sees: health, logs; and that none of it tells a secret."""

import logging

import pytest

from scorekeeper.web.http.limits import BIGGEST_FILE, BIGGEST_REQUEST, FIELDS_ONLY, TAKE_FILES
from scorekeeper.web.http.security import ATTEMPTS
from tests.web.phone import Phone


def attempts(caplog):
    kinds = {f"security: {says} from 127.0.0.1": kind for kind, says in ATTEMPTS.items()}
    return [kinds[line] for line in caplog.messages]


def test_a_server_that_can_write_is_well(app, phone):
    answer = phone.client.get("/health")
    assert answer.status_code == 200
    assert answer.json["status"] == "ok"
    assert answer.json["version"].split(".")[0].isdigit()
    assert (answer.headers["Cache-Control"], "Set-Cookie" in answer.headers) == ("no-store", False)


@pytest.mark.sqlite_file
def test_a_server_that_cannot_write_is_not(open_app):
    app = open_app()
    ledger = app.extensions["matches"].ledger
    ledger._db.execute("pragma query_only = on")
    answer = app.test_client().get("/health")
    assert (answer.status_code, answer.json["status"]) == (503, "the ledger cannot be written")
    ledger._db.execute("pragma query_only = off")
    assert app.test_client().get("/health").status_code == 200
    ledger.close()


def test_a_try_leaves_nothing_behind(table):
    ledger = table.phone.app.extensions["matches"].ledger
    before = (ledger.matches(), table.match.version)
    ledger.try_write()
    assert (ledger.matches(), table.match.version) == before


def test_what_machines_ask_for(app):
    client = app.test_client()
    assert client.get("/robots.txt").text == "User-agent: *\nDisallow: /in/\nDisallow: /v/\n"
    with client.get("/favicon.ico", follow_redirects=True) as icon:
        assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")


def test_attempts_are_logged_without_what_was_tried(table, other, caplog):
    other.get(f"{table.url}/in/{'x' * 32}")
    other.post(f"{table.url}/entries", {"csrf_token": "wrong"})
    other.fill("/", "/watch", code="ZZZZ")
    other.get("/", Host="x" * 64)
    cut = {"CONTENT_LENGTH": "9"}
    other.client.post("/watch", data=b"code=A", environ_overrides=cut)
    other.post("/theme", {"theme": "dark"}, Origin="http://evil.test")
    assert attempts(caplog) == ["link", "token", "code", "host", "cut", "site"]
    for line in caplog.messages:
        assert line.startswith("security: ")
        assert line.endswith(" from 127.0.0.1")
        assert not any(secret in line for secret in (table.code, "xxx", "ZZZZ", "wrong token x"))


def test_a_crash_behind_a_link_tells_its_rule_and_not_its_token(open_app, caplog):
    house = open_app(PROPAGATE_EXCEPTIONS=False)
    caplog.set_level(logging.DEBUG)
    rules = [rule for rule in house.url_map.iter_rules() if "token" in rule.arguments]
    for rule in rules:
        house.view_functions[rule.endpoint] = crash
        values = {"code": "7KQ4", "person": 1, "token": "hidden"}
        known = {name: values[name] for name in rule.arguments}
        url = house.url_map.bind("localhost").build(rule.endpoint, known)
        assert house.test_client().get(url).status_code == 500
        assert f"Exception on {rule.rule} [GET]" in caplog.messages
    assert "Traceback" in caplog.text
    assert "hidden" not in caplog.text
    assert "7KQ4" not in caplog.text


def crash(**_arguments):
    raise RuntimeError("something is wrong")


def test_the_limits_of_one_app_are_not_those_of_another(open_app):
    free = Phone(open_app())
    limited = Phone(open_app(RATELIMIT_ENABLED=True, RATELIMIT_DEFAULT="1 per hour"))
    assert [limited.get("/rules").status for _ in range(2)] == [200, 429]
    assert [free.get("/rules").status for _ in range(2)] == [200, 200]


def test_reached_limits_and_codes_tried_too_often_are_logged(open_app, caplog):
    limits = {"RATELIMIT_DEFAULT": "2 per hour", "CODES_PER_ADDRESS": "1 per hour"}
    phone = Phone(open_app(RATELIMIT_ENABLED=True, **limits))
    assert [phone.client.get("/rules").status_code for _ in range(3)] == [200, 200, 429]
    tries = [phone.post("/watch", {"code": "ZZZZ"}).status for _ in range(2)]
    assert (tries, attempts(caplog)) == ([422, 429], ["limit", "code", "limit"])


@pytest.mark.parametrize("prefix", ["", "/cards"])
@pytest.mark.parametrize("kind", ["", FIELDS_ONLY])
def test_each_address_takes_its_size_under_a_prefix_too(open_app, prefix, kind):
    phone = Phone(open_app(PROXIES=1))
    headers = {"X-Forwarded-Prefix": prefix, "X-CSRFToken": phone.csrf, "Content-Type": kind}
    for rule in phone.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and not rule.arguments:
            takes_files = rule.endpoint in TAKE_FILES and not kind
            most = BIGGEST_FILE if takes_files else BIGGEST_REQUEST
            for size in (most, most + 1):
                with phone.client.post(rule.rule, data=b"x" * size, headers=headers) as answer:
                    assert (answer.status_code == 413) == (size > most), (rule.rule, size)
