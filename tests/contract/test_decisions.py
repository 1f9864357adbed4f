"""Case law: every decision is judged as it says, and told in every language."""

from scorekeeper.core.house_rules import load_house
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import score
from scorekeeper.referee.judgements import as_case, judge_question
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from scorekeeper.rulebook.search import search
from tests.contract.books import EACH_BOOK, EACH_GAME, EACH_OWN_BOOK
from tests.contract.examples import unlike

LONGEST = {"title": 64, "quarrel": 420, "why": 330}


def answer(game, decision):
    """What is answered to a decision: a verdict, or the points of its sheet."""
    case = decision.example.case
    if decision.example.scored:
        return score(case)
    house, given = load_house(game.house, case.get("house", {})), case["given"]
    return as_case(judge_question(game, house, (), case["kind"], given).verdict)


@EACH_GAME
def test_every_decision_is_answered_as_it_says(game, faults):
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            case, got = decision.example.case, answer(game, decision)
            assert not unlike(decision.example, got)
            assert decision.example.scored or "verdict" in case["expect"]
            if not decision.example.scored:
                assert decision.example.rule in got["rules"]


@EACH_GAME
def test_no_two_decisions_are_alike(game):
    cases = [str({**each.example.case, "expect": 0}) for each in decisions_of(game)]
    assert len(set(cases)) == len(cases)


def test_every_game_has_a_letter_of_its_own():
    letters = [next(iter(decisions_of(game))).letter for game in GAMES.values()]
    assert len(set(letters)) == len(GAMES)


@EACH_BOOK
def test_every_decision_is_told(game, language, faults):
    words, book = decision_words(game, language), open_rulebook(game.folder, language)
    assert set(words.data) == {"topics", *(each.id for each in decisions_of(game))}
    assert set(words.topics) == {each.topic for each in decisions_of(game)}
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            assert book.rule(decision.example.rule)
            check_text(vars(words.of(decision)))


def check_text(parts):
    for part, text in parts.items():
        assert text == " ".join(text.split())
        assert 0 < len(text) <= LONGEST[part], part
        assert part == "title" or text[-1] in '.!?“”»…"', part
    assert parts["title"][-1] != "."


@EACH_BOOK
def test_titles_are_its_own(game, language):
    words = decision_words(game, language)
    titles = [words.of(each).title for each in decisions_of(game)]
    assert len(set(titles)) == len(titles)


@EACH_OWN_BOOK
def test_a_search_finds_every_decision_by_its_title(game, language, faults):
    require_decisions_found(game, language, faults)


def require_decisions_found(game, language, faults):
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            title = decision_words(game, language).of(decision).title
            hits = search(title, language, game.key, most=3)
            assert decision.number in [e.number for hit in hits for e in hit.decisions[:2]]
