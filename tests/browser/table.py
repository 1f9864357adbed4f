"""A table of Černá kočka as the hand at the phone knows it: what it taps and what it reads.

Everything is found by what stands on the page, in the words of the rulebook and of the app.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Literal, Self

from babel.support import NullTranslations, Translations
from playwright.sync_api import Locator, Page, Request, Route, expect
from playwright.sync_api import TimeoutError as TooLate

import scorekeeper
from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.browser.forms import Fields, send, sit_down
from tests.browser.helpers import Taps

NAMES = ("Petr", "Jana", "Karel", "Eva")
LONG_NAMES = ("Bartoloměj Kos", "Přemysl Novák.", "Kateřina Malá.", "Maxmilián Wolf")
LOCALES = {"cs": "cs-CZ", "sk": "sk-SK", "pl": "pl-PL", "be": "be-BY", "en": "en-GB"}
POINTS = {"AH": 5, "KH": 4, "QH": 3, "JH": 2, "TH": 1, "9H": 1, "8H": 1, "7H": 1, "QS": 10}
WORDS = Path(scorekeeper.__file__).parent / "translations"
UNSAVED = "No connection – not saved yet. It is sent as soon as there is one."
UNSURE = "Not known yet whether it is saved. Asking again; nothing is written twice."
GROWN = "(n) => Number(document.querySelector('#match')?.dataset.version) > n"
ENTRIES = re.compile(r"/m/\w+/entries(/\d+)?$")
LINKS = re.compile(r'href="([^"]*/in/[^"]*)"')
SOON = 4_000
"""Milliseconds; below the poll of five seconds."""
GUARDED, BUSY = 8_000, 60_000
"""Milliseconds after which a tap has booked nothing: one that did not count, or any."""
READABLE = """text => {
  const status = document.getElementById("status");
  return status.lastChild?.data === text && status.getBoundingClientRect().width > 300;
}"""
# Petr three cards, Jana two, Karel the rest: the round that the interface is measured by.
TYPICAL = {0: ("AH", "7H", "8H"), 1: ("KH", "JH")}
TYPICAL_POINTS = (7, 6, 15, 0)


def by_numbers(*points: int) -> Fields:
    """What the form of a round sends: the points of the first seats; the last one has the rest.
    Everybody took a trick.
    """
    told: Fields = {f"points-{seat}": str(each) for seat, each in enumerate(points)}
    return {**told, "took": zeros((*points, 28 - sum(points)))}


def zeros(points: Iterable[int | None]) -> list[str]:
    return [str(seat) for seat, each in enumerate(points) if each == 0]


class MatchPage:
    """The page of a phone at a table, and the thumb over it."""

    game = "kocka"
    patience: float | None = None
    """Milliseconds until a sheet must be there; as usual where there is no such number."""

    def __init__(
        self, page: Page, game: str = "", *, names: Sequence[str] = NAMES, language: str = "cs"
    ) -> None:
        self.page, self.names, self.language = page, names, language
        self.game = game or self.game
        self.taps = Taps(page)
        self.seat = 0

    @cached_property
    def book(self) -> Rulebook:
        return open_rulebook(GAMES[self.game].folder, self.language)

    @cached_property
    def _words(self) -> NullTranslations:
        return Translations.load(WORDS, [self.language])

    def says(self, text: str, **facts: object) -> str:
        """A text of the app as this phone says it, by its English original."""
        found = str(self._words.gettext(text))
        return found % facts if facts else found

    def told(self, refusal: str, **facts: object) -> str:
        """Why an entry is refused, in the words of the rulebook."""
        return self.book.say("refusals", refusal, facts, self.names)

    @property
    def entry(self) -> str:
        """The type of the entry that a row of the sheet is."""
        return {"kocka": "round", "taroky": "deal"}.get(self.game, "game")

    @property
    def url(self) -> str:
        found = re.search(r"/m/\w+", self.page.url)
        assert found
        return found[0]

    @property
    def version(self) -> int:
        return int(self.page.locator("#match").get_attribute("data-version") or 0)

    def figure(self, value: int | None) -> str:
        """A figure as the sheet prints it, that of Taroky with its sign; a dash for none."""
        sign = "+" if self.game == "taroky" and (value or 0) > 0 else ""
        return "–" if value is None else f"{sign}{value}".replace("-", "\N{MINUS SIGN}")

    def row_name(self, n: int) -> str:
        return f"{self.book.label('entries', self.entry, 'name')} {n}"

    def link(self, text: str) -> Locator:
        return self.page.get_by_role("link", name=self.says(text), exact=True)

    def button(self, text: str) -> Locator:
        return self.page.get_by_role("button", name=self.says(text), exact=True)

    @property
    def title(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def action(self, type: str) -> Locator:
        """The way from the sheet to the form of an entry: "Zapsat kolo 7"."""
        label = re.escape(self.book.label("entries", type, "record")).replace(r"\{n\}", r"\d+")
        return self.page.get_by_role("link", name=re.compile(f"^{label}$"))

    def save_button(self, type: str = "") -> Locator:
        """The button that saves an entry; behind its words may stand what is still missing."""
        new = re.escape(self.book.label("entries", type or self.entry, "save"))
        corrected = re.escape(self.says("Save the correction"))
        return self.page.get_by_role("button", name=re.compile(f"^({new}|{corrected})( ·|$)"))

    @property
    def undo(self) -> Locator:
        return self._starting_with("Undo: %(name)s")

    @property
    def redo(self) -> Locator:
        return self._starting_with("Redo: %(name)s")

    def row(self, n: int) -> Locator:
        """The number of a round on the sheet: the way to its form."""
        return self.page.get_by_role("link", name=self.row_name(n), exact=True)

    def story(self, n: int) -> Locator:
        """What a round was, on the sheet: the way to why."""
        body = self.page.locator("tbody").filter(has=self.row(n))
        return body.locator("a.told")

    def brush(self, seat: int) -> Locator:
        """The player in the strip whose cards are being tapped."""
        return self.page.locator(f"label[for='brush-{seat}']")

    def tile(self, card: str) -> Locator:
        name = self.book.say("texts", "tile", {"card": card, "n": POINTS[card]})
        return self.page.get_by_role("group", name=name, exact=True)

    def part(self, name: str, type: str = "round") -> Locator:
        """A group of the form by the words above it: "Žádný štych"."""
        label = self.book.label("fields", type, name, "label")
        return self.page.get_by_role("group", name=label, exact=True)

    def option(self, name: str, seat: int) -> Locator:
        """Below the tiles: "všechno zbývající → Karel", "Karel: durch"."""
        text = self.book.label("texts", name.replace("_", "-")).format(seat=self.names[seat])
        return self.page.get_by_role("radio", name=text, exact=True)

    def lost(self, seat: int) -> Locator:
        """A player's name under the question of the sheet: who lost?"""
        asked = self.page.locator("#tap")
        return asked.get_by_role("button", name=self.names[seat], exact=True)

    def open(self, dealer: int | None = None) -> Self:
        """A new match, for those who look at what comes after it: its form is sent by itself."""
        house = {} if dealer is None else {"dealer": str(dealer)}
        self.page.goto(sit_down(self.page.request, self.game, self.names, **house))
        expect(self.page.get_by_role("table")).to_be_visible()
        return self

    def open_by_hand(self, dealer: int | None = None) -> None:
        """A new match: from the first page, with names typed on the phone's keyboard."""
        self.name_players()
        if dealer is not None:
            self.tap(self.page.get_by_role("radio", name=self.names[dealer], exact=True))
        self.start()

    def name_players(self) -> None:
        """From the first page to the form of a game, whose names are typed."""
        self.page.goto("/")
        self.choose_game()
        self.type_names()

    def choose_game(self) -> None:
        self.tap(self.page.get_by_role("link", name=self.book.title, exact=True))
        expect(self.title).to_contain_text(self.book.title)

    def type_names(self) -> None:
        """Types the names one after the other, with the keyboard's Next between them."""
        for at, name in enumerate(self.names):
            if at == 0:
                self.tap(self.name_field(0))
            else:
                self.page.keyboard.press("Enter")
            expect(self.name_field(at)).to_be_focused()
            self.page.keyboard.type(name)

    def name_field(self, seat: int) -> Locator:
        return self.page.get_by_role("textbox", name=re.compile(rf"^{seat + 1}\b"))

    def fill_names(self) -> None:
        """The names of a new match in its form, all at once."""
        for seat, name in enumerate(self.names):
            self.name_field(seat).fill(name)

    def start(self) -> None:
        self.tap(self.button("Start the game"))
        expect(self.page.get_by_role("table")).to_be_visible(timeout=self.patience)

    def sit(self) -> None:
        """A new match by its form, whose names are filled in at once."""
        self.page.goto(f"/new/{self.game}")
        self.fill_names()
        self.start()

    def write(self, type: str = "") -> Self:
        self.tap(self.action(type or self.entry))
        self.seat = 0
        expect(self.save_button(type)).to_be_visible()
        self.page.wait_for_load_state()  # its stylesheet decides what is seen
        return self

    def save(self, type: str = "") -> None:
        self.tap(self.save_button(type))
        self.expect_sheet()

    def tap(self, target: Locator) -> None:
        self.taps.tap(target)

    def choose(self, seat: int) -> None:
        """Picks a player up, unless he is the one already."""
        if seat != self.seat:
            self.tap(self.brush(seat))
            self.seat = seat

    def take(self, seat: int, cards: Iterable[str]) -> None:
        """Gives a player the cards of his pile."""
        self.choose(seat)
        for card in cards:
            name = self.names[seat]
            self.tap(self.tile(card).get_by_role("radio", name=name, exact=True))

    def say(self, name: str, seat: int) -> None:
        """Taps what stands below the tiles for a player: `rest`, `durch`…"""
        self.choose(seat)
        self.tap(self.option(name, seat))

    def cards(
        self, taken: dict[int, Sequence[str]], rest: int, no_trick: Iterable[int] = ()
    ) -> None:
        """Fills the form of a round by cards; who has the rest comes last but for who took none."""
        for seat, cards in taken.items():
            self.take(seat, cards)
        self.say("rest", rest)
        self.say_who_took({0, 1, 2, 3} - {*taken, rest}, no_trick)

    def by(self, way: Literal["cards", "numbers"]) -> None:
        """To the form by cards or numbers, unless it is there: the last round's way comes again."""
        if self.page.locator("#form [name=by]").get_attribute("value") != way:
            name = self.book.label("texts", f"by-{way}")
            self.tap(self.page.get_by_role("link", name=name))
        expect(self.points(0) if way == "numbers" else self.brush(0)).to_be_visible()

    def points(self, seat: int, type: str = "round") -> Locator:
        name = self.names[seat]
        return self.part("points", type).get_by_role("textbox", name=name, exact=True)

    def numbers(self, points: Sequence[int | None], no_trick: Iterable[int] = ()) -> None:
        """Fills the form of a round by numbers; None is left to be computed."""
        for seat, figure in enumerate(points):
            if figure is not None:
                self.type_points(seat, figure)
        told = [each for each in points if each is not None]
        left = 28 - sum(told)
        whole = [(left if each is None else each) for each in points]
        self.say_who_took(map(int, zeros(whole)), no_trick)

    def type_points(self, seat: int, figure: int) -> None:
        """Taps a player's field and types over what stands there."""
        self.tap(self.points(seat))
        self.points(seat).select_text()
        self.page.keyboard.type(str(figure))

    def write_rounds(self, *rounds: Fields) -> None:
        """Rounds, for those who look at what comes after: their forms are sent by themselves."""
        sheet = self.page.url.partition("#")[0]
        for fields in rounds:
            led_to = send(self.page.request, f"{sheet}/new/round", f"{sheet}/entries", fields)
            assert led_to == sheet
        self.page.goto(sheet)
        self.expect_sheet()

    def round_by_numbers(self, points: Sequence[int | None], no_trick: Iterable[int] = ()) -> None:
        """A whole round from the sheet and back to it."""
        self.write()
        self.by("numbers")
        self.numbers(points, no_trick)
        self.save()

    def round_by_cards(
        self, taken: dict[int, Sequence[str]], rest: int, no_trick: Iterable[int] = ()
    ) -> None:
        """A whole round from the sheet and back to it."""
        self.write()
        self.by("cards")
        self.cards(taken, rest, no_trick)
        self.save()

    def say_who_took(self, pointless: Iterable[int], no_trick: Iterable[int] = ()) -> None:
        """Answers who of those without points took a trick."""
        asked = self.page.get_by_role("group", name=self.book.label("texts", "took"), exact=True)
        seats = {*pointless}
        for each in sorted(seats - {*no_trick}) or (["nobody"] if seats else []):
            self.tap(asked.locator(f".pick:has([value='{each}'])"))

    def durch(self, seat: int, caught: bool = False) -> None:
        self.write()
        self.by("cards")
        self.say("durch_caught" if caught else "durch", seat)
        self.save()

    def dokladacka(self, loser: int) -> None:
        self.write("dokladacka")
        self.tap(self.part("loser", "dokladacka").get_by_role("radio", name=self.names[loser]))
        self.save("dokladacka")

    def lose(self, *seats: int) -> None:
        """Taps who lost, one game after the other; once more where no tap counted, as something
        had just come by itself.
        """
        for seat in seats:
            self._lose(seat)

    def _lose(self, seat: int) -> None:
        before = self.version
        for patience in (GUARDED, GUARDED, BUSY):
            expect(self.page.locator("[aria-busy]")).to_have_count(0, timeout=BUSY)
            self.tap(self.lost(seat))
            with suppress(TooLate):
                self.page.wait_for_function(GROWN, arg=before, timeout=patience)
                return
        raise AssertionError(f"no game after event {before}")

    def unfold(self, text: str) -> None:
        """Taps what opens a part of the page: the menu, more details."""
        self.tap(self.page.locator("summary").filter(has_text=self.says(text)))

    def menu(self, text: str) -> None:
        """Opens the menu and taps an item: a page."""
        self.unfold("Menu")
        found = self.page.get_by_role("navigation", name=self.says("Menu"))
        self.tap(found.get_by_role("link", name=text))

    def setting(self, text: str) -> None:
        """Opens the settings in the menu and taps one: a language, a theme."""
        self.menu(self.says("Settings"))
        self.tap(self.page.get_by_role("button", name=text))

    def house_rules(self) -> None:
        """From the names of a new match to its house rules."""
        rules = self.says("House rules: %(agreed)s").partition("%")[0]
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{rules}")))

    def link_to(self, role: Literal["watch", "write"]) -> str:
        """The link by which another phone watches the match, or writes in it."""
        watch, write = LINKS.findall(self.page.request.get(f"{self.url}/share").text())
        return str(watch if role == "watch" else write)

    def lose_answers(self, times: int) -> list[str]:
        """So many saves are written, and the phone never hears of them; their keys, as they go."""
        keys: list[str] = []

        def lose(route: Route) -> None:
            keys.append(key_of(route.request))
            assert route.fetch(max_redirects=0).status == 201
            route.abort("connectionreset")

        self.page.route(ENTRIES, lose, times=times)
        self.page.route(re.compile("/saves/"), lambda route: route.abort())  # else the sheet comes
        return keys

    @contextmanager
    def counting(self) -> Iterator[SimpleNamespace]:
        """How many `taps` are made inside."""
        before, count = self.taps.count, SimpleNamespace(taps=0)
        yield count
        count.taps = self.taps.count - before

    def expect_sheet(self) -> None:
        expect(self.page.get_by_role("table")).to_be_visible()
        expect(self.page.locator(".word, #form")).to_have_count(0)

    def expect_totals(self, totals: Iterable[int]) -> None:
        expect(self._cells(self.says("Total"))).to_have_text([*map(self.figure, totals)])

    def expect_row(self, n: int, points: Iterable[int | None]) -> None:
        expect(self._cells(self.row_name(n))).to_have_text([*map(self.figure, points)])

    def expect_rows(self, count: int) -> None:
        """So many rounds stand on the sheet: the next one is one more."""
        label, name = (self.book.label("entries", self.entry, each) for each in ("record", "name"))
        next_one = self.page.get_by_role("link", name=label.format(n=count + 1), exact=True)
        expect(next_one).to_be_visible()
        numbered = re.compile(rf"^{re.escape(name)} \d+$")
        expect(self.page.get_by_role("rowheader", name=numbered)).to_have_count(count)

    def expect_notice(self, id: str, seats: Sequence[int], **facts: object) -> None:
        """A strip tells what the table has to know."""
        told = self.book.say("notices", id, {**facts, "seats": seats, "seat": seats[0]}, self.names)
        expect(self.page.get_by_text(told)).to_be_visible()

    def expect_no_notice(self, id: str) -> None:
        start = self.book.label("notices", id).partition("{")[0]
        expect(self.page.get_by_text(start)).to_have_count(0)

    def expect_said(self, text: str) -> None:
        """Waits until the page says it, as wide as can be read; the next word may come at once."""
        self.page.wait_for_function(READABLE, arg=self.says(text))

    def expect_strip(self, points: Iterable[int | None]) -> None:
        """The figures over the save button."""
        for seat, value in enumerate(points):
            name, text = re.escape(self.names[seat]), re.escape(self.figure(value))
            shown = self.page.locator("#tally .seat").nth(seat)
            expect(shown).to_have_text(re.compile(rf"{name}\s*{text}$"))

    def _starting_with(self, text: str) -> Locator:
        start = self.says(text).partition("%")[0]
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(start)}"))

    def _cells(self, header: str) -> Locator:
        head = self.page.get_by_role("rowheader", name=header, exact=True)
        return self.page.get_by_role("row").filter(has=head).get_by_role("cell")


def key_of(save: Request) -> str:
    return (save.post_data or "").partition("key=")[2][:36]


def second_phone(
    table: MatchPage, open_phone: Callable[[], Page], role: Literal["watch", "write"] = "write"
) -> MatchPage:
    other = MatchPage(open_phone(), table.game, names=table.names)
    other.page.goto(table.link_to(role))
    return other


def same_person(page: Page, open_phone: Callable[..., Page], **options: object) -> Page:
    """Another phone that may do what this one may, at the same page."""
    other = open_phone(**options)
    other.context.add_cookies(page.context.cookies())
    other.goto(page.url)
    return other


class GameTable(MatchPage):
    """A table of a game whose form is read off its declaration."""

    def action(self, type: str) -> Locator:
        """The way to the form, for who has more to tell than who lost."""
        more = re.escape(self.book.label("entries", type, "more")).replace(r"\{n\}", r"\d+")
        return self.page.get_by_role("link", name=re.compile(f"^{more}$"))

    def pick(self, part: str, seat: int) -> Locator:
        """A player's button in a part of the form."""
        return self.part(part, "game").locator("label.pick").filter(has_text=self.names[seat])
