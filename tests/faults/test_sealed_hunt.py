"""A visitor hunts for a sealed filing: everything that the site gives away is the same before and after the sealing.

Every address is asked before anything is sealed, again while two filings are sealed, and compared byte for byte:
status, headers, body. At the end one is released, and the same hunt finds it, which shows that it would have found it
before.
"""

import http.client
import json
import re
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

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
from starbond_site.presentation.topics import TOPICS
from starbond_site.state.live import Live
from tests.serving import Server, build, free_port, serving
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.publishing import archive_in, publish
from tests.unit.documents.sealed_filings import LIST, in_seconds, seal

KEY = "a key that visitors lack"
WORD = "Quicksilver"
"""In the name and the text of the sealed files, and nowhere else."""
PUBLISHED = 3
VARYING = frozenset({"date", "server-timing"})
"""Headers that differ from one second to the next."""
OF_THE_CONNECTION = re.compile(r'[0-9a-f]{8}-[0-9a-f-]{27}|"sec-?_?websocket-?_?key":"[^"]*"|"session_id":"[^"]*"')
"""What a packet repeats of the connection that it answers."""
TEXT = made_pdfs.plain(f"The {WORD} profit of the year " + " ".join(str(number**5) for number in range(9000)))
"""Long enough that its size in bytes is no number that stands in a page by chance."""


@dataclass(frozen=True)
class Seen:
    """One answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def ask(server: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Seen:
    """Ask as a visitor does."""
    return hunted(http.client.HTTPConnection("localhost", server.port, timeout=60), path, method, body, **headers)


def hunted(
    connection: http.client.HTTPConnection, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> Seen:
    """Ask on a connection that stays open where the site wants that."""
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = sorted((name.lower(), value) for name, value in answer.getheaders() if name.lower() not in VARYING)
    return Seen(answer.status, tuple(found), answer.read())


def addresses(filing: Sealed | None, guesses: range) -> Iterator[str]:
    """Yield every address of a visitor, and those that somebody would guess who suspects a filing."""
    for language in LANGUAGES:
        yield from (localized(path, language) for path in content.read(language).paths)
        yield localized("/404", language)
        for path in ("/desk/sealed", "/desk/sealed/1", "/desk/sealed/2", "/desk/sealed/1/file", "/desk/sealed/3"):
            yield localized(path, language)
        yield localized(f"/desk/sealed/preview/{'A' * 43}", language)
        yield from (localized(f"/documents/{number}", language) for number in guesses)
        for topic in TOPICS:
            yield f"/api/live/{topic}?language={language}"
        for word in (WORD, "profit", "Report"):
            yield f"/api/search?q={word}&language={language}"
            yield localized(f"/disclosures?q={word}", language)
            yield localized(f"/PriceSensitiveInformation?q={word}", language)
    for category in Category:
        yield f"/api/documents/{category}"
        yield f"/api/documents/{category}.csv"
        yield f"/api/documents/{category}?before={guesses.stop}"
        yield from (f"{prefix}/feeds/{category}.atom" for prefix in ("", "/bn"))
    for number in guesses:
        yield f"/documents/{number}.json"
        yield f"/documents/{number}.receipt"
        yield f"/documents/{number}/page-1.webp"
        yield f"/files/{number}"
        yield f"/files/{number}/{WORD}.pdf"
        yield f"/api/verify?document={number}"
        yield f"/api/changes?after={number}"
    yield from ("/robots.txt", "/sitemap.xml", "/sitemap-documents.xml", "/api/nodes", "/api/changes", "/api/figures")
    yield from ("/api/figures.csv", "/.well-known/jwks.json", "/_health", "/_ready", "/ping", f"/feeds/{ALL}.atom")
    if filing:
        for path in (f"/api/verify?sha256={filing.sha256}", f"/verify?sha256={filing.sha256}"):
            yield path
        yield f"/api/verify?sha256={filing.commitment}"
        yield from (f"/{filing.key}", f"/objects/{filing.key}", f"/files/{filing.key}", f"/api/uploads/{filing.key}")


def hunt(server: Server, paths: list[str]) -> dict[str, Seen]:
    """Ask for every address, as a page and with what the browser had before."""
    found, connection = {}, http.client.HTTPConnection("localhost", server.port, timeout=60)
    with closing(connection):
        for path in paths:
            found[path] = hunted(connection, path, Accept="text/html,*/*")
            if etag := dict(found[path].headers).get("etag"):
                again = {"Accept": "text/html,*/*", "If-None-Match": etag}
                found[f"{path} (again)"] = hunted(connection, path, **again)
    return found


def pushed(server: Server, path: str, topics: tuple[str, ...]) -> list[str]:
    """Return what a page is told by its websocket: after it was opened, and in answer to a question for each topic."""
    token = "0c0ffee0-0000-4000-8000-000000000000"
    address = f"ws://localhost:{server.port}{NAMESPACE}/?EIO=4&transport=websocket&token={token}"
    router = {"pathname": path, "asPath": path, "query": {}}
    state, packets = Live.get_full_name(), list[str]()
    with connect(
        address,
        origin=server.url,  # pyright: ignore[reportArgumentType]
        subprotocols=[version("reflex")],  # pyright: ignore[reportArgumentType]
        compression=None,
        max_size=None,
    ) as socket:
        socket.recv(10)
        socket.send(JOIN + json.dumps({"event": event(HYDRATE, {}, token, router)}))
        for topic in topics:
            asked = {"topic": topic, "version": 0, "language": "en", "query": ""}
            socket.send(EVENT + json.dumps(["event", event(f"{state}.refresh", asked, token, router)]))
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


def event(name: str, payload: dict[str, object], token: str, router: dict[str, object]) -> dict[str, object]:
    """Return an event as a page sends it."""
    return {"name": name, "payload": payload, "token": token, "router_data": router}


def entered(server: Server) -> str:
    """Return the cookie of somebody who has the key."""
    body = urllib.parse.urlencode({"key": KEY}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.url}
    seen = ask(server, "/api/upload-key", "POST", body, **kind)
    return dict(seen.headers)["set-cookie"].split(";")[0]


def seal_by_form(server: Server, name: str, data: bytes) -> None:
    """Seal a file by the form of the desk."""
    fields = {"list": LIST, "moment": moments.written(in_seconds(3000)), "title": f"{WORD} dividend of the year"}
    body = b"".join(
        f'--b\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode()
        for field, value in fields.items()
    )
    body += f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode() + data
    kind = {"Content-Type": "multipart/form-data; boundary=b", "Origin": server.url, "Cookie": entered(server)}
    seen = ask(server, "/desk/sealed", "POST", body + b"\r\n--b--\r\n", **kind)
    assert (seen.status, dict(seen.headers)["location"]) == (303, "/desk/sealed/1?done=sealed")


@contextmanager
def site(folder: Path) -> Iterator[tuple[Server, Archive, int]]:
    """Run a site with some documents; yield it with the port of its metrics."""
    metrics = free_port()
    settings = {"STARBOND_UPLOAD_KEY": KEY, "STARBOND_METRICS_PORT": str(metrics), "STARBOND_LOGS": "json"}
    with serving(folder, **settings) as server, archive_in(server.data) as archive:
        for number in range(PUBLISHED):
            publish(archive, [LIST, "AllNotice", "Notice"][number], f"Report {number}.pdf", samples.pdf(str(number)))
        waiting = "SELECT count(*) FROM extraction"
        deadline = time.monotonic() + 60
        with archive.engine.connect() as connection:
            while connection.exec_driver_sql(waiting).scalar() != PUBLISHED:
                connection.rollback()
                assert time.monotonic() < deadline
                time.sleep(0.1)
        yield server, archive, metrics


def test_nothing_gives_a_sealed_filing_away(tmp_path: Path):
    build()
    with site(tmp_path) as (server, archive, metrics_port):
        guesses = range(1, PUBLISHED + 4)
        topics = tuple(TOPICS)
        paths = list(dict.fromkeys(addresses(None, guesses)))
        hunt(server, paths)
        before, pushed_before = hunt(server, paths), pushed(server, "/PriceSensitiveInformation", topics)
        log_before = server.log.read_bytes()

        seal_by_form(server, f"{WORD} results.pdf", TEXT)
        content, title = samples.pdf(f"{WORD} dividend"), f"Title of {WORD}"
        other = seal(archive, in_seconds(3000), name=f"{WORD} dividend.pdf", content=content, title=title)
        filing = filings.find(archive, 1)
        assert filing
        assert WORD in filing.title
        after, pushed_after = hunt(server, paths), pushed(server, "/PriceSensitiveInformation", topics)
        differing = [path for path in before if before[path] != after[path]]
        assert differing == []
        assert pushed_after == pushed_before
        assert len(pushed_before) >= 1

        more = [path for path in addresses(filing, guesses) if path not in before]
        asked = hunt(server, more)
        for path, seen in asked.items():
            # What was asked for comes back in some answers.
            said = (seen.body + str(seen.headers).encode()).replace(path.rpartition("=")[2].encode(), b"")
            for secret in (WORD, filing.sha256, other.sha256, filing.key, filing.commitment, str(filing.size)):
                assert secret.encode() not in said, (path, secret)
        verified = json.loads(asked[f"/api/verify?sha256={filing.sha256}"].body)
        assert (verified["state"], verified["documents"]) == ("unknown", [])
        assert len(server.log.read_bytes()) == len(log_before)
        said = _metrics(metrics_port)
        assert "starbond_publishes_total{" not in said
        assert "sealed" not in said

        print(
            f"\n{len(before)} answers of {len(paths)} addresses and {len(pushed_before)} packets equal before and "
            f"while two filings are sealed; {len(more)} more that name hash, commitment or key know nothing"
        )
        found = _after_release(server, before, paths)
        print(f"after the release {found} answers differ")


def _after_release(server: Server, before: dict[str, Seen], paths: list[str]) -> int:
    """Release one filing; the same hunt must find it in lists, feeds, files, search and the log of changes."""
    server.admin("sealed", "release", "1")
    number = PUBLISHED + 1
    found = [f"/documents/{number}", f"/documents/{number}.json", f"/documents/{number}.receipt", f"/files/{number}"]
    found += [f"/api/documents/{LIST}", f"/api/documents/{LIST}.csv", f"/api/live/{LIST}?language=en", "/api/changes"]
    found += ["/PriceSensitiveInformation", "/bn/PriceSensitiveInformation", f"/feeds/{ALL}.atom"]
    found += ["/sitemap-documents.xml", f"/api/search?q={WORD}&language=en"]
    deadline = time.monotonic() + 30
    # The command line is another process: lists hear of it by the next poll, the search when the text was read.
    while missing := [path for path in found if ask(server, path) == before[path]]:
        assert time.monotonic() < deadline, missing
    after = hunt(server, paths)
    differing = {path for path in paths if before[path] != after[path]}
    assert set(found) <= differing
    return len(differing)


def _metrics(port: int) -> str:
    """Return the metrics, which visitors never see."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()
    finally:
        connection.close()
