"""What a request must be before it is read: whole, and meant for this server."""

from io import BytesIO
from urllib.parse import urlencode

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.games import GAMES
from tests.web.phone import POLICY, Phone

WHOLE = "Only part of the form arrived, so nothing was saved. Send it again."
OURS = "This is not an address of this app. Open the app by its own name."


def send(app, path, cookie, body, arrives):
    """The status of a post of which only some bytes arrive, as gunicorn hands it over."""
    form = "application/x-www-form-urlencoded"
    builder = EnvironBuilder(path, method="POST", content_type=form, headers={"Cookie": cookie})
    environ = builder.get_environ()
    environ |= {"wsgi.input_terminated": True, "CONTENT_LENGTH": str(len(body))}
    environ["wsgi.input"] = BytesIO(body[:arrives])
    return run_wsgi_app(app, environ, buffered=True)[1]


def cookie_of(phone):
    cookie = phone.client.get_cookie("scorekeeper")
    return f"scorekeeper={cookie.value}"


def test_a_save_cut_at_any_byte_is_no_row_and_its_resend_makes_one(table):
    form = table.open("/new/round").form("form")
    body = urlencode([*form.filled({"durch": "1"}).items(multi=True)]).encode()
    sent = (table.phone.app, f"{table.url}/entries", cookie_of(table.phone), body)
    assert {send(*sent, n) for n in range(len(body))} == {"400 BAD REQUEST"}
    assert table.match.version == 1
    assert [send(*sent, len(body)) for _ in range(2)] == ["303 SEE OTHER"] * 2
    assert table.match.version == 2


@pytest.mark.parametrize("ends_early", [True, False])
def test_a_cut_form_is_refused_in_words(other, ends_early):
    cut = {"CONTENT_LENGTH": "9", "wsgi.input_terminated": ends_early}
    answer = other.client.post(
        "/watch",
        input_stream=BytesIO(b"code=A"),
        environ_overrides=cut,
        headers={"Accept-Language": "en"},
    )
    assert (answer.status_code, WHOLE in answer.text) == (400, True)


def test_a_body_of_no_length_is_not_read(phone):
    answer = phone.client.post("/theme", headers={"Transfer-Encoding": "chunked"})
    assert answer.status_code == 411


def test_a_host_that_cannot_be_one_is_refused_in_words(phone, faults):
    assert phone.get("/", Host=f"{'x' * 63}:8000").status == 200, "the longest name"
    for host in ("x" * 64, "a b", "a..b", "<b>", "[::1", "a" * 300, ""):
        with faults.at(host):
            screen = phone.get("/", Host=host)
            assert (screen.status, phone.say(OURS) in screen.text) == (400, True)
            assert screen.headers["Content-Security-Policy"] == POLICY
            assert phone.post("/theme", {"theme": "dark"}, Host=host).status == 400


def test_only_trusted_hosts_are_answered_and_printed(open_app):
    phone = Phone(open_app(TRUSTED_HOSTS=[".kocka.example", "localhost"]), "en")
    for host, status in (
        ("kocka.example", 200),
        ("hra.kocka.example:8000", 200),
        ("localhost", 200),
        ("evil.example", 400),
        ("kocka.example.evil.example", 400),
    ):
        assert phone.get("/", Host=host).status == status, host
        assert "evil" not in phone.screen.html


@pytest.mark.parametrize("control", ["picked", "pick", "say", "trick", "hand"])
def test_more_cards_than_can_be_meant_are_too_much(phone, control):
    """Sixty kilobytes of taps would keep a server busy for seconds."""
    url, parted = "/referee/kocka/play", ", " if control == "say" else " "
    too_many = parted.join(["7D"] * 18_000)
    assert phone.post(url, {control: too_many}).status == 413
    assert phone.say("That was too much at once. Nothing was saved.") in phone.screen.text
    most = parted.join(str(card) for card in GAMES["kocka"].pack(None).cards)
    assert phone.post(url, {control: most}).status == 200
