"""What a referee says of an offence keeps the same laws in every other language than Czech."""

from tests.contract.books import BOOKS, each_of
from tests.languages import test_verdicts as laws

IN_OTHERS = each_of([book for book in BOOKS if book[1] != "cs"])


@IN_OTHERS
def test_a_verdict_keeps_every_law(app, game, language, faults):
    laws.test_a_verdict_keeps_every_law(app, game, language, faults)


@IN_OTHERS
def test_where_more_than_the_penalty_is_taken_one_sum_is_told(app, game, language):
    laws.test_where_more_than_the_penalty_is_taken_one_sum_is_told(app, game, language)


@IN_OTHERS
def test_no_word_for_player_stands_before_a_seat(game, language, faults):
    laws.test_no_word_for_player_stands_before_a_seat(game, language, faults)
