"""The rulebook on pages: rules, glossary, decisions, a first deal, all rules on one page."""

import re

import pytest

from scorekeeper.core.house_rules import dump_house
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.taroky.house_rules import Tariff
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from scorekeeper.rulebook.search import LONGEST_QUERY
from scorekeeper.web.rulebook import pages
from scorekeeper.web.rulebook.links import rule_url
from tests.contract.books import EACH_GAME
from tests.crawl.rules import agreed_on
from tests.web.phone import PARTIAL
from tests.web.table import start

SEARCH = "search"


def found(screen):
    return [a.attrs["href"] for a in screen.by_id("results").all("a")]


def test_away_from_a_table_the_usual_is_told(phone):
    screen = phone.get("/rules/kocka/kocka.game.dokladacka")
    assert agreed_on(screen) == {"Dokládačka": "povinná"}
    assert phone.say("What a table can agree on") in screen.text
    assert not agreed_on(phone.get("/rules/kocka/kocka.follow"))


def test_at_a_table_its_own_agreement_is_told(phone):
    table = start(phone, dokladacka="off", stake="rum", stake_price="50")
    assert dump_house(table.match.house) != dump_house(HouseRules())
    screen = table.open("/rules/kocka.game.dokladacka")
    assert agreed_on(screen) == {"Dokládačka": "nehrajeme"}
    assert phone.say("Usually: %(value)s", value="povinná") in screen.text
    assert phone.say("As agreed at this table") in screen.text
    pay = agreed_on(table.open("/rules/kocka.game.pay"))
    assert pay == {"O co se hraje": "rum", "Cena za kus": "50", "Měna": "Kč"}


def test_the_tariff_of_a_table_is_told_rate_by_rate(phone):
    table = start(phone, game="taroky", **{"tariff-zakladni": "3"})
    base = agreed_on(table.open("/rules/taroky.settle.base"))
    usual = Tariff()
    preferanc = usual.preferanc_first, usual.preferanc_second, usual.preferanc_third
    assert list(base.values()) == [str(n) for n in (3, usual.druha, *preferanc, usual.solo)]
    assert agreed_on(table.open("/rules/taroky.settle")) == {"Sazebník": phone.say("our own")}


def test_a_rule_says_the_figures_of_a_table_and_which_house_rule_they_are(phone):
    table = start(phone, game="taroky", **{"tariff-small": "4", "renonc_points": "1"})
    screen = table.open("/rules/taroky.announce.trul")
    assert "Malá hláška za 4." in screen.text
    assert agreed_on(screen) == {table.book.label("house", "tariff", "small", "label"): "4"}
    assert "každému z ostatních hráčů 1 bod." in table.open("/rules/taroky.renonc").text
    for path in ("/rules?q=trul", "/rules/one-page", "/rules/decisions/39"):
        text = table.open(path).text
        assert "hláška za 5" not in text
        assert "hlášky jsou za 5" not in text
    assert "Malá hláška za 5." in phone.get("/rules/taroky/taroky.announce.trul").text


def test_the_examples_of_a_rule_have_the_figures_of_a_table(phone):
    table = start(phone, game="taroky", **{"tariff-valat_declared": "50", "varsava": "n"})
    first, *_ = table.open("/rules/taroky.valat").root.all("section", css="example")
    assert "Body za valát pro tu stranu: 50." in first.text
    usual, *_ = phone.get("/rules/taroky/taroky.valat").root.all("section", css="example")
    assert usual.text == first.text.replace("50", "20")


def test_an_example_that_a_table_cannot_have_is_shown_as_usual(phone):
    table = start(phone, game="makao", packs="1")
    for rule in table.book.rules:
        there, usual = table.open(f"/rules/{rule}"), phone.get(f"/rules/makao/{rule}")
        assert len(there.root.all("section", css="example")) == len(
            usual.root.all("section", css="example")
        )


def test_a_table_links_to_its_own_rules(table):
    rules = table.phone.say("Rules")
    for path in ("", "/new/round", "/watch", "/accounts"):
        assert table.open(path).links[rules] == f"{table.url}/rules"
    listed = table.open("/rules")
    assert listed.links[table.phone.say("Back")] == table.url
    assert f"{table.url}/rules/kocka.follow" in found(listed)
    assert table.open("/rules?q=renonc").links[table.phone.say("Back")] == table.url
    assert all(url.startswith(f"{table.url}/") for url in found(table.phone.screen))


def test_a_watcher_goes_back_from_the_rules_to_what_is_watched(table, other):
    other.get(table.link("watcher"))
    screen = other.get(f"{table.url}/rules")
    assert screen.links[other.say("Back")] == f"{table.url}/watch"


NOWHERE = {
    "/rules/marias": ("", "/kocka.follow", "/one-page", "/glossary", "/house/abc", "/decisions"),
    "/rules/kocka/": ("nic", "kocka.follow.nic", "taroky.flek", "<b>", "kocka", "rules"),
    "/rules/kocka/decisions/": ("0", "999"),
    "/referee/": ("marias", "marias/play", "kocka/nothing"),
    "/new/": ("marias",),
}


def test_what_there_is_not_is_not_found(table, faults):
    phone = table.phone
    for above, below in NOWHERE.items():
        for each in below:
            with faults.at(above, each):
                assert phone.get(above + each).status == 404
    assert table.open("/rules/taroky.flek").status == 404
    assert phone.post("/new/marias").status == 404


def test_a_case_of_a_rule_leads_to_the_rule(app):
    with app.test_request_context():
        assert rule_url("kocka", "kocka.follow") == "/rules/kocka/kocka.follow"
        assert rule_url("kocka", "kocka.round.sum.short") == "/rules/kocka/kocka.round.sum"
        assert rule_url("kocka", "kocka.turn", "7KQ4") == "/m/7KQ4/rules/kocka.turn"
        with pytest.raises(KeyError):
            rule_url("kocka", "nonsense")


def test_a_form_searches_all_games_without_a_script(phone):
    shelf = phone.get(phone.get("/").links[phone.say("Rules")])
    assert {shelf.links[phone.book.title], *found(shelf)} == {f"/rules/{key}" for key in GAMES}
    (form,) = (f for f in shelf.forms if f.node.attrs.get("role") == SEARCH)
    assert (form.node.attrs["method"], form.action) == ("get", "/rules")
    assert [control.attrs["name"] for control in form.controls] == ["q"]
    screen = phone.get("/rules?q=renonců")
    assert {"/rules/kocka/kocka.renonc", "/rules/taroky/taroky.renonc"} <= set(found(screen))
    assert screen.by_id("q").attrs["value"] == "renonců"
    assert "Renonc" in [mark.text for mark in screen.root.all("mark")]
    said = screen.by_id("results").attrs["data-say"]
    rules = screen.by_id("results").all("ol", css="hits")[0].all("li")
    assert said.startswith(str(len(rules)))


def test_a_search_within_a_game_leads_to_its_rules(phone):
    screen = phone.get("/rules/kocka?q=cerna+kocka")
    assert found(screen)
    assert all(url.startswith(("/rules/kocka/", "/referee/kocka/")) for url in found(screen))
    assert found(phone.get("/rules/kocka?q=1b.2"))[0] == "/rules/kocka/kocka.follow"


@pytest.mark.parametrize("path", ["/rules", "/rules/kocka"])
def test_htmx_is_given_only_the_results(phone, path):
    page = phone.get(path)
    (form,) = (f for f in page.forms if f.node.attrs.get("role") == SEARCH)
    assert form.node.attrs["hx-get"] == path
    assert form.node.attrs["hx-target"] == "#results"
    part = phone.get(f"{path}?q=flek", **PARTIAL)
    (results,) = [node for node in part.root.inside if not isinstance(node, str)]
    assert results.attrs["id"] == "results"
    whole = phone.get(f"{path}?q=flek")
    assert found(part) == found(whole)
    phone.screen = page
    assert found(phone.get(path, **PARTIAL)) == found(page)


@pytest.mark.parametrize(("path", "typed"), [("/rules", "xyzzyx"), ("/rules/kocka", "   ")])
def test_without_a_hit_all_is_shown(phone, path, typed):
    screen, everything = phone.get(f"{path}?q={typed}"), found(phone.get(path))
    assert (screen.status, found(screen)) == (200, everything)
    nothing = phone.say("Nothing matches these words. Here is everything:")
    assert (nothing in screen.text) == (typed == "xyzzyx")
    assert len(everything) == len(phone.book.rules if path.endswith("kocka") else GAMES)


def test_whatever_is_typed_is_answered(phone, faults):
    for typed in ("%22", "*", "NEAR(", "AND", "%00", "%ff%fe", "<script>", "x" * 5_000):
        with faults.at(typed[:20]):
            screen = phone.get(f"/rules?q={typed}")
            assert screen.status == 200
            assert not screen.root.all("main")[0].all("script")
            assert len(screen.by_id("q").attrs["value"]) <= LONGEST_QUERY


def test_rules_with_cases_are_folded(phone):
    """A book is a page of fourteen chapters and what stands alone, not four of rules."""
    results = phone.get("/rules/taroky").by_id("results").all("ul", css="book")[0]
    folds = results.all("details")
    assert all("open" not in fold.attrs for fold in folds)
    folded = sum(len(fold.all("a")) for fold in folds)
    assert len(results.all("a")) - folded + len(folds) <= 22
    assert folded > 60


def test_the_rules_are_listed_by_their_numbers(phone):
    texts = [link.text for link in phone.get("/rules/faraon").root.all("a")]
    numbers = [found[1] for text in texts if (found := re.match(r"(\d+(?:\.\d+)?) ", text))]
    assert len(numbers) > 25
    assert numbers == sorted(numbers, key=lambda number: [int(n) for n in number.split(".")])


def test_the_search_finds_a_word_by_what_others_call_it(phone):
    screen = phone.get("/rules/taroky?q=forhont")
    (found,) = screen.by_id("results").all("ul", css="hits")[0].all("a")
    assert found.attrs["href"] == "/rules/taroky/glossary#forehand"
    assert "forhont" in [mark.text for mark in found.all("mark")]
    assert "po pravici toho, kdo rozdává" in found.text
    assert phone.say("Glossary") in screen.by_id("results").attrs["data-say"]


def test_what_has_no_other_name_is_told_without_one(phone):
    screen = phone.get("/rules/taroky?q=valát")
    (found,) = screen.by_id("results").all("ul", css="hits")[0].all("a")
    assert found.all("b")[0].text == "valát"


def test_a_table_stays_in_its_own_rules(phone):
    table = start(phone)
    rules = table.open("/rules")
    assert rules.links[phone.say("Glossary")] == f"{table.url}/rules/glossary"
    assert phone.get(f"{table.url}/rules/glossary").links[phone.say("Rules")]
    found = table.open("/rules?q=namazat").by_id("results").all("ul", css="hits")[0].all("a")
    assert found[0].attrs["href"] == f"{table.url}/rules/glossary#smear"


def test_a_table_reads_its_own_agreements_and_costs(phone):
    table = start(phone, renonc_penalty="points")
    page = phone.get(table.open("/rules").links[phone.say("On one page")])
    assert page.url == f"{table.url}/rules/one-page"
    penalties, agreed = page.root.all("section")[-2:]
    label = phone.book.label("house", "renonc_penalty", "label")
    assert agreed.text.startswith(f"{phone.say('As agreed at this table')} {label}")
    usual = phone.get("/rules/kocka/one-page").root.all("section")[-1]
    assert usual.text != penalties.text


@EACH_GAME
def test_paper_leads_to_the_rulebook_that_everybody_may_read(phone, game, monkeypatch):
    drawn = list[str]()
    monkeypatch.setattr(pages, "qr", lambda url: drawn.append(url) or "")
    table = start(phone, game=game.key)
    phone.get(f"{table.url}/rules/one-page")
    phone.get(f"/rules/{game.key}/one-page")
    assert drawn == [f"http://localhost/rules/{game.key}"] * 2


def test_a_table_reads_decisions_within_its_rulebook(table):
    listed = table.open("/rules/decisions")
    assert listed.links[table.phone.say("Back")] == f"{table.url}/rules"
    first = decisions_of(GAMES["kocka"])[0]
    screen = table.open(f"/rules/decisions/{first.number}")
    assert screen.links[table.phone.say("Back")] == f"{table.url}/rules/decisions"
    back_here = f"{table.url}/rules/decisions/{first.number}"
    assert screen.links[table.phone.say("Settings")] == f"/settings?next={back_here}"
    assert screen.links[table.phone.say("Ask it yourself")].startswith(f"{table.url}/disputes/")


def test_a_table_that_plays_otherwise_is_told_so(phone):
    """K 6 is decided at a table where a renonc costs points."""
    for penalty, verdicts in (("points", 1), ("round", 2)):
        screen = start(phone, renonc_penalty=penalty).open("/rules/decisions/6")
        assert len(screen.root.all("section", css="example")) == verdicts
        assert (phone.say("As agreed at this table") in screen.text) == (verdicts == 2)


def test_a_search_finds_decisions_beside_the_rules(phone):
    for game in GAMES.values():
        for decision in decisions_of(game)[:3]:
            title = decision_words(game, "cs").of(decision).title
            screen = phone.get(f"/rules?q={title}")
            url = f"/rules/{game.key}/decisions/{decision.number}"
            assert url in [a.attrs["href"] for a in screen.by_id("results").all("a")]


def test_a_question_told_in_short_names_its_cards(phone):
    """M 22 is about a chain of plays, each with its cards."""
    screen = phone.get("/referee/makao/attack?decision=22")
    (told,) = (fold.all("summary")[0].text for fold in screen.root.all("details", css="first"))
    assert told.endswith(": hráč 1, srdcový král")


def test_the_page_of_rules_begins_with_a_first_deal_as_this_table_plays(phone):
    table = start(phone, dokladacka="off")
    for url, fifty in ((f"{table.url}/rules", "fifty-off"), ("/rules/kocka", "fifty")):
        first = phone.get(url).root.all("section", css="first")[0]
        assert first.all("p")[0].text == table.told("first", "won")
        lines = [line.text for line in first.all("li")]
        assert len(lines) == 10
        assert lines[8] == table.told("first", fifty)


def test_who_has_played_finds_the_rules_first(phone):
    table = start(phone)
    assert "open" in table.open("/rules").root.all("details", css="why")[0].attrs
    table.rounds((28, 0, 0, 0))
    assert "open" not in table.open("/rules").root.all("details", css="why")[0].attrs


@EACH_GAME
def test_a_search_shows_what_it_found_alone(phone, game):
    assert phone.get(f"/rules/{game.key}").root.all("section", css="first")
    assert not phone.get(f"/rules/{game.key}?q=a").root.all("section", css="first")


def test_a_form_says_what_its_words_are_worth_at_this_table(phone):
    tariff = {"tariff-small": "7", "tariff-large": "13", "honours_always": "all-honours"}
    table = start(phone, game="taroky", **tariff)
    page = table.open("/new/deal")
    said = {
        row.attrs["data-word"]: row.all("dd")[0].all("b") for row in page.by_id("words").all("div")
    }
    assert [each for each in said if each in ("trul", "solo", "zakladni")] == [
        "zakladni",
        "solo",
        "trul",
    ]
    assert said["tarocky"][0].text == table.told("worth", "won", n=7)
    assert said["kralovske-honery"][0].text == table.told("worth", "unless-draw", n=13)
    assert not said["flek"]
    (way,) = page.root.all("a", css="what")
    assert way.attrs["href"] == f"{table.url}/rules/glossary"
    glossary = phone.get(way.attrs["href"])
    assert table.told("worth", "won", n=7) in glossary.by_id("tarocky").text
    assert "7" not in phone.get("/rules/taroky/glossary").by_id("tarocky").text


def test_a_form_without_such_words_has_no_way_to_them(phone):
    assert not start(phone, game="makao").open("/new/paper").root.all("a", css="what")
