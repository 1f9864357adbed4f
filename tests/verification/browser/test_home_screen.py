"""The app on its way to the home screen."""

from playwright.sync_api import expect

OFFERED = """
const offered = new Event("beforeinstallprompt", { cancelable: true });
offered.prompt = () => { document.title = "asked"; };
dispatchEvent(offered);
"""


def test_the_browser_finds_no_fault_in_the_manifest(phone):
    phone.goto("/")
    read = phone.context.new_cdp_session(phone).send("Page.getAppManifest")
    assert read["errors"] == []
    assert read["url"].endswith("/app/cs.webmanifest")


def test_it_is_put_on_the_home_screen_by_a_tap_where_the_browser_can(phone):
    phone.goto("/pocket")
    install, by_hand = phone.locator("#install"), phone.locator("#by-hand")
    expect(by_hand).to_be_visible()
    expect(install).to_be_hidden()
    phone.evaluate(OFFERED)
    expect(by_hand).to_be_hidden()
    install.tap()
    expect(phone).to_have_title("asked")
