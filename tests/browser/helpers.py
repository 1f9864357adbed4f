"""What a pub table asks of a page, measured in a real browser."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Error, FloatRect, Locator, Page, Route

from tests.browser.scripts import JS

SMALLEST_TARGET = 48
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


GONE = "not attached|context was destroyed"
"""An answer, or another page, has put something else in the place of what was found."""
SOON = 2
"""Seconds in which a page's clock can be stopped."""
GLANCE = 600
"""Milliseconds: for 500 no tap counts on what came by itself, see static/live.js."""
RUNS = ":root.guarded"
"""A page whose script runs."""
CLICKS = 2000
"""Milliseconds after which nobody waits for a click any more: what is disabled gets none."""


@dataclass
class Taps:
    """Touches the page as a thumb does, and counts."""

    page: Page
    count: int = 0

    def tap(self, target: Locator | str) -> None:
        locator = self.page.locator(target) if isinstance(target, str) else target
        # To find a thing by its role takes a while: once will do.
        element = locator.element_handle()
        try:
            # A script is quicker than people, who have done something else before: nothing rests
            # any more (static/taps.js). What rests is settled once the page's own script runs.
            with suppress(Error):
                locator.page.locator(RUNS).wait_for(state="attached", timeout=CLICKS)
            self.page.keyboard.press("Shift")
            element.tap()
        except Error as error:
            if not re.search(GONE, error.message):
                raise
            locator.tap()
        self.count += 1


def set_offline(page: Page, offline: bool = True) -> None:
    page.context.set_offline(offline)
    page.wait_for_function("offline => navigator.onLine === !offline", arg=offline)


def box_of(target: Locator) -> FloatRect:
    box = target.bounding_box()
    assert box is not None, target
    return box


def middle_of(target: Locator) -> tuple[float, float]:
    box = box_of(target)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def visible(page: Page, words: str) -> Locator:
    """What can be tapped and shows these words."""
    return page.locator("a:visible, button:visible, summary:visible").filter(has_text=words).first


@dataclass
class Complaints:
    """Errors that the browser reported: of scripts, of the CSP, of missing files."""

    seen: list[str] = field(default_factory=list)
    # Refusals that are answers, not faults: "somebody was quicker", "cannot be read".
    expected: list[str] = field(default_factory=lambda: [r"status of (409|422)\b"])

    def expect(self, pattern: str) -> None:
        """A test that provokes an error says which one."""
        self.expected.append(pattern)

    def listen(self, page: Page) -> None:
        page.on("console", self.on_console)
        page.on("pageerror", self.on_error)

    def leave(self, page: Page) -> None:
        """Listens no longer: the page goes on to another test."""
        page.remove_listener("console", self.on_console)
        page.remove_listener("pageerror", self.on_error)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"{message.text} ({message.location.get('url', '')})")

    def on_error(self, error: Error) -> None:
        self.seen.append(f"uncaught: {error}")

    def check(self) -> None:
        """Fails for what nobody expected."""
        wrong = [s for s in self.seen if not any(re.search(e, s) for e in self.expected)]
        assert not wrong, "\n".join(["The browser complained:", *wrong])


def hear_all(page: Page) -> None:
    """What a page has complained of so far has arrived: it comes before the answer to this."""
    with suppress(Error):  # it may be on its way to another page
        page.evaluate("0")


def wait_until(page: Page, condition: str, timeout: int = 30_000) -> None:
    """Waits until an async function gives true in the page.

    `wait_for_function` is for others: it takes the promise of an async one for true.
    """
    assert page.evaluate(JS.UNTIL % condition, timeout), condition


def glance(page: Page) -> None:
    """Looks at what came by itself for so long that taps count: the page's clock goes on."""
    page.clock.install()
    page.clock.fast_forward(GLANCE)


def stop_time(page: Page) -> None:
    """From now on time goes on only as the test says, however busy the machine is."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + SOON)


CLICKED = "window.clicked !== false"
"""A click came, or it has led to the next page already."""


class Finger:
    """A finger that comes down where it was before; between two taps only the test's time goes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = FloatRect(x=0, y=0, width=0, height=0)
        stop_time(page)

    def tap(self, target: Locator) -> None:
        target.scroll_into_view_if_needed()  # which waits until it stands still
        self.box = box_of(target)
        self.again()

    def again(self) -> None:
        """Taps the same place, once the page's script runs, and waits for the click."""
        middle = self.box["x"] + self.box["width"] / 2, self.box["y"] + self.box["height"] / 2
        self.page.locator(RUNS).wait_for(state="attached")
        self.page.evaluate(JS.LISTEN)
        self.page.touchscreen.tap(*middle)
        with suppress(Error):
            self.page.wait_for_function(CLICKED, timeout=CLICKS)

    def wait(self, time: int) -> None:
        self.page.clock.run_for(time)


@contextmanager
def held_back(page: Page, url: str) -> Iterator[None]:
    """While the answers to what a page asks for are on their way; afterwards they come."""
    held: list[Route] = []

    # Playwright marks what it calls, so that no method of a list will do.
    def hold(route: Route) -> None:
        held.append(route)

    page.route(url, hold)
    yield
    while held:
        held.pop(0).continue_()  # while it waits for that, another may come
    page.unroute(url)


TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]"


def assert_targets(page: Page, ignore: str) -> None:
    """Everything that can be tapped is at least so many CSS pixels wide and high."""
    small = [
        f"{target['name']}: {target['width']:.1f} x {target['height']:.1f}"
        for target in page.evaluate(JS.MEASURE_TARGETS, [TARGETS, ignore])
        if min(target["width"], target["height"]) < SMALLEST_TARGET - 0.01
    ]
    assert not small, "\n".join([f"Smaller than {SMALLEST_TARGET} pixels:", *small])


def assert_no_sideways_scroll(page: Page) -> None:
    found = page.evaluate(JS.MEASURE_OVERFLOW)
    assert found["content"] <= found["width"], "\n".join(
        [f"{found['content']} px of page on {found['width']} px of phone:", *found["wide"]]
    )


def assert_nothing_clipped(page: Page) -> None:
    """All text of buttons and cells can be read."""
    cut = page.evaluate(JS.MEASURE_CLIPPED)
    assert not cut, "\n".join(["Cut off:", *cut[:10]])


def assert_fits(page: Page, ignore: str = "") -> None:
    """All of the page can be tapped and read, and nothing is wider than the phone."""
    assert_targets(page, ignore)
    assert_no_sideways_scroll(page)
    assert_nothing_clipped(page)


def assert_no_scroll(page: Page) -> None:
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('*')]
          .filter(e => e === document.scrollingElement
                       || ['auto', 'scroll'].includes(getComputedStyle(e).overflowY))
          .filter(e => e.checkVisibility({ visibilityProperty: true }))
          .map(e => e.scrollHeight - e.clientHeight)
          .reduce((a, b) => Math.max(a, b), 0)"""
    )
    assert hidden <= 0, f"{hidden} px of the page do not fit the phone"


def assert_nothing_shifts(page: Page) -> None:
    """Nothing moved under the thumb since the page was loaded (cumulative layout shift 0)."""
    moved = page.evaluate(JS.MEASURE_SHIFTS)
    assert not moved, "\n".join(["Moved:", *moved])


def at_each_size(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Gives the window each of some sizes in turn, and then its own again."""
    own = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height
    if own:
        page.set_viewport_size(own)


def resize_text(page: Page, percent: int) -> None:
    page.evaluate(
        "size => { document.documentElement.style.fontSize = size; }", f"{percent * 0.18}px"
    )


def enlarge_text(page: Page) -> None:
    """Text at 200 % on the page that is open."""
    page.evaluate(JS.ENLARGE)


def enlarge_all_text(page: Page) -> None:
    """Text at 200 % on every page that is opened from now on."""
    page.add_init_script(f"addEventListener('DOMContentLoaded', {JS.ENLARGE})")


RUN_AXE = """options =>
  axe.run(document, {...options, resultTypes: ["violations"]}).then(({violations}) => violations)"""
ALL = {
    "runOnly": {"type": "tag", "values": WCAG},
    "rules": {"aria-allowed-role": {"enabled": True}, "heading-order": {"enabled": True}},
}
"""What WCAG asks, and what Lighthouse asks besides."""
COLOURS = {"runOnly": {"type": "rule", "values": ("color-contrast", "link-in-text-block")}}
"""What a theme can change; the markup under it is the same."""


WHOLE = 4000  # px: so high that nothing is cut by the edge of what scrolls


def assert_accessible(page: Page) -> None:
    """No violation of WCAG 2.2 AA that a machine can find."""
    with whole(page):
        assert_no_violation(page, ALL)


def assert_accessible_in_both_themes(page: Page) -> None:
    """The same in dark and in light colours; leaves the page light."""
    with whole(page):
        page.emulate_media(color_scheme="dark")
        try:
            assert_no_violation(page, ALL)
        finally:
            page.emulate_media(color_scheme="light")
        assert_no_violation(page, COLOURS)


@contextmanager
def whole(page: Page) -> Iterator[None]:
    """While the page is shown as a whole, and what looks for violations is in it."""
    if not page.evaluate("'axe' in window"):
        # Half a megabyte: by the browser's own protocol in half the time.
        line = page.context.new_cdp_session(page)
        line.send("Runtime.evaluate", {"expression": AXE_SCRIPT})
        line.detach()
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({**size, "height": WHOLE})
    try:
        yield
    finally:
        page.set_viewport_size(size)


def assert_no_violation(page: Page, what: Mapping[str, object]) -> None:
    lines = [line for violation in page.evaluate(RUN_AXE, what) for line in report(violation)]
    assert not lines, "\n".join([f"Not accessible ({page.url}):", *lines])


def report(violation: dict) -> Iterator[str]:
    yield f"{violation['id']} ({violation['impact']}): {violation['help']}"
    for node in violation["nodes"]:
        yield f"  {node['html']}"
        yield from (f"    {line}" for line in node.get("failureSummary", "").splitlines()[1:])
