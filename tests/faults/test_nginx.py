"""The real site behind the shipped nginx configuration: what visitors get."""

import gzip
import hashlib
import http.client
import re
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import brotli
import pytest

from starbond_site.documents.archive import Archive
from tests.faults import proxy
from tests.faults.proxy import Proxy, Reply
from tests.faults.survival import until
from tests.serving import Server, build, free_port, serving
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, publish

SECONDS = 30
KEPT_SECONDS = 2.5
"""An answer may be kept for one to two seconds."""
ONCE = (
    "content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy", "x-frame-options",
    "cross-origin-opener-policy", "cross-origin-resource-policy", "strict-transport-security", "cache-control", "vary",
    "location",
)  # fmt: skip
PAGES = {
    "/": 200, "/bn": 200, "/AllNotice": 200, "/bn/AllNotice": 200, "/GumkingSyntheticResin": 200, "/contact": 200,
    "/nowhere": 404, "/bn/nowhere": 404, "/bn/bod?a=1": 301, "/UPLOADFILES/": 301,
}  # fmt: skip
ACCEPTED = "text/html,*/*"
KEY = "a key that visitors lack"


@dataclass
class Site:
    """The site, directly and by nginx."""

    server: Server
    proxy: Proxy
    archive: Archive

    def direct(self, path: str) -> Reply:
        with closing(http.client.HTTPConnection("localhost", self.server.port, timeout=SECONDS)) as connection:
            forwarded = {"Host": "localhost", "X_Forwarded_For": "127.0.0.1", "X_Forwarded_Proto": "https"}
            return proxy.request(connection, path, "GET", None, Accept=ACCEPTED, **forwarded)

    def ask(self, path: str, method: str = "GET", **headers: str) -> Reply:
        with closing(self.proxy.connect(SECONDS)) as connection:
            return proxy.request(connection, path, method, None, Accept=ACCEPTED, **headers)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the site behind nginx, with an address of https and an upload key."""
    build()
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    settings = {"STARBOND_UPLOAD_KEY": KEY, "REFLEX_TRUSTED_PROXY_HOPS": "1", "STARBOND_LOGS": "json"}
    with (
        proxy.running(folder, [port]) as front,
        serving(folder, port, STARBOND_URL=front.url, STARBOND_METRICS_PORT=str(free_port()), **settings) as server,
        archive_in(server.data) as archive,
    ):
        yield Site(server, front, archive)


def test_pages_are_those_of_the_site(site: Site):
    for path, status in PAGES.items():
        direct, reply = site.direct(path), site.ask(path)
        assert (reply.status, direct.status, reply.body) == (status, status, direct.body), path
        for name in ONCE:
            assert reply.headers.get_all(name) == direct.headers.get_all(name), (path, name)
        assert status == 301 or reply.one("content-security-policy")
        assert reply.one("strict-transport-security")
        head = site.ask(path, "HEAD")
        assert (head.status, head.body) == (reply.status, b""), path


def test_encodings_and_revalidation(site: Site):
    for path in ("/", "/AllNotice", "/nowhere"):
        plain = site.ask(path)
        assert plain.headers["content-encoding"] is None
        packed, zipped = site.ask(path, Accept_Encoding="gzip, deflate, br"), site.ask(path, Accept_Encoding="gzip")
        assert (packed.one("content-encoding"), zipped.one("content-encoding")) == ("br", "gzip"), path
        assert brotli.decompress(packed.body) == gzip.decompress(zipped.body) == plain.body, path
    known = site.ask("/AllNotice", Accept_Encoding="br").one("etag")
    reply = site.ask("/AllNotice", Accept_Encoding="br", If_None_Match=known)
    assert (reply.status, reply.body) == (304, b"")
    assert reply.one("content-security-policy")
    (script, *_) = re.findall(r'/assets/shared-[^"\']+\.js', site.ask("/").body.decode())
    reply = site.ask(script, Accept_Encoding="br, gzip")
    assert (reply.one("cache-control"), reply.one("content-encoding")) == ("public, max-age=31536000, immutable", "br")


def test_published_document(site: Site):
    before, name, file = site.ask("/AllNotice").body, b"Notice of the meeting", samples.pdf("through nginx")
    publish(site.archive, "AllNotice", "Notice of the meeting.pdf", file)
    # The site finds the change of another process within a second.
    until(lambda: name in site.direct("/api/documents/AllNotice").body, "the site has not found it")
    published = time.monotonic()
    while name not in (page := site.ask("/AllNotice").body):
        assert page == before
        assert time.monotonic() < published + KEPT_SECONDS
    while name not in site.ask("/api/documents/AllNotice").body:
        assert time.monotonic() < published + KEPT_SECONDS
    (address,) = re.findall(r'/files/\d+/[^"]+', page.decode())[:1]
    whole = site.ask(address)
    assert (whole.body, whole.one("etag")) == (file, f'"{hashlib.sha256(file).hexdigest()}"')
    part = site.ask(address, Range="bytes=5-14")
    assert (part.status, part.body, part.one("content-range")) == (206, file[5:15], f"bytes 5-14/{len(file)}")
    head = site.ask(address, "HEAD")
    assert (head.status, head.one("content-length")) == (200, str(len(file)))


def test_strangers_may_neither_publish_nor_ask_for_the_health(site: Site):
    """The site sees the request as it came; the rule that keeps others from the health is in the file."""
    headers = {"Tus-Resumable": "1.0.0", "Upload-Length": "9", "Origin": site.proxy.url}
    assert site.ask("/api/uploads", "POST", **headers).status == 401
    assert site.ask("/api/uploads", "POST", **(headers | {"Origin": "https://elsewhere.example"})).status == 403
    assert site.ask("/_health").status == 200
    text = (proxy.SHIPPED / "starbond" / "site.conf").read_text()
    assert re.search(r"_\(health\|ready\)\$ \{\s+allow 127.0.0.1;\s+allow ::1;\s+deny all;", text)
