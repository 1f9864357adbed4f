"""What is found by its title, in every language."""

from tests.contract.books import EACH_BOOK
from tests.contract.test_books import require_rules_found
from tests.contract.test_decisions import require_decisions_found


@EACH_BOOK
def test_every_rule_is_found_by_its_title(game, language):
    require_rules_found(game, language)


@EACH_BOOK
def test_every_decision_is_found_by_its_title(game, language, faults):
    require_decisions_found(game, language, faults)
