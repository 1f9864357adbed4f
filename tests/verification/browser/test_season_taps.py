"""Eight evenings of twelve members, tapped into a phone one after the other: what the company's
pages then add up is counted here from the taps.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers import Taps, visible
from tests.browser.table import MatchPage
from tests.browser.taroky import TarokyTable
from tests.verification.browser.test_season import NAMES, POINT, accounts

pytestmark = pytest.mark.walk("two minutes for 700 taps")
DAYS = tuple(f"2026-0{month}-{day:02}" for month in (1, 2) for day in (2, 9, 16, 23))
SEATS = 4
LOSSES = {"faraon": "Faraón", "durak": "Durak", "makao": "Makao"}
"""Games whose row is the tap on who lost."""


class Played(NamedTuple):
    """A match: who sat at the table, and who lost by seat or which deals were played."""

    game: str
    names: Sequence[str]
    rows: Sequence[Any]


def evenings(random: Random) -> Iterator[Sequence[Played]]:
    """What is played on each of the days, at two or three tables of four."""
    for at, _day in enumerate(DAYS):
        tables = 3 if at % 3 == 0 else 2
        came = random.sample(NAMES, tables * SEATS)
        games = random.sample(("taroky", "kocka", *LOSSES), tables)
        yield [
            Played(game, came[n * SEATS : (n + 1) * SEATS], list(rows(random, game)))
            for n, game in enumerate(games)
        ]


def rows(random: Random, game: str) -> Iterator[Any]:
    """Seats that lost, or deals of Taroky; the first is declared by seat 0, and so on round."""
    for at in range(2):
        if game == "taroky":
            yield {
                "contract": "zakladni",
                "declarer": at,
                "called": "XIX",
                "partner": (at + random.randrange(1, SEATS)) % SEATS,
                "points": random.randrange(25, 56),
            }
        else:
            # Two taps on one button within a second are one that trembles.
            yield (at + 2 * random.randrange(2)) % SEATS


SEASON = tuple(evenings(Random(35)))


def test_a_season_of_eight_evenings_by_taps(phone: Page) -> None:
    taps, says = Taps(phone), MatchPage(phone).says
    company = found_company(phone, taps, says)
    for day, played in zip(DAYS, SEASON, strict=True):
        for match in played:
            phone.goto(company)
            play(phone, taps, match)
        phone.goto(company)
        give_the_day(phone, taps, says, day)
    phone.goto(company)
    look(phone, taps, says("Table and records"))
    assert column(phone, 2) == came(SEASON)
    for game, title in LOSSES.items():
        taps.tap(visible(phone, title))
        expect(phone.locator(".chosen").last).to_have_text(title)
        assert column(phone, 4) == losses(SEASON, game)
    phone.goto(company)
    look(phone, taps, says("Accounts"))
    assert accounts(phone) == money(SEASON)


# --- by taps ------------------------------------------------------------------------------------


def found_company(phone: Page, taps: Taps, says: Callable[[str], str]) -> str:
    """Founds the company and returns where its page is."""
    phone.goto("/")
    for words in ("Menu", "New group"):
        taps.tap(visible(phone, says(words)))
    phone.fill("#name", "Tovéř")
    phone.fill("#members", "\n".join(NAMES))
    taps.tap(visible(phone, says("Start the group")))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Tovéř")
    return phone.url


def look(phone: Page, taps: Taps, title: str) -> None:
    """Opens a page of the company."""
    taps.tap(visible(phone, title))
    expect(phone.get_by_role("heading", level=1)).to_have_text(title)
    phone.wait_for_load_state()


def play(phone: Page, taps: Taps, match: Played) -> None:
    """A match from the company's page: who sits there, then row by row."""
    table = (TarokyTable if match.game == "taroky" else MatchPage)(phone, match.names)
    link = phone.locator(f"a[href^='/new/{match.game}?']").first
    if not link.is_visible():
        taps.tap(visible(phone, table.says("Another game")))
    taps.tap(link)
    sit_down(table)
    if match.game == "taroky":
        play_for_money(table)
    table.start()
    for number, row in enumerate(match.rows, start=1):
        if match.game == "taroky":
            table.record(row)
        elif match.game == "kocka":
            table.durch(row)
        else:
            taps.tap(phone.locator(f"#tap button[value='{row}']"))
        expect(phone.locator("table.sheet tbody")).to_have_count(number)


def sit_down(table: MatchPage) -> None:
    """Those of the last table sit there already: whoever plays now changes places with them.

    Who sits there at another place is typed.
    """
    for seat, name in enumerate(table.names):
        field, chip = table.name_field(seat), table.button(name)
        if field.input_value() != name:
            if field.input_value():
                table.tap(field)
            if chip.is_visible():
                table.tap(chip)
            else:
                table.page.keyboard.type(name)
        expect(field).to_have_value(name)
    table.tap(table.page.get_by_role("radio", name=table.names[-1], exact=True))


def play_for_money(table: MatchPage) -> None:
    """By the house rules of the match, which are the usual ones or those of the last match."""
    table.house_rules()
    table.page.locator("[name='tariff-point']").fill(f"0,{POINT}")
    table.tap(table.button("Done"))


def give_the_day(phone: Page, taps: Taps, says: Callable[[str], str], day: str) -> None:
    """What was just played was played on that day: newest evenings stand first."""
    taps.tap(phone.locator("h2 a[href*='/evenings/']").first)
    taps.tap(visible(phone, says("Where, when and who")))
    phone.locator("input[type=date]").first.fill(day)
    taps.tap(visible(phone, says("It was on this day")))
    phone.wait_for_url(f"**/{day}*")


# --- counted from the taps ----------------------------------------------------------------------


def came(season: Iterable[Sequence[Played]]) -> Mapping[str, int]:
    """On how many evenings each sat at a table."""
    return Counter(name for played in season for match in played for name in match.names)


def losses(season: Iterable[Sequence[Played]], game: str) -> Mapping[str, int]:
    """How often each who played a game has lost it."""
    lost: Counter[str] = Counter()
    for match in (match for played in season for match in played if match.game == game):
        lost.update(dict.fromkeys(match.names, 0))
        lost.update(match.names[seat] for seat in match.rows)
    return lost


def money(season: Iterable[Sequence[Played]]) -> Mapping[str, int]:
    """What Taroky brought each, in hundredths of a crown; who broke even has no account."""
    sums: Counter[str] = Counter()
    for match in (match for played in season for match in played if match.game == "taroky"):
        for deal in match.rows:
            for seat, name in enumerate(match.names):
                sign = 1 if seat in (deal["declarer"], deal["partner"]) else -1
                sums[name] += sign * POINT * (deal["points"] - 35)
    return {name: sum for name, sum in sums.items() if sum}


def column(phone: Page, number: int) -> Mapping[str, int]:
    """A column of a ranked table, by the name that the row bears."""
    lines = [line.split("\t") for line in phone.locator(".ranked tbody tr").all_inner_texts()]
    return {line[1]: int(line[number]) for line in lines}
