"""Browsers that are driven by the protocol of WebDriver, and a table that plays in one of them."""

import re
import time
from typing import Any

from tests.browser.table import NAMES
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.writing import CHANGED, Form

WAITS = 20.0
"""Seconds that a condition may take to come true."""
COMES_TRUE = """
const [done] = [...arguments].slice(-1);
const look = async () => {
  let so = false;
  try { so = %s; } catch { /* not yet: what it asks about is not there */ }
  if (so) done(true);
  else requestAnimationFrame(look);
};
look();
"""
"""Answers as soon as a condition is true, which is looked at whenever the page is drawn."""
FORM = "document.querySelector('#form')"


class DriverError(Exception):
    """A browser could not do what it was asked for."""


class Driven:
    """A browser that is driven by the protocol of WebDriver. Raises DriverError."""

    left = ""
    """What it says of a question whose page was left before there was an answer."""

    def open(self, url: str) -> None:
        """Goes to a page, which is loaded then."""
        raise NotImplementedError

    def back(self) -> None:
        raise NotImplementedError

    def run(self, script: str, *arguments: object) -> Any:
        """What a function's body gives in the page."""
        raise NotImplementedError

    def come_true(self, script: str, patience: int) -> None:
        """Runs a script that says when it has done, for so many milliseconds at most."""
        raise NotImplementedError

    def wait(self, condition: str, seconds: float = WAITS) -> None:
        """Waits until an expression is true in the page, or in one that follows it."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                self.come_true(COMES_TRUE % condition, int(left * 1000) + 1)
                return
            except DriverError as error:
                if not re.search(self.left, str(error), re.IGNORECASE):
                    raise AssertionError(condition) from error
        raise AssertionError(condition)


class DrivenTable:
    """A table in such a browser at the end of a line, and the hand that fills in forms with it."""

    def __init__(self, browser: Driven, line: FaultyProxy) -> None:
        self.browser, self.line = browser, line
        self.run, self.wait = browser.run, browser.wait

    def open(self, path: str) -> None:
        self.browser.open(f"{self.line.url}{path}")

    def sit(self, game: str) -> str:
        """Begins a match; gives its path."""
        self.open(f"/new/{game}")
        fill = "document.querySelectorAll('main .name input').forEach((e, i) => e.value = names[i])"
        self.run(f"const names = arguments[0]; {fill}", NAMES)
        self.save()
        self.wait("document.querySelector('table.sheet')")
        return str(self.run("return location.pathname"))

    def save(self) -> None:
        self.click(".foot .main[type=submit]")

    def click(self, selector: str, times: int = 1) -> None:
        """So many clicks, one as soon after the other as can be."""
        click = "for (let n = arguments[1]; n; n--) document.querySelector(arguments[0]).click()"
        self.run(click, selector, times)

    def tap(self, name: str, value: str) -> None:
        self.click(f"main [name='{name}'][value='{value}']")

    def fill(self, form: Form) -> None:
        for name, value in form.taps.items():
            self.tap(name, value)
        for name, value in form.typed.items():
            field = "document.querySelector(`main [name='${arguments[0]}']`)"
            self.run(f"{field}.value = arguments[1]", name, value)

    def back(self) -> None:
        self.browser.back()
        self.wait("document.querySelector('main [name=key]')")

    @property
    def key(self) -> str:
        return str(self.run("return document.querySelector('main [name=key]').value"))

    @property
    def changed(self) -> list[str]:
        """The controls that do not stand as the server sent them."""
        names: list[str] = self.run(f"return ({CHANGED})({FORM})")
        return names
