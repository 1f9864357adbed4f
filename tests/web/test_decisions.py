"""Case law in the browser: the list, a page for each decision, and the ways to and from it."""

from scorekeeper.games import GAMES
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from tests.web.phone import Phone
from tests.web.table import Table, start


def test_a_table_reads_decisions_within_its_rulebook(table: Table) -> None:
    listed = table.open("/rules/decisions")
    assert listed.links[table.phone.say("Back")] == f"{table.url}/rules"
    first = decisions_of(GAMES["kocka"])[0]
    screen = table.open(f"/rules/decisions/{first.number}")
    assert screen.links[table.phone.say("Back")] == f"{table.url}/rules/decisions"
    assert screen.links[table.phone.say("Ask it yourself")].startswith(f"{table.url}/disputes/")


def test_a_table_that_plays_otherwise_is_told_so(phone: Phone) -> None:
    """K 6 is decided at a table where a renonc costs points."""
    for penalty, verdicts in (("points", 1), ("round", 2)):
        table = start(phone, renonc_penalty=penalty)
        screen = table.open("/rules/decisions/6")
        assert len(screen.root.all("section", css="example")) == verdicts
        assert (phone.say("As agreed at this table") in screen.text) == (verdicts == 2)


def test_a_search_finds_decisions_beside_the_rules(phone: Phone) -> None:
    for game in GAMES.values():
        for decision in decisions_of(game)[:3]:
            title = decision_words(game, "cs").of(decision).title
            screen = phone.get(f"/rules?q={title}")
            url = f"/rules/{game.key}/decisions/{decision.number}"
            assert url in [a.attrs["href"] for a in screen.by_id("results").all("a")]


def test_a_question_told_in_short_names_its_cards(phone: Phone) -> None:
    """M 22 is about a chain of plays, each with its cards."""
    screen = phone.get("/referee/makao/attack?decision=22")
    (told,) = (fold.all("summary")[0].text for fold in screen.root.all("details", css="first"))
    assert told.endswith(": hráč 1, srdcový král")
