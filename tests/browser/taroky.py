"""A table of Taroky as the hand at the phone knows it: the form of a deal and its pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.table import ENTRIES, MatchPage

Deal = Mapping[str, Any]
"""A deal as in a case file."""
PLAIN: Deal = {"declarer": 0, "contract": "zakladni", "partner": 2, "points": 41}
SOLO: Deal = {"declarer": 3, "contract": "solo", "points": 52}


class TarokyTable(MatchPage):
    """The page of a phone at a table of Taroky, and the thumb over it."""

    game = "taroky"

    def control(self, name: str, value: object = "") -> Locator:
        """A radio button or checkbox of the form by what it sends; a helper's page hides it."""
        return self.page.locator(f'input:not([type=hidden])[name="{name}"][value="{value}"]')

    def pick(self, name: str, value: object) -> Locator:
        """What a thumb hits to choose a value: a label, or two buttons one over the other."""
        holds = self.page.locator(f':scope > input[name="{name}"][value="{value}"]')
        return self.page.locator("label.pick, .opt").filter(has=holds)

    def to_view(self, view: object) -> Locator:
        """What leads to a surface of the form: "contract", or the player in the strip.

        A button, and without scripts a label.
        """
        where = ".door" if view == "contract" else "#tally .seat"
        return self.page.locator(f"{where}:is([name='view-{view}'], [for='view-{view}'])")

    @property
    def done(self) -> Locator:
        return self.page.locator(".foot .done")

    @property
    def wrong(self) -> Locator:
        """What has to be mended, where it is mended."""
        return self.page.locator(".wrong:visible").first

    @property
    def lines(self) -> Locator:
        return self.page.locator("#lines")

    def choose_value(self, name: str, value: object) -> None:
        """Taps a value unless it is chosen already."""
        if not self.control(name, value).is_checked():
            self.tap(self.pick(name, value))
            expect(self.control(name, value)).to_be_checked()

    def view(self, view: object) -> None:
        """Goes to a surface; back to the deal with "Done"."""
        if not self.page.locator(f"#view-{view}").is_checked():
            self.tap(self.done if view == "deal" else self.to_view(view))
            expect(self.page.locator(f"#view-{view}")).to_be_checked()

    def key(self, points: int) -> None:
        """The points on the form's own keys."""
        for digit in str(points):
            self.tap(self.page.locator(f"[data-key='{digit}']"))

    def fill(self, deal: Deal) -> None:
        """Fills the form with a deal, with as few taps as it takes."""
        self.fill_contract(deal)
        if deal.get("variant") != "folded":
            self.fill_announcements(deal)
            self.fill_deal(deal)

    def fill_contract(self, deal: Deal) -> None:
        variant = deal.get("variant")
        folds = variant in ("varsava", "folded")
        chosen = {"contract": variant if folds else deal["contract"], "declarer": deal["declarer"]}
        if "called" in deal:
            chosen["called"] = deal["called"]
        if deal["contract"] == "preferanc":
            chosen["variant"] = variant
        for name, value in chosen.items():
            if not self.control(name, value).is_checked():
                self.view("contract")
                self.choose_value(name, value)
        if variant != "folded":  # of that nothing more is told
            self.view("deal")

    def fill_announcements(self, deal: Deal) -> None:
        """What was announced; a pagát or a valát at the player who declares or makes it."""
        for seat, told in deal.get("announcements", {}).items():
            self.view(seat)
            for announcement in told:
                self.choose_value(f"announcements-{seat}", announcement)
        pagat, valat, fleks = (deal.get(name, {}) for name in ("pagat", "valat", "fleks"))
        if pagat and deal["contract"] != "druha":
            self.view(pagat["seat"])
            self.choose_value("pagat-seat", tile(pagat, pagat["seat"]))
        if "pagat" in fleks:
            self._any_announcements(pagat["seat"])
            self.choose_value("fleks-pagat", fleks["pagat"])
        if valat:
            seat = deal["declarer"]
            if valat["side"] == "opponents":
                seat = min(set(range(4)) - {seat, deal.get("partner")})
            self.view(seat)
            self.choose_value("valat-side", tile(valat, seat))
        if "valat" in fleks:
            self.choose_value("fleks-valat", fleks["valat"])
        self.view("deal")

    def _any_announcements(self, seat: int) -> None:
        """Fleks on a pagát or a valát stand below the announcements of any player."""
        if self.page.locator("#view-deal").is_checked():
            self.view(seat)

    def fill_deal(self, deal: Deal) -> None:
        """What is told after the play: who was the partner, what was made, how many points."""
        if "game" in deal.get("fleks", {}):
            self.choose_value("fleks-game", deal["fleks"]["game"])
        if pagat := deal.get("pagat"):
            self.choose_value("pagat-made", "y" if pagat["made"] else "n")
        if (valat := deal.get("valat")) and valat["declared"]:
            self.choose_value("valat-made", "y" if valat["made"] else "n")
        if deal.get("variant") == "quiet-solo":
            self.choose_value("partner", "alone")
        elif "partner" in deal:
            self.choose_value("partner", deal["partner"])
        self.fill_points(deal.get("points"))

    def fill_points(self, points: int | Sequence[int] | None) -> None:
        """A side's points on the form's own keys, the piles of a Varšava on the phone's."""
        if isinstance(points, int):
            self.key(points)
            if points < 10:  # one digit is no result before something else is tapped
                self.tap("#said-rest")
            return
        for seat, pile in enumerate(points or ()):
            field = self.page.locator(f"input[name='points-{seat}']")
            self.tap(field)
            field.select_text()
            self.page.keyboard.type(str(pile))

    def record(self, deal: Deal) -> None:
        self.write()
        self.fill(deal)
        self.save()

    def expect_held(self, **chosen: object) -> None:
        """What is chosen in the form; names with "_" for "-"."""
        for name, value in chosen.items():
            expect(self.control(name.replace("_", "-"), value)).to_be_checked()


def tile(promise: Mapping[str, Any], seat: int) -> str:
    """What the tile of a player sends who declares a pagát or a valát, or makes it silently."""
    return f"{'declared' if promise['declared'] else 'silent'}-{seat}"


def saves_of(page: Page) -> list[str]:
    """The addresses that a page sends deals to, from now on."""
    sent: list[str] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and ENTRIES.search(request.url):
            sent.append(request.url)

    page.on("request", hear)
    return sent
