"""Round the table, with real taps: the seats as people sit, and people who come and go."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import middle_of
from tests.browser.table import NAMES, MatchPage


def new_evening(table, game):
    table.page.goto(f"/new/{game}")
    expect(table.name_field(0)).to_be_focused()
    table.type_names()


def middle(page, name):
    """Where somebody sits on the ring."""
    return middle_of(page.locator(".ring .pick").filter(has_text=name))


@pytest.mark.parametrize(("game", "right"), [("taroky", "Jana"), ("faraon", "Eva")])
def test_the_ring_goes_the_way_that_is_played(table, game, right):
    new_evening(table, game)
    left = next(name for name in ("Jana", "Eva") if name != right)
    below, above = middle(table.page, "Petr"), middle(table.page, "Karel")
    assert middle(table.page, left)[0] < below[0] < middle(table.page, right)[0]
    assert above[1] < middle(table.page, right)[1] < below[1]


def test_the_same_group_starts_with_three_taps_from_home(table):
    new_evening(table, "faraon")
    table.start()
    table.page.goto("/")
    with table.counting() as count:
        table.tap(table.page.locator("a[href='/new/makao']"))
        table.tap(table.page.get_by_role("link", name=", ".join(NAMES)))
        expect(table.name_field(3)).to_have_value(NAMES[3])
        table.start()
    assert count.taps == 3


def test_at_a_full_table_two_names_change_places(table):
    new_evening(table, "faraon")
    table.start()
    others = MatchPage(table.page, names=("Ota", "Iva", "Míla", "Běla"))
    new_evening(others, "faraon")
    others.start()
    table.page.goto("/new/makao")
    table.tap(table.page.get_by_role("link", name=", ".join(NAMES)))
    expect(table.name_field(3)).to_have_value(NAMES[3])
    ota, petr = table.button("Ota"), table.button(NAMES[0])
    table.tap(ota)
    expect(ota).to_have_attribute("aria-pressed", "true")
    table.tap(table.name_field(0))
    expect(table.name_field(0)).to_have_value("Ota")
    expect(petr).not_to_have_attribute("aria-pressed", "true")
    table.tap(table.name_field(3))
    table.tap(petr)
    expect(table.name_field(3)).to_have_value(NAMES[0])
    expect(table.button(NAMES[3])).to_be_visible()


def test_somebody_comes_in_mid_evening_and_undo_sends_him_away(table):
    new_evening(table, "faraon")
    table.start()
    table.menu(table.says("Players and dealer"))
    between = table.says("Somebody sits down after %(name)s", name="Petr")
    table.tap(table.page.get_by_role("button", name=between))
    expect(table.name_field(1)).to_be_focused()
    table.name_field(1).fill("Pavel")
    table.tap(table.button("Save names and dealer"))
    heads = table.page.locator(".sheet th[scope=col] b")
    expect(heads).to_have_text(["Petr", "Pavel", "Jana", "Karel", "Eva"])
    table.tap(table.undo)
    expect(heads).to_have_text(list(NAMES))


def test_a_sheet_of_paper_is_taken_over_with_four_taps_beside_its_figures(table):
    table.name_players()
    table.start()
    with table.counting() as count:
        table.tap(
            table.page.get_by_role("link", name=table.book.label("entries", "paper", "record"))
        )
        for seat, points in enumerate((60, 12, 3, 0)):
            table.page.locator(f"[name=points-{seat}]").fill(str(points))
        dealer = table.part("dealer", "paper")
        table.tap(dealer.get_by_role("radio", name="Jana", exact=True))
        due = table.book.label("fields", "paper", "due", "label")
        table.tap(table.page.get_by_role("checkbox", name=due))
        table.tap(table.save_button("paper"))
        table.expect_totals((60, 12, 3, 0))
    assert count.taps == 4
