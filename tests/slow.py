"""Tests that take seconds, which `make quick` leaves out; measured with `--durations=60`.

They are listed here rather than marked one by one, so that the list can be measured anew at once.
"""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
RANDOM_PLAY = "test_play.py"
"""Files of tests that play whole games at random."""

SLOW = {
    "company/test_forgetting.py": {
        "test_everybody_can_be_forgotten_one_after_the_other",
    },
    "company/test_records.py": {
        "test_a_struck_row_takes_its_record_with_it",
        "test_memory_says_the_same_and_sees_every_change",
        "test_points_are_those_of_every_row_that_counts",
    },
    "company/test_season.py": {
        "test_a_season_has_everything_that_happens_to_people",
    },
    "core/test_cards.py": {
        "test_the_examples_in_docstrings_are_true",
    },
    "core/test_care.py": {
        "test_a_server_that_runs_notices",
    },
    "core/test_cases.py": {
        "test_whatever_a_file_says_every_line_has_an_answer",
        "test_whatever_stands_in_a_ledger_it_is_scored_or_refused",
        "test_who_has_read_enough_is_told_nothing",
    },
    "core/test_doctests.py": {
        "test_every_example_is_right",
    },
    "core/test_files.py": {
        "test_links_begin_with_the_address_that_is_given",
        "test_links_of_an_import_are_those_of_its_new_house",
    },
    "core/test_ledger.py": {
        "test_a_child_can_use_the_ledger_after_a_fork",
        "test_a_fork_after_a_change_of_directory",
        "test_a_fork_waits_for_the_writing_thread",
        "test_a_full_disk_is_no_success",
        "test_a_ledger_in_memory_outlives_a_fork",
        "test_any_json_comes_back",
        "test_greenlets_write_one_match_at_once",
        "test_processes_can_open_one_new_file_at_once",
        "test_processes_write_one_match_at_once",
        "test_threads_write_one_match_at_once",
        "test_what_was_acknowledged_outlives_a_kill",
    },
    "core/test_ledger_files.py": {
        "test_every_command_says_it_in_one_sentence",
    },
    "core/test_named_house.py": {
        "test_what_was_sent_comes_back",
    },
    "core/test_pocket_fold.py": {
        "test_it_is_the_same_in_every_process",
    },
    "core/test_pocket_sending.py": {
        "test_an_answer_that_is_none_changes_nothing",
        "test_nonsense_in_any_field_is_answered",
        "test_nonsense_in_any_line_is_answered",
        "test_nonsense_in_any_member_of_a_body_is_answered",
    },
    "core/test_referee.py": {
        "test_a_given_with_one_member_left_out_or_nulled_is_judged_or_refused",
        "test_a_verdict_is_a_value_of_ids_and_facts",
        "test_odd_lines_stop_nothing",
        "test_ten_thousand_lines_go_on_after_broken_ones",
        "test_whatever_is_given_it_is_judged_or_refused",
    },
    "core/test_rulebook.py": {
        "test_a_game_says_the_same_in_every_language",
    },
    "core/test_schema.py": {
        "test_what_is_written_reads_back_the_same_through_json",
        "test_whatever_arrives_is_read_or_refused_in_words",
    },
    "core/test_search.py": {
        "test_a_text_finds_its_rule",
        "test_all_forms_of_a_word_find_the_same",
        "test_every_rule_is_found_by_its_title",
        "test_every_rule_is_found_by_its_title_in_every_language_of_its_game",
        "test_the_index_finds_what_the_matcher_marks",
    },
    "core/test_seating.py": {
        "test_whoever_comes_and_goes_every_game_is_somebodys",
    },
    "core/test_settling.py": {
        "test_everything_is_settled_in_as_few_payments_as_there_can_be",
    },
    "core/test_tournament.py": {
        "test_a_draw_seats_everybody_once_and_spreads_the_pauses",
        "test_no_more_meet_again_than_by_chance",
    },
    "core/test_undo.py": {
        "test_event_by_event_or_all_at_once_the_match_is_the_same",
    },
    "core/test_written_by_0_4.py": {
        "test_a_match_of_0_4_goes_on",
        "test_a_match_of_0_4_is_shown_on_every_page",
        "test_a_verdict_of_0_4_says_what_it_said",
    },
    "drills/test_fuzz.py": {
        "test_a_fault_is_printed",
        "test_the_first_broken_requests",
    },
    "games/durak/test_helps.py": {
        "test_a_rank_that_is_not_there_is_not_thrown_in",
        "test_attacking_and_beating_cards_lie_side_by_side",
        "test_every_state_is_a_right_page",
        "test_never_more_than_the_defender_holds",
        "test_the_public_case",
        "test_transfer_only_where_it_is_played",
    },
    "games/durak/test_pages.py": {
        "test_a_question_is_asked_from_the_sheet_and_without_one",
        "test_an_evening",
        "test_every_house_rule_can_be_agreed",
        "test_seven_are_too_many_for_36_cards",
        "test_teams_lose_together",
    },
    "games/durak/test_unknown.py": {
        "test_cards_taken_when_the_hand_is_not_known",
    },
    "games/faraon/test_facts.py": {
        "test_a_kind_depends_on_the_house_rules_that_change_an_answer",
        "test_a_play_from_an_unknown_hand_is_judged_for_every_hand",
    },
    "games/faraon/test_helps.py": {
        "test_the_list_of_questions_leads_there",
        "test_two_sevens_and_one_make_nine",
    },
    "games/faraon/test_pages.py": {
        "test_a_classic_evening",
        "test_a_correction_counts_the_cards_anew",
        "test_an_olympic_evening_with_a_beggar",
        "test_every_house_rule_can_be_agreed",
        "test_who_is_out_cannot_lose_and_who_has_cards_cannot_beg",
    },
    "games/faraon/test_sheet.py": {
        "test_whatever_is_corrected_nobody_has_less_than_no_card",
    },
    "games/kocka/test_dokladacka.py": {
        "test_a_false_cink_is_laid_at_the_door_of_who_said_it",
        "test_every_way_of_proving_it_happens",
        "test_true_cinks_prove_nothing_and_somebody_loses",
    },
    "games/kocka/test_dokladacka_page.py": {
        "test_a_whole_dokladacka",
        "test_when_none_is_due_nothing_is_written",
    },
    "games/kocka/test_pages.py": {
        "test_two_ways_at_once",
    },
    "games/kocka/test_referee.py": {
        "test_in_random_dokladackas_a_card_fits_or_cink_is_right",
        "test_in_random_rounds_nothing_is_found_and_the_points_agree",
        "test_one_planted_renonc_is_found_and_nothing_else",
    },
    "games/makao/test_helps.py": {
        "test_every_state_is_a_right_page",
        "test_the_page_says_what_the_case_says",
    },
    "games/makao/test_pages.py": {
        "test_a_question_is_asked_from_the_sheet_and_without_one",
        "test_an_evening",
    },
    "games/makao/test_referee.py": {
        "test_the_referee_agrees_with_the_rules_told_a_second_time",
        "test_what_was_allowed_instead_is_every_card_that_is_legal_alone",
    },
    "games/makao/test_sheet.py": {
        "test_any_evening_adds_up",
    },
    "games/makao/test_unknown.py": {
        "test_a_chain_with_jokers",
        "test_a_play_with_jokers",
    },
    "games/taroky/test_auction_page.py": {
        "test_what_may_not_be_bid_is_refused",
    },
    "games/taroky/test_counting_page.py": {
        "test_by_threes_as_the_source_counts",
        "test_what_cannot_be_is_refused",
    },
    "games/taroky/test_pages.py": {
        "test_a_deal_opens_as_it_was_recorded",
        "test_the_form_can_say_every_contract",
        "test_what_cannot_be_is_refused_and_kept",
        "test_who_pauses_can_be_changed_for_a_deal",
    },
    "games/taroky/test_questions.py": {
        "test_a_question_is_told_and_answered",
    },
    "games/taroky/test_referee.py": {
        "test_a_kind_says_on_which_house_rules_its_answer_depends",
        "test_an_unfinished_audit_proves_what_it_can_and_says_what_it_cannot",
        "test_the_audit_finds_the_one_illegal_card_and_nothing_else",
        "test_the_audit_of_a_legal_deal_finds_nothing_and_counts_it_right",
        "test_whatever_stands_in_a_dispute_it_is_judged_or_refused",
        "test_with_all_hands_known_every_card_is_judged",
    },
    "games/taroky/test_sheet.py": {
        "test_any_deal_is_settled_by_the_rules",
        "test_four_players_are_possible_exactly_if_hands_can_be_made",
        "test_one_announcement_each_is_possible_exactly_if_hands_can_be_made",
        "test_what_real_hands_are_announced_as_is_possible",
    },
    "games/taroky/test_unknown.py": {
        "test_what_is_decided_stays_so_whatever_is_unknown",
    },
    "games/test_comparing.py": {
        "test_a_change_of_any_situation_is_answered_or_refused",
        "test_a_house_rule_that_cannot_come_up_is_said_to_make_no_difference",
        "test_any_two_tables_can_be_compared",
        "test_every_house_rule_switched_alone_makes_a_difference",
        "test_no_smaller_situation_tells",
        "test_the_furthest_tariffs_ask_few_questions",
    },
    "games/test_contract.py": {
        "test_every_notice_has_a_sentence",
        "test_every_refusal_has_a_sentence_a_short_form_and_a_rule",
    },
    "games/test_decisions.py": {
        "test_a_search_finds_every_decision_by_its_title",
        "test_every_decision_is_answered_as_it_says",
    },
    "games/test_explanations.py": {
        "test_each_line_is_a_reason_and_together_they_are_the_row",
    },
    "games/test_house_asked.py": {
        "test_a_kind_depends_on_the_house_rules_that_change_an_answer",
    },
    "games/test_referee_words.py": {
        "test_every_fact_that_can_be_missing_is_named",
    },
    "games/test_taroky_pot.py": {
        "test_players_and_pot_have_nothing_after_every_row",
    },
    "languages/test_catalogue.py": {
        "test_every_message_is_translated",
        "test_every_template_is_rendered_in_every_language",
        "test_no_page_mixes_languages",
    },
    "languages/test_evening_be.py": {
        "test_every_other_page_speaks_belarusian",
        "test_the_referee_decides",
    },
    "languages/test_evening_pl.py": {
        "test_the_rules_are_read_and_searched",
    },
    "languages/test_evening_sk.py": {
        "test_every_other_page_is_slovak",
        "test_the_referee_answers",
    },
    "laws/test_layers.py": {
        "test_there_is_something_to_look_at",
    },
    "laws/test_names.py": {
        "test_no_function_is_named_by_a_participle",
        "test_no_local_variable_is_anything",
    },
    "laws/test_shape.py": {
        "test_functions_are_short",
        "test_names_say_something",
    },
    "laws/test_shared_files.py": {
        "test_no_ordinary_word_is_named_in_vain",
        "test_no_shared_file_knows_a_game",
    },
    "load/test_evening.py": {
        "test_five_tables_play_and_nothing_goes_wrong",
    },
    "load/test_parts.py": {
        "test_forms_are_read_as_a_browser_reads_them",
    },
    "second/test_agreement.py": {
        "test_both_say_the_same",
        "test_every_kind_is_asked_often",
        "test_moves_are_as_many_as_noted",
    },
    "simulation/test_worlds.py": {
        "test_a_fault_is_told_by_its_seed_and_its_shortest_history",
        "test_a_guard_behind_others_is_enough",
        "test_every_guard_is_missed",
        "test_everything_is_written_at_every_table_where_nothing_goes_wrong",
        "test_nothing_is_lost_doubled_or_out_of_order",
        "test_one_seed_replays_one_world",
        "test_the_command_tells_a_world",
    },
    "third/test_plays.py": {
        "test_the_sources_say_the_same",
    },
    "walks/test_walks.py": {
        "test_a_proof_on_all_cores",
        "test_a_state_is_what_the_choices_made_of_the_deal",
        "test_cards_are_conserved_and_only_offences_are_no_choices",
        "test_nothing_is_wrong_in_a_legal_game",
        "test_one_planted_offence_is_found",
    },
    "web/test_access.py": {
        "test_another_secret_makes_other_tokens",
        "test_strangers_and_watchers_write_nothing",
        "test_watchers_links_lead_somewhere",
        "test_watchers_may_look",
    },
    "web/test_agreements.py": {
        "test_what_was_agreed_last_time_is_offered_first",
    },
    "web/test_arrival.py": {
        "test_even_with_its_length_made_to_fit_a_cut_save_is_no_row",
    },
    "web/test_audit_page.py": {
        "test_a_varsava_counts_its_talon_cards",
        "test_a_varsava_without_its_talon_is_taken_over_without_points",
        "test_a_whole_deal_of_taroky_from_home",
        "test_a_whole_deal_of_taroky_is_taken_over",
        "test_a_whole_round_of_kocka",
        "test_the_board_tells_the_trick_and_whose_turn_it_is",
        "test_with_five_a_varsava_has_points_for_four",
        "test_with_five_the_seats_are_those_of_the_sheet",
    },
    "web/test_confirming.py": {
        "test_two_sides_enter_the_same_and_it_counts",
    },
    "web/test_decisions.py": {
        "test_a_decision_can_be_asked",
        "test_a_rule_leads_to_its_decisions",
        "test_every_decision_has_a_page",
    },
    "web/test_disputes.py": {
        "test_cards_can_be_typed",
        "test_every_question_opens",
    },
    "web/test_evening.py": {
        "test_the_evening_of_1996",
    },
    "web/test_faraon_questions.py": {
        "test_a_pile_that_was_shuffled",
    },
    "web/test_home.py": {
        "test_a_phone_remembers_forty_matches_in_a_small_cookie",
    },
    "web/test_house_sets.py": {
        "test_a_match_by_what_a_company_keeps_asks_for_confirmation",
        "test_every_difference_is_shown_with_two_answers",
        "test_many_differences_come_page_by_page",
    },
    "web/test_imports.py": {
        "test_points_that_do_not_add_up_are_told_where_one_settles_up",
        "test_what_is_taken_in_is_shown_on_every_page",
    },
    "web/test_kocka_questions.py": {
        "test_a_durch_by_the_cards",
        "test_which_card_is_inscribed_with_two_votes_for_one",
    },
    "web/test_ledger_trouble.py": {
        "test_damage_is_said_as_it_is_and_told_to_the_operator",
        "test_what_cannot_be_saved_can_be_sent_again",
    },
    "web/test_limits.py": {
        "test_a_code_rests_a_week_after_the_last_event",
        "test_all_workers_count_together",
        "test_codes_of_a_public_house_are_longer",
        "test_the_share_page_shows_no_code_that_rests",
        "test_wrong_links_are_counted_by_all_workers_together",
    },
    "web/test_links.py": {
        "test_links_that_the_command_line_prints_open_the_match",
        "test_links_under_a_sub_path_name_it_once",
    },
    "web/test_long_evenings.py": {
        "test_all_rows_of_the_sheet_a_page_at_a_time",
        "test_the_running_totals_a_page_at_a_time",
    },
    "web/test_offences.py": {
        "test_offences_are_listed_in_the_order_of_the_book",
    },
    "web/test_postgres_trouble.py": {
        "test_a_database_may_go_and_come_back",
        "test_a_full_disk_is_no_success",
        "test_rights_may_be_taken_and_given_back",
        "test_tables_that_are_dropped_are_missed",
    },
    "web/test_operation.py": {
        "test_what_machines_ask_for",
    },
    "web/test_phone_alone.py": {
        "test_a_phone_has_words_for_no_connection_in_its_language",
    },
    "web/test_pocket.py": {
        "test_a_long_evening_comes_in_parcels",
        "test_a_verdict_of_the_phone_keeps_its_link",
        "test_who_opens_too_many_matches_waits",
    },
    "web/test_pocket_files.py": {
        "test_a_line_that_is_wrong_is_named",
        "test_a_long_evening_is_taken_in",
        "test_a_match_moves_from_phone_to_phone",
        "test_a_phone_alone_forgets_no_match",
        "test_two_evenings_are_never_made_one",
        "test_what_is_no_file_of_a_match_is_refused",
        "test_what_needs_others_says_that_it_needs_a_server",
    },
    "web/test_pocket_home.py": {
        "test_the_phone_has_the_matches_that_it_may_write",
        "test_what_was_written_without_a_signal_comes_home",
    },
    "web/test_pocket_rehearsal.py": {
        "test_everything_that_is_rehearsed_is_answered",
        "test_nothing_of_it_is_left_for_whoever_begins",
    },
    "web/test_prefix.py": {
        "test_a_dispute_stays_inside",
        "test_every_address_of_every_page_stays_inside",
        "test_every_step_of_an_evening_stays_inside",
        "test_next_does_not_lead_to_the_site_beside",
        "test_what_is_kept_for_all_readers_leads_to_where_each_reads",
        "test_what_is_shared_leads_under_the_prefix",
    },
    "web/test_reading.py": {
        "test_the_export_is_what_import_takes",
    },
    "web/test_records.py": {
        "test_every_game_has_its_records",
    },
    "web/test_rules.py": {
        "test_every_example_is_told_beside_its_rule",
        "test_every_house_rule_stands_with_the_rule_that_it_changes",
        "test_every_rule_has_a_page",
        "test_every_rule_offers_what_its_source_says",
        "test_unwritten_rules_are_told_as_custom",
    },
    "web/test_saving.py": {
        "test_a_broken_key_is_refused_in_words",
        "test_a_broken_seen_is_refused_in_words",
        "test_a_restart_keeps_the_evening_and_the_roles",
    },
    "web/test_sayable.py": {
        "test_every_card_of_a_case_has_a_key",
    },
    "web/test_sealing.py": {
        "test_all_who_sign_stand_on_the_card",
    },
    "web/test_security.py": {
        "test_cookies_are_secure_behind_https",
        "test_every_route_that_writes_asks_for_the_token",
        "test_the_secret_is_made_once_and_is_nobodys_business",
        "test_too_many_requests",
    },
    "web/test_serving.py": {
        "test_half_sent_and_idle_connections_stop_nobody",
        "test_of_a_request_nothing_is_kept_once_it_is_answered",
        "test_streams_end_with_the_server_and_miss_nothing_while_it_is_away",
        "test_what_has_come_is_read_whatever_the_time",
        "test_what_is_no_request_is_not_repeated",
        "test_who_says_nothing_does_not_keep_the_server_from_stopping",
    },
    "web/test_sheet.py": {
        "test_losses_are_strokes_and_called_so",
        "test_names_are_only_ever_text",
    },
    "web/test_starting.py": {
        "test_it_starts_where_nothing_is_wrong",
    },
    "web/test_telling.py": {
        "test_every_case_can_be_told",
    },
    "web/test_tournament.py": {
        "test_sixty_four_play_three_rounds_and_a_phone_dies",
    },
    "web/test_verdicts.py": {
        "test_a_bad_case_is_named_and_kept",
        "test_every_kind_of_the_public_cases_can_be_brought",
        "test_the_same_question_has_the_same_address_and_another_one_its_own",
        "test_the_word_and_the_sentence_come_first",
    },
}
"""File → its functions that take two fifths of a second or more, all their cases together."""


def is_slow(item: pytest.Item) -> bool:
    """Whether a test is one of these."""
    if FOLDER not in item.path.parents:
        return False
    names = SLOW.get(item.path.relative_to(FOLDER).as_posix(), ())
    return item.path.name == RANDOM_PLAY or getattr(item, "originalname", item.name) in names
