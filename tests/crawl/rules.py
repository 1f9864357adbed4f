"""The pages of a game's rulebook: its list, each rule, its words and its edition on one page."""

import gzip
from collections import Counter
from collections.abc import Iterator
from functools import cache

from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import fields_of, spec_of
from scorekeeper.rulebook import glossary_of, open_rulebook
from scorekeeper.rulebook.decisions import decisions_of, examples_of
from scorekeeper.rulebook.index import WORD
from scorekeeper.rulebook.sources import source_of
from scorekeeper.rulebook.stems import normalized
from scorekeeper.web import ROOT
from tests.crawl.laws import Complaints, Crawler, Page, differs, lacks, law
from tests.web.screen import Screen

BOOK = "scorekeeper/games/{game}/rulebook/{language}.toml"
PAGES = "scorekeeper/web/rulebook/pages.py"
LIGHT = 8 * 1024
"""So many bytes a list may weigh, with its styles."""
TOLD = 1024
"""So many bytes more may be told before it: how the game is won, and a first deal."""


def rule_pages(phone: Crawler, game: AnyGame) -> Iterator[Page]:
    """The rulebook of a game in the language of a phone."""
    at = f"/rules/{game.key}"
    yield phone.page("book", game, at)
    yield phone.page("glossary", game, f"{at}/glossary")
    if (ROOT / "templates" / "games" / game.key / "one-page.html").exists():
        yield phone.page("one-page", game, f"{at}/one-page")
    for rule in open_rulebook(game.folder, phone.language).rules.values():
        yield phone.page("rule", game, f"{at}/{rule.id}", rule, more_examples)


def more_examples(phone: Crawler, screen: Screen) -> Iterator[Screen]:
    """The further pages of a rule's examples."""
    while older := screen.root.all("a", css="older"):
        screen = phone.get(older[0].attrs["href"])
        yield screen


def agreed_on(screen: Screen) -> dict[str, str]:
    """The house rules on a rule's page: label → value."""
    return {
        li.all("p")[0].all("span")[0].text: li.all("b")[0].text
        for box in screen.root.all("ul", css="agreed")
        for li in box.all("li")
    }


def quoted_on(screen: Screen) -> set[tuple[str, str]]:
    """What a page quotes of sources, folded: language and text."""
    folds = [fold for fold in screen.root.all("details", css="why") if "open" not in fold.attrs]
    quoted = [quote for fold in folds for quote in fold.all("blockquote")]
    return {(quote.attrs["lang"], p.text) for quote in quoted for p in quote.all("p")}


def weight(page: Page) -> int:
    """How many bytes a page weighs on its way, with its styles, each in gzip."""
    links = [a["href"] for a in (n.attrs for n in page.screen.root.all("link")) if "href" in a]
    styles = [url for url in links if ".css" in url]
    sent = (page.screen.html.encode(), *(page.phone.client.get(url).data for url in styles))
    return sum(len(gzip.compress(each)) for each in sent)


@law("book", where=BOOK)
def every_rule_is_listed(page: Page) -> Complaints:
    """Every rule is listed with its number and title, each in a line of its own."""
    screen, book = page.screen, page.book
    links = screen.by_id("results").all("a")
    listed = {a.attrs["href"].rpartition("/")[2]: a.text for a in links}
    rules = {rule.id: f"{rule.number} {rule.title}" for rule in book.rules.values()}
    yield from differs("the list", listed, rules)
    tops = screen.root.all("ul", css="book")[0].all("li")
    yield from differs("the number of lines", len(tops), len(rules))
    yield from differs("links of lines", [len(li.all("a")) > 0 for li in tops], [True] * len(tops))
    yield from lacks("the heading", screen.heading, book.title)


@law("book", where=PAGES)
def the_list_leads_on(page: Page) -> Complaints:
    """The list leads to the decisions, to the edition on one page, and to the words if any."""
    at, links = f"/rules/{page.game.key}", page.screen.links
    words = f"{at}/glossary" if glossary_of(page.book) else None
    ways = {"Decided disputes": f"{at}/decisions", "On one page": f"{at}/one-page"}
    for name, url in {**ways, "Glossary": words}.items():
        yield from differs(name, links.get(page.say(name)), url)


@law("book", where="templates/rulebook")
def the_list_is_light(page: Page) -> Complaints:
    """The list and its styles weigh 8 kB at most, and 1 kB what is told before it."""
    if (bytes := weight(page)) > LIGHT + TOLD:
        yield f"it weighs {bytes} bytes"


@law("glossary", where=BOOK)
def every_word_is_explained(page: Page) -> Complaints:
    """Every word of the glossary stands there with what it means and how else it is called."""
    terms, screen = glossary_of(page.book), page.screen
    yield from differs("the status", screen.status, 200 if terms else 404)
    if terms:
        yield from differs("Back", screen.links[page.say("Back")], f"/rules/{page.game.key}")
    for id, each in terms.items():
        text = screen.by_id(id).text
        end = page.phone.say("also: %(words)s", words=each.also) if each.also else "."
        if not (text.startswith(f"{each.term} {each.text}") and text.endswith(end)):
            yield f"{id} says {text!r}"


@law("one-page", where=BOOK)
def one_page_quotes_rules(page: Page) -> Complaints:
    """The edition on one page begins with how the game is won, quotes rules, explains every word
    that it uses and that is none of their titles, and tells what offences cost.
    """
    screen, book = page.screen, page.book
    yield from lacks("the heading", screen.heading, book.title)
    won, *_ = page.game.first_deal(page.game.house())
    yield from lacks(
        "its beginning", screen.root.all("section")[0].text, book.say("first", won.id, won.facts)
    )
    rules = [s for s in screen.root.all("section")[1:-1] if s.attrs.get("class") != "terms"]
    quoted = [p for section in rules for p in section.all("p")]
    titles = [normalized(p.all("b")[0].text) for p in quoted if p.all("b")]
    used = {word.casefold() for p in quoted for word in WORD.findall(p.text)}
    for each in glossary_of(book).values():
        titled = any(title.startswith(normalized(each.term)) for title in titles)
        if each.term.casefold() in used and not titled:
            yield from lacks("it", screen.text, each.text)
    sections = [node.text for node in screen.root.all("section")]
    if len(sections) < 5:
        yield f"it has only {len(sections)} sections"
    yield from lacks("its end", sections[-1], page.phone.say("Penalties"))
    dear = [book.rule(rule.id).title for rule in page.game.rules if rule.costs]
    if not any(title in sections[-1] for title in dear):
        yield "its end names no rule that costs something"


@law("rule", where=BOOK)
def it_tells_the_rule(page: Page) -> Complaints:
    """A rule's page has its number, title and text, the section that it comes from, and a way back
    to the list.
    """
    rule, screen = page.subject, page.screen
    yield from differs("Back", screen.links[page.say("Back")], f"/rules/{page.game.key}")
    yield from differs("the status", screen.status, 200)
    yield from differs("the heading", screen.heading, f"{rule.number} {rule.title}")
    text, source = screen.root.all("article", css="rule")[0].all("p")
    yield from differs("the text", text.text, " ".join(rule.text.split()))
    section = page.say("original rules, section %(section)s", section=rule.source)
    yield from lacks("the source", source.text, section)


@law("rule", where="scorekeeper/games/{game}/source.toml")
def it_quotes_its_source(page: Page) -> Complaints:
    """What the source says can be read, and what is our own decision is said to be that."""
    source, rule, say = source_of(page.game.folder), page.subject, page.phone.say
    ours, id = source.ours.get(rule.id), rule.id
    partly = say("missing or unclear in the original rules: partly our decision")
    sentences = say("missing or unclear in the original rules: what is in italics is our decision")
    text = page.screen.text
    yield from differs("that it is ours", partly in text, source.decides(rule) and not ours)
    yield from differs("that sentences are ours", sentences in text, bool(ours))
    texts = page.screen.root.all("p", css="law")[:1]
    marked = [each.text for text in texts for each in text.all("em")]
    decided = [" ".join(rule.sentences[n - 1].split()) for n in sorted(ours or ())]
    yield from differs("the sentences that are ours", marked, decided)
    quoted = {(source.language, f"{e.section} {e.text}") for e in source.excerpts.get(id, ())}
    yield from differs("what it quotes", quoted_on(page.screen), quoted)


@cache
def examples_of_rules(game: AnyGame, language: str) -> Counter[str]:
    """How many worked examples each rule has."""
    book = open_rulebook(game.folder, language)
    return Counter(book.rule(example.rule).id for example in examples_of(game))


@law("rule", where="scorekeeper/games/{game}/rulebook/examples.toml")
def it_tells_every_example(page: Page) -> Complaints:
    """Every worked example of a rule is told, on its page or on the further ones."""
    shown = sum(len(screen.root.all("section", css="example")) for screen in page.screens)
    expected = examples_of_rules(page.game, page.language)[page.subject.id]
    yield from differs("the number of examples", shown, expected)


@law("rule", where=BOOK)
def it_names_its_house_rules(page: Page) -> Complaints:
    """Every house rule that changes the rule stands on its page, by its label."""
    agreed, book = agreed_on(page.screen), page.book
    house: type = page.game.house
    for name, declared in fields_of(house).items():
        if book.rule(spec_of(declared).rule).id == page.subject.id:
            yield from lacks("what can be agreed", agreed, book.label("house", name, "label"))


@law("rule", where=PAGES)
def it_leads_to_its_decisions(page: Page) -> Complaints:
    """A rule's page leads to every decision about it."""
    links = set(page.screen.links.values())
    for decision in decisions_of(page.game):
        if page.book.rule(decision.example.rule).id == page.subject.id:
            url = f"/rules/{page.game.key}/decisions/{decision.number}"
            if url not in links:
                yield f"{decision.name} cannot be reached"


@law("rule", where=BOOK)
def unwritten_rules_are_customs(page: Page) -> Complaints:
    """A rule that nobody wrote down is told as a custom without a penalty, and no other."""
    if page.game.key == "kocka":
        custom = page.phone.say("a custom, without a penalty") in page.screen.text
        yield from differs("a custom", custom, page.subject.id.startswith("kocka.custom"))
