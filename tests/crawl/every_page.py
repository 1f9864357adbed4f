"""What holds for every page of the crawl."""

from tests.crawl.evenings import typed_in
from tests.crawl.laws import EVERY, Complaints, Page, differs, law
from tests.languages.vocabulary import foreign_words


@law(EVERY, where="templates/ (and tests/web/html.py, which reads them)")
def it_is_good_html(page: Page) -> Complaints:
    """Every answer has its headers, and every page is right HTML that needs no script."""
    yield from page.wrong


@law(EVERY, where="scorekeeper/translations/{language}/LC_MESSAGES/messages.po")
def it_says_its_language(page: Page) -> Complaints:
    """A page is marked as of the language that the phone asked for."""
    for screen in page.screens:
        if screen.headers["Content-Type"].startswith("text/html"):
            yield from differs(f"lang of {screen.url}", screen.lang, page.language)


@law(EVERY, where="scorekeeper/translations/{language} or the books of the game in {language}")
def it_mixes_no_languages(page: Page) -> Complaints:
    """Whatever is no word of the page's language was typed, or is marked as of another language."""
    typed = page.typed or typed_in(page.game.key)
    for screen in page.screens:
        yield from foreign_words(screen.root, page.language, typed)
