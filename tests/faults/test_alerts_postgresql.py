"""Mail alerts on PostgreSQL: the rules of ``tests/unit/alerts``."""
# ruff: noqa: F401  the tests are collected from here, with the fixture of this module

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.settings import Settings
from tests.unit.alert_desk import desk
from tests.unit.alerts.test_alert_mails import (
    test_a_document_that_is_entered_later_is_no_news,
    test_a_reader_who_waits_does_not_hold_up_another,
    test_of_a_list_that_is_added_only_what_comes_then_is_mailed,
    test_queueing_is_done_once_by_several_workers,
    test_ten_thousand_subscribers_are_a_few_statements,
    test_what_came_before_is_no_news,
    test_what_comes_within_ten_minutes_after_a_mail_becomes_one_mail,
    test_what_is_withdrawn_before_sending_is_dropped,
)
from tests.unit.alerts.test_alert_service import (
    test_a_second_request_of_a_confirmed_address_changes_nothing_and_says_so_by_mail,
    test_an_address_that_nobody_confirms_is_deleted_after_a_week,
    test_mails_that_were_dropped_leave_nothing,
    test_preferences_are_changed_by_a_link_that_never_expires,
    test_unsubscribing_deletes_everything,
)
from tests.unit.documents.publishing import PUBLIC_URL, archive_in
from tests.unit.mail_server import mail_server, mailer


@pytest.fixture
def archive(postgresql: str, tmp_path: Path) -> Iterator[Archive]:
    """Return an empty archive on PostgreSQL."""
    engine = database.create(Settings.model_validate({"database_address": postgresql}).database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    with archive_in(tmp_path / "data", database_address=postgresql, url=PUBLIC_URL) as made:
        yield made
