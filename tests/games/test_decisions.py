"""Case law and quarrels of our own games: decided, answered first, in the words of the source."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper import games
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import differences, judge_case, score
from scorekeeper.referee.explanation import OPEN, UNNAMED
from scorekeeper.referee.judgements import judge_question
from scorekeeper.rulebook import open_rulebook, shared_words
from scorekeeper.rulebook.decisions import decision_of, decisions_of
from scorekeeper.rulebook.sources import source_of
from scorekeeper.web import LANGUAGES
from scorekeeper.web.wording.verdicts import verdict_view
from tests.contract.books import EACH_GAME, languages_of, place_of
from tests.contract.test_referee_words import penalties
from tests.games.test_kept import lines_of

NUMBERS = tomllib.loads((Path(__file__).parents[1] / "data" / "decided.toml").read_text("utf-8"))
"""Game → the ids of all decisions by their numbers; a number of one that is gone stays taken."""
FEWEST = 50
COLLECTIONS = [GAMES[key] for key in NUMBERS if len(NUMBERS[key]) >= FEWEST]


@pytest.mark.parametrize("key", NUMBERS)
def test_numbers_are_for_ever(key):
    known = {each.number: each.id for each in decisions_of(GAMES[key])}
    taken = dict(enumerate(NUMBERS[key], start=1))
    assert known.items() <= taken.items(), (
        "tests/data/decided.toml: add the id of a new decision at the end; its number is its place"
    )
    assert len(set(taken.values())) == len(taken)
    assert all(decision_of(GAMES[key], number).id == id for number, id in known.items())


@pytest.mark.parametrize("game", COLLECTIONS, ids=lambda game: game.key)
def test_there_are_many_on_every_rule_of_the_source(game):
    decisions = decisions_of(game)
    assert len(decisions) >= FEWEST
    turned_on = {each.example.rule for each in decisions}
    book = open_rulebook(game.folder, "en")
    usual = {
        rule.id
        for rule in game.rules
        if rule.when(game.house()) and book.rule(rule.id).source != "—"
    }
    lacking = sorted(usual - turned_on)
    assert not lacking, (
        f"{place_of(game, 'decisions', 'cases.toml')}: decide a quarrel on each of {lacking}, "
        "with its title, quarrel and why in en.toml beside it"
    )


@EACH_GAME
def test_a_quarrel_has_its_rule_in_every_book(game, faults):
    source = source_of(game.folder)
    for quarrel in lines_of(game, "quarrels.jsonl"):
        with faults.at(quarrel["quarrel"]):
            rules = {each: open_rulebook(game.folder, each) for each in languages_of(game)}
            told = [book.rule(quarrel["rule"]) for book in rules.values()]
            ours = quarrel.get("silent") or quarrel.get("source", "") is None
            assert all(source.decides(rule) if ours else rule.source != "—" for rule in told)
            assert quarrel.get("says", "") in rules[source.language].rule(quarrel["rule"]).text


@EACH_GAME
def test_a_quarrel_that_can_be_judged_is_judged_so(game, faults):
    for quarrel in lines_of(game, "quarrels.jsonl"):
        if case := quarrel.get("case"):
            case = {"game": game.key, **case}
            with faults.at(quarrel["quarrel"]):
                answer = score(case) if "players" in case else judge_case(case)
                assert not differences(case["expect"], answer)
                if "verdict" in answer:
                    cited = [] if "says" in quarrel else [quarrel["rule"]]
                    assert {*case["expect"].get("rules", cited)} <= {*answer["rules"]}


NAMES = ("Ada", "Bob", "Cyd", "Dan")
DEAL = {"dealer": 3, "declarer": 0, "contract": "solo", "points": 40}
FIRST = [
    ("taroky", "pagat", {"declared": True, "trick": 4}, "made"),
    ("taroky", "valat", {"side": "declarer", "declared": True, "made": True}, "made"),
    ("taroky", "winner", {"trick": ["KS", "7S", "V", "QS"], "leader": 1}, "card"),
    ("taroky", "settle", {"deal": DEAL}, "points"),
    ("kocka", "winner", {"leader": 0, "trick": ["TD", "AC", "KD", "QS"]}, "winner"),
    ("kocka", "trigger", {"before": [25, 46, 1, 9], "after": [25, 64, 11, 8]}, "dokladacka"),
    ("kocka", "round", {"points": [14, 12, 2, 0], "no_trick": [3]}, "points"),
    ("kocka", "claim", {"seat": 1, "won_points": [3, None, 2, 0]}, "points"),
    ("kocka", "first-dealer", {"cards": {"0": "KD", "1": "8D", "2": "8S", "3": "TC"}}, "dealer"),
    (
        "kocka",
        "inscribe",
        {"loser": 0, "owner": 3, "votes": {"0": "QS", "1": "QS", "2": "AH", "3": "QS"}},
        "card",
    ),
]


@pytest.mark.parametrize(("key", "kind", "given", "first"), FIRST)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_answer_comes_before_how_it_is_found(key, kind, given, first, language):
    game = GAMES[key]
    book = open_rulebook(game.folder, language)
    judgement = judge_question(game, game.house(), NAMES, kind, given)
    view, result = verdict_view(judgement, book), judgement.verdict.result
    textbook = book.say("legal", kind, {**given, **result}, NAMES)
    assert view.outcome == "answer"
    assert view.sentence == book.answer(kind, first, result[first], NAMES, result)
    assert view.answers[-1] == textbook


def test_whoever_need_not_beat_is_told_so_first():
    game = GAMES["taroky"]
    given = {"contract": "solo", "trick": ["XII"], "hand": ["XIV", "V"], "card": "V"}
    judgement = judge_question(game, game.house(), NAMES, "play", given)
    assert judgement.verdict.rules[0] == "taroky.play.no-overtake"
    for language in ("cs", "sk", "pl", "be", "en"):
        book = open_rulebook(game.folder, language)
        said = verdict_view(judgement, book).sentence
        assert said == book.say("legal", "play.taroky.play.no-overtake", {"card": "V"}, NAMES)


FOLDERS = sorted(path.parent for path in Path(games.__file__).parent.glob("*/__init__.py"))


def test_every_folder_on_the_shelf_is_a_game():
    assert [folder.name for folder in FOLDERS] == sorted(GAMES)


def test_words_of_penalties_that_games_share_are_used_by_one():
    given = {cost for game in GAMES.values() for _, cost in penalties(game)}
    ids = {id for cost in (*given, OPEN) for id in (cost or UNNAMED).ids} | {"none"}
    for language in LANGUAGES:
        assert not set(shared_words(language)["penalties"]) - ids, "words of what is gone"
