"""The pictures of the README and of its page of more screens, drawn anew: `make pictures`.

Every picture is the screen of a phone of 360 × 592 at twice its pixels, tapped there as people do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.fixtures import QUIET, chromium, phone_options
from tests.browser.referee import Referee
from tests.browser.server import Server
from tests.browser.table import TYPICAL, MatchPage
from tests.browser.taroky import Deal, TarokyTable
from tests.verification.browser.pocket import Pocket

FOLDER = Path(__file__).parents[3] / "static" / "pictures"
SHARP = {"device_scale_factor": 2}

EVENING: tuple[Deal, ...] = (
    {"contract": "zakladni", "declarer": 0, "called": "XIX", "partner": 2, "points": 41},
    {
        "contract": "preferanc",
        "variant": "second",
        "declarer": 2,
        "points": 45,
        "fleks": {"game": "flek"},
    },
    {
        "contract": "zakladni",
        "declarer": 2,
        "called": "XIX",
        "partner": 3,
        "points": 33,
        "announcements": {3: ["trul"]},
    },
    {"contract": "solo", "declarer": 3, "points": 52},
)
NEXT: Deal = {
    "contract": "zakladni",
    "declarer": 0,
    "called": "XIX",
    "partner": 1,
    "points": 40,
    "announcements": {1: ["honery"]},
}


@contextmanager
def house() -> Iterator[tuple[Page, Server]]:
    with TemporaryDirectory() as folder, sync_playwright() as player:
        server = Server(Path(folder))
        server.start()
        browser = player.chromium.launch(executable_path=chromium(), args=list(QUIET))
        options = phone_options(360, 592, {**SHARP, "base_url": server.url})
        yield browser.new_context(**options).new_page(), server
        browser.close()
        server.stop()


def draw(page: Page, name: str) -> None:
    """Keeps the screen as it is now, once everything has come."""
    page.wait_for_load_state()
    page.clock.install()
    page.clock.run_for(1000)  # what was tapped last asks for its figures a moment later
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.screenshot(path=FOLDER / f"{name}.png")


def an_evening(page: Page) -> None:
    """Taroky, told in six screens: names, a deal, the sheet, a verdict, a row, the result."""
    table = TarokyTable(page)
    table.name_players()
    draw(page, "names")
    table.start()
    for deal in EVENING:
        table.record(deal)
    table.write()
    table.fill(NEXT)
    draw(page, "deal")
    table.save()
    draw(page, "sheet")
    referee = Referee(page, "taroky")
    referee.dispute()
    draw(page, "offences")
    referee.question()
    referee.pick(["KH", "XX", "4H", "I"])
    draw(page, "picker")
    referee.judge()
    draw(page, "verdict")
    referee.tap(referee.offender("Karel"))
    table.expect_sheet()
    table.tap(table.story(2))
    draw(page, "row")
    page.goto(f"{referee.url}/result")
    draw(page, "result")
    beside(referee)


def beside(referee: Referee) -> None:
    """What lies beside the sheet: a pile is counted, a rule is read."""
    page = referee.page
    page.goto(f"{referee.url}/ask/count")
    for worth, many in ((5, 3), (4, 2), (3, 1), (2, 0)):
        page.locator(f"label:has(#pile-{worth}-{many})").tap()
    page.locator("label:has(#pile-tricks-5)").tap()
    draw(page, "count")
    page.goto(f"{referee.url}/rules/taroky.play.follow")
    draw(page, "rule")


def a_round(page: Page) -> None:
    """Černá kočka: a round by its cards, an audit, the Dokládačka."""
    table = MatchPage(page).open()
    table.round_by_cards(TYPICAL, 2)
    table.write()
    table.cards(TYPICAL, 2)
    draw(page, "round")
    url = Referee(page).url
    page.goto(f"{url}/disputes/audit?leader=1")
    referee = Referee(page)
    referee.pick(["7C", "8C", "9C", "AC", "TC", "JC"])
    draw(page, "audit")
    page.goto(f"{url}/ask/dokladacka?first=2&move=JH&move=cink&move=QH")
    draw(page, "dokladacka")


def one_tap(page: Page) -> None:
    """Durak on its sheet, and a chain of sevens in Faraón."""
    Referee(page, "durak").open()
    for name in ("Karel", "Eva", "Jana"):
        before = page.locator("tbody").count()
        page.locator("main form button").filter(has_text=name).last.tap()
        expect(page.locator("tbody")).to_have_count(before + 1)
    draw(page, "durak")
    page.goto("/referee/faraon/ask/sevens?players=4&move=0&move=1&move=1")
    draw(page, "chain")


def many_phones(page: Page) -> None:
    """Taroky again: a player's own phone asks him, the television shows the table."""
    table = TarokyTable(page)
    table.name_players()
    table.house_rules()
    page.locator("label:has(input[name$=confirm][value=any-other])").tap()
    table.tap(table.button("Done"))
    table.start()
    for deal in EVENING[:2]:
        table.record(deal)
    url = page.url
    page.goto(f"{url}/seats?of=3")
    link = page.locator("a[href*='/seat/']").first.get_attribute("href")
    draw(page, "seats")
    browser = page.context.browser
    assert browser
    eva = browser.new_context(**phone_options(360, 592, {**SHARP})).new_page()
    eva.goto(str(link))
    draw(eva, "own")
    television = page.context.new_page()
    television.set_viewport_size({"width": 960, "height": 540})
    television.goto(f"{url}/board")
    draw(television, "board")


def without_signal(page: Page, server: Server) -> None:
    """Durak in a cellar: the phone goes on by itself, and somebody else writes meanwhile."""
    pocket = Pocket(page, "durak")
    pocket.take_along()
    pocket.sit()
    url = page.url
    pocket.lose(2)
    link = pocket.link_to("write")
    pocket.expect_kept(url.rpartition("/")[2], 2)
    server.stop()
    pocket.wake()
    pocket.lose(1, 3, 0, 2)
    draw(page, "pocket")
    page.goto("/pocket/waiting")
    draw(page, "waiting")
    page.goto("about:blank")
    server.start()
    browser = page.context.browser
    assert browser
    eva = Pocket(browser.new_context(**phone_options(360, 592, {**SHARP})).new_page(), "durak")
    eva.page.goto(link)
    eva.lose(2)
    pocket.send()
    page.goto(f"/pocket/m/{url.rpartition('/')[2]}")
    draw(page, "sides")


def main() -> None:
    for tell in (an_evening, a_round, one_tap, many_phones):
        with house() as (page, _):
            tell(page)
    with house() as (page, server):
        without_signal(page, server)


if __name__ == "__main__":
    main()
