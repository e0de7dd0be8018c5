"""The form of mail alerts without scripts and by fetch, and the pages that its mails lead to."""

import asyncio
import json
from collections.abc import Callable
from html import escape
from urllib.parse import urlencode

import pytest
from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.alerts.links import PATHS, Links
from starbond_site.alerts.records import AlertSubscriber
from starbond_site.alerts.service import AlertService, field_name
from starbond_site.content.models import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer
from starbond_site.settings import UploadPolicy
from starbond_site.web import alerts
from starbond_site.web.alerts import AVAILABLE, UNAVAILABLE, UNKNOWN, written_into_pages
from starbond_site.web.built import Build
from starbond_site.web.rights import Rights
from tests.unit.alert_desk import add_subscribers, token
from tests.unit.documents.publishing import rows

MAILER = Mailer("smtp://127.0.0.1:9", "Star Adhesives <site@example.com>")
RIGHT = {"email": "a@example.com", "consent": "on", field_name("AllNotice"): "on"}
WORDS = content.read("en").interface.alerts
Ask = Callable[..., Answer]


@pytest.fixture
def request_(archive: Archive) -> Ask:
    """Return what sends a request to the routes."""
    own_page = Rights(UploadPolicy.CLOSED, public_url=archive.settings.public_url).is_own_page

    def send(path: str, fields: dict[str, str] | None = None, mailer: Mailer = MAILER, **headers: str) -> Answer:
        app = Starlette(routes=list(alerts.routes(lambda: AlertService(archive, mailer), own_page)))
        path, _, query = path.partition("?")
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | headers
        method = "GET" if fields is None else "POST"
        return ask(app, path, method, headers, query=query, pieces=[urlencode(fields or {}).encode()])

    return send


@pytest.fixture
def key(archive: Archive) -> str:
    """Return the token of the mails of a confirmed subscriber of two lists."""
    add_subscribers(archive, 1, ("AllNotice", "BondIssue"))
    with database.reading(archive.engine) as session:
        subscriber = session.get_one(AlertSubscriber, 1)
    return token(Links(archive).managing(subscriber)[0])


@pytest.mark.parametrize(("path", "language"), [("/alerts", "en"), ("/bn/alerts", "bn")])
def test_an_address_is_stored_and_thanked_for(request_: Ask, archive: Archive, path: str, language: Language) -> None:
    first, second = request_(path, RIGHT), request_(path, RIGHT)
    assert first.status == 200
    assert escape(content.read(language).interface.alerts.success) in first.text
    assert first.text == second.text
    assert rows(archive, "SELECT email, language FROM alert_subscriber") == [("a@example.com", language)]


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_what_is_wrong_comes_back_with_what_was_ticked(request_: Ask, archive: Archive, language: Language) -> None:
    site = content.read(language)
    path = "/alerts" if language == "en" else "/bn/alerts"
    typed = {"email": '"><b>a@', field_name("BondIssue"): "on"}
    answer = request_(path, typed)
    assert answer.status == 422
    assert escape(site.errors.email_invalid) in answer.text
    assert escape(site.errors.consent_missing) in answer.text
    assert 'value="&quot;&gt;&lt;b&gt;a@"' in answer.text
    assert answer.text.count("checked") == 1
    assert f'name="{field_name("BondIssue")}" checked> {escape(site.category("BondIssue").title)}' in answer.text
    none = request_(path, RIGHT | {field_name("AllNotice"): ""})
    assert none.status == 422
    assert 'aria-invalid="true" aria-describedby="lists-problem" autofocus' in none.text
    assert escape(site.errors.lists_missing) in none.text
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]


def test_a_component_gets_the_problems_as_json(request_: Ask) -> None:
    answer = request_("/alerts", {"email": "a@example.com", "consent": "on"}, Accept="application/json")
    errors = content.read("en").errors
    assert json.loads(answer.body)["problems"] == {"lists": errors.lists_missing}


def test_another_site_cannot_subscribe_a_visitor(request_: Ask, archive: Archive) -> None:
    assert request_("/alerts", RIGHT, Origin="https://evil.example").status == 403
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]


def test_a_server_without_mail_says_so(request_: Ask, archive: Archive) -> None:
    answer = request_("/alerts", RIGHT, mailer=Mailer("", ""))
    assert answer.status == 503
    assert escape(content.read("en").errors.alerts_unavailable) in answer.text
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]
    for mailer, available in ((Mailer("", ""), False), (MAILER, True)):
        assert json.loads(request_("/alerts/available", mailer=mailer).body) == {"available": available}


@pytest.mark.parametrize(("available", "mark"), [(True, AVAILABLE), (False, UNAVAILABLE)])
def test_the_built_page_says_whether_the_server_sends_mail(archive: Archive, available: bool, mark: bytes) -> None:
    folder = archive.settings.data_dir / "static" / "alerts"
    folder.mkdir(parents=True)
    (folder / "index.html").write_bytes(b"<main><div " + UNKNOWN + b"></div></main>")
    (folder / "index.html.br").write_bytes(b"compressed, with the mark as it was built")
    build = Build(folder.parent, folder / "hashes.json", written_into_pages(is_available=available), is_secure=False)

    page = asyncio.run(build.pages["/alerts/"].prerendered())
    assert page
    assert page.text == (b"<main><div " + mark + b"></div></main>").decode()


def test_opening_a_link_changes_nothing(request_: Ask, archive: Archive, key: str) -> None:
    with database.writing(archive.engine) as session:
        session.get_one(AlertSubscriber, 1).confirmed_at = None
    for action in PATHS.values():
        answer = request_(f"{action}?token={key}")
        assert answer.status == 200
        assert '<form method="post"' in answer.text
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
    assert rows(archive, "SELECT confirmed_at FROM alert_subscriber") == [(None,)]


def test_the_button_confirms(request_: Ask, archive: Archive) -> None:
    request_("/alerts", RIGHT)
    with database.reading(archive.engine) as session:
        subscriber = session.get_one(AlertSubscriber, 1)
    answer = request_(f"/alerts/confirm?token={token(Links(archive).confirming(subscriber))}", {})
    assert (answer.status, WORDS.confirmed in answer.text) == (200, True)
    assert rows(archive, "SELECT count(*) FROM alert_subscriber WHERE confirmed_at IS NOT NULL") == [(1,)]


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_preferences_show_what_is_chosen_and_save(
    request_: Ask, archive: Archive, key: str, language: Language
) -> None:
    site = content.read(language)
    path = f"/alerts/preferences?token={key}&language={language}"
    shown = request_(path)
    assert f'<html lang="{language}">' in shown.text
    assert shown.text.count("checked") == 2
    assert f'name="{field_name("BondIssue")}" checked' in shown.text
    saved = request_(path, {field_name("AnnualReport"): "on"})
    assert (saved.status, escape(site.interface.alerts.saved) in saved.text) == (200, True)
    assert saved.text.count("checked") == 1
    assert rows(archive, "SELECT category FROM alert_choice") == [("AnnualReport",)]
    none = request_(path, {})
    assert (none.status, escape(site.errors.lists_missing) in none.text) == (422, True)
    assert rows(archive, "SELECT category FROM alert_choice") == [("AnnualReport",)]


def test_one_click_unsubscribes(request_: Ask, archive: Archive, key: str) -> None:
    path = f"/alerts/unsubscribe?token={key}"
    answer = request_(path, {"List-Unsubscribe": "One-Click"}, Origin="null")
    assert (answer.status, WORDS.unsubscribed in answer.text) == (200, True)
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]
    assert request_(path, {}).status == 410


@pytest.mark.parametrize("action", PATHS)
@pytest.mark.parametrize("query", ["", "?token=", "?token=x", "?token=" + "x" * 3000, "?token=%ff", "?token=<b>"])
def test_invented_links_are_said_to_be_nobodys(request_: Ask, key: str, action: str, query: str) -> None:
    answer = request_(PATHS[action] + query, {field_name("AllNotice"): "on"})  # pyright: ignore[reportArgumentType]
    sentence = WORDS.link_invalid if action == "confirm" else WORDS.nobody
    assert (answer.status, escape(sentence) in answer.text) == (410, True)
    assert "<b>" not in answer.text
    assert key


def test_a_database_that_fails_is_said(request_: Ask, archive: Archive, key: str) -> None:
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE alert_token RENAME TO gone")
    for action in PATHS.values():
        answer = request_(f"{action}?token={key}", {field_name("AllNotice"): "on"})
        assert (answer.status, escape(WORDS.later) in answer.text) == (503, True)
