"""Finding rules: by whatever form of a word, with or without diacritics, and by any text at all."""

import threading
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.search import LONGEST_QUERY, query, search
from scorekeeper.rulebook.sources import source_of
from scorekeeper.rulebook.stems import normalized, stems

DATA = Path(__file__).parents[1] / "data"

HARMLESS = [
    *("", " ", '"', '""', "'", "*", "-", "NEAR(", "NEAR(a b, 2)", "AND", "OR NOT", "title:x"),
    *("{title text} : x", "^a", "a*b", '"a" + "b"', "(((", "\\", "%", "_", "\x00", "\ud800", "ǅ"),
    *("卡牌", "𝔘𐞀", "x" * 10_000, "a b " * 2_500, '"' * 10_000, "č\u030c", "²½"),
    "'; drop table rules; --",
]


def ids(text, language="cs", game="", most=200):
    return [hit.rule.id for hit in search(text, language, game, most)]


def text_of(pieces):
    return "".join(piece.text for piece in pieces)


def found(hit):
    return {piece.text.lower() for piece in (*hit.title, *hit.snippet) if piece.found}


def lines(name):
    text = (DATA / name).read_text("utf-8")
    yield from (line.split(" | ") for line in text.splitlines() if not line.startswith("#"))


def test_a_text_finds_its_rule(faults):
    for language, rule, text in lines("finds.txt"):
        with faults.at(language, text):
            assert rule in ids(text, language)


def test_a_text_finds_its_rule_first(faults):
    """As it is spelled, and without diacritics."""
    for language, rule, text in lines("firsts.txt"):
        for said in (text, normalized(text)):
            with faults.at(language, said):
                assert ids(said, language, rule.partition(".")[0])[0] == rule
        if rule.endswith(("leaving", "trick-size")):
            game = GAMES[rule.partition(".")[0]]
            with faults.at("of which the source says nothing", rule):
                book = open_rulebook(game.folder, language)
                assert source_of(game.folder).decides(book.rule(rule))


@pytest.mark.parametrize("language", ["cs", "en"])
def test_no_text_breaks_the_search(language, faults):
    for text in HARMLESS:
        with faults.at(language, ascii(text[:20])):
            for hit in search(text, language):
                assert hit.rule.title == text_of(hit.title)


def test_nothing_is_found_by_nothing_or_nonsense():
    assert ids("") == ids("  ?! ") == ids("xyzzyx") == []


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_rule_is_found_by_its_title(language):
    for key, game in GAMES.items():
        rules = open_rulebook(game.folder, language).rules
        for rule in rules.values():
            titled = ids(rule.title, language, key, most=1)
            assert rules[titled[0]].title == rule.title, rule.id


def test_what_players_say_leads_to_its_rule_but_a_title_before_it():
    found = ids("misdeal", "en", "taroky")
    assert found[:2] == ["taroky.renonc.misdeal", "taroky.deal.count"]


def test_a_title_weighs_more_than_a_text():
    hits = search("durch", "cs", "kocka")
    titled = ["durch" in hit.title[1].text.lower() if len(hit.title) > 1 else False for hit in hits]
    assert titled == sorted(titled, reverse=True)


def test_a_search_within_a_game_stays_there():
    assert {hit.game for hit in search("renonc", "cs")} >= {"kocka", "taroky"}
    for key in GAMES:
        assert {hit.game for hit in search("karta", "cs", key)} == {key}
    assert not search("karta", "cs", "nothing-of-the-kind")


def test_all_words_are_better_than_any():
    assert ids("chycený durch")[0] == "kocka.round.durch-caught"
    assert "kocka.round.durch" in ids("durch xyzzyx")


def test_what_was_found_is_marked_as_it_is_spelled():
    hits = {hit.rule.id: hit for hit in search("stychy", "cs", "kocka")}
    assert found(hits["kocka.look"]) >= {"štychů", "štychu"}
    assert found(hits["kocka.look"]) <= {"štychu", "štychů", "štychy", "štych"}


@pytest.mark.parametrize("text", ["runda", "hospoda", "karta", "balíček"])
def test_a_snippet_is_short_and_shows_what_was_found(text):
    hits = search(text, "cs")
    assert any(map(found, hits))
    for hit in hits:
        shown = text_of(hit.snippet)
        assert len(shown) <= 210
        plain = shown.removeprefix("… ").removesuffix(" …")
        if hit.spoken != "cs":
            continue
        assert plain in hit.rule.text
        if len(hit.rule.text) > len(plain):
            assert "…" in shown


def test_only_so_much_of_a_long_text_is_read():
    filler = "x " * LONGEST_QUERY
    assert ids(filler + "vagón") == ids(filler)


def test_a_language_without_a_stemmer_still_finds_words_and_the_beginning_of_the_last():
    assert stems("Karten", "de") == stems("karten", "de")
    assert {hit.rule.id for hit in search("renon", "de")} == {
        hit.rule.id for hit in search("renon", "en")
    }


def test_case_and_diacritics_are_folded():
    assert normalized("Černá KOČKA, štych") == "cerna kocka, stych"


def test_threads_may_search_at_once():
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(ids("renonc"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [ids("renonc")] * 8


def test_words_that_only_ask_count_little():
    assert [term.worth < 1 for term in query("kdo bere ten štych", "cs")] == [
        *(True, False, True, False)
    ]


def test_a_rule_offers_what_can_be_checked_about_it():
    first = search("nepřiznal barvu", "cs", "kocka")[0]
    assert first.offence == first.book.text("offences", "kocka.follow")
    assert first.questions[0] == "play"
    assert first.decisions
    assert {first.book.rule(each.example.rule).id for each in first.decisions} == {first.rule.id}
    (best, *_others) = search("odmítli oba kartu z talonu", "cs", "taroky")[0].decisions
    assert best.number == 31


def test_a_search_is_quick():
    """Half of the sentences take less than 30 ms, however busy the machine is with others."""
    search("renonc", "cs")
    took = []
    for said in ("kdo bere ten štych", "blafoval že nemá dámu", "oba mají stejně přes sto") * 3:
        start = process_time()
        search(said, "cs")
        took.append(process_time() - start)
    assert median(took) < 0.03
