"""An evening in a cellar: the phone answers by itself, and the server has it all in the end."""

import pytest
from playwright.sync_api import expect

from scorekeeper.stream.files import event_from_members
from tests.browser.table import SOON, second_phone
from tests.verification.browser.pocket import BOOT, NO_LINE, Pocket, written

pytestmark = [pytest.mark.pack, pytest.mark.usefixtures("pack")]
DURCHS, LOST = (0, 1, 2), (1, 3, 0, 2, 1, 3, 0)
"""Ten deals: durchs in one match, games lost in another."""
POLL = 10_000
OFFENCE = ("KD", "QS", "7D", "AH")


def test_an_evening_without_a_signal(own_server, open_phone, complaints):
    complaints.expect(NO_LINE)
    pocket = Pocket(open_phone(base_url=own_server.url))
    pocket.take_along()
    code, sheet = pocket.begin(), pocket.page.url
    watcher = second_phone(pocket, open_phone, "watch")

    own_server.stop()
    pocket.wake()
    for seat in DURCHS:
        pocket.durch(seat)
    pocket.expect_waiting(3)
    correct(pocket)
    settle_a_dispute(pocket)
    other = Pocket(pocket.page, "faraon")
    other.sit()
    other.lose(*LOST)
    another = other.code
    pocket.end_worker()
    pocket.page.goto(sheet)
    pocket.expect_waiting(13)
    pocket.page.reload()
    pocket.expect_row(3, (-1, -1, -1, -28))
    kept = [map(event_from_members, pocket.lines(match)) for match in (code, another)]

    own_server.start()
    expect(watcher.page.locator("#life")).to_have_text(watcher.says("live"), timeout=BOOT)
    pocket.send()
    expect(pocket.strip).to_be_hidden()
    for match, events in zip((code, another), kept, strict=True):
        assert [*map(fact, written(own_server, match))] == [*map(fact, events)]
    pocket.page.goto(sheet)
    # What came all at once is looked at again after a while.
    expect_same_totals(pocket, watcher, POLL)
    pocket.durch(2)
    expect_same_totals(pocket, watcher, SOON)


def correct(pocket):
    """The last durch was another player's."""
    pocket.tap(pocket.row(3))
    pocket.seat = 0
    pocket.say("durch", 3)
    pocket.save()
    pocket.expect_row(3, (-1, -1, -1, -28))


def settle_a_dispute(pocket):
    """A card that was not allowed, by its keys; the penalty is written."""
    pocket.dispute()
    pocket.question()
    pocket.pick(OFFENCE)
    pocket.judge()
    pocket.expect_word("NOT ALLOWED")
    pocket.tap(pocket.offender("Karel"))
    pocket.expect_sheet()


def fact(event):
    """An event but for what each side makes by itself: marks, and the key of a match."""
    body = {name: value for name, value in event.body.items() if name != "phone"}
    return event.seq, event.kind, body, event.at, event.key if event.seq > 1 else ""


def expect_same_totals(pocket, watcher, within):
    """The other phone has it within so many milliseconds."""
    names = pocket.page.locator("thead .who > b").all_inner_texts()
    totals = pocket.page.locator(".totals .fig").all_inner_texts()
    for name, total in zip(names, totals, strict=True):
        named = watcher.page.get_by_text(name, exact=True)
        place = watcher.page.locator(".ranks li").filter(has=named)
        expect(place.locator(".fig")).to_have_text(total, timeout=within)
