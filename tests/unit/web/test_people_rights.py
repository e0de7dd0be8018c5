"""Every address of the pages of people: without a session, with one that has ended, and from another site."""

from collections.abc import Callable
from datetime import timedelta
from html import escape
from pathlib import Path

import pytest
from people_fixtures import PROVIDER
from people_site import SESSION, Browser, people_app, shown
from starlette.applications import Starlette
from starlette.routing import Route

from starbond_site import content, local_time
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.people import Role, persons, sessions
from starbond_site.settings import UploadPolicy
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import Somebody, somebody

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
WORDS = content.read("en").interface
ERRORS = content.read("en").errors


ADDRESSES = {
    ("GET", "/desk/account"),
    ("POST", "/desk/account"),
    ("POST", "/desk/account/passkeys"),
    ("POST", "/desk/account/passkeys/options"),
    ("GET", "/desk/people"),
    ("POST", "/desk/people"),
}
"""What needs a session."""
FREE = {
    ("GET", "/desk/sign-in"),
    ("POST", "/desk/sign-in"),
    ("POST", "/desk/sign-in/options"),
    ("POST", "/desk/sign-in/company"),
    ("GET", "/desk/sign-in/company/answer"),
    ("GET", "/desk/invitation"),
    ("POST", "/desk/invitation"),
    ("POST", "/desk/invitation/options"),
    ("POST", "/desk/sign-out"),
    ("GET", "/desk/passkeys.js"),
}
"""What does not: signing in itself."""
PROTECTED = pytest.mark.parametrize(
    ("method", "path"), sorted((method, localized(path, lang)) for method, path in ADDRESSES for lang in LANGUAGES)
)


def test_these_are_all_the_addresses(app: Starlette) -> None:
    found = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route) and route.endpoint.__module__.startswith("starbond_site.web.people")
        for method in route.methods or ()
        if method != "HEAD"
    }

    both = {(method, localized(path, language)) for method, path in ADDRESSES | FREE for language in LANGUAGES}
    assert found == both - {("GET", "/bn/desk/passkeys.js"), ("GET", "/bn/desk/sign-in/company/answer")}


def _send(browser: Browser, method: str, path: str, **headers: str):  # noqa: ANN202
    fields = {"deed": "invite", "name": "X", "email": "x@example.com", "role-administer": "on", "credential": "{}"}
    return browser.get(path) if method == "GET" else browser.post(path, fields, **headers)


def _stands(archive: Archive) -> tuple[object, ...]:
    return tuple(rows(archive, f"SELECT * FROM {table}") for table in ("person", "passkey", "invitation"))  # noqa: S608


@PROTECTED
def test_nothing_without_a_session(archive: Archive, app: Starlette, admin: Somebody, method: str, path: str) -> None:
    before = _stands(archive)

    for cookies in ({}, {SESSION: "x" * 43}, {SESSION: admin.session + "x"}):
        answer = _send(Browser(app, cookies), method, path)
        assert answer.status == (403 if path.endswith("options") else 401)
        assert "rahima" not in answer.text.lower()
        assert answer.headers["cache-control"] == "no-store"
    assert _stands(archive) == before


def _signs_out(who: Somebody, _: pytest.MonkeyPatch) -> None:
    sessions.sign_out(who.archive, who.session, COMMAND_LINE)


def _ends_from_another_browser(who: Somebody, _: pytest.MonkeyPatch) -> None:
    sessions.end_others(who.archive, COMMAND_LINE, who.id, "another")


def _is_disabled(who: Somebody, _: pytest.MonkeyPatch) -> None:
    somebody(who.archive, "Karim Uddin")
    persons.disable(who.archive, COMMAND_LINE, who.id)


def _is_recovered(who: Somebody, _: pytest.MonkeyPatch) -> None:
    persons.recover(who.archive, COMMAND_LINE, who.id)


def _is_ended_by_the_administrator(who: Somebody, _: pytest.MonkeyPatch) -> None:
    persons.end_sessions(who.archive, COMMAND_LINE, who.id)


def _is_idle(_: Somebody, patch: pytest.MonkeyPatch) -> None:
    later = local_time.now() + timedelta(minutes=61)
    patch.setattr(local_time, "now", lambda: later)


ENDINGS = (
    _signs_out,
    _ends_from_another_browser,
    _is_disabled,
    _is_recovered,
    _is_ended_by_the_administrator,
    _is_idle,
)


@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_with_an_ended_session(
    archive: Archive,
    browser: Browser,
    admin: Somebody,
    monkeypatch: pytest.MonkeyPatch,
    ending: Callable[[Somebody, pytest.MonkeyPatch], None],
) -> None:
    ending(admin, monkeypatch)
    before = _stands(archive)

    for method, path in sorted(ADDRESSES | {("GET", "/desk")}):
        assert _send(browser, method, path).status == (403 if path.endswith("options") else 401), path
    assert _stands(archive) == before


@pytest.mark.parametrize("role", [Role.PREPARE, Role.APPROVE])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_people_are_changed_by_administrators_alone(archive: Archive, app: Starlette, role: Role, method: str) -> None:
    browser = Browser(app, {SESSION: somebody(archive, roles=[role]).session})
    before = _stands(archive)

    answer = _send(browser, method, "/desk/people")

    assert (answer.status, ERRORS.role_missing in shown(answer)) == (403, True)
    assert "rahima@" not in answer.text
    assert _stands(archive) == before
    assert WORDS.account.people_link not in shown(browser.get("/desk/account"))


@pytest.mark.parametrize(("method", "path"), sorted(pair for pair in ADDRESSES | FREE if pair[0] == "POST"))
@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://www.example.com.evil.test"])
def test_nothing_from_another_site(
    archive: Archive, browser: Browser, admin: Somebody, method: str, path: str, origin: str
) -> None:
    before = _stands(archive)

    answer = _send(browser, method, path, origin=origin)

    assert answer.status == 403
    assert escape(ERRORS.foreign_origin) in answer.text or ERRORS.foreign_origin in answer.text
    assert _stands(archive) == before
    assert sessions.holder(archive, admin.session)
    assert not answer.cookies


@pytest.mark.parametrize("policy", [policy for policy in UploadPolicy if policy is not UploadPolicy.PEOPLE])
def test_pages_exist_only_where_people_sign_in(
    archive: Archive, admin: Somebody, tmp_path: Path, policy: UploadPolicy
) -> None:
    browser = Browser(people_app(archive, tmp_path, policy, PROVIDER), {SESSION: admin.session})

    assert {browser.get(path).status for method, path in ADDRESSES | FREE if method == "GET"} == {404}
