"""Under a path of a proxy (`https://pub.example/cards/`) nothing leads out of the app."""

from urllib.parse import urlsplit

import pytest

from tests.crawl.app_pages import evening
from tests.web.phone import PARTIAL, Phone
from tests.web.table import NAMES, people, start

PREFIX = "/karty"
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "data-url")


class Proxy:
    """Takes the prefix from an address, and tells the app of it in one of two ways."""

    def __init__(self, app, header):
        self.app, self.header = app, header

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"]
        if path.startswith(f"{PREFIX}/"):
            below = {"PATH_INFO": path.removeprefix(PREFIX), self.header: PREFIX}
            environ = {**environ, **below}
        return self.app(environ, start_response)


@pytest.fixture(params=["HTTP_X_FORWARDED_PREFIX", "SCRIPT_NAME"])
def proxied(open_app, request):
    app = open_app(PROXIES=1)
    app.wsgi_app = Proxy(app.wsgi_app, request.param)  # type: ignore[method-assign]
    return app


def addresses(screen):
    """Where the links, forms, files and requests of a page lead, without those within the page."""
    for node in screen.root:
        yield from (node.attrs[name] for name in ADDRESSES if name in node.attrs)
        if node.attrs.get("name") == "next":
            yield node.attrs["value"]


def leading_out(screen):
    """The addresses of a page and of the way to it that do not lie under the prefix."""
    paths = [urlsplit(url).path for url in (*addresses(screen), *screen.way)]
    return [path for path in paths if path and not path.startswith(f"{PREFIX}/")]


def test_every_address_of_every_page_stays_inside(proxied, faults):
    phone = Phone(proxied)
    urls = evening(phone)
    files = set()
    for url in urls:
        with faults.at("page", url):
            screen = phone.get(PREFIX + url)
            assert len(list(addresses(screen))) > 5
            assert leading_out(screen) == []
            files |= {each for each in addresses(screen) if "/static/" in each}
    assert len(files) > 10
    for url in files:
        with faults.at("file", url), phone.client.get(url) as answer:
            assert answer.status_code == 200


def test_every_step_of_an_evening_stays_inside(proxied):
    phone = Phone(proxied)
    phone.get(f"{PREFIX}/new/kocka")
    steps = [phone.submit(press=phone.say("Start the game"), **people(*NAMES))]
    url = steps[0].url
    assert url.startswith(f"{PREFIX}/m/")
    phone.get(f"{url}/new/round?by=numbers")
    points = {f"points-{seat}": "7" for seat in range(4)}
    steps.append(phone.submit("form", **points))
    steps.append(phone.submit(f"{url}/undo"))
    steps.append(phone.choose(f"{PREFIX}/theme", phone.say("Dark")))
    steps.append(phone.choose(f"{PREFIX}/language", "English"))
    assert steps[-1].url == url
    steps.append(phone.fill(f"{PREFIX}/", f"{PREFIX}/watch", code=url[-4:]))
    assert [leading_out(step) for step in steps] == [[]] * len(steps)
    assert all(step.way for step in steps)


def test_what_is_shared_leads_under_the_prefix(proxied):
    phone = Phone(proxied)
    table = start(phone)
    phone.get(f"{PREFIX}{table.url}/share")
    links = [url for url in addresses(phone.screen) if "/in/" in url]
    assert links
    assert all(url.startswith(f"http://localhost{PREFIX}/m/") for url in links)
    joined = Phone(proxied).get(links[1])
    assert joined.url == PREFIX + table.url
    assert leading_out(joined) == []


@pytest.mark.parametrize("part", [{}, PARTIAL])
def test_what_is_kept_for_all_readers_leads_to_where_each_reads(proxied, part):
    phone = Phone(proxied)
    table = start(phone)
    for path in (table.url, f"{table.url}/watch", f"{table.url}/board"):
        for prefix in ("", PREFIX, ""):
            phone.get(path)
            screen = phone.get(prefix + path, **part)
            paths = [urlsplit(url).path for url in addresses(screen)]
            assert paths
            assert {url.startswith(f"{PREFIX}/") for url in paths if url} == {bool(prefix)}


def test_next_does_not_lead_to_the_site_beside(proxied):
    phone = Phone(proxied)
    phone.get(f"{PREFIX}/rules")
    fields = {"theme": "dark", "csrf_token": phone.csrf}
    for elsewhere in ("/", "/kartyx/rules", "/other", f"//{PREFIX}/", "https://else.example/karty"):
        answer = phone.client.post(f"{PREFIX}/theme", data={**fields, "next": elsewhere})
        assert answer.headers["Location"] == f"{PREFIX}/"


def test_a_prefix_from_a_stranger_is_not_believed(phone):
    screen = phone.get("/", **{"X-Forwarded-Prefix": PREFIX})
    assert not [url for url in addresses(screen) if url.startswith(PREFIX)]
