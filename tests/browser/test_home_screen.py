"""The app on its way to the home screen, and what the system opens with it."""

from playwright.sync_api import Page, expect

OFFERED = """
const offered = new Event("beforeinstallprompt", { cancelable: true });
offered.prompt = () => { document.title = "asked"; };
dispatchEvent(offered);
"""
OPENED_WITH = """
const opened = [{ getFile: async () => new File(["{}"], "match.jsonl") }];
const launchQueue = { setConsumer: (take) => take({ files: opened }) };
Object.defineProperty(globalThis, "launchQueue", { value: launchQueue });
"""


def test_the_browser_finds_no_fault_in_the_manifest(phone: Page) -> None:
    phone.goto("/")
    read = phone.context.new_cdp_session(phone).send("Page.getAppManifest")
    assert read["errors"] == []
    assert read["url"].endswith("/app/cs.webmanifest")


def test_it_is_put_on_the_home_screen_by_a_tap_where_the_browser_can(phone: Page) -> None:
    phone.goto("/pocket")
    install, by_hand = phone.locator("#install"), phone.locator("#by-hand")
    expect(by_hand).to_be_visible()
    expect(install).to_be_hidden()
    phone.evaluate(OFFERED)
    expect(by_hand).to_be_hidden()
    install.tap()
    expect(phone).to_have_title("asked")


def test_a_file_that_the_system_opens_is_chosen(phone: Page) -> None:
    phone.add_init_script(OPENED_WITH)
    phone.goto("/take-in")
    expect(phone.locator("#file")).to_have_value("C:\\fakepath\\match.jsonl")
