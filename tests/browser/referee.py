"""The referee as the hand at the phone knows him: offences, keys of cards, the verdict."""

from collections.abc import Iterable

from playwright.sync_api import Locator, expect

from scorekeeper.games import GAMES
from tests.browser.table import MatchPage


class Referee(MatchPage):
    """The page of a phone that asks the referee, and the thumb over it."""

    @property
    def main(self) -> Locator:
        """The button that asks for the verdict."""
        return self.page.locator(".foot button.main")

    @property
    def word(self) -> Locator:
        return self.page.locator(".word")

    def key(self, code: str) -> Locator:
        return self.page.locator(f".key[value='{code}']")

    def suit(self, code: str) -> Locator:
        """The tab of a card's suit."""
        suit = GAMES[self.game].pack(GAMES[self.game].house()).by_code[code].suit
        return self.page.locator(".suits .pick").filter(
            has=self.page.locator(f":scope > [value='{suit}']")
        )

    def role(self, name: str) -> Locator:
        return self.page.locator(".roles .pick").filter(
            has=self.page.locator(f":scope > [value='{name}']")
        )

    def held(self, role: str) -> Locator:
        """The hidden control that holds the cards of a role."""
        return self.page.locator(f"input[type=hidden][name='{role}']")

    def radio(self, name: str, value: str) -> Locator:
        return self.page.locator(".pick").filter(
            has=self.page.locator(f":scope > [name='{name}'][value='{value}']")
        )

    def offender(self, name: str) -> Locator:
        """The button that writes a penalty to somebody."""
        return self.page.locator(".strip-seats button").filter(has_text=name)

    def dispute(self) -> None:
        self.tap(self.link("Dispute"))
        expect(self.title).to_contain_text(self.says("What happened?"))
        self.page.wait_for_load_state()  # who types before its scripts run is not heard

    def question(self, kind: str = "play") -> None:
        name = self.book.label("kinds", kind, "name")
        self.tap(self.page.get_by_role("link", name=name, exact=True))
        expect(self.title).to_have_text(name)
        self.page.wait_for_load_state()

    def pick(self, codes: Iterable[str], wait: bool = True) -> None:
        """Taps the keys of cards, their suit before if its keys are not there."""
        for code in codes:
            if not self.key(code).is_visible():
                self.tap(self.suit(code))
            self.tap(self.key(code))
            if wait:
                self.settled()

    def settled(self) -> None:
        """Waits until everything tapped is answered."""
        expect(self.page.locator("[name=picked]")).to_have_value("")

    def judge(self) -> None:
        self.tap(self.main)
        expect(self.word).to_be_visible()
        self.page.wait_for_load_state()  # its stylesheet decides how large things are

    def expect_word(self, text: str) -> None:
        expect(self.word).to_have_text(self.says(text))
