"""Dates, figures, corrections and lines that end on PostgreSQL: the rules of ``tests/unit/documents``."""
# ruff: noqa: F401  the tests are collected from here, with the fixture of another module

from tests.faults.test_attempts_postgresql import archive
from tests.unit.documents.sealed.test_release import test_a_title_is_public_with_its_document_and_not_before
from tests.unit.documents.sealed.test_sealing import test_a_title_is_sealed_as_it_would_be_published
from tests.unit.documents.test_calendar_entries import (
    test_cancelled_date_stays_and_cannot_be_changed,
    test_change_keeps_the_identifier_and_raises_the_sequence,
    test_contradictions_are_refused_and_store_nothing,
    test_date_is_stored_as_given_and_in_the_order_of_days,
    test_snapshot_reads_what_changed,
)
from tests.unit.documents.test_corrections import (
    test_current_single_record_gives_way_to_a_restored_one_and_comes_back,
    test_document_moves_to_another_list,
    test_file_takes_the_place_of_a_document,
    test_moving_changes_single_records_at_both_ends,
    test_name_is_corrected,
    test_restored_document_must_not_stand_there_twice,
    test_title_is_corrected_found_audited_and_taken_back,
    test_two_windows_never_overrule_each_other,
    test_withdrawn_document_is_restored,
)
from tests.unit.documents.test_figures import (
    test_figures_disappear_with_their_document,
    test_leaving_the_range_asks_for_a_reason_and_keeps_it,
    test_removing_by_name_and_by_period,
    test_restated_figure_counts_more_than_the_first_statement,
    test_values_come_back_with_every_digit,
)
from tests.unit.documents.test_node_ends import clock, test_line_ends_at_its_moment_and_once
from tests.unit.documents.test_title_migrations import test_titles_go_with_a_downgrade_and_documents_stay
