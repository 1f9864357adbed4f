"""Two phones write in one match, one of them without a signal: the table decides, nothing else."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import assert_accessible_in_both_themes, assert_fits, glance
from tests.verification.browser.pocket import Pocket, losers, written

pytestmark = [pytest.mark.pack]

POLL = 10_000
"""Milliseconds after which what came all at once was looked at once more."""


def test_nothing_is_mixed_in_silence(pocket, line, standing_server, open_phone):
    pocket.sit()
    code = pocket.code
    other = second(pocket, open_phone, standing_server)

    part_ways(pocket, other, line, mine=(1, 2), theirs=3)
    assert losers(written(standing_server, code)) == [3]
    expect(side(pocket, "On this phone").locator("li")).to_have_count(2)
    expect(side(pocket, "On the server").locator("li")).to_have_count(1)
    assert_fits(pocket.page)
    assert_accessible_in_both_themes(pocket.page)
    pocket.tap(pocket.button("Ours after theirs"))
    pocket.expect_totals((0, 1, 1, 1))
    theirs = other.page.locator(".totals .fig")
    expect(theirs).to_have_text(["0", "1", "1", "1"], timeout=POLL)
    assert losers(written(standing_server, code)) == [3, 1, 2]

    part_ways(pocket, other, line, mine=(0,), theirs=2)
    pocket.unfold("Drop ours")
    pocket.tap(pocket.button("Drop ours"))
    pocket.expect_totals((0, 1, 2, 1))
    pocket.lose(0)
    assert losers(written(standing_server, code)) == [3, 1, 2, 2, 0]
    pocket.expect_kept(code, 6)


def second(pocket, open_phone, server):
    """A phone that was brought in to write, and took nothing along yet."""
    other = Pocket(open_phone(base_url=server.url), "faraon")
    other.page.goto(urlsplit(pocket.link_to("write")).path)
    return other


def part_ways(pocket, other, line, mine, theirs):
    """Games are lost on the phone without a signal, one on the other; then the signal is back."""
    sheet = pocket.url
    pocket.expect_kept(pocket.code, pocket.version)
    line.down = True
    pocket.wake()
    pocket.lose(*mine)
    totals = pocket.totals()
    glance(other.page)
    other.lose(theirs)
    line.down = False
    pocket.send()
    expect(pocket.strip).to_have_text(pocket.says("two versions to settle"))
    pocket.page.goto(sheet)
    pocket.expect_totals(totals)
    pocket.page.goto("/pocket/waiting")
    pocket.tap(pocket.link("Settle it"))
    expect(pocket.title).to_have_text(pocket.says("Two versions"))


def side(pocket, heading):
    title = pocket.page.get_by_role("heading", name=pocket.says(heading), exact=True)
    return pocket.page.locator("section").filter(has=title)
