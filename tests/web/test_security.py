"""Cookies, keys, limits, and errors that answer in words."""

import stat

import pytest
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.web.http.security import csrf
from tests.web.matrix import asks_of
from tests.web.phone import Phone
from tests.web.table import KEY, people, start

BIG = {"player-0": "x" * 1_000_000}


def error(phone, status, text):
    """The last page is an error page in the phone's language, with a way on."""
    screen = phone.screen
    assert (screen.status, screen.lang) == (status, phone.language)
    assert phone.say(text) in screen.text
    assert screen.links[phone.say("To the first page")] == "/"


@pytest.fixture(params=["cs", "en"])
def reader(request, app):
    return Phone(app, request.param)


def test_an_unknown_page(reader):
    for url in ("/nic", "/new/", "/m/ABCD/nic", "/rules/mariáš", "/static/nic.css"):
        reader.get(url)
        error(reader, 404, "There is nothing here.")


def test_a_wrong_method(reader):
    reader.get("/language")
    error(reader, 405, "This address cannot be opened like this.")
    assert "POST" in reader.screen.headers["Allow"]


def test_a_missing_csrf_token(reader):
    table = start(reader)
    said = "The page was open for too long, or cookies are off. Go back and try again."
    for token in ("", "wrong"):
        fields = {"type": "round", "durch": "0", "seen": "1", "key": KEY}
        reader.post(f"{table.url}/entries", {**fields, "csrf_token": token})
        error(reader, 400, said)
    assert table.match.version == 1


def test_a_token_of_another_phone_is_no_token(app, phone, other):
    phone.get("/new/kocka")
    assert other.post("/new/kocka", {"csrf_token": phone.csrf}).status == 400


def test_each_answer_has_a_token_of_its_own_and_all_are_taken(table):
    tokens = set()
    for url in (f"{table.url}/new/round", f"{table.url}/new/round", "/settings", "/new/kocka"):
        page = table.phone.get(url)
        its_own = {n.attrs["value"] for n in page.root if n.attrs.get("name") == "csrf_token"}
        assert len(its_own) == 1
        assert not its_own & tokens
        tokens |= its_own
    assert len(tokens) == 4
    for n, token in enumerate(sorted(tokens)):
        fields = {"csrf_token": token, "theme": ("light", "dark")[n % 2], "next": "/"}
        assert table.phone.post("/theme", fields).status == 200
    nothing = table.phone.client.post(
        "/theme", data={"theme": "dark"}, headers={"X-CSRFToken": token}
    )
    assert nothing.status_code == 303


def test_a_token_from_before_masks_is_still_taken(app, phone):
    phone.get("/")
    with phone.client.session_transaction() as session:
        signer = URLSafeTimedSerializer(app.secret_key, salt="wtf-csrf-token")
        old = signer.dumps(session["csrf_token"])
    assert phone.post("/theme", {"csrf_token": old, "theme": "dark"}).status == 200
    assert phone.post("/theme", {"csrf_token": f"{old}x", "theme": "dark"}).status == 400


def addresses(app, table, *methods):
    """An address for each rule of the app, or of those methods."""
    asks = [*asks_of(app, lambda _path: {"code": table.code})]
    assert len(asks) > 150
    return {ask.url for ask in asks if not methods or ask.method in methods}


def test_no_stranger_gets_a_session_by_writing(app, table):
    """A browser sends no cookie along with a form of another site; one that came back would take
    the place of the phone's own, and all its roles with it.
    """
    for path in (*addresses(app, table, "POST"), "/no/such/page"):
        for options in ({"data": {"theme": "dark"}}, {"json": {"chosen": {"theme": "dark"}}}):
            answer = app.test_client().post(path, **options)
            assert answer.status_code >= 400, path
            assert "Set-Cookie" not in answer.headers, path


SITES = (None, "same-origin", "none", "same-site", "cross-site")


@pytest.mark.parametrize("site", SITES, ids=str)
def test_no_address_takes_what_writes_without_the_token(app, table, site):
    """Whatever is said of the page that sends it, by whatever method, from a phone that may write
    there; no view is exempt.
    """
    headers = {"Sec-Fetch-Site": site} if site else {}
    for path in addresses(app, table):
        for method in ("POST",) if site else ("POST", "PUT", "PATCH", "DELETE"):
            answer = table.phone.client.open(path, method=method, json={}, headers=headers)
            assert answer.status_code in (400, 403, 405), path
            assert "Set-Cookie" not in answer.headers, path
    assert table.match.version == 1
    assert not csrf._exempt_views | csrf._exempt_blueprints


ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.test"},
    {"Origin": "http://[evil"},
]
OURS = [
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "null"},
    {"Origin": "http://localhost"},
    {"Origin": "http://localhost:8000"},
    {"Origin": "https://scores.example"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_no_form_of_another_site_is_taken(app, table, headers):
    before, token = table.match.version, table.phone.csrf
    for path in addresses(app, table, "POST"):
        sent = {"csrf_token": token, "theme": "dark", "player-0": "Eva"}
        answer = table.phone.client.post(path, data=sent, headers=headers)
        assert answer.status_code == 403, path
        assert "This was sent by a page of another site, so nothing was done." in answer.text
        assert "Set-Cookie" not in answer.headers, path
    assert table.match.version == before
    assert table.open("/new/round").status == 200, "the phone has kept its role"


@pytest.mark.parametrize("headers", OURS, ids=str)
def test_forms_of_this_site_are_taken(open_app, headers):
    phone = Phone(open_app(BASE_URL="https://scores.example"))
    sent = {"csrf_token": phone.csrf, "theme": "dark", "next": "/"}
    assert phone.client.post("/theme", data=sent, headers=headers).status_code == 303
    assert phone.get("/").html.count('data-theme="dark"') == 1


def test_links_of_other_sites_are_followed(table):
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert table.phone.get(table.url, **elsewhere).status == 200


def test_a_megabyte_is_too_much(reader):
    reader.post("/new/kocka", BIG)
    error(reader, 413, "That was too much at once. Nothing was saved.")


def test_too_many_fields_are_too_much(phone):
    fields = {"csrf_token": phone.csrf, **{f"field-{n}": "x" for n in range(600)}}
    answer = phone.client.post("/new/kocka", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 413


@pytest.mark.parametrize("language", ["cs", "en"])
def test_too_many_requests(open_app, language):
    phone = Phone(open_app(RATELIMIT_ENABLED=True), language)
    phone.get("/")
    home = phone.screen
    for _ in range(21):
        phone.screen = home
        if phone.submit("/watch", code="ZZZZ").status == 429:
            break
    error(phone, 429, "Too many tries. Wait a minute and try again.")


def test_tokens_cannot_be_tried_for_ever(open_app):
    phone = Phone(open_app(RATELIMIT_ENABLED=True))
    assert [phone.get("/m/ABCD/in/x").status for _ in range(31)] == [403] * 30 + [429]


def test_a_crash_is_told_calmly(open_app, monkeypatch):
    app = open_app(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    phone = Phone(app, "en")

    def fail(code):
        raise RuntimeError("secret detail")

    table = start(phone)
    monkeypatch.setattr(app.extensions["matches"], "get", fail)
    phone.get(table.url)
    error(phone, 500, "Something went wrong here. What was saved is safe; try again.")
    assert "secret detail" not in phone.screen.html


@pytest.mark.parametrize("url", ["/?lang=%ff", "/new/kocka?again=%00", "/new/kocka?again=ZZZZ"])
def test_strange_addresses_are_harmless(phone, url):
    assert phone.get(url).status == 200


@pytest.mark.parametrize("https", [False, True])
def test_cookies_are_secure_behind_https(open_app, https):
    phone = Phone(open_app(PROXIES=1), https=https)
    scheme = {"X-Forwarded-Proto": "https"} if https else {}
    screen = phone.get("/", **scheme)
    assert "Set-Cookie" in screen.headers
    assert ("Strict-Transport-Security" in screen.headers) == https


def test_a_proxy_is_believed_only_if_there_is_one(app):
    Phone(app, https=False).get("/", **{"X-Forwarded-Proto": "https"})


def test_behind_https_links_are_https(open_app):
    phone = Phone(open_app(PROXIES=1), https=True)
    proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "kocka.example"}
    phone.get("/", **proxy)
    token = phone.csrf
    phone.client.environ_base["HTTP_X_FORWARDED_PROTO"] = "https"
    phone.client.environ_base["HTTP_X_FORWARDED_HOST"] = "kocka.example"
    sheet = phone.post("/new/kocka", {**people(*"ABCD"), "csrf_token": token})
    shared = phone.get(f"{sheet.url}/share")
    assert all(
        u.startswith("https://kocka.example/m/") for t, u in shared.links.items() if "/in/" in t
    )


def test_the_secret_is_made_once_and_is_nobodys_business(open_app, tmp_path):
    app = open_app()
    path = tmp_path / "instance" / "secret.key"
    secret = path.read_bytes()
    assert len(secret) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert open_app().secret_key == app.secret_key == secret
    assert path.read_bytes() == secret
    assert sorted(p.name for p in path.parent.iterdir() if "secret" in p.name) == ["secret.key"]


def test_static_files_are_kept_by_phones(phone):
    page = phone.get("/").root
    linked = [n.attrs.get("href") or n.attrs["src"] for n in page.all("link", "script")]
    urls = [url for url in linked if url.startswith("/static/")]
    assert len(urls) >= 5
    for url in urls:
        screen = phone.get(url)
        assert screen.status == 200
        assert "max-age=31536000" in screen.headers["Cache-Control"]
