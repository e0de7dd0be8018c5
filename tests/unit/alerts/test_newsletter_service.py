"""The newsletter as a choice of mail alerts: confirmed by itself, gone by a link of its own, without a mail server."""

from datetime import timedelta

import pytest

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.features.alerts.links import CONFIRMATION
from starbond_site.features.alerts.records import AlertSubscriber, AlertToken
from starbond_site.features.alerts.service import AlertService, field_name
from starbond_site.mail import Mailer
from starbond_site.shared.categories import NEWSLETTER
from tests.unit.alert_desk import VISITOR, Desk, link, text, token
from tests.unit.documents.publishing import pass_time, records

ADDRESS = "Rahima@Example.com"
FIELDS = {"email": ADDRESS, "consent": True}


def readers(archive: Archive) -> list[tuple[str, bool]]:
    """Return who reads the newsletter, and whether it may be mailed to them."""
    found = AlertService(archive, Mailer("", "")).newsletter_readers()
    return [(reader.email, is_served) for reader, is_served, _ in found]


def leaving(desk: Desk) -> str:
    ((_, _, address),) = desk.service.newsletter_readers()
    return token(address)


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_the_mailed_link_confirms_and_that_of_the_newsletter_ends_it(desk: Desk, language: str):
    site = content.read(language)  # pyright: ignore[reportArgumentType]
    assert desk.service.subscribe(FIELDS, VISITOR, site.language, is_newsletter=True).accepted
    (mail,) = desk.send()
    assert (mail["To"], f"- {site.interface.footer.newsletter_heading}\n" in text(mail)) == (ADDRESS.lower(), True)
    assert readers(desk.archive) == [(ADDRESS.lower(), False)]
    assert not desk.service.confirm(leaving(desk)), "each link does one thing"
    assert not desk.service.unsubscribe(token(link(mail, "confirm")), [NEWSLETTER])
    assert desk.service.confirm(token(link(mail, "confirm")))
    assert readers(desk.archive) == [(ADDRESS.lower(), True)]
    assert desk.service.unsubscribe(leaving(desk), [NEWSLETTER])
    assert records(desk.archive, AlertSubscriber) == []


def test_whoever_leaves_the_newsletter_keeps_the_alerts(desk: Desk):
    desk.subscribe_and_confirm(ADDRESS, "AllNotice")
    desk.service.subscribe(FIELDS, VISITOR, is_newsletter=True)
    (mail,) = desk.send()
    key = token(link(mail, "preferences"))
    assert desk.service.preferences(key) == {"AllNotice"}, "what is asked for is not chosen yet"
    desk.service.confirm(token(link(mail, "confirm")))
    assert desk.service.preferences(key) == {"AllNotice", NEWSLETTER}
    assert desk.service.unsubscribe(leaving(desk), [NEWSLETTER])
    assert desk.service.preferences(key) == {"AllNotice"}
    desk.service.save(key, {field_name("AllNotice"): "on", field_name(NEWSLETTER): "on"})
    assert readers(desk.archive) == [(ADDRESS.lower(), True)]
    assert desk.publish("AllNotice", "Notice.pdf")
    assert "Notice.pdf" in desk.send()[0]["Subject"]


def test_a_confirmation_grows_old_and_what_was_asked_for_goes(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.subscribe_and_confirm(ADDRESS, "AllNotice")
    old = desk.subscribe(ADDRESS, "BondIssue")
    key = token(link(old, "preferences"))
    pass_time(monkeypatch, CONFIRMATION + timedelta(minutes=1))
    assert not desk.service.confirm(token(link(old, "confirm")))
    desk.service.delete_old()
    assert {row.purpose for row in records(desk.archive, AlertToken)} == {"manage"}
    assert desk.service.preferences(key) == {"AllNotice"}
    (known,) = [desk.subscribe(ADDRESS, "AllNotice")]
    assert known["Subject"] == content.read().interface.alert_mails.known_subject.format(
        company=content.read().company.name
    )


def test_without_a_mail_server_an_address_is_kept_and_not_confirmed(
    archive: Archive, no_mailer: Mailer, monkeypatch: pytest.MonkeyPatch
):
    service = AlertService(archive, no_mailer)
    for _ in range(2):
        assert service.subscribe(FIELDS, VISITOR, is_newsletter=True).accepted
    pass_time(monkeypatch, 2 * CONFIRMATION)
    service.delete_old()
    assert readers(archive) == [(ADDRESS.lower(), False)]
