"""The shipped nginx configuration in front of stand-ins: what is kept, passed on and refused, and in which words."""

import http.client
import itertools
import json
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from starbond_site.content.addresses import INVITATION, LANGUAGES, Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.features.alerts.links import PATHS
from starbond_site.shared.settings import MEBIBYTE, Settings, UploadPolicy
from starbond_site.web.resumable import PATH
from tests import system
from tests.fanout_proxy import proxy as fanout
from tests.faults import front as fronts
from tests.faults import proxy
from tests.faults.front import SECONDS, Answer, Front
from tests.faults.survival import KEPT_SECONDS, until
from tests.serving import ROOT

PAGE, JSON, DOCUMENT, OTHER = "/AllNotice", "/api/documents/AllNotice", "/files/1/Report.pdf", "/files/2/Report.pdf"
HASHED = "/assets/entry-0123abcd.js"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NEW = b"with a new row"
UPLOAD = f"{PATH}/{'x' * 32}"
SENTENCES = (proxy.SHIPPED / "starbond" / "sentences.conf").read_text("utf-8")
AT_ONCE = 20
MOST = 1000
"""Requests of a flood; a slow machine lets some more than the burst pass."""


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    with fronts.running(tmp_path) as running:
        yield running


def test_limits_and_sentences_are_those_of_the_site():
    """A body may be as large as the largest file with its envelope; nginx cannot read content, and says the same."""
    shipped = proxy.SHIPPED / "starbond"
    block = (shipped / "site.conf").read_text().partition("location ^~ /api/uploads/ {")[2].partition("}")[0]
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", block)
    assert 1 <= int(limit) - Settings().max_upload_mb <= 2
    (with_file,) = re.findall(r'location ~\* "(\S+/desk/\S+)"', (shipped / "site.conf").read_text())
    tables = (f"{name}/import" for name in ("dealers", "holders", "shareholding", "figures-table"))
    forms = ("sealed", "sheets", "documents/1/file", *tables)
    assert [form for form in forms if not re.search(with_file, f"/bn/desk/{form}")] == [], "elsewhere 1 MB is the most"
    sockets = (shipped / "site.conf").read_text().partition("location /_event {")[2].partition("}")[0]
    assert "limit_conn starbond_websockets" in sockets, "one address cannot hold messages that never end in any number"
    refused = (("too_large", {"limit": 50}), ("too_many_uploads", {"minutes": 1}), ("rate_limited", {"minutes": 1}))
    sentences = [refusal_sentence(code, language, values) for language in LANGUAGES for code, values in refused]
    assert [sentence for sentence in sentences if f"'{sentence}'" not in SENTENCES] == []
    too_long = SENTENCES.partition("$starbond_too_long {")[2].partition("}")[0]
    assert not re.search(r"\d", too_long), "the limits of forms differ"


def test_visitors_of_the_same_moment_share_one_answer(front: Front):
    def several() -> None:
        for accepted in ("br, gzip", "gzip, deflate, br", "br;q=1.0"):
            assert front.ask("/Bod", Accept_Encoding=accepted).body == b"a page"
        assert front.ask("/Bod", "HEAD", Accept_Encoding="br").body == b""

    assert front.count_of("/Bod", several) <= 1
    cases = {"gzip": "gzip", "br;q=0, gzip": "gzip", "identity": None, "br;q=0": None, "br;q=0.5, gzip;q=0.1": "br"}
    for number, accepted in enumerate(cases):
        front.ask(f"/{number}", Accept_Encoding=accepted)
    requests = {request.path: request for request in front.requests}
    passed = {accepted: requests[f"/{number}"].headers["Accept-Encoding"] for number, accepted in enumerate(cases)}
    assert passed == cases


def test_what_is_kept_and_for_how_long(front: Front):
    def expire() -> None:
        threading.Event().wait(KEPT_SECONDS)  # Only time lets an answer expire.

    front.answer(lambda path: Answer(headers=FOR_EVER) if path == HASHED else Answer())
    for path in (PAGE, JSON, HASHED, DOCUMENT, OTHER):
        assert front.ask(path).body == b"a page"
    gone = Answer(status=404, headers={"Cache-Control": "no-store"})
    front.answer(lambda path: gone if path == DOCUMENT else Answer(body=NEW))
    expire()
    assert [front.ask(path).body for path in (PAGE, JSON)] == [NEW, NEW]
    assert front.ask(DOCUMENT).status == 404
    assert front.ask(HASHED).headers["Cache-Control"] == FOR_EVER["Cache-Control"]
    assert front.count(HASHED) == 1
    kept = {PAGE: NEW, JSON: NEW, HASHED: b"a page"}
    written = front.ask(JSON).headers["Site-Time"]
    expire()
    for failing in (Answer(status=500), Answer(status=503, headers={"Cache-Control": "no-store"})):
        front.answer(failing)
        assert {path: front.ask(path).body for path in kept} == kept
    assert front.ask(DOCUMENT).status == 503
    front.fail()
    for _ in range(5):
        assert {path: front.ask(path).body for path in kept} == kept
    assert front.ask(JSON).headers["Site-Time"] == written
    # Withdrawn since, perhaps: only the site could say.
    assert front.ask(OTHER).status == 503
    for path, words in (("/new", "Please try again"), ("/bn/new", "আবার চেষ্টা করুন")):
        reply = front.ask(path)
        assert (reply.status, reply.headers["X-Content-Type-Options"]) == (503, "nosniff")
        assert words in reply.body.decode()
        assert int(reply.headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("page", "language", "name"), [("/UploadFiles", "en", "default"), ("/bn/desk", "bn", "bn")], ids=["en", "bn"]
)
def test_whatever_is_sent_while_the_site_starts_hears_when_to_come_back(
    front: Front, page: str, language: str, name: str
):
    """In a page for who reads pages, and as plain text for programs."""
    front.fail()
    addresses = {
        PATH: "POST", UPLOAD: "PATCH", "/_upload": "POST", "/api/upload-key": "POST", "/api/live/AllNotice": "GET",
        f"{page}/sheets": "POST", "/_event/": "GET", DOCUMENT: "GET",
    }  # fmt: skip
    said_by_nginx = SENTENCES.partition("$starbond_unavailable {")[2]
    (sentence,) = re.findall(rf"^ +{name} +'(.+)';$", said_by_nginx, re.MULTILINE)
    read = {"text/html,*/*;q=0.8": ("text/html", f'lang="{language}"'), "application/json": ("text/plain", sentence)}
    for (path, method), (accepted, (kind, said)) in itertools.product(addresses.items(), read.items()):
        sent_by = f"{front.proxy.url}{page}"
        reply = front.ask(path, method, body=b"x" * (method != "GET"), Referer=sent_by, Accept=accepted)
        assert (reply.status, reply.headers["Retry-After"]) == (503, "60"), path
        assert reply.one("Content-Type") == f"{kind}; charset=utf-8", path
        assert reply.one("X-Content-Type-Options") == "nosniff", path
        assert said in reply.body.decode(), path
        assert kind == "text/html" or reply.body.decode() == f"{said}\n", path


def test_answer_for_a_cookie_is_not_shared(front: Front):
    cases = {
        ("/Bod", "__Host-starbond-upload=x"): (2, 3), ("/Bod", "language=bn; starbond-upload=x"): (2, 3),
        ("/", "_ga=1; language=bn"): (2, 3), ("/", "language=bn"): (2, 3), ("/Bod", "language=bn"): (0, 1),
        ("/bn", "language=en"): (0, 1), ("/", "language=en"): (0, 1), ("/Bod", "_ga=GA1.2"): (0, 1),
        ("/", "_ga=1; language=en"): (0, 1),
    }  # fmt: skip
    for (path, cookie), expected in cases.items():

        def several(path: str = path, cookie: str = cookie) -> None:
            for sent in ("", cookie, cookie, ""):
                assert front.ask(path, Cookie=sent).status == 200

        assert front.count_of(path, several) in expected, (path, cookie)


def test_personal_answer_is_not_kept(front: Front):
    personal = ({"Cache-Control": "no-store"}, {"Cache-Control": "private, max-age=9"}, {"Set-Cookie": "a=b"})
    for number, headers in enumerate(personal):
        front.answer(Answer(headers=headers))
        path = f"/search?q={number}"
        for _ in range(3):
            assert front.ask(path).status == 200
        assert front.count(path) == 3, headers


def test_range_of_a_document(front: Front):
    front.answer(Answer(headers={"Accept-Ranges": "bytes", "ETag": '"1"'}, body=bytes(range(200))))

    def ranges() -> None:
        for given, body in (("bytes=10-12", bytes((10, 11, 12))), ("bytes=-1", bytes((199,)))):
            reply = front.ask(DOCUMENT, Range=given)
            assert (reply.status, reply.body) == (206, body)

    assert front.count_of(DOCUMENT, ranges) <= 1


def test_failed_request_for_a_page_goes_to_the_other_instance_and_a_form_to_one(front: Front):
    """Visitors do not notice that one instance is gone; a message could be stored twice."""
    sent = [(method, "/api/contact?language=bn") for method in ("POST", "DELETE")] * 2
    for method, path in sent:
        assert front.ask(path, method, body=b"a message").status == 200
    assert sorted((request.command, request.path) for request in front.requests) == sorted(sent)
    assert front.instances[0].bodies + front.instances[1].bodies == [b"a message"] * 4
    front.instances[0].drops = True
    before = len(front.instances[0].requests)
    assert {front.ask(f"/{number}").status for number in range(6)} == {200}
    assert len(front.instances[0].requests) > before
    front.fail()
    assert (front.ask("/api/contact", "POST", body=b"a message").status, front.count("/api/contact")) == (503, 1)


def test_visitor_cannot_choose_its_address(front: Front):
    one = "192.0.2.1"
    claims = {
        "X_Forwarded_For": one, "X_Real_IP": one, "Forwarded": f"for={one}", "X_Forwarded_Host": "elsewhere.example",
    }  # fmt: skip
    front.ask("/Bod", body=None, X_Own="7", **claims)
    (request,) = front.requests
    assert request.headers.get_all("X-Forwarded-For") == ["127.0.0.1"]
    passed = {"X-Forwarded-Proto": "https", "Host": "localhost", "X-Own": "7"}
    assert {name: request.headers[name] for name in passed} == passed
    assert not {"X-Real-IP", "Forwarded", "X-Forwarded-Host"} & set(request.headers)
    connection = http.client.HTTPConnection("127.0.0.1", front.proxy.http, timeout=SECONDS)
    connection.request("GET", "/Bod?list=1", headers={"Host": "elsewhere.example"})
    response = connection.getresponse()
    assert (response.status, response.getheader("Location")) == (301, "https://localhost/Bod?list=1")
    connection.close()


def test_every_origin_gets_the_answer_of_all_others(front: Front) -> None:
    """The site allows its own origin more than others, which nginx would keep for them."""
    front.ask(JSON, Origin=front.proxy.url)
    front.ask("/contact", "POST", body=b"a message", Origin=front.proxy.url)
    assert [request.headers.get("Origin") for request in front.requests] == [None, front.proxy.url]


@pytest.fixture
def behind_a_cdn(tmp_path: Path) -> Iterator[Front]:
    """Provide the proxy with the block that its file has as a comment, and a CDN at 127.0.0.2."""
    text = (proxy.SHIPPED / "nginx.conf").read_text("utf-8")
    block = re.findall(r"^ +# ((?:set_real_ip_from|real_ip_header) .+;)$", text, re.MULTILINE)
    with fronts.running(tmp_path, [line.replace("192.0.2.0/24", "127.0.0.2") for line in block]) as running:
        yield running


def test_reader_behind_a_cdn_is_told_apart(behind_a_cdn: Front) -> None:
    """Only from the addresses of the CDN."""
    for sender in ("127.0.0.2", "127.0.0.3"):
        next(behind_a_cdn.asks("/Bod?" + sender, sender=sender, CF_Connecting_IP="198.51.100.7"))
    found = [request.headers["X-Forwarded-For"] for request in behind_a_cdn.requests]
    assert found == ["198.51.100.7", "127.0.0.3"]


def test_program_does_not_change_what_people_get(front: Front) -> None:
    """What is not there is a page for people and a line for programs; each gets its own, also of what is kept."""
    asked = {"text/html,*/*;q=0.8": "text/html, */*", "application/json": "application/json", "*/*": "*/*"}
    for path in (PAGE, DOCUMENT):
        for accepted in asked:
            front.ask(path, Accept=accepted)
        passed = [request.headers["Accept"] for request in front.requests if request.path == path]
        assert sorted(passed) == sorted(asked.values())


@pytest.mark.features("alerts")
def test_secret_address_and_token_of_a_link_stand_in_no_log_however_they_are_spelled(front: Front) -> None:
    """Nor where the site is away, of which other addresses are told in both logs."""
    paths = [f"{path}/s3cret" for path in ("/desk/sealed/preview", "/Desk/Sealed/preview", "/bn/desk/sealed/PREVIEW")]
    paths += [
        f"{path}?token=s3cret" for path in (*PATHS.values(), "/newsletter/confirm", INVITATION, f"/bn{INVITATION}")
    ]
    for status in (200, 503):
        assert [(path, reply.status) for path in paths if (reply := front.ask(path)).status != status] == []
        front.fail()
    seen = ("/seen", "/alerts/available", "/newsletter/subscribe")
    assert {front.ask(path).status for path in seen} == {503}
    logs = [front.proxy.folder / name for name in ("access.log", "error.log")]
    until(lambda: all(path in log.read_text() for log in logs for path in seen), "nginx has not written its logs")
    assert [log.name for log in logs if "s3cret" in log.read_text()] == []


def assert_refused(
    front: Front,
    path: str,
    language: Language,
    expected: tuple[int, str, str],
    size: int = 1,
    *,
    is_chunked: bool = False,
) -> None:
    """Check what is said to programs, as the site says it, and to who reads pages, of a body that never comes."""
    status, code, sentence = expected
    body = f"{size:x}\r\nx".encode() if is_chunked else b""
    sent = {"Transfer_Encoding": "chunked"} if is_chunked else {"Content_Length": str(size)}
    sent["Referer"] = f"{front.proxy.url}{PREFIXES[language]}/UploadFiles"
    address = path if path.startswith(("/api/", "/_")) else f"{PREFIXES[language]}{path}"
    program = front.ask(address, "POST", body=body, Accept="application/json", **sent)
    assert (program.status, json.loads(program.body)) == (status, {"error": code, "detail": sentence}), path
    page = front.ask(address, "POST", body=body, Accept="text/html,*/*;q=0.8", **sent)
    assert (page.status, page.one("Content-Type")) == (status, "text/html; charset=utf-8"), path
    assert f"<title>{status}</title>" in page.body.decode()
    assert f">{sentence}</p>" in page.body.decode(), path
    for reply in (program, page):
        assert reply.headers["Retry-After"] == ("60" if status == 429 else None), path
        assert reply.one("X-Content-Type-Options") == "nosniff", path
        assert reply.one("Cache-Control") == "no-store", path


PREFIXES: dict[Language, str] = {"en": "", "bn": "/bn"}
WITH_A_FILE = ("/desk/sheets", "/desk/holders/import", "/desk/shareholding/import", UPLOAD)
ELSEWHERE = ("/contact", PATH, "/api/upload-key", "/desk/duties")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_chunked", [False, True])
def test_what_is_too_large_is_refused_before_its_body_in_a_sentence(
    front: Front,
    language: Language,
    is_chunked: bool,
):
    """A piece of an upload says how long it is: nginx passes others on while they come."""
    file = refusal_sentence("too_large", language, {"limit": 50})
    (form,) = re.findall(r"too_long \{\n +default +'(.+)';\n +bn +'(.+)';", SENTENCES)
    with_a_file = WITH_A_FILE[: -1 if is_chunked else None]
    said = {**dict.fromkeys(with_a_file, (60, file)), **dict.fromkeys(ELSEWHERE, (2, form[language != "en"]))}
    for path, (size, sentence) in said.items():
        expected = (413, "too_large", sentence)
        assert_refused(front, path, language, expected, size * MEBIBYTE, is_chunked=is_chunked)
    assert front.requests == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_files_at_once_than_one_address_may_send_are_refused_in_a_sentence(front: Front, language: Language):
    sentence = refusal_sentence("too_many_uploads", language, {"minutes": 1})
    with ExitStack() as opened:
        for _ in range(AT_ONCE):
            sending = opened.enter_context(closing(front.proxy.connect(SECONDS)))
            sending.putrequest("POST", "/desk/sheets")
            for name, value in {"Content-Length": "1", "Expect": "100-continue"}.items():
                sending.putheader(name, value)
            sending.endheaders()
            assert sending.sock.recv(100).startswith(b"HTTP/1.1 100 "), "nginx counts it and waits for its body"
        for path in (*WITH_A_FILE, "/_upload"):
            assert_refused(front, path, language, (429, "too_many_uploads", sentence))
    assert front.requests == []


def test_upload_streams_through_to_the_instance_that_has_it(front: Front):
    connection = front.proxy.connect(SECONDS)
    connection.putrequest("PATCH", UPLOAD)
    connection.putheader("Content-Length", str(2 * MEBIBYTE))
    connection.endheaders()
    connection.send(bytes(MEBIBYTE))
    assert front.instances[0].first_bytes.wait(SECONDS / 2)
    connection.send(bytes(MEBIBYTE))
    assert connection.getresponse().status == 200
    connection.close()
    assert [len(body) for instance in front.instances for body in instance.bodies] == [2 * MEBIBYTE]
    paths = {f"{PATH}/{number:032d}" for number in range(24)}
    for path, method in itertools.product(paths, ("PATCH", "HEAD", "DELETE", "POST")):
        front.ask(path, method, body=b"x" if method in ("PATCH", "POST") else None)
    first, second = ({path for path in paths if instance.count(path)} for instance in front.instances)
    for path in paths:
        form = f"/bn/desk/sealed?upload={path.rpartition('/')[2]}"
        front.ask(form, "POST", body=b"x")
        assert front.instances[path in second].count(form) == 1, "the form goes where its file is"
    assert first | second == paths
    assert not first & second
    assert first
    assert second


def test_flood_is_limited(front: Front):
    floods = ((PATH, 61, "too_many_uploads"), ("/api/upload-key", 41, "rate_limited"))
    for number, (path, allowed, code) in enumerate(floods):
        asks = front.asks(path, "POST", body=b"x", sender=f"127.0.0.{number + 2}", Accept="application/json")
        passed = list(itertools.takewhile(lambda reply: reply.status == 200, itertools.islice(asks, MOST)))
        refused = next(asks)
        assert allowed <= len(passed) < MOST, path
        assert (refused.status, json.loads(refused.body)["error"]) == (429, code)
        assert int(refused.headers["Retry-After"]) > 0
        assert front.ask(f"{path}?again").status == 200
    pieces = front.asks(UPLOAD, "PATCH", body=b"x")
    assert {reply.status for reply in itertools.islice(pieces, 80)} == {200}


def test_flood_of_one_ipv6_line_is_limited_however_many_addresses_it_has(behind_a_cdn: Front):
    with closing(behind_a_cdn.proxy.connect(SECONDS, "127.0.0.2")) as connection:

        def status(address: str) -> int:
            return proxy.request(connection, PATH, "POST", b"x", CF_Connecting_IP=address).status

        # 0xA is a byte that ends a line of text.
        assert 429 in (status(f"2001:db8:a:a:{number:x}::1") for number in range(MOST))
        assert status("2001:db8:a:b::1") == 200


def test_flood_of_keys_by_a_form_without_scripts(front: Front):
    pages = {
        "/prospectus": "/UploadFiles", "/bn/UploadFiles": "/bn/UploadFiles", "/desk": "/desk",
        "/desk/documents/1": "/desk", "/bn/desk?refused=wrong_key": "/bn/desk", "/desktop-glue": "/UploadFiles",
        "/bn/desktop-glue": "/bn/UploadFiles",
    }  # fmt: skip
    for sent_by, page in pages.items():
        sender = f"https://localhost{sent_by}"
        asks = front.asks("/api/upload-key", "POST", body=b"x", Accept="text/html", Referer=sender)
        reply = next(reply for reply in itertools.islice(asks, MOST) if reply.status == 303)
        address = urlsplit(reply.headers["Location"])
        assert (address.path, address.query) == (page, "refused=rate_limited&minutes=1"), sent_by


UNIT = (ROOT / "deploy" / "starbond.service").read_text()
BACKUP = (ROOT / "deploy" / "starbond-backup.service").read_text()


@pytest.fixture
def installed() -> Iterator[Path]:
    """Make a folder that may hold a site: systemd refuses one below /dev, where files of tests are."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


def test_systemd_accepts_the_units(installed: Path):
    python = installed / "releases" / "current" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    units = [installed / path.name for path in (ROOT / "deploy").glob("starbond*.*")]
    for unit in units:
        unit.write_text((ROOT / "deploy" / unit.name).read_text().replace("/srv/starbond", str(installed)))
    assert len(units) == 3
    command = [system.need("systemd"), "verify", "--man=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ([line for line in done.stderr.splitlines() if "starbond" in line], done.returncode) == ([], 0)
    for service in installed.glob("*.service"):
        # At most 2.5 of 10; without its sandbox a service has 9.
        command[1:] = ["security", "--offline=yes", "--threshold=25", "--no-pager", service]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0, service.name


@pytest.mark.parametrize(("disk", "status"), [("folder", 3), ("/proc", 0)])
def test_a_backup_on_the_disk_of_the_site_is_refused(installed: Path, disk: str, status: int):
    """Any disk is a mount in the sandbox of the unit, so that devices are compared; ``/proc`` has one of its own."""
    (installed / "folder").mkdir()
    (command,) = re.findall(r"^ExecStartPre=/bin/sh -c '(.*\bstat .*)'$", BACKUP, re.MULTILINE)
    for written, meant in {"$$": "$", "%%": "%", "/mnt/starbond-backups": disk, "/mnt": "."}.items():
        command = command.replace(written, meant)
    done = subprocess.run(
        ["sh", "-c", f"{command} || exit 3"], cwd=installed, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (status, "")


def test_nobody_reaches_the_server_past_the_proxy():
    given = dict(re.findall(r"([A-Z_]+)=(\S+)", "\n".join(re.findall(r"^Environment=(.*)", UNIT, re.MULTILINE))))
    assert given["REFLEX_TRUSTED_PROXY_HOPS"] == "1"
    settings = Settings.model_validate(
        {"host": given["STARBOND_HOST"], "data_dir": given["STARBOND_DATA_DIR"], "url": "https://www.example.com"}
    )
    assert settings.listen_address == "127.0.0.1"
    assert settings.data_dir.is_absolute()
    assert settings.upload_policy is UploadPolicy.CLOSED
    assert re.search(r"^MemoryMax=\d", UNIT, re.MULTILINE), "the machine outlives whatever is sent to the site"


def test_updates_are_published_under_the_names_of_this_machine_alone(tmp_path: Path) -> None:
    """A name of another site that leads here (DNS rebinding) would let its pages tell every visitor anything."""
    with fanout(tmp_path, 1) as running:
        answers = dict[str, int]()
        for host in ("127.0.0.1", "localhost", "elsewhere.example"):
            connection = http.client.HTTPConnection("127.0.0.1", running.publish_port, timeout=SECONDS)
            connection.request("POST", "/publish", b"{}", {"Host": host})
            answers[host] = connection.getresponse().status
            connection.close()
    assert answers == {"127.0.0.1": 202, "localhost": 202, "elsewhere.example": 421}
