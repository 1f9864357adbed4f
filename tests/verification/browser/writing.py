"""Forms that write in a match: what is tapped and typed in each, and the button that sends it."""

from dataclasses import dataclass, field

from playwright.sync_api import APIRequestContext, Locator, Page

from scorekeeper.games import GAMES
from tests.browser.forms import Fields, send
from tests.browser.referee import Referee

CHANGED = """form => [...form.elements].filter(e => e.name && e.type !== 'hidden').filter(e =>
  e.matches('[type=radio], [type=checkbox]') ? e.checked !== e.defaultChecked :
  e.matches('[type=text], textarea') && e.value !== e.defaultValue).map(e => e.name)"""


@dataclass(frozen=True)
class Form:
    """A form that writes in a match of a game: its address below the match, what is tapped (a
    control and its value) and typed there, and the button that sends it.
    """

    game: str
    path: str
    taps: dict[str, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    button: str = ".foot .main:visible"

    @property
    def fields(self) -> Fields:
        """What it sends besides what is hidden in it."""
        return {**self.taps, **self.typed}

    def send(self, phone: APIRequestContext, match: str) -> str:
        """Sends it without its page; gives the address that it leads to."""
        return send(phone, f"{match}/{self.path}", f"{match}/entries", self.fields)

    def fill(self, page: Page) -> None:
        for name, value in self.taps.items():
            page.locator(f'main [name="{name}"][value="{value}"]').dispatch_event("click")
        for name, value in self.typed.items():
            page.locator(f'main [name="{name}"]').fill(value)

    def save(self, page: Page) -> None:
        page.locator(self.button).first.tap()

    def shown(self, page: Page) -> Locator:
        return page.locator("main form:has([name=seen])").first


DEAL = {"declarer": "0", "contract": "zakladni", "partner": "2"}
FORMS = {
    "taroky": Form("taroky", "new/deal", DEAL, {"points": "41"}),
    "kocka-cards": Form(
        "kocka", "new/round", {"cards-QS": "0", "cards-AH": "2", "cards-KH": "3", "rest": "1"}
    ),
    "kocka-numbers": Form(
        "kocka",
        "new/round?by=numbers",
        {},
        {f"points-{seat}": points for seat, points in enumerate(("19", "7", "1"))},
    ),
    "faraon": Form("faraon", "new/game", {"loser": "1"}),
    "makao": Form("makao", "new/game", {"lost": "1"}),
    "durak": Form("durak", "new/game", {"fool": "1"}),
    "people": Form("durak", "people", {"dealer": "1"}, {"player-3": "Zdena"}),
    "correction": Form("durak", "entries/2", {"fool": "2"}),
    "ruling": Form("taroky", "offences/taroky.play.follow", button="[value=applied-2]"),
}
FIRST = {game: FORMS["kocka-cards" if game == "kocka" else game] for game in GAMES}
"""Game → a form for its first entry."""


def sit(page: Page, form: Form) -> Referee:
    """A table of the form's game; one that is to be corrected has written a row."""
    table = Referee(page, form.game).open()
    if form.path.startswith("entries/"):
        FIRST[form.game].send(page.request, table.url)
    return table


def write(table: Referee, form: Form) -> str:
    """Opens the form, fills it in and sends it; gives the key of the save."""
    table.page.goto(f"{table.url}/{form.path}")
    form.fill(table.page)
    key = form.shown(table.page).locator("[name=key]").get_attribute("value") or ""
    form.save(table.page)
    return key
