"""The shipped nginx configuration in front of stand-ins: what is kept, and what is passed on."""

import http.client
import threading
from pathlib import Path

import pytest

from tests.faults import proxy
from tests.faults.front import SECONDS, Front
from tests.faults.stub_site import Answer

KEPT_SECONDS = 2.05
"""Longest time in which an answer is kept for one second: nginx compares whole seconds."""
HASHED = "/assets/entry-0123abcd.js"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def _expire() -> None:
    """Let everything that is kept expire; only time does that."""
    threading.Event().wait(KEPT_SECONDS)


def test_configuration_is_valid(tmp_path: Path):
    """``nginx -t`` of Debian 12 has nothing to complain about."""
    said = proxy.configured(tmp_path, [3000, 3001]).check()
    assert "test is successful" in said
    assert "[warn]" not in said


def test_page_is_asked_for_once_a_second(front: Front):
    """Visitors of the same moment share one answer, whatever their spelling of the encodings."""
    encodings = ("br, gzip", "gzip, deflate, br", "br;q=1.0")
    bodies = {front.ask("/Bod", Accept_Encoding=accepted).body for accepted in encodings}
    assert bodies == {b"a page"}
    assert front.ask("/Bod", "HEAD", Accept_Encoding="br").body == b""
    assert front.count("/Bod") == 1
    assert front.instances[0].requests[0].headers["Accept-Encoding"] == "br"


@pytest.mark.parametrize(
    ("accepted", "passed"),
    [("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", None), ("br;q=0", None), ("br;q=0.5, gzip;q=0.1", "br")],
)
def test_encoding_that_is_asked_for(front: Front, accepted: str, passed: str | None):
    """The site is asked for brotli, gzip or plain bytes."""
    front.ask("/Bod", Accept_Encoding=accepted)
    assert front.instances[0].requests[0].headers["Accept-Encoding"] == passed


def test_page_is_new_after_it_expired(front: Front):
    """What the site sends from now on is sent to visitors within one to two seconds."""
    front.ask("/AllNotice")
    front.answer(Answer(body=b"with a new row"))
    _expire()
    assert front.ask("/AllNotice").body == b"with a new row"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/Bod", {"Cookie": "__Host-starbond-upload=x"}),
        ("/Bod", {"Cookie": "language=bn; starbond-upload=x"}),
        ("/", {"Cookie": "_ga=1; language=bn"}),
        ("/", {"Cookie": "language=bn"}),
    ],
)
def test_answer_for_a_cookie_is_not_shared(front: Front, path: str, headers: dict[str, str]):
    """Neither kept for others nor taken from what others got."""
    front.ask(path)
    for _ in range(2):
        front.ask(path, **headers)
    assert front.count(path) == 3
    assert front.ask(path).status == 200
    assert front.count(path) == 3


@pytest.mark.parametrize(
    ("path", "cookie"),
    [
        ("/Bod", "language=bn"),
        ("/bn", "language=en"),
        ("/", "language=en"),
        ("/Bod", "_ga=GA1.2"),
        ("/", "_ga=1; language=en"),
    ],
)
def test_other_cookies_share(front: Front, path: str, cookie: str):
    """Readers who chose a language, or have cookies of other programs, get the same pages as everyone."""
    front.ask(path)
    front.ask(path, Cookie=cookie)
    assert front.count(path) == 1


@pytest.mark.parametrize(
    "headers", [{"Cache-Control": "no-store"}, {"Cache-Control": "private, max-age=9"}, {"Set-Cookie": "a=b"}]
)
def test_personal_answer_is_not_kept(front: Front, headers: dict[str, str]):
    """Whatever the site marks as personal is asked for every time."""
    front.answer(Answer(headers=headers))
    for _ in range(3):
        assert front.ask("/newsletter/confirm?token=1").status == 200
    assert front.count("/newsletter/confirm?token=1") == 3


def test_hashed_files_are_kept_as_long_as_the_site_says(front: Front):
    """Their address changes with their content."""
    front.answer(Answer(headers=FOR_EVER))
    front.ask(HASHED)
    _expire()
    assert front.ask(HASHED).headers["Cache-Control"] == FOR_EVER["Cache-Control"]
    assert front.count(HASHED) == 1


@pytest.mark.parametrize("path", ["/AllNotice", "/api/documents/AllNotice", HASHED])
def test_kept_page_when_the_site_is_down(front: Front, path: str):
    """Both instances fail: visitors get what was sent last."""
    if path == HASHED:
        front.answer(Answer(headers=FOR_EVER))
    front.ask(path)
    _expire()
    for failing in (Answer(status=503), Answer(status=500)):
        front.answer(failing)
        assert (front.ask(path).status, front.ask(path).body) == (200, b"a page")
    for instance in front.instances:
        instance.drops = True
    for _ in range(5):
        assert (front.ask(path).status, front.ask(path).body) == (200, b"a page")


def test_withdrawn_document_does_not_come_out_of_the_cache(front: Front):
    """Neither when it expired, nor when the site fails later, nor to several who ask at once."""
    path = "/files/1/Report.pdf"
    front.ask(path)
    front.answer(Answer(status=404, headers={"Cache-Control": "no-store"}))
    _expire()
    assert front.ask(path).status == 404
    front.answer(Answer(status=503, headers={"Cache-Control": "no-store"}))
    _expire()
    assert front.ask(path).status == 503


def test_document_is_not_sent_while_the_site_cannot_say_whether_it_is_published(front: Front):
    """A file that was kept may be withdrawn since."""
    front.ask("/files/1/Report.pdf")
    _expire()
    for instance in front.instances:
        instance.drops = True
    assert front.ask("/files/1/Report.pdf").status == 503


def test_range_of_a_document(front: Front):
    """Answered from what is kept, also the first time."""
    front.answer(Answer(headers={"Accept-Ranges": "bytes", "ETag": '"1"'}, body=bytes(range(200))))
    for given, body in (("bytes=10-12", bytes((10, 11, 12))), ("bytes=-1", bytes((199,)))):
        reply = front.ask("/files/1/Report.pdf", Range=given)
        assert (reply.status, reply.body) == (206, body)
    assert front.count("/files/1/Report.pdf") == 1


def test_failed_request_for_a_page_goes_to_the_other_instance(front: Front):
    """Visitors do not notice that one instance is gone."""
    front.instances[0].drops = True
    for number in range(6):
        assert front.ask(f"/{number}").status == 200
    assert front.instances[0].requests


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_form_reaches_the_site(front: Front, method: str):
    """With its method and its body, every time."""
    for _ in range(2):
        assert front.ask("/api/contact?language=bn", method, body=b"a message").status == 200
    requests = front.instances[0].requests + front.instances[1].requests
    assert [(request.command, request.path) for request in requests] == [(method, "/api/contact?language=bn")] * 2
    assert front.instances[0].bodies + front.instances[1].bodies == [b"a message"] * 2


def test_failed_post_is_not_repeated(front: Front):
    """A message could be stored twice."""
    for instance in front.instances:
        instance.drops = True
    assert front.ask("/api/contact", "POST", body=b"a message").status == 503
    assert front.count("/api/contact") == 1


def test_visitor_cannot_choose_its_address(front: Front):
    """The site gets the address that nginx saw, and nothing else that claims one."""
    claims = {"X_Forwarded_For": "192.0.2.1", "X_Real_IP": "192.0.2.1", "Forwarded": "for=192.0.2.1"}
    front.ask("/Bod", X_Forwarded_Host="elsewhere.example", X_Upload_Attempt="7", **claims)
    (request,) = front.instances[0].requests + front.instances[1].requests
    assert request.headers.get_all("X-Forwarded-For") == ["127.0.0.1"]
    assert request.headers["X-Forwarded-Proto"] == "https"
    assert request.headers["Host"] == "localhost"
    assert request.headers["X-Upload-Attempt"] == "7"
    assert not {"X-Real-IP", "Forwarded", "X-Forwarded-Host"} & set(request.headers)


def test_plain_request_is_redirected(front: Front):
    """To the name of the server, whatever the request says."""
    connection = http.client.HTTPConnection("127.0.0.1", front.proxy.http, timeout=SECONDS)
    connection.request("GET", "/Bod?list=1", headers={"Host": "elsewhere.example"})
    response = connection.getresponse()
    assert (response.status, response.getheader("Location")) == (301, "https://localhost/Bod?list=1")
    connection.close()
