"""Whatever arrives or is done, in many more ways than `tests/core` tries."""

from hypothesis import HealthCheck, given, settings

from tests.core.test_cases import ANY_FILE, BOTH_COMMANDS, ENTRIES, require_answers, require_scores
from tests.core.test_ledger import BODIES, NAMES, require_the_same_back
from tests.core.test_undo import ANY_DEEDS, require_one_fold
from tests.verification.breadth import WHOLE

MORE = settings(
    max_examples=300 if WHOLE else 100, deadline=None, suppress_health_check=[*HealthCheck]
)


@MORE
@given(ANY_DEEDS)
def test_event_by_event_or_all_at_once_the_match_is_the_same(deeds):
    require_one_fold(deeds)


@MORE
@given(ENTRIES)
def test_whatever_stands_in_a_ledger_it_is_scored_or_refused(entries):
    require_scores(entries)


@MORE
@given(pieces=ANY_FILE)
@BOTH_COMMANDS
def test_whatever_a_file_says_every_line_has_an_answer(tmp_path, capsys, command, pieces):
    require_answers(tmp_path, capsys, command, pieces)


@MORE
@given(body=BODIES, match=NAMES, key=NAMES)
def test_any_json_comes_back(any_ledger, body, match, key):
    require_the_same_back(any_ledger, body, match, key)
