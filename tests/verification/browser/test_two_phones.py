"""Two phones save at the same moment: who loses sees it, hears what was not saved, and saves it by
one tap. A law over the forms of a match and a group.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.forms import send, sit_down
from tests.browser.table import NAMES, MatchPage
from tests.verification.browser.test_following import Pub

SOON = 12_000
"""Milliseconds within which a live page has heard of what others write, be it by a poll."""
LATE = "Not saved: %(mine)s. Somebody was quicker: %(what)s. Look at it and save again."
LOST = {"type": "game", "seat": "2"}


@dataclass(frozen=True)
class Race:
    """A form that loses a race: where it is, what is tapped, and what another phone writes."""

    path: str
    button: str
    fill: Callable[[Page], None] = lambda page: None
    names: str = ""
    """What the notice says was not saved."""
    again: bool = True
    """Whether the notice itself saves it; else the form is there, to be looked at and sent."""


def open_details(page):
    for summary in page.locator("main details summary").all():
        summary.tap()


MATCH = {
    "tap": Race("", "#tap button[value='1']", names="Kdo prohrál? Jana"),
    "undo": Race("", "#undo", names="Vzít zpět: hra 1"),
    "entry": Race(
        "/new/game", "#form .main", lambda page: page.locator("[name=lost]").first.check(),
        names="Hra 3", again=False,
    ),
    "strike": Race("/entries/2/why", "form[action$='/strike'] button", names="hra 1"),
    "people": Race(
        "/people", ".foot .main", lambda page: page.fill("#player-0", "Zdeněk"),
        names="jména", again=False,
    ),
    "links": Race(
        "/share", "form[action$='/links'] button", open_details, names="nové odkazy"
    ),
}  # fmt: skip
GROUP = {
    "member": Race(
        "/members", "form[action$='/members'] button",
        lambda page: page.fill("#name-members", "Ota"),
        names="přichází Ota",
    ),
    "undo": Race("", "form[action$='/undo'] button", names="Vzít zpět: ", again=False),
}  # fmt: skip


def race(page, button, rival):
    """Taps; while that is on its way, another phone writes, and its news come first."""

    beaten = []

    def be_beaten(route):
        saves = route.request.method == "POST" and "seen=" in (route.request.post_data or "")
        if saves and not beaten:
            beaten.append(route.request.url)
            rival()
        route.continue_()

    page.route("**", be_beaten)
    button.tap()


def expect_refused(page, table, names):
    """It is seen what was not saved, and stays when more is heard of the others."""
    notice = page.get_by_role("alert").filter(has_text=table.says(LATE).partition("%")[0])
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(names)
    expect(notice).to_be_in_viewport()
    return notice


@pytest.fixture
def beaten(phone, complaints):
    complaints.expect("status of 409")
    return phone


@pytest.mark.parametrize("form", MATCH)
def test_who_loses_a_race_in_a_match_sees_it(beaten, open_phone, form):
    race_, page = MATCH[form], beaten
    table = MatchPage(page)
    pub = page.request
    match = sit_down(pub, "makao", NAMES)

    def rival():
        send(pub, match, f"{match}/tap", LOST)

    rival()
    page.goto(match + race_.path)
    live = page.locator("#live").count() > 0
    race_.fill(page)
    race(page, page.locator(race_.button), rival)
    notice = expect_refused(page, table, race_.names)
    if live:
        rival()
        expect(page.locator("main > .came")).to_be_visible(timeout=SOON)
        expect(notice).to_be_visible()
        page.locator("h1").tap()
        # Where there is no form the notice goes with a tap, and what is new comes.
        followed = page.locator("[data-version][hx-get]").count() > 0
        expect(notice).to_be_visible(visible=not followed)
    elif race_.again:
        notice.get_by_role("button", name=table.says("Save it now")).tap()
        expect(notice).not_to_be_attached()


@pytest.mark.parametrize("form", GROUP)
def test_who_loses_a_race_in_a_group_sees_it(beaten, form):
    race_, page = GROUP[form], beaten
    table, pub = MatchPage(page), Pub(page.request)
    group, _match = pub.group()
    members = f"{group}/members"

    def rival():
        send(page.request, members, members, {"name": "Iva"})

    page.goto(group + race_.path)
    race_.fill(page)
    race(page, page.locator(race_.button).first, rival)
    notice = expect_refused(page, table, race_.names)
    again = notice.get_by_role("button")
    assert again.count() == race_.again
    if race_.again:
        again.tap()
        expect(notice).not_to_be_attached()
        expect(page.locator("main")).to_contain_text("Ota")
