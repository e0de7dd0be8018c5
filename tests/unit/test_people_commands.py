"""``admin people``: inviting, listing, roles, switching off and on, recovery and sessions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from starbond_site.people import company, invitations, persons, sessions
from starbond_site.people.openid_messages import Identity
from starbond_site.people.passkeys import Browser
from starbond_site.roles import Role
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import somebody


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path, URL="https://www.example.com") as made:
        yield made


def people(*words: str) -> tuple[int, str]:
    done = run("people", *words)
    return done.exit_code, done.output


def test_link_is_the_last_word(archive: Archive) -> None:
    status, said = people("invite", "Rahima Khatun", "Rahima@example.com", "--role", "administer", "--role", "prepare")
    assert status == 0
    token = said.split()[-1].removeprefix("https://www.example.com/desk/invitation?token=")
    assert invitations.invited(archive, token).role_set == {Role.ADMINISTER, Role.PREPARE}
    assert people("invite", "Karim Uddin", "karim@example.com")[0] == 0
    identity = Identity(issuer="https://login.example.com", subject="2", email="karim@example.com", is_verified=True)
    company.sign_in(archive, Browser(address="192.0.2.1"), identity)
    listed = people("list")[1]
    assert "rahima@example.com\tRahima Khatun\tadminister prepare\tlink valid until " in listed
    assert re.search(r"karim@example.com\tKarim Uddin\tprepare\tlink valid until [^\t]*, company account\n", listed)
    invited = "SELECT DISTINCT address FROM audit WHERE action = 'invite person'"
    assert rows(archive, invited) == [("command line",)]


def test_what_cannot_be_done_is_one_sentence(archive: Archive) -> None:
    who = somebody(archive)
    for words, sentence in (
        (("invite", "", "no"), "Please enter your name. This is not a complete email address."),
        (("invite", "R", who.person.email), "There is already a person with the address"),
        (("invite", "R", "r@example.com", "--role", "king"), "king"),
        (("recover", "nobody@example.com"), "There is no person with the address nobody@example.com."),
        (("disable", who.person.email), "This is the only administrator who can sign in."),
        (("roles", who.person.email, "--role", "prepare"), "This is the only administrator who can sign in."),
        (("end-sessions",), "Name one person"),
        (("end-sessions", who.person.email, "--everyone"), "Name one person"),
    ):
        status, said = people(*words)
        assert status in (1, 2), words
        assert sentence in said
        assert "Traceback" not in said


def test_person_is_changed_and_comes_back(archive: Archive) -> None:
    somebody(archive)
    who = somebody(archive, "Karim Uddin", [Role.PREPARE])
    assert people("roles", who.person.email, "--role", "approve") == (0, "Karim Uddin: approve\n")
    assert people("disable", who.person.email)[0] == 0
    assert "\tdisabled\n" in people("list")[1]
    assert (people("recover", who.person.email)[0], people("enable", who.person.email)[0]) == (1, 0)
    link = people("recover", who.person.email)[1].split()[-1]
    assert sessions.holder(archive, who.accept(link.partition("token=")[2]))
    assert "\tapprove\t1 passkeys, 1 sessions\n" in people("list")[1]


def test_sessions_are_listed_and_ended(archive: Archive) -> None:
    first, second = somebody(archive), somebody(archive, "Karim Uddin")
    first.sign_in()
    listed = people("sessions")[1]
    assert listed.count("rahima@example.com\tChrome, Linux\t192.0.2.7\tsince ") == 2
    assert people("end-sessions", first.person.email) == (0, "2 sessions ended\n")
    assert sessions.holder(archive, second.session)
    assert people("end-sessions", "--everyone") == (0, "1 sessions ended\n")
    assert persons.everyone(archive)[0].sessions == 0
