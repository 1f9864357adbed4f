"""The search in the other languages, as `tests/core` asks it in Czech and English."""

import pytest

from tests.core import test_sentences as asked
from tests.core.test_stems import OURS, require_same_finds

EACH_OTHER = pytest.mark.parametrize("language", ["sk", "pl", "be"])


@pytest.mark.parametrize("language", ["en", *OURS])
def test_a_search_finds_the_same_by_any_form(language, faults):
    require_same_finds(language, faults)


@EACH_OTHER
def test_what_players_say_finds_its_rule(language, faults):
    for dictated in (False, True):
        with faults.at("said", dictated):
            asked.test_what_players_say_finds_its_rule_first(language, dictated)
        with faults.at("quarrels", dictated):
            asked.test_the_commonest_quarrels_find_their_rule_first(language, dictated)
    for ask in (
        asked.test_there_are_twelve_sentences_of_each_game,
        asked.test_what_nobody_thought_of_is_mostly_among_the_first_three,
        asked.test_who_asks_how_long_a_demand_lasts_is_led_to_that_question,
        asked.test_a_sentence_always_finds_something,
    ):
        with faults.at(ask.__name__):
            ask(language)
