"""The real site behind the shipped nginx configuration: what visitors get, and that nothing tells of a sealed filing.

For the latter a visitor asks every address before anything is sealed, again while two filings are sealed, and compares
status, headers and body byte for byte. At the end one is released, and the same addresses tell of it.
"""

import base64
import gzip
import hashlib
import http.client
import json
import re
import time
import urllib.parse
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import version

import brotli
import pytest
from websockets.sync.client import connect

from benchmarks.socket_clients import EVENT, HYDRATE, JOIN, NAMESPACE, PING, PONG
from starbond_site import content
from starbond_site.categories import Category
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings, moments
from starbond_site.documents.sealed.records import Sealed
from starbond_site.presentation.atom import ALL
from starbond_site.presentation.forms import UPLOAD
from starbond_site.presentation.topics import TOPICS
from starbond_site.state.live import Live
from tests.faults import proxy
from tests.faults.proxy import Proxy
from tests.faults.survival import until
from tests.serving import Server, build, free_port, serving
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.publishing import archive_in, publish, rows
from tests.unit.documents.sealed_filings import LIST, in_seconds, seal

SECONDS = 30
KEPT_SECONDS = 2.5
"""An answer may be kept for one to two seconds."""
ONCE = (
    *("content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy", "x-frame-options"),
    *(
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "strict-transport-security",
        "cache-control",
        "vary",
    ),
)
PAGES = ("/", "/bn", "/AllNotice", "/bn/AllNotice", "/GumkingSyntheticResin", "/contact", "/nowhere", "/bn/nowhere")
KEY = "a key that visitors lack"
WORD = "Quicksilver"
"""In the name and the text of the sealed files, and nowhere else."""
VARYING = frozenset({"date", "server-timing"})
"""Headers that differ from one second to the next."""
OF_THE_CONNECTION = re.compile(r'[0-9a-f]{8}-[0-9a-f-]{27}|"sec-?_?websocket-?_?key":"[^"]*"|"session_id":"[^"]*"')
"""What a packet repeats of the connection that it answers."""
TEXT = made_pdfs.plain(f"The {WORD} profit of the year " + " ".join(str(number**5) for number in range(9000)))
"""Long enough that its size in bytes is no number that stands in a page by chance."""


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """With names in small letters."""
    body: bytes

    def all(self, name: str) -> list[str]:
        return [value for found, value in self.headers if found == name]

    def one(self, name: str) -> str:
        """Return a header that must be there once."""
        (value,) = self.all(name)
        return value


@dataclass
class Site:
    """The site, directly and by nginx."""

    server: Server
    proxy: Proxy
    archive: Archive

    def direct(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
        """Ask the site itself, as nginx does."""
        with closing(http.client.HTTPConnection("localhost", self.server.port, timeout=SECONDS)) as connection:
            return _ask(connection, path, method, body, **headers)

    def ask(self, path: str, method: str = "GET", **headers: str) -> Reply:
        trust = self.proxy.trust
        with closing(
            http.client.HTTPSConnection("localhost", self.proxy.https, timeout=SECONDS, context=trust)
        ) as connection:
            return _ask(connection, path, method, None, **headers)


def _ask(
    connection: http.client.HTTPConnection, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> Reply:
    """Ask; names of headers have underscores for hyphens."""
    given = {"Accept": "text/html,*/*", "Host": "localhost"}
    if not isinstance(connection, http.client.HTTPSConnection):
        given |= {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}
    connection.request(method, path, body, given | {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = sorted((name.lower(), value) for name, value in answer.getheaders())
    return Reply(answer.status, tuple(header for header in found if header[0] not in VARYING), answer.read())


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
    """Same status and bytes; each header that protects visitors arrives once, with the value of the site."""
    for path in PAGES:
        direct, reply = site.direct(path), site.ask(path)
        assert (reply.status, reply.body) == (direct.status, direct.body), path
        assert reply.status == (404 if "nowhere" in path else 200)
        assert {name: reply.all(name) for name in ONCE} == {name: direct.all(name) for name in ONCE}, path
        assert len(reply.all("content-security-policy")) == len(reply.all("strict-transport-security")) == 1
        head = site.ask(path, "HEAD")
        assert (head.status, head.body) == (reply.status, b""), path


def test_encodings_and_revalidation(site: Site):
    """Brotli where it is understood, else gzip, else plain; a browser that has the page gets no bytes."""
    for path in ("/", "/AllNotice", "/nowhere"):
        plain = site.ask(path)
        assert plain.all("content-encoding") == []
        packed, zipped = site.ask(path, Accept_Encoding="gzip, deflate, br"), site.ask(path, Accept_Encoding="gzip")
        assert (packed.one("content-encoding"), zipped.one("content-encoding")) == ("br", "gzip"), path
        assert brotli.decompress(packed.body) == gzip.decompress(zipped.body) == plain.body, path
    known = site.ask("/AllNotice", Accept_Encoding="br").one("etag")
    reply = site.ask("/AllNotice", Accept_Encoding="br", If_None_Match=known)
    assert (reply.status, reply.body) == (304, b"")
    assert reply.one("content-security-policy")
    (script, *_) = re.findall(r'/assets/[^"\']+\.js', site.ask("/").body.decode())
    reply = site.ask(script, Accept_Encoding="br, gzip")
    assert reply.one("cache-control") == "public, max-age=31536000, immutable"
    assert reply.one("content-encoding") == "br"


def test_redirects(site: Site):
    """Spellings by an address without host and port; the remembered language only for the visitor with the cookie."""
    for path, target in {"/bod": "/Bod", "/UPLOADFILES/": "/UploadFiles", "/bn/bod?a=1": "/bn/Bod?a=1"}.items():
        reply = site.ask(path)
        assert (reply.status, reply.one("location")) == (301, target)
    cookies = ({"Cookie": "language=bn"}, {}, {"Cookie": "language=bn"})
    assert [site.ask("/", **cookie).status for cookie in cookies] == [302, 200, 302]


def test_published_document(site: Site):
    """On the page and in the JSON as soon as what nginx keeps expires; the download is whole, and by range."""
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


def test_nothing_gives_a_sealed_filing_away(site: Site):
    for number, category in enumerate(("Notice", LIST)):
        publish(site.archive, category, f"Report {number}.pdf", samples.pdf(str(number)))
    ((count,),) = rows(site.archive, "SELECT count(*) FROM document")
    assert isinstance(count, int)
    until(lambda: rows(site.archive, "SELECT count(*) FROM extraction") == [(count,)], "the documents are not read")
    until(lambda: b"Report 1" in site.direct(f"/api/documents/{LIST}").body, "the site has not found them")
    guesses = range(1, count + 4)
    before = _hunt(site, addresses(None, guesses))
    pushed, log = _pushed(site), site.server.log.read_bytes()

    _seal_by_form(site, f"{WORD} results.pdf", TEXT)
    dividend, title = samples.pdf(f"{WORD} dividend"), f"Title of {WORD}"
    other = seal(site.archive, in_seconds(3000), name=f"{WORD} dividend.pdf", content=dividend, title=title)
    filing = filings.find(site.archive, 1)
    assert filing
    assert WORD in filing.title
    after = _hunt(site, addresses(None, guesses))
    assert [path for path in before if before[path] != after[path]] == []
    assert _pushed(site) == pushed != []

    asked = _hunt(site, [path for path in addresses(filing, guesses) if path not in before])
    for path, reply in asked.items():
        # What was asked for comes back in some answers.
        said = (reply.body + str(reply.headers).encode()).replace(path.rpartition("=")[2].encode(), b"")
        for secret in (WORD, filing.sha256, other.sha256, filing.key, filing.commitment, str(filing.size)):
            assert secret.encode() not in said, (path, secret)
    verified = json.loads(asked[f"/api/verify?sha256={filing.sha256}"].body)
    assert (verified["state"], verified["documents"]) == ("unknown", [])
    assert site.server.log.read_bytes() == log
    metrics = http.client.HTTPConnection("127.0.0.1", int(site.server.environment["STARBOND_METRICS_PORT"]))
    said = _ask(metrics, "/metrics").body
    assert b"starbond_publishes_total{" not in said
    assert b"sealed" not in said
    print(f"\n{len(before)} answers and {len(pushed)} packets are equal before and while two filings are sealed")

    # The command line is another process: lists hear of it by the next poll, the search when the text was read.
    site.server.admin("sealed", "release", "1")
    number = count + 1
    tells = [f"/documents/{number}", f"/documents/{number}.json", f"/documents/{number}.receipt", f"/files/{number}"]
    tells += [f"/api/documents/{LIST}", f"/api/documents/{LIST}.csv", f"/api/live/{LIST}?language=en", "/api/changes"]
    tells += [f"/{LIST}", f"/bn/{LIST}", f"/feeds/{ALL}.atom", "/sitemap-documents.xml"]
    tells += [f"/api/search?q={WORD}&language=en"]
    for path in tells:
        until(lambda path=path: _hunt(site, [path])[path] != before[path], path)


def addresses(filing: Sealed | None, guesses: range) -> Iterator[str]:
    """Yield every address of a visitor, and those that somebody would guess who suspects a filing."""
    for language in LANGUAGES:
        desk = ("sealed", "sealed/1", "sealed/2", "sealed/1/file", "sealed/3", f"sealed/preview/{'A' * 43}")
        paths = [*content.read(language).paths, "/404", *(f"/desk/{path}" for path in desk)]
        paths += [f"/documents/{number}" for number in guesses]
        for word in (WORD, "profit", "Report"):
            paths += [f"/disclosures?q={word}", f"/PriceSensitiveInformation?q={word}"]
            yield f"/api/search?q={word}&language={language}"
        yield from (localized(path, language) for path in paths)
        yield from (f"/api/live/{topic}?language={language}" for topic in TOPICS)
    for category in Category:
        api = f"/api/documents/{category}"
        yield from (api, f"{api}.csv", f"{api}?before={guesses.stop}")
        yield from (f"{prefix}/feeds/{category}.atom" for prefix in ("", "/bn"))
    for number in guesses:
        record, file = f"/documents/{number}", f"/files/{number}"
        yield from (f"{record}.json", f"{record}.receipt", f"{record}/text", f"{record}/page-1.webp", file)
        yield f"{file}/{WORD}.pdf"
        yield from (f"/api/verify?document={number}", f"/api/changes?after={number}")
    yield from ("/robots.txt", "/sitemap.xml", "/sitemap-documents.xml", "/api/nodes", "/api/changes", "/api/figures")
    yield from ("/api/figures.csv", "/.well-known/jwks.json", "/_health", "/_ready", "/ping", f"/feeds/{ALL}.atom")
    if filing:
        for path in ("/api/verify?sha256=", "/verify?sha256="):
            yield from (f"{path}{filing.sha256}", f"{path}{filing.commitment}")
        yield from (f"{folder}/{filing.key}" for folder in ("", "/objects", "/files", "/api/uploads"))


def _hunt(site: Site, paths: Iterable[str]) -> dict[str, Reply]:
    """Ask the site for every address, as a page and with what the browser had before."""
    found = {}
    with closing(http.client.HTTPConnection("localhost", site.server.port, timeout=60)) as connection:
        for path in dict.fromkeys(paths):
            found[path] = _ask(connection, path)
            if etag := found[path].all("etag"):
                found[f"{path} (again)"] = _ask(connection, path, If_None_Match=etag[0])
    return found


def _pushed(site: Site) -> list[str]:
    """Return what a page is told by its websocket: after it was opened, and in answer to a question for each topic."""
    token, path, packets = "0c0ffee0-0000-4000-8000-000000000000", f"/{LIST}", list[str]()
    address = f"ws://localhost:{site.server.port}{NAMESPACE}/?EIO=4&transport=websocket&token={token}"

    def event(name: str, payload: dict[str, object]) -> dict[str, object]:
        router = {"pathname": path, "asPath": path, "query": {}}
        return {"name": name, "payload": payload, "token": token, "router_data": router}

    with connect(
        address,
        origin=site.proxy.url,  # pyright: ignore[reportArgumentType]
        subprotocols=[version("reflex")],  # pyright: ignore[reportArgumentType]
        compression=None,
        max_size=None,
    ) as socket:
        socket.recv(10)
        socket.send(JOIN + json.dumps({"event": event(HYDRATE, {})}))
        for topic in TOPICS:
            asked = {"topic": topic, "version": 0, "language": "en", "query": ""}
            socket.send(EVENT + json.dumps(["event", event(f"{Live.get_full_name()}.refresh", asked)]))
        last = time.monotonic()
        while time.monotonic() - last < 1:
            with suppress(TimeoutError):
                text = str(socket.recv(0.25))
                if text == PING:
                    socket.send(PONG)
                elif text.startswith(EVENT):
                    packets.append(OF_THE_CONNECTION.sub("", text))
                    last = time.monotonic()
    return sorted(packets)


def _seal_by_form(site: Site, name: str, data: bytes) -> None:
    """Seal a file by the form of the desk, as somebody who has the key."""
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": site.proxy.url}
    entered = site.direct("/api/upload-key", "POST", urllib.parse.urlencode({"key": KEY}).encode(), **form)
    own = {"Cookie": entered.one("set-cookie").split(";")[0], "Origin": site.proxy.url, "Tus_Resumable": "1.0.0"}
    described = f"filename {base64.b64encode(name.encode()).decode()}"
    begun = site.direct("/api/uploads", "POST", b"", Upload_Length=str(len(data)), Upload_Metadata=described, **own)
    address, kind = begun.one("location"), "application/offset+octet-stream"
    assert site.direct(address, "PATCH", data, Upload_Offset="0", Content_Type=kind, **own).status == 204
    fields = {"list": LIST, "moment": moments.written(in_seconds(3000)), "title": f"{WORD} dividend of the year"}
    body = urllib.parse.urlencode(fields | {UPLOAD: address}).encode()
    reply = site.direct("/desk/sealed", "POST", body, **form | {"Cookie": own["Cookie"]})
    assert (reply.status, reply.one("location")) == (303, "/desk/sealed/1?done=sealed")
