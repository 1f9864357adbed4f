"""A phone without a browser: it keeps cookies, fills in forms, and complains about every page."""

import csv
import gettext
import inspect
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask
from werkzeug.datastructures import Headers, MultiDict
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.html import validate
from tests.web.screen import Screen, Tree
from tests.web.shapes import FOUND_RIGHT, shape_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
ID, ANCHOR = re.compile(r'<[^<>]* id="([^"]*)"'), re.compile(r'<a\b[^<>]* href="#([^"]*)"')
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


class Phone:
    def __init__(self, app: Flask, language: str = "cs", https: bool = False) -> None:
        self.app, self.language, self.https = app, language, https
        self.client = app.test_client()
        self.screen = Screen("", 0, Headers(), "")

    @property
    def book(self) -> Rulebook:
        return open_rulebook(GAMES["kocka"].folder, self.language)

    def say(self, message: str, **facts: Any) -> str:
        """A text of the app in this phone's language."""
        folder = self.app.config["BABEL_TRANSLATION_DIRECTORIES"]
        words = gettext.translation("messages", folder, [self.language], fallback=True)
        return words.gettext(message) % facts

    def get(self, url: str, **headers: str) -> Screen:
        return self._open("GET", url, headers=headers)

    def post(self, url: str, fields: Mapping[str, Any] | None = None, **headers: str) -> Screen:
        """Sends what no form of ours would; only the CSRF token is right."""
        return self._open("POST", url, {"csrf_token": self.csrf, **(fields or {})}, headers)

    def submit(self, form: str = "", press: str = "", **changes: Any) -> Screen:
        """Fills in a form of the last page, and presses a button of it."""
        found = self.screen.form(form)
        button = found.button(press)
        data, url = found.pressed(button, changes), button.attrs.get("formaction", found.action)
        if found.node.attrs.get("method") == "get":
            return self.get(f"{url}?{urlencode(list(data.items(multi=True)))}")
        return self._open("POST", url, data)

    def fill(self, page: str, form: str = "", press: str = "", **changes: Any) -> Screen:
        """Opens a page, fills in a form of it (as a rule the one that it sends to itself), and
        presses a button.
        """
        ways = [found.action for found in self.get(page).forms]
        return self.submit(form or (page if page in ways else ""), press, **changes)

    def choose(self, action: str, text: str) -> Screen:
        """Goes to the settings and chooses one, which leads back to the page of now."""
        self.get(self.screen.links[self.say("Settings")])
        return self.submit(action, text)

    def htmx(self, form: str = "", **changes: Any) -> Screen:
        """Sends a form of the last page as htmx does; the last page stays."""
        found, page = self.screen.form(form), self.screen
        answer = self._open("POST", found.node.attrs["hx-post"], found.filled(changes), PARTIAL)
        self.screen = page
        return answer

    def table(self, url: str) -> list[list[str]]:
        """What another program reads in a file of figures."""
        answer = self.client.get(url, headers={"Accept-Language": self.language})
        assert answer.mimetype == "text/csv"
        text = answer.get_data(as_text=True)
        assert text.startswith("\ufeff")
        lines = text.removeprefix("\ufeff").splitlines()
        return [*csv.reader(lines, delimiter="," if self.language == "en" else ";")]

    @property
    def csrf(self) -> str:
        """The token of this phone's session, as the last page carries it."""
        if 'name="csrf_token"' not in self.screen.html:
            self.get("/settings")
        tokens = (n.attrs for n in self.screen.root if n.attrs.get("name") == "csrf_token")
        return next(tokens)["value"]

    def _open(
        self, method: str, url: str, data: Any = None, headers: Mapping[str, str] = MultiDict()
    ) -> Screen:
        all_headers = {"Accept-Language": self.language, **headers}
        way: list[str] = []
        while True:
            answer = self.client.open(url, method=method, data=data, headers=all_headers)
            try:
                self._check(answer)
            except AssertionError as error:
                error.add_note(f"{method} {url}: {self._maker_of(answer)} names its template")
                raise
            if answer.status_code not in (301, 302, 303, 307, 308):
                break
            way.append(answer.headers["Location"])
            url, method, data = way[-1], "GET", None
        path = urlsplit(url)._replace(scheme="", netloc="").geturl()
        text = answer.get_data(as_text=True) if (answer.mimetype or "").startswith("text/") else ""
        answer.close()
        self.screen = Screen(path, answer.status_code, answer.headers, text, tuple(way))
        return self.screen

    def _maker_of(self, answer: TestResponse) -> str:
        """The file and the line of the view that answered."""
        request = answer.request
        adapter = self.app.create_url_adapter(self.app.request_class(request.environ))
        assert adapter
        view = inspect.unwrap(self.app.view_functions[adapter.match()[0]]).__code__
        path = Path(view.co_filename).relative_to(Path(self.app.root_path).parent)
        return f"{path}:{view.co_firstlineno} {view.co_name}"

    def _check(self, answer: TestResponse) -> None:
        """Every answer has its headers, every page is a right one."""
        headers = answer.headers
        assert headers["Content-Security-Policy"] == POLICY
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        for cookie in headers.getlist("Set-Cookie"):
            flags = set(cookie.split("; ")[1:])
            assert flags >= {"HttpOnly", "SameSite=Lax", "Path=/"}
            assert ("Secure" in flags) == self.https
        if not answer.request.path.startswith(("/static/", "/app/")):  # what phones may keep
            assert headers["Cache-Control"] == "no-store"
        if answer.mimetype == "text/html" and not 300 < answer.status_code < 400:
            html = answer.get_data(as_text=True)
            part = answer.request.headers.get("HX-Request-Type") == "partial"
            check_page(put_into(self.screen.html, html) if part else html)


def check_page(html: str) -> None:
    """Complains about a page; pages of one shape are looked at once, but for which names things
    have.
    """
    _check_names(html)
    shape = shape_of(html)
    if shape not in FOUND_RIGHT:
        validate(html)
        _check_links_and_forms(html)
        FOUND_RIGHT.add(shape)


def _check_names(html: str) -> None:
    ids, leads = Counter(ID.findall(html)), {*ANCHOR.findall(html)}
    assert ids.total() == len(ids), f"ids stand twice: {ids.most_common(1)}"
    assert leads <= ids.keys(), f"links lead nowhere: {leads - ids.keys()}"


def _check_links_and_forms(html: str) -> None:
    root = Tree(html).root
    assert all("href" in a.attrs for a in root.all("a")), "a link leads nowhere"
    posts = [form.attrs for form in root.all("form") if form.attrs["method"] == "post"]
    remembered = [f["action"] for f in posts if f.get("autocomplete") != "off"]
    assert not remembered, f"old taps may come back to {remembered}"


def put_into(page: str, part: str) -> str:
    """The page after htmx has put a part in the place of the element with its id."""
    if part.lstrip().startswith("<!doctype"):
        return part
    opening = re.match(r'\s*<div id="[a-z]+"', part)
    assert opening, f"htmx would not know where to put {part[:80]}"
    begin = end = page.index(opening[0].strip())
    depth = 0
    for tag in re.finditer(r"<(/?)div\b", page[begin:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            end = begin + tag.end() + len(">")
            break
    return page[:begin] + part + page[end:]
