"""People on PostgreSQL: the rules of ``tests/unit/people``, where transactions run beside each other."""
# ruff: noqa: F401, F811  the tests are collected from here, with the fixture of this module

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.people import challenges, passkeys, persons
from starbond_site.people.roles import Role
from starbond_site.settings import Settings
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import PUBLIC_URL, archive_in, rows
from tests.unit.people.test_company_accounts import (
    test_account_stays_with_its_person_whatever_its_mail_address,
    test_first_sign_ins_at_once_connect_one_account,
    test_invited_person_comes_in_with_the_roles_of_the_site,
    test_mail_address_of_another_takes_nothing_over,
    test_nobody_else_comes_in_and_nobody_is_added,
    test_recovery_ends_sessions_and_forgets_the_account,
)
from tests.unit.people.test_passkeys import (
    test_accepted_link_signs_in_and_works_no_second_time,
    test_answer_works_once_and_in_its_own_browser,
    test_challenge_ends_after_five_minutes,
    test_own_passkeys_are_renamed_and_removed_but_the_last,
    test_passkey_is_registered_once,
    test_sign_in_counts_and_is_audited,
    test_wrong_answers_sign_nobody_in,
    who,
)
from tests.unit.people.test_persons import (
    test_changed_roles_count_at_once,
    test_disabled_person_is_out_at_once_and_back_when_enabled,
    test_invited_person_has_a_link_and_no_passkey,
    test_recovered_person_has_nothing_but_a_new_link,
    test_the_last_administrator_stays,
    test_two_administrators_cannot_remove_each_other_at_once,
)
from tests.unit.people.test_sessions import (
    test_all_other_sessions_end,
    test_removed_passkey_ends_what_it_began,
    test_session_ends_after_an_hour_without_use,
    test_session_ends_after_twelve_hours_in_use,
)
from tests.unit.signing_in import ADDRESS, Somebody


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


def test_link_is_used_once_by_two_devices_at_once(archive: Archive) -> None:
    person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    refused: list[str] = []
    begin = threading.Barrier(2)

    def accept() -> None:
        options, cookie = passkeys.registration_options(archive, person, challenges.for_invitation(token))
        answer = Authenticator().register(options)
        begin.wait()
        try:
            passkeys.accept(archive, passkeys.Browser(address=ADDRESS, cookie=cookie), token, answer)
        except Refusal as refusal:
            refused.append(refusal.code)

    threads = [threading.Thread(target=accept) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert refused == ["invitation_invalid"]
    assert rows(archive, "SELECT count(*) FROM passkey") == [(1,)]


def test_answer_is_taken_once_by_two_workers_at_once(archive: Archive, who: Somebody) -> None:
    options, cookie = passkeys.authentication_options(archive)
    answer, begin, refused = who.device.sign(options), threading.Barrier(4), list[str]()

    def sign_in() -> None:
        begin.wait()
        try:
            passkeys.sign_in(archive, passkeys.Browser(address=ADDRESS, cookie=cookie), answer)
        except Refusal as refusal:
            refused.append(refusal.code)

    threads = [threading.Thread(target=sign_in) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert refused == ["passkey_refused"] * 3
