"""What eyes need of colours: figures that stand out, and states that are told without any."""

from playwright.sync_api import Page

from tests.browser.scripts import JS

STANDS_OUT = 7
"""The contrast of a figure with its ground that can be read in the sun."""


def faint_figures(page: Page) -> list[str]:
    """The figures of a page that do not stand out in either theme; leaves the page light."""
    faint: list[str] = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        faint += [f"{theme}: {each}" for each in page.evaluate(JS.FAINT, STANDS_OUT)]
    return faint


def alike_without_colours(page: Page) -> list[str]:
    """The states of a page that are told by colours alone: high contrast takes those away."""
    page.emulate_media(forced_colors="active")
    try:
        return list(page.evaluate(JS.ALIKE))
    finally:
        page.emulate_media(forced_colors="none")
