"""A tournament by taps, with all that happens at one: a no-show, a late entry, a return, a
substitute, a tie, a wrong result that is found two rounds later. Its standings are counted again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import Taps, assert_fits

NAMES = ("Eva", "Petr", "Jana", "Karel", "Zdeněk", "Iva", "Ota", "Běla", "Řehoř", "Marie", "Tomáš")
LATE, LAST = "Pozdní", "Lída"
RIGHT, WRONG, TIED = (30, 10, -10, -30), (-30, 10, -10, 30), (20, 20, -20, -20)
PLACES = (4, 3, 2, 1)
PAUSE = Fraction(5, 2)
Standing = list[tuple[int, str, str, str]]


@dataclass
class Played:
    """A round as it was played: who had what at each table, and who sat it out."""

    tables: dict[int, dict[str, int]] = field(default_factory=dict)
    pauses: list[str] = field(default_factory=list)


def recount(names: Iterable[str], rounds: Sequence[Played]) -> Standing:
    """The standings, worked out from the results alone."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    balance: dict[str, int] = defaultdict(int)
    for played in rounds:
        for table in played.tables.values():
            for name, brought in table.items():
                better = sum(other > brought for other in table.values())
                same = sum(other == brought for other in table.values())
                points[name] += Fraction(sum(PLACES[better : better + same]), same)
                balance[name] += brought
        for name in played.pauses:
            points[name] += PAUSE
    worth = {name: (points[name], balance[name]) for name in names}
    places = {
        name: 1 + sum(other > mine for other in worth.values()) for name, mine in worth.items()
    }
    return sorted(
        (places[name], name, number(points[name]), figure(balance[name])) for name in worth
    )


def number(points: Fraction) -> str:
    """Points with at most two decimals, as Czechs write them."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".").replace(".", ",")


def figure(balance: int) -> str:
    return f"+{balance}" if balance > 0 else f"−{-balance}" if balance else "0"


class Organiser:
    """Who runs a tournament on one phone, and remembers what was played."""

    def __init__(self, page: Page, players: int) -> None:
        self.page, self.taps = page, Taps(page)
        self.names = [*NAMES[: players - 1], LAST]
        self.rounds: list[Played] = []

    def tap(self, selector: str) -> None:
        self.taps.tap(self.page.locator(selector).first)

    def main(self, heading: str) -> None:
        """Taps the main button, and waits for the page to which it leads."""
        self.tap(".main")
        expect(self.page.locator("h1")).to_contain_text(heading)

    def open(self) -> None:
        """From the first page of tournaments to the players, who are all entered at once."""
        self.page.goto("/t")
        self.tap("a.b:has-text('Taroky')")
        self.page.fill("#name", "Zimní")
        self.main("Zimní")
        self.tap(".foot .main")
        self.enter(*self.names)
        self.back()

    def back(self) -> None:
        self.tap(".back")
        expect(self.page.locator(".foot")).to_be_visible()

    def enter(self, *names: str) -> None:
        """On the page of players."""
        self.page.fill("#names", "\n".join(names))
        self.tap(".main")
        expect(self.page.locator(".entered")).to_contain_text(names[-1])

    def players(self) -> None:
        self.tap(".foot a:has-text('Hráči')")
        expect(self.page.locator("#names")).to_be_visible()

    def press(self, button: str, name: str) -> None:
        """A button beside somebody on the page of players."""
        row = self.page.locator(".entered li").filter(has_text=name)
        self.taps.tap(row.locator(f"button:has-text('{button}')"))
        expect(row.locator(f"button:has-text('{button}')")).to_have_count(0)

    def draw(self) -> None:
        """Draws a round, and begins it as it is shown."""
        self.main("Místa")
        shown = self.page.locator(".seated").all_inner_texts()
        self.page.reload()
        assert self.page.locator(".seated").all_inner_texts() == shown, "it stays as it was read"
        self.rounds.append(Played(pauses=self.waiting("Pauz")))
        self.main("Zimní")

    def waiting(self, title: str) -> list[str]:
        """The names below a title on the page of seats."""
        section = self.page.locator(".seated").filter(
            has=self.page.locator(f"h2:has-text('{title}')")
        )
        return section.locator("button").all_inner_texts()

    def seats(self, up: str, down: str) -> None:
        """Lets somebody sit down for another, from the board."""
        self.tap(".menu > summary")
        self.tap(".menu a:has-text('místa')")
        for pressed, name in ((1, up), (0, down)):
            self.taps.tap(self.page.locator(".seated button").filter(has_text=name))
            expect(self.page.locator(".seated [aria-pressed='true']")).to_have_count(pressed)
        self.main("Zimní")
        pauses = self.rounds[-1].pauses
        self.rounds[-1].pauses = [name for name in pauses if name != down]

    def seated(self, table: int) -> list[str]:
        """Who sits at a table (from 1), by the board."""
        seats = self.page.locator(".tables > li").nth(table - 1).locator(".seats > span")
        return [text.strip() for text in seats.all_inner_texts()]

    def result(self, table: int, balances: Sequence[int], number: int = 0) -> None:
        """Types the result of a table of the round that is shown; the newest if no other is."""
        self.taps.tap(self.page.locator(".tables > li > a").nth(table - 1))
        labels = self.page.locator(".result .name label")
        expect(labels).to_have_count(len(balances))
        names = [self.known(text.strip()) for text in labels.all_inner_texts()]
        for seat, balance in enumerate(balances):
            self.page.fill(f"#balance-{seat}", str(balance))
        self.main("Zimní")
        self.rounds[number - 1].tables[table] = dict(zip(names, balances, strict=True))

    def known(self, label: str) -> str:
        """The player whom a label names; place and points may stand behind."""
        return next(name for name in self.names if label.startswith(name))

    def check(self) -> None:
        """The standings on the page are those that follow from what was typed."""
        assert self.standing(self.page) == recount(self.names, self.rounds)

    @staticmethod
    def standing(page: Page) -> Standing:
        rows = page.locator(".scores li").evaluate_all(
            "rows => rows.map(row => [...row.children].map(each => each.firstElementChild?.tagName"
            " === 'S' ? each.firstElementChild.textContent : each.textContent.trim()))"
        )
        return sorted((int(place.rstrip(".")), *others) for place, *others in rows)


@pytest.mark.parametrize("players", [8, 12])
def test_a_tournament_with_all_that_happens(
    phone: Page, open_phone: OpenPhone, live_server: str, players: int
) -> None:
    hall, tables = Organiser(phone, players), range(2, players // 4 + 1)
    hall.open()
    hall.draw()
    who_is_absent(hall, tables)
    who_comes_in_the_end(hall, tables)
    what_was_wrong(hall, tables)
    hall.tap("form[action$='/close'] button")
    first = [name for place, name, *_ in recount(hall.names, hall.rounds) if place == 1]
    expect(phone.locator("h2").first).to_contain_text(
        ", ".join(sorted(first, key=hall.names.index))
    )
    look_at_the_wall(open_phone, live_server, hall)


def who_is_absent(hall: Organiser, tables: range) -> None:
    """Somebody does not come; who comes late sits down for him."""
    absent = hall.seated(2)[0]
    hall.players()
    hall.names.append(LATE)
    hall.enter(LATE)
    hall.press("odchází", absent)
    hall.back()
    expect(hall.page.locator(".strip")).to_contain_text(absent)
    hall.seats(absent, LATE)
    expect(hall.page.locator(".strip")).to_have_count(0)
    hall.result(1, TIED)
    for table in tables:
        hall.result(table, WRONG if table == 2 else RIGHT)
    hall.check()
    expect(hall.page.locator(".scores s")).to_have_text(absent)


def who_comes_in_the_end(hall: Organiser, tables: range) -> None:
    """Who was absent comes: one sits out now, and takes the seat of one who leaves in between."""
    absent = hall.page.locator(".scores s").inner_text()
    hall.players()
    hall.press("je zpět", absent)
    hall.back()
    expect(hall.page.locator(".scores s")).to_have_count(0)
    hall.draw()
    (rests,) = hall.rounds[-1].pauses
    hall.result(1, RIGHT)
    leaves = hall.seated(2)[-1]
    hall.players()
    hall.press("odchází", leaves)
    hall.back()
    hall.seats(leaves, rests)
    for table in tables:
        hall.result(table, RIGHT)
    hall.check()


def what_was_wrong(hall: Organiser, tables: range) -> None:
    """Two rounds later the wrong result of the first one is found."""
    hall.draw()
    hall.tap(".rounds a")
    expect(hall.page.locator(".rounds [aria-current]")).to_contain_text("1")
    hall.result(2, RIGHT, number=1)
    expect(hall.page.locator(".rounds [aria-current]")).to_contain_text("1")
    hall.check()
    hall.tap(".rounds a >> nth=2")
    expect(hall.page.locator(".rounds [aria-current]")).to_contain_text("3")
    for table in (1, *tables):
        hall.result(table, TIED if table == 1 else RIGHT)
    hall.check()


def look_at_the_wall(open_phone: OpenPhone, server: str, hall: Organiser) -> None:
    """On a television all of it is to be seen from afar, and nothing has to be scrolled."""
    screen = open_phone(1280, 720, base_url=server, has_touch=False, is_mobile=False)
    screen.context.add_cookies(hall.page.context.cookies())
    screen.goto(f"{hall.page.url.partition('?')[0]}/live")
    assert hall.standing(screen) == recount(hall.names, hall.rounds)
    assert_fits(screen)
    low = screen.evaluate(
        "[...document.querySelectorAll('main *, body > *')].filter(e =>"
        " e.getBoundingClientRect().bottom > innerHeight).map(e => e.outerHTML.slice(0, 90))"
    )
    assert not low, "all of it is to be seen at once"
    sizes: Mapping[str, float] = screen.evaluate(
        "() => Object.fromEntries(['.scores .fig', '.cards .fig', '.cards small'].map(each =>"
        " [each, Math.min(...[...document.querySelectorAll(each)].map(e =>"
        " parseFloat(getComputedStyle(e).fontSize)))]))"
    )
    assert min(sizes.values()) >= 30, sizes
    expect(screen.locator(".cards small")).to_have_text(["hotovo"] * (len(hall.names) // 4))
    expect(screen.locator(".heads")).to_be_visible()
    assert screen.locator(".scores .first").count() >= 1
