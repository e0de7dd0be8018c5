"""Everything around the Reflex app together, in its order."""

from html import escape
from pathlib import Path

import pytest
from asgi_client import ask
from starlette.applications import Starlette
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from upload_gate import ENDPOINT

from starbond_site import content
from starbond_site.alerts.service import AlertService
from starbond_site.contact.service import ContactService
from starbond_site.content.models import Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.snapshot import EMPTY, Snapshot
from starbond_site.mail import Mailer
from starbond_site.newsletter.service import NewsletterService
from starbond_site.presentation.fragments import Fragment
from starbond_site.settings import UploadPolicy
from starbond_site.web.rights import Rights
from starbond_site.web.site import Options, transformers


async def _current() -> Snapshot:
    return EMPTY


class Rows:
    """One row in every list."""

    async def prepare(self, _topics: object, _language: Language) -> None:
        """Have everything."""

    def newest(self, _topic: str, language: Language) -> Fragment:
        """Give the row."""
        return Fragment(f"<tr><td>{language}</td></tr>", 7)

    async def of(self, topic: str, language: Language, _query: object) -> Fragment:
        """Give the same row, whatever is asked for."""
        return self.newest(topic, language)


@pytest.fixture
def site(archive: Archive, tmp_path: Path) -> ASGIApp:
    """Put everything around a static server, as Reflex does in production."""
    static = tmp_path / "client"
    for name, body in {
        "": "home",
        "Bod": "board",
        "bn/Bod": "bn board",
        "chairman": "chairman",
        "contact": "contact",
        "bn/contact": "bn contact",
        "AllNotice": '<table><tbody data-live="AllNotice"></tbody></table>',
    }.items():
        (static / name).mkdir(parents=True, exist_ok=True)
        (static / name / "index.html").write_text(f"<html>{body}</html>")
    (static / "not-found.html").write_text("<html>search here</html>")
    (static / "404.html").write_text("<html>shell</html>")
    (static / "assets").mkdir()
    (static / "assets" / "app-B1x9_kQz.js").write_text("1")
    hashes = tmp_path / "hashes.json"
    hashes.write_text('["sha256-abc="]')
    options = Options(
        paths=["/", "/Bod", "/chairman", "/contact", "/AllNotice", "/UploadFiles"],
        aliases={"/Chairman": "/chairman"},
        upload_pages=["/UploadFiles"],
        upload_endpoint=ENDPOINT,
        static=static,
        script_hashes=hashes,
        current=_current,
        fragments=Rows(),
    )
    service = NewsletterService(archive, Mailer("", ""))
    messages = ContactService(archive, Mailer("", ""))
    alerts = AlertService(archive, Mailer("", ""))
    around = transformers(
        archive.settings,
        lambda: archive,
        lambda: messages,
        lambda: service,
        lambda: alerts,
        Rights(UploadPolicy.LOCAL),
        options,
    )
    app: ASGIApp = StaticFiles(directory=static, html=True)
    for transformer in around:
        if isinstance(transformer, Starlette):
            transformer.mount("", app)
            app = transformer
        else:
            app = transformer(app)
    return app


@pytest.mark.parametrize(
    ("path", "body"),
    [("/", "home"), ("/Bod", "board"), ("/chairman", "chairman"), ("/Chairman", "chairman"), ("/bn/Bod", "bn board")],
)
def test_pages_answer_under_their_paths(site: ASGIApp, path: str, body: str):
    answer = ask(site, path, headers={"accept": "text/html"})
    assert answer.status == 200
    assert body in answer.text
    assert "script-src 'self' 'sha256-abc='" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["etag"]


@pytest.mark.parametrize(("path", "language"), [("/contact", "en"), ("/bn/contact", "bn")])
def test_one_address_has_the_contact_page_and_takes_its_form(site: ASGIApp, path: str, language: Language):
    assert path.strip("/").replace("/", " ") in ask(site, path, headers={"accept": "text/html"}).text
    answer = ask(site, path, "POST", {"accept": "text/html"})
    assert answer.status == 422
    assert escape(content.read(language).errors.message_missing) in answer.text
    assert "content-security-policy" in answer.headers
    assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin", "so that browsers send an Origin"


def test_rows_stand_in_the_page(site: ASGIApp):
    answer = ask(site, "/AllNotice")
    assert '<tbody data-live="AllNotice" data-version="7"><tr><td>en</td></tr></tbody>' in answer.text
    assert "content-security-policy" in answer.headers


def test_an_unknown_path_helps(site: ASGIApp):
    answer = ask(site, "/nothing", headers={"accept": "text/html"})
    assert answer.status == 404
    assert "search here" in answer.text
    assert "content-security-policy" in answer.headers


def test_other_spellings_lead_to_the_right_one(site: ASGIApp):
    answer = ask(site, "/uploadfiles/", query="a=1")
    assert (answer.status, answer.headers["location"]) == (301, "/UploadFiles?a=1")


def test_hashed_files_are_kept_for_ever(site: ASGIApp):
    assert "immutable" in ask(site, "/assets/app-B1x9_kQz.js").headers["cache-control"]


def test_json_and_refusals_carry_the_headers_too(site: ASGIApp):
    for path in ("/api/nodes", "/api/documents/x", "/_upload", "/files/1/x.pdf"):
        answer = ask(site, path, headers={"accept": "application/json"})
        assert answer.headers["x-content-type-options"] == "nosniff", path


@pytest.mark.parametrize("path", ["/", "/Bod", "/AllNotice", "/bn/Bod"])
def test_pages_may_be_kept_by_a_proxy(site: ASGIApp, path: str):
    answer = ask(site, path, headers={"cookie": "language=en; session=x"})
    assert answer.headers["x-accel-expires"] == "1"
    # Tried with nginx 1.22: it obeys the header that comes first.
    assert next(name for name in answer.headers if name in ("x-accel-expires", "cache-control")) == "x-accel-expires"
    assert "set-cookie" not in answer.headers
    assert ("Cookie" in answer.headers["vary"]) == (path == "/")


@pytest.mark.parametrize(
    ("path", "method"),
    [("/", "GET"), ("/nothing", "GET"), ("/api/upload-key", "POST"), ("/_upload", "POST"), ("/files/1/x.pdf", "GET")],
)
def test_what_is_personal_or_an_error_is_not_kept(site: ASGIApp, path: str, method: str):
    answer = ask(site, path, method, {"cookie": "language=bn", "accept": "text/html"}, peer="203.0.113.5")
    assert answer.status != 200
    assert "x-accel-expires" not in answer.headers
    assert "no-store" in answer.headers["cache-control"]


def test_a_refused_upload_is_audited(site: ASGIApp, archive: Archive):
    from sqlmodel import select

    from starbond_site.documents import database
    from starbond_site.documents.records import Audit

    answer = ask(site, "/_upload", "POST", {"host": "localhost", "content-length": "5"}, peer="203.0.113.5")
    assert answer.status == 403
    with database.reading(archive.engine) as session:
        line = session.exec(select(Audit)).one()
    assert (line.address, line.right, line.outcome) == ("203.0.113.5", "local", "closed")
