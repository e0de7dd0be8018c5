"""The form of mail alerts without scripts and by fetch, and the pages that its mails lead to."""

import asyncio
from datetime import timedelta

import pytest
from markupsafe import escape
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import Language, localized
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.alerts.links import PATHS
from starbond_site.features.alerts.records import AlertMail, AlertSubscriber
from starbond_site.features.alerts.service import AlertService, field_name
from starbond_site.mail import Mailer
from starbond_site.mail.submissions import HONEYPOT
from starbond_site.presentation.design import COLOURS, face
from starbond_site.web import refusals
from starbond_site.web.built import AVAILABLE, UNAVAILABLE, UNKNOWN, Build
from tests.unit.alert_desk import add_subscribers, token
from tests.unit.documents.publishing import change, execute, existing, pass_time, records, rows

pytestmark = pytest.mark.features("alerts")

MAILER = Mailer("smtp://127.0.0.1:9", "Star Adhesives <site@example.com>")
RIGHT = {"email": "a@example.com", "consent": "on", field_name("AllNotice"): "on"}
WORDS, NEWS_WORDS = content.read("en").interface.alerts, content.read("en").interface.newsletter
NEWS_RIGHT = {"email": "a@example.com", "consent": "on", HONEYPOT: ""}
PATH = "/newsletter/subscribe"
CONFIRMED = "SELECT category FROM alert_choice WHERE since_change IS NOT NULL"
STORED = "SELECT email, language FROM alert_subscriber"


@pytest.fixture
def mailing(archive: Archive) -> Site:
    return Site(archive, mailer=MAILER)


@pytest.fixture
def key(archive: Archive) -> str:
    add_subscribers(archive, 1, ("AllNotice", "BondIssue"))
    (subscriber,) = records(archive, AlertSubscriber)
    return AlertService(archive, MAILER).links.lasting(subscriber)


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_what_is_wrong_comes_back_and_what_is_right_is_stored(mailing: Site, archive: Archive, language: Language):
    words = content.read(language)
    path = localized("/alerts", language)
    typed = {"email": '"><b>a@', field_name("BondIssue"): "on"}
    answer = mailing.post(path, typed)
    assert (answer.status, words.errors.email_invalid in visible(answer)) == (422, True)
    assert escape(words.errors.consent_missing) in answer.text
    assert ('value="&#34;&gt;&lt;b&gt;a@"' in answer.text, answer.text.count("checked")) == (True, 1)
    assert f'name="{field_name("BondIssue")}" checked> {escape(words.category("BondIssue").title)}' in answer.text
    none = mailing.post(path, RIGHT | {field_name("AllNotice"): ""})
    assert none.status == 422
    assert 'aria-invalid="true" aria-describedby="lists-problem" autofocus' in none.text
    assert escape(words.errors.lists_missing) in none.text
    asked = mailing.post(path, {"email": "a@example.com", "consent": "on"}, accept="application/json")
    assert asked.json["problems"] == {"lists": words.errors.lists_missing}
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]
    first = mailing.post(path, RIGHT)
    second = mailing.post(path, {"email": "A@EXAMPLE.com", "consent": "on", field_name("BondIssue"): "on"})
    assert (first.status, escape(words.interface.alerts.success) in first.text) == (200, True)
    assert first.text == second.text
    assert rows(archive, "SELECT email, language FROM alert_subscriber") == [("a@example.com", language)]
    assert {name for (name,) in rows(archive, "SELECT category FROM alert_choice")} == {"AllNotice", "BondIssue"}


def test_a_server_without_mail_says_so(mailing: Site, archive: Archive) -> None:
    silent = Site(archive)
    answer = silent.post("/alerts", RIGHT)
    assert (answer.status, escape(content.read("en").errors.alerts_unavailable) in answer.text) == (503, True)
    assert rows(archive, "SELECT count(*) FROM alert_subscriber") == [(0,)]
    assert [made.get("/alerts/available").json["available"] for made in (silent, mailing)] == [False, True]


def test_the_built_page_says_whether_the_server_sends_mail(archive: Archive) -> None:
    folder = archive.settings.data_dir / "static" / "alerts"
    folder.mkdir(parents=True)
    (folder / "index.html").write_bytes(b"<main><div " + UNKNOWN + b"></div></main>")
    (folder / "index.html.br").write_bytes(b"compressed, with the mark as it was built")
    for is_available, mark in ((True, AVAILABLE), (False, UNAVAILABLE)):
        build = Build(folder.parent, folder / "no.json", is_secure=False, has_mail=is_available)
        page = existing(asyncio.run(build.pages["/alerts/"].as_built()))
        assert page.text == f"<main><div {mark.decode()}></div></main>"


def test_opening_a_link_changes_nothing_and_the_button_confirms(mailing: Site, archive: Archive, key: str) -> None:
    change(archive, AlertSubscriber, 1, confirmed_at=None)
    (subscriber,) = records(archive, AlertSubscriber)
    for action in PATHS.values():
        answer = mailing.get(f"{action}?token={key}")
        assert (answer.status, '<form method="post"' in answer.text) == (200, True)
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store, no-transform"
    assert rows(archive, "SELECT confirmed_at FROM alert_subscriber") == [(None,)]
    execute(archive, "UPDATE alert_choice SET since_change = NULL")
    link = AlertService(archive, MAILER).links.confirming(subscriber, ["AllNotice"])
    answer = mailing.post(link.removeprefix(mailing.url))
    assert (answer.status, WORDS.confirmed in answer.text) == (200, True)
    assert rows(archive, CONFIRMED) == [("AllNotice",)], "what the link names"
    assert rows(archive, "SELECT count(*) FROM alert_subscriber WHERE confirmed_at IS NOT NULL") == [(1,)]


def test_preferences_show_what_is_chosen_and_save_by_a_link_that_never_expires(
    mailing: Site, archive: Archive, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_time(monkeypatch, timedelta(days=4000))
    AlertService(archive, MAILER).delete_old()
    words = content.read("bn")
    path = f"/alerts/preferences?token={key}&language=bn"
    shown = mailing.get(path)
    assert ('<html lang="bn">' in shown.text, shown.text.count("checked"), 'href="/bn"' in shown.text) == (
        True, 2, True,
    )  # fmt: skip
    assert f'url("{face("bn").address}")' in shown.text
    light, _, dark = shown.text.partition("prefers-color-scheme: dark")
    for name in refusals.COLOURS:
        assert f"--{name}: {COLOURS[name].light}" in light
        assert (f"--{name}: {COLOURS[name].dark}" in dark, f"var(--{name})" in dark) == (True, True)
    assert f'name="{field_name("BondIssue")}" checked' in shown.text
    saved = mailing.post(path, {field_name("AnnualReport"): "on"})
    assert (saved.status, escape(words.interface.alerts.saved) in saved.text) == (200, True)
    assert saved.text.count("checked") == 1
    assert rows(archive, "SELECT category FROM alert_choice") == [("AnnualReport",)]
    none = mailing.post(path, {})
    assert (none.status, escape(words.errors.lists_missing) in none.text) == (422, True)
    assert rows(archive, "SELECT category FROM alert_choice") == [("AnnualReport",)]


def test_one_click_unsubscribes_and_invented_links_are_said_to_be_nobodys(mailing: Site, archive: Archive, key: str):
    with database.writing(archive.engine) as session:
        session.add(AlertMail(subscriber_id=1, batch="b", after_change=0, last_change=1))
    path = f"/alerts/unsubscribe?token={key}"
    answer = mailing.post(path, {"List-Unsubscribe": "One-Click"}, origin="null")
    assert (answer.status, WORDS.unsubscribed in answer.text) == (200, True)
    for table in ("alert_subscriber", "alert_choice", "alert_token", "alert_mail"):
        assert rows(archive, f"SELECT count(*) FROM {table}") == [(0,)], table  # noqa: S608  constants
    for action, path in PATHS.items():
        for query in (f"?token={key}", "", "?token=", "?token=x", "?token=" + "x" * 3000, "?token=%ff", "?token=<b>"):
            answer = mailing.post(path + query, {field_name("AllNotice"): "on"})
            sentence = WORDS.link_invalid if action == "confirm" else WORDS.nobody
            assert (answer.status, escape(sentence) in answer.text) == (410, True), (action, query)
            assert "<b>" not in answer.text


def test_a_database_that_fails_is_said(mailing: Site, archive: Archive, key: str) -> None:
    execute(archive, "ALTER TABLE alert_token RENAME TO gone")
    for action in PATHS.values():
        answer = mailing.post(f"{action}?token={key}", {field_name("AllNotice"): "on"})
        assert (answer.status, escape(WORDS.later) in answer.text) == (503, True)


def test_links_of_newsletters_confirm_and_one_click_ends_the_newsletter_alone(site: Site, archive: Archive) -> None:
    """Those of earlier releases as well."""
    for path, sentence in (("confirm", WORDS.link_invalid), ("unsubscribe", NEWS_WORDS.nobody)):
        answer = site.post(f"/newsletter/{path}?token=x")
        assert (answer.status, sentence in answer.text) == (410, True), path
    site.post(PATH, NEWS_RIGHT)
    service = AlertService(archive, Mailer("", ""))
    ((subscriber, _, unsubscribe),) = service.newsletter_readers()
    confirm = f"/newsletter/confirm?token={token(service.links.confirming(subscriber, ()))}"
    execute(archive, "INSERT INTO alert_choice (subscriber_id, category) VALUES (1, 'AllNotice')")
    assert WORDS.confirm_button in site.get(confirm).text
    assert WORDS.confirmed in site.post(confirm, origin="null").text
    assert rows(archive, "SELECT confirmed_at IS NOT NULL FROM alert_subscriber") == [(1,)]
    assert rows(archive, CONFIRMED) == [("newsletter",)]
    execute(archive, "DELETE FROM alert_choice WHERE category = 'AllNotice'")
    unsubscribe = unsubscribe.removeprefix(site.url)
    answer = site.post(unsubscribe, {"List-Unsubscribe": "One-Click"}, origin="null")
    assert (NEWS_WORDS.unsubscribed in answer.text, rows(archive, STORED)) == (True, [])
    assert site.post(unsubscribe, origin="null").status == 410


@pytest.mark.parametrize(("code", "fields"), [
    ("email_missing", {"consent": "on"}),
    ("email_invalid", {"email": '"><b>a@', "consent": "on"}),
    ("consent_missing", {"email": "a@example.com"}),
])  # fmt: skip
def test_a_wrong_field_of_the_newsletter_is_said(
    site: Site, archive: Archive, code: str, fields: dict[str, str]
) -> None:
    answer = site.post(f"{PATH}?language=bn", fields)
    assert (answer.status, content.read("bn").errors.say(code) in visible(answer)) == (422, True)
    assert f'value="{escape(fields.get("email", ""))}"' in answer.text
    assert ('name="consent" checked>' in answer.text) is ("consent" in fields)
    assert rows(archive, STORED) == []


def test_an_address_is_stored_and_thanked_for(site: Site, archive: Archive) -> None:
    assert site.post(PATH, NEWS_RIGHT | {HONEYPOT: "http://spam.example"}).status == 200
    assert rows(archive, STORED) == []
    for query, language in (("", "en"), ("language=bn", "bn")):
        given = NEWS_RIGHT | {"email": f"{language}@example.com"}
        first, second = (site.post(f"{PATH}?{query}", given) for _ in range(2))
        assert (first.status, f'<html lang="{language}">' in first.text, second.text) == (200, True, first.text)
        assert escape(content.read(language).interface.newsletter.success) in first.text
    assert rows(archive, STORED) == [("en@example.com", "en"), ("bn@example.com", "bn")]
