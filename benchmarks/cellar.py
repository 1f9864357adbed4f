"""A phone that took the app along, in a browser whose server has gone."""

import os
import signal
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.evening import Table, folder
from benchmarks.load.processes import tree
from scorekeeper import create_app
from scorekeeper.web.http.access import token_of
from tests.browser.fixtures import QUIET, chromium, phone_options
from tests.browser.server import Server

ENTRIES = 500
NAMES = ("Anežka", "Bohouš", "Cecílie")
PATIENCE = 120_000
"""Milliseconds that anything may take while the pack is fetched, or the phone is slow."""
RUNS, PERIOD = 0.005, 0.020
"""Seconds that the processes of a slow phone may run of so many: a quarter of a core."""
STORAGE = "/static/extras/pocket/storage.js"
HERE = f"() => import('{STORAGE}').then((s) => s.all()).then((a) => Object.keys(a))"
OPENED = """() => {
  const { startTime, responseEnd } = performance.getEntriesByType("navigation")[0];
  return responseEnd - startTime;
}"""
TAPS = """async ({ times, path, fields, seats }) => {
  const url = location.href, headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  const token = document.querySelector("[name=csrf_token]").value, took = [];
  let version = document.getElementById("match").dataset.version;
  const timed = async (...asked) => {
    const began = performance.now(), answer = await fetch(...asked), text = await answer.text();
    took.push(performance.now() - began);
    if (!answer.ok) throw new Error(`${asked[0]}: ${answer.status}`);
    return text;
  };
  for (let n = 0; n < times; n += 2) {
    const form = { ...fields, [seats]: n / 2 % 3, csrf_token: token, seen: version };
    const body = new URLSearchParams({ ...form, key: crypto.randomUUID() });
    const sheet = await timed(url + path, { method: "POST", body, headers });
    version = /data-version="([0-9]+)"/.exec(sheet)[1];
    await timed(url);
  }
  return took;
}"""
"""An entry as a form of htmx sends it, and the sheet as a whole, in turns."""


@dataclass(frozen=True)
class Phone:
    """The phone with a match of Faraón and a long one of Černá kočka, by their addresses."""

    page: Page
    browser: CDPSession
    short: str
    long: str

    def cold(self, url: str) -> float:
        """Milliseconds until a page is here, where the browser has stopped the worker before."""
        self.page.goto("about:blank")
        self.browser.send("ServiceWorker.stopAllWorkers")
        self.page.wait_for_timeout(500)
        return self.opens(url)

    def opens(self, url: str) -> float:
        """Milliseconds until a page is here."""
        self.page.goto(url)
        return float(self.page.evaluate(OPENED))

    def taps(self, url: str, times: int) -> list[float]:
        """Milliseconds for each of so many taps; those on a match of Faraón are names."""
        path, seats, fields = ("/tap", "seat", {"type": "game"})
        if url == self.long:
            path, seats, fields = "/entries", "durch", {"type": "round", "by": "cards"}
        self.page.goto(url)
        asked = {"times": times, "path": path, "fields": fields, "seats": seats}
        return [float(took) for took in self.page.evaluate(TAPS, asked)]

    def memory(self) -> int:
        """Bytes of Python's memory when its picture was taken; 0 if there is none."""
        size = "caches.match('/pocket/picture').then((kept) => kept?.headers.get('X-Size') ?? 0)"
        return int(self.page.evaluate(size))

    def room(self) -> int:
        """Bytes that all of it takes in the browser."""
        return int(self.page.evaluate("navigator.storage.estimate().then((told) => told.usage)"))


@contextmanager
def phone() -> Iterator[Phone]:
    """A phone that took the app along and has nothing but that now."""
    with folder() as instance, sync_playwright() as playwright:
        code, join = _long_match(instance)
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        context = browser.new_context(**phone_options(360, 592, {}))
        context.set_default_timeout(PATIENCE)
        page, server = context.new_page(), Server(instance)
        with server:
            short = _taken_along(page, server.url, join)
        session = context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        yield Phone(page, session, short, f"{server.url}/m/{code}")
        browser.close()


def _long_match(instance: Path) -> tuple[str, str]:
    """Writes a long match; its code, and the path of the link to write in it."""
    app = create_app(instance, {"RATELIMIT_ENABLED": False})
    with closing(app.extensions["matches"].ledger), app.app_context():
        code = Table(app, ENTRIES).code
        return code, f"/m/{code}/in/{token_of(code, 'scorer')}"


def _taken_along(page: Page, site: str, join: str) -> str:
    """Takes the app along, and begins a match; its address, once all of both are in the phone."""
    page.goto(f"{site}{join}")
    page.goto(f"{site}/pocket")
    page.click("#take")
    page.wait_for_selector("#leave:visible")
    page.goto(f"{site}/new/faraon")
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=player-{seat}]", name)
    page.click("button.main")
    page.wait_for_url("**/m/*")
    while len(page.evaluate(HERE)) < ENTRIES + 5:  # two openings, two that were sent, and marks
        page.wait_for_timeout(200)
    return page.url


@contextmanager
def slowly() -> Iterator[None]:
    """All browsers that this process began have a quarter of one core, for as long as needed."""
    browsers, over = _browsers(), Event()
    groups = {os.getpgid(process) for process in browsers} - {os.getpgrp()}
    # Processes to come are in the same groups, and on the same core.
    for process in browsers:
        _keep_to(process, {min(os.sched_getaffinity(0))})
    beat = Thread(target=_beat, args=(groups, over))
    beat.start()
    try:
        yield
    finally:
        over.set()
        beat.join()
        for process in _browsers():
            _keep_to(process, os.sched_getaffinity(0))


def _beat(groups: Collection[int], over: Event) -> None:
    while not over.wait(RUNS):
        _signal(groups, signal.SIGSTOP)
        over.wait(PERIOD - RUNS)
        _signal(groups, signal.SIGCONT)


def _signal(groups: Collection[int], what: signal.Signals) -> None:
    for group in groups:
        with suppress(ProcessLookupError):
            os.killpg(group, what)


def _keep_to(process: int, cores: set[int]) -> None:
    """Lets all threads of a process run on some cores only; those to come do as they do."""
    tasks = Path(f"/proc/{process}/task")
    for thread in _listed(str(tasks)) if tasks.exists() else ():
        with suppress(ProcessLookupError):
            os.sched_setaffinity(thread, cores)


def _browsers() -> list[int]:
    """The processes of the browsers that descend from this one."""
    return [process for process in tree(os.getpid()) if "chrom" in _command(process)]


def _listed(path: str) -> list[int]:
    return [int(name) for name in os.listdir(path) if name.isdigit()]


def _command(process: int) -> str:
    """What a process was begun with; nothing if it has just gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text("utf-8", "replace").partition("\0")[0]
    except OSError:
        return ""
