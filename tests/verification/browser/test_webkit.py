"""What WebKit lays out in its own way. Where Debian's driver is missing these are skipped."""

from tests.browser.taroky import SOLO, TarokyTable
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.driven import DrivenTable
from tests.verification.browser.pocket import written
from tests.verification.browser.webkit import NEEDS_WEBKIT
from tests.verification.browser.writing import FORMS

pytestmark = NEEDS_WEBKIT

# True if each row leads to itself where it is touched at its number, at its figures and its story.
# A page that has just moved takes no touch, so it is asked until it is so.
LEADS_TO_ITSELF = """[...document.querySelectorAll('.sheet tbody')].every(row => {
  const [number, story] = [...row.querySelectorAll('a')].map(a => a.getAttribute('href'));
  const {left, right, top, bottom} = row.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href');
  return at(left + 24, top + 8) === number && at(left + 44, bottom - 8) === number
    && at(right - 60, top + 8) === story && at(right - 8, bottom - 8) === story;
})"""


def test_every_row_leads_to_itself(webkit, phone):
    table = TarokyTable(phone).open()
    url = phone.url.partition("#")[0]
    for points in (52, 40, 37):
        table.record({**SOLO, "points": points})
    webkit.open(table.link_to("write"))
    webkit.open(url)
    assert webkit.run("return document.querySelectorAll('.sheet tbody').length") == 3
    webkit.wait(LEADS_TO_ITSELF)


def test_back_a_draft_and_a_double_tap(webkit, standing_server):
    """A second save writes nothing, a form is fresh after Back, a draft outlives a reload."""
    table = DrivenTable(webkit, FaultyProxy(standing_server.port))
    path = table.sit("taroky")
    table.open(f"{path}/new/deal")
    table.fill(FORMS["taroky"])
    key = table.key
    table.click(".save .main", times=2)
    table.wait("document.querySelectorAll('table.sheet tbody').length === 1")
    table.back()
    # WebKit shows the page as it was, until that has fetched itself anew.
    fresh = f"document.querySelector('main [name=key]').value !== '{key}'"
    table.wait(f"document.readyState === 'complete' && {fresh}")
    assert table.changed == []
    table.tap("contract", "preferanc")
    webkit.reload()
    table.wait("document.querySelector('[name=contract][value=preferanc]').checked")
    assert len(written(standing_server, path.rpartition("/")[2])) == 2
