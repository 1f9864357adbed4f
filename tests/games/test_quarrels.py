"""What players quarrel about: answered in the words of the source, or by a decision of ours.

A line of `quarrels.jsonl` is a `quarrel`, the `rule` of the book that answers it, the words of its
`source` (null where the rule is ours), and perhaps the `case` that is judged. In Faraón it is what
the book `says` about it, that the source is `silent`, and a case of the referee or of the sheet.
"""

from scorekeeper.core.game import AnyGame
from scorekeeper.referee.cases import differences, judge_case, score
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sources import source_of
from tests.contract.books import EACH_GAME, languages_of
from tests.contract.faults import Faults
from tests.games.test_kept import lines_of


@EACH_GAME
def test_a_quarrel_has_its_rule_in_every_book(game: AnyGame, faults: Faults) -> None:
    source = source_of(game.folder)
    for quarrel in lines_of(game, "quarrels.jsonl"):
        with faults.at(quarrel["quarrel"]):
            rules = {each: open_rulebook(game.folder, each) for each in languages_of(game)}
            told = [book.rule(quarrel["rule"]) for book in rules.values()]
            ours = quarrel.get("silent") or quarrel.get("source", "") is None
            assert all(source.decides(rule) if ours else rule.source != "—" for rule in told)
            assert quarrel.get("says", "") in rules[source.language].rule(quarrel["rule"]).text


@EACH_GAME
def test_a_quarrel_that_can_be_judged_is_judged_so(game: AnyGame, faults: Faults) -> None:
    for quarrel in lines_of(game, "quarrels.jsonl"):
        if case := quarrel.get("case"):
            case = {"game": game.key, **case}
            with faults.at(quarrel["quarrel"]):
                answer = score(case) if "players" in case else judge_case(case)
                assert not differences(case["expect"], answer)
                if "verdict" in answer:
                    cited = [] if "says" in quarrel else [quarrel["rule"]]
                    assert {*case["expect"].get("rules", cited)} <= {*answer["rules"]}
