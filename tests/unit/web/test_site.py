"""Everything around the Reflex app together, in its order."""

import json
import re
from pathlib import Path

import pytest
from asgi_client import Answer, ask
from reflex_base.constants import Endpoint
from starlette.responses import Response
from whole_site import Rows, Site

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.presentation.topics import OF_FEATURES
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web import resumable
from starbond_site.web.headers import page_policy, read_policy, same_for_every_origin, with_security_headers
from starbond_site.web.site import REFLEX_UPLOAD
from tests.unit.documents.publishing import rows


@pytest.fixture
def site(archive: Archive) -> Site:
    """Return a site whose lists have a row, which helps where there is nothing, and has scripts."""
    made = Site(archive, UploadPolicy.LOCAL, fragments=Rows("<tr>LANGUAGE</tr>", 7))
    (made.static / "not-found.html").write_text("<html>search here</html>")
    (made.static / "assets").mkdir()
    (made.static / "assets" / "app-B1x9_kQz.js").write_text("1")
    return made


def test_pages_answer_under_their_paths(site: Site):
    marks = {"/": "latest", "/Bod": "board", "/chairman": "chairman", "/Chairman": "chairman", "/bn/Bod": "board"}
    for path, mark in marks.items():
        answer = site.get(path, accept="text/html")
        assert (answer.status, f'data-live="{mark}"' in answer.text) == (200, True), path
        assert "script-src 'self' 'sha256-one='" in answer.headers["content-security-policy"]
        assert (answer.headers["cache-control"], bool(answer.headers["etag"])) == ("no-cache, no-transform", True)
    assert '<div data-live="AllNotice" data-version="7"><tr>en</tr></div>' in site.get("/AllNotice").text
    assert "immutable" in site.get("/assets/app-B1x9_kQz.js").headers["cache-control"]
    for path in ("/api/nodes", "/api/documents/x", REFLEX_UPLOAD, "/files/1/x.pdf"):
        assert site.get(path, accept="application/json").headers["x-content-type-options"] == "nosniff", path
    unknown, other = site.get("/nothing", accept="text/html"), site.get("/uploadfiles/", "a=1")
    assert (unknown.status, "search here" in unknown.text) == (404, True)
    assert "content-security-policy" in unknown.headers
    assert (other.status, other.headers["location"]) == (301, "/UploadFiles?a=1")


def test_the_endpoint_of_reflex_stays_closed_and_says_where_files_go(archive: Archive):
    """To whoever may publish, too; not a byte of the body is read."""
    assert str(Endpoint.UPLOAD) == REFLEX_UPLOAD
    site, sentence = Site(archive, UploadPolicy.OPEN), content.read("en").errors.upload_in_two_steps
    form = {"content-type": "multipart/form-data; boundary=x", "content-length": "5"}
    for method in ("POST", "GET", "PUT", "OPTIONS"):
        for path in (REFLEX_UPLOAD, f"{REFLEX_UPLOAD}/report.pdf"):
            answer = site.send(method, path, form, pieces=(b"--x--",))
            assert (answer.status, answer.pieces_read, answer.headers["connection"]) == (410, 0, "close"), method
            assert answer.json == {"error": "upload_in_two_steps", "detail": sentence}
    assert (resumable.PATH in sentence, rows(archive, "SELECT id FROM audit")) == (True, [])


@pytest.mark.parametrize(("method", "path"), [
    ("GET", "/"), ("GET", "/nothing"), ("POST", "/api/upload-key"), ("POST", REFLEX_UPLOAD),
    ("GET", "/files/1/x.pdf"),
])  # fmt: skip
def test_nothing_personal_and_no_error_is_kept(site: Site, method: str, path: str):
    answer = site.send(method, path, {"cookie": "language=bn", "accept": "text/html"})
    assert answer.status != 200
    assert ("x-accel-expires" in answer.headers, "no-store" in answer.headers["cache-control"]) == (False, True)


@pytest.mark.parametrize("path", ["/", "/Bod", "/AllNotice", "/bn/Bod"])
def test_pages_may_be_kept_by_a_proxy(site: Site, path: str):
    headers = site.get(path, cookie="language=en; session=x").headers
    assert headers["x-accel-expires"] == "1"
    # Tried with nginx 1.22: it obeys the header that comes first.
    assert next(name for name in headers if name in ("x-accel-expires", "cache-control")) == "x-accel-expires"
    assert ("set-cookie" in headers, "Cookie" in headers["vary"]) == (False, path == "/")


MUST = {
    "x-content-type-options": "nosniff", "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "referrer-policy": "strict-origin-when-cross-origin",
}  # fmt: skip
FORBIDDEN = ("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope",
             "magnetometer", "microphone", "midi", "payment", "usb")  # fmt: skip
POLICY = {
    "default-src 'self'", "script-src 'self' 'sha256-one=' 'sha256-two='", "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
    "object-src 'none'", "frame-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
}  # fmt: skip


def answer(
    path: str = "/Bod", kind: str | None = "text/html", status: int = 200, *, secure: bool = False, **own: str
) -> Answer:
    inner = Response("x", status, {name.replace("_", "-"): value for name, value in own.items()}, kind)
    policy = page_policy(("sha256-one=", "sha256-two="), is_secure=secure)
    return ask(with_security_headers(inner, lambda: policy, is_secure=secure), path)


@pytest.mark.parametrize("kind", ["text/html", "application/json", "image/png"])
@pytest.mark.parametrize("status", [200, 301, 304, 404, 500])
def test_every_answer_has_them(status: int, kind: str):
    given = answer(status=status, kind=kind).headers
    assert {name: given.get(name) for name in MUST} == MUST
    assert set(given["permissions-policy"].split(", ")) >= {f"{feature}=()" for feature in FORBIDDEN}


def test_a_file_of_the_build_has_those_that_concern_it():
    """Ten scripts of a first visit had 0.3 kB each of what is about documents."""
    given = answer("/assets/page-DdVDzpi4.js", "text/javascript", secure=True, etag="1", last_modified="then").headers
    others = {"permissions-policy", "strict-transport-security", "etag", "last-modified"}
    kept = {"x-content-type-options", "cross-origin-resource-policy", "strict-transport-security"}
    assert (MUST.keys() | others) & given.keys() == kept


def test_pages_run_the_scripts_of_the_build_and_no_others():
    assert set(answer().headers["content-security-policy"].split("; ")) == POLICY
    assert "content-security-policy" in answer(kind=None, status=304).headers, "a page in the cache keeps its policy"
    assert answer(content_security_policy="sandbox").headers["content-security-policy"] == "sandbox"
    assert "content-security-policy" not in answer(kind="application/json").headers
    given = answer(secure=True).headers
    assert given["strict-transport-security"].startswith("max-age=63072000")
    assert given["content-security-policy"].endswith("upgrade-insecure-requests")
    assert "strict-transport-security" not in answer().headers


def test_files_are_kept_by_what_they_are():
    for_ever, an_hour = "public, max-age=31536000, immutable", "public, max-age=3600"
    wanted = {
        ("/assets/entry.client-B1x9_kQz.js", "text/javascript"): for_ever,
        ("/assets/root-CqX1a2b3.css", "text/css"): for_ever,
        ("/pictures/slides/wood-960.1a2b3c4d.avif", "image/avif"): for_ever,
        ("/favicon.ico", "image/x-icon"): an_hour, ("/sitemap.xml", "application/xml"): an_hour,
        **{(path, "text/html"): "no-cache, no-transform" for path in ("/Bod", "/", "/assets/page.html")},
        ("/api/nodes", "application/json"): "no-cache",
        # An old service worker must not live on in a cache.
        **{(path, "text/javascript"): "no-cache"
           for path in ("/service-worker.js", "/offline-en.json", "/offline-bn.json")},
    }  # fmt: skip
    assert {given: answer(*given).headers["cache-control"] for given in wanted} == wanted
    assert answer("/assets/entry.client-B1x9_kQz.js", status=404).headers["cache-control"] == "no-store, no-transform"
    assert answer(cache_control="private").headers["cache-control"] == "private, no-transform"


def test_an_answer_varies_by_each_header_once_and_by_no_origin_where_a_file_never_changes():
    given = ("Accept-Encoding, Cookie,Cookie", "Accept-Encoding, Origin", "Origin")
    found = [answer(vary=names).headers.get("vary") for names in given]
    assert found == ["Accept-Encoding, Cookie", "Accept-Encoding", None]
    same, own = "Accept-Encoding", "Accept-Encoding, Origin"
    wanted = {"/assets/page-DdVDzpi4.js": same, "/fonts/anek.55ff70fb.woff2": same, "/Bod": own,
              "/service-worker.js": own}  # fmt: skip
    around = same_for_every_origin(Response("x", headers={"vary": own}))
    assert {path: ask(around, path).headers["vary"] for path in wanted} == wanted


def test_pages_of_others_read_public_data_and_previews_alone(archive: Archive):
    """Whatever the page for developers names, and each table of a feature."""
    assert answer("/social/bod.jpg", "image/jpeg").headers["cross-origin-resource-policy"] == "cross-origin"
    told = [path for path in re.findall(r"\$SITE(/[\w./$-]+)", str(content.read("en").written)) if "/log/" not in path]
    tables = [f"/api/{topic}" for topic in OF_FEATURES]
    own = {route.path for route in Site(archive).routes}
    data = ["/bn/calendar.ics", "/api/nodes", "/api/verify", "/.well-known/starbond-receipts.pem"]
    data += [path.replace("$ID", "7") for path in told] + [f"{table}.csv" for table in tables if table in own]
    data += [table for table in tables if table in own]
    closed = [
        "/", "/documents/7", "/desk", "/api/uploads", "/api/upload-key", "/alerts/available", "/files/7/Report.pdf",
        "/log/checkpoint",
    ]  # fmt: skip
    shared = [answer(path, "text/plain").headers for path in (*data, *closed)]
    assert [each.get("access-control-allow-origin") for each in shared] == ["*"] * len(data) + [None] * len(closed)
    policies = [each["cross-origin-resource-policy"] for each in shared]
    assert policies == ["cross-origin"] * len(data) + ["same-origin"] * len(closed)


def test_the_page_of_dealers_alone_may_ask_for_the_position():
    paths = ["/dealers", "/bn/dealers", "/", "/dealers/x"]
    policies = [answer(path).headers["permissions-policy"] for path in paths]
    assert ["geolocation=(self)" in policy for policy in policies] == [True, True, False, False]


def test_the_hashes_of_the_build_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "hashes.json"
    assert ("sha256" in read_policy(file, is_secure=False), "scripts will not run" in caplog.text) == (False, True)
    file.write_text(json.dumps(["sha256-new="]))
    assert "'sha256-new='" in read_policy(file, is_secure=False)
