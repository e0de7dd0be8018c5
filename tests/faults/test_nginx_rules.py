"""The shipped nginx configuration in front of stand-ins: what is kept, and what is passed on."""

import http.client
import threading
from pathlib import Path

from tests.faults import proxy
from tests.faults.front import SECONDS, Front
from tests.faults.stub_site import Answer
from tests.faults.survival import KEPT_SECONDS

PAGE, JSON, DOCUMENT, OTHER = "/AllNotice", "/api/documents/AllNotice", "/files/1/Report.pdf", "/files/2/Report.pdf"
HASHED = "/assets/entry-0123abcd.js"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NEW = b"with a new row"


def test_configuration_is_valid(tmp_path: Path):
    """``nginx -t`` of Debian 12 has nothing to complain about."""
    said = proxy.configured(tmp_path, [3000, 3001]).check()
    assert "test is successful" in said
    assert "[warn]" not in said


def test_visitors_of_the_same_moment_share_one_answer(front: Front):
    """Whatever their spelling of the encodings; the site is asked for brotli, gzip or plain bytes."""

    def several() -> None:
        for accepted in ("br, gzip", "gzip, deflate, br", "br;q=1.0"):
            assert front.ask("/Bod", Accept_Encoding=accepted).body == b"a page"
        assert front.ask("/Bod", "HEAD", Accept_Encoding="br").body == b""

    assert front.count_of("/Bod", several) <= 1
    assert front.instances[0].requests[0].headers["Accept-Encoding"] == "br"
    cases = {"gzip": "gzip", "br;q=0, gzip": "gzip", "identity": None, "br;q=0": None, "br;q=0.5, gzip;q=0.1": "br"}
    for number, accepted in enumerate(cases):
        front.ask(f"/{number}", Accept_Encoding=accepted)
    requests = {request.path: request for instance in front.instances for request in instance.requests}
    passed = {accepted: requests[f"/{number}"].headers["Accept-Encoding"] for number, accepted in enumerate(cases)}
    assert passed == cases


def test_what_is_kept_and_for_how_long(front: Front):
    """Pages are new after two seconds, and kept while the site is down; documents only while they are published."""

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
    expire()
    for failing in (Answer(status=500), Answer(status=503, headers={"Cache-Control": "no-store"})):
        front.answer(failing)
        assert {path: front.ask(path).body for path in kept} == kept
    assert front.ask(DOCUMENT).status == 503
    front.fail()
    for _ in range(5):
        assert {path: front.ask(path).body for path in kept} == kept
    # Withdrawn since, perhaps: only the site could say.
    assert front.ask(OTHER).status == 503


def test_answer_for_a_cookie_is_not_shared(front: Front):
    """Neither kept for others nor taken from what others got; cookies that change nothing share."""
    own = (
        ("/Bod", "__Host-starbond-upload=x"),
        ("/Bod", "language=bn; starbond-upload=x"),
        ("/", "_ga=1; language=bn"),
        ("/", "language=bn"),
    )
    shared = (
        ("/Bod", "language=bn"),
        ("/bn", "language=en"),
        ("/", "language=en"),
        ("/Bod", "_ga=GA1.2"),
        ("/", "_ga=1; language=en"),
    )
    for path, cookie in own + shared:

        def several(path: str = path, cookie: str = cookie) -> None:
            front.ask(path)
            for _ in range(2):
                front.ask(path, Cookie=cookie)
            assert front.ask(path).status == 200

        asked = front.count_of(path, several)
        assert asked in ((2, 3) if (path, cookie) in own else (0, 1)), (path, cookie)


def test_personal_answer_is_not_kept(front: Front):
    """Whatever the site marks as personal is asked for every time."""
    personal = ({"Cache-Control": "no-store"}, {"Cache-Control": "private, max-age=9"}, {"Set-Cookie": "a=b"})
    for number, headers in enumerate(personal):
        front.answer(Answer(headers=headers))
        path = f"/newsletter/confirm?token={number}"
        for _ in range(3):
            assert front.ask(path).status == 200
        assert front.count(path) == 3, headers


def test_range_of_a_document(front: Front):
    """Answered from what is kept, also the first time."""
    front.answer(Answer(headers={"Accept-Ranges": "bytes", "ETag": '"1"'}, body=bytes(range(200))))

    def ranges() -> None:
        for given, body in (("bytes=10-12", bytes((10, 11, 12))), ("bytes=-1", bytes((199,)))):
            reply = front.ask(DOCUMENT, Range=given)
            assert (reply.status, reply.body) == (206, body)

    assert front.count_of(DOCUMENT, ranges) <= 1


def test_failed_request_for_a_page_goes_to_the_other_instance_and_a_form_to_one(front: Front):
    """Visitors do not notice that one instance is gone; a message could be stored twice."""
    for method in ("POST", "DELETE"):
        for _ in range(2):
            assert front.ask("/api/contact?language=bn", method, body=b"a message").status == 200
    requests = front.instances[0].requests + front.instances[1].requests
    asked = [(request.command, request.path) for request in requests]
    assert sorted(asked) == sorted([(method, "/api/contact?language=bn") for method in ("POST", "DELETE")] * 2)
    assert front.instances[0].bodies + front.instances[1].bodies == [b"a message"] * 4

    front.instances[0].drops = True
    before = len(front.instances[0].requests)
    assert {front.ask(f"/{number}").status for number in range(6)} == {200}
    assert len(front.instances[0].requests) > before
    front.fail()
    assert front.ask("/api/contact", "POST", body=b"a message").status == 503
    assert front.count("/api/contact") == 1


def test_visitor_cannot_choose_its_address(front: Front):
    """The site gets the address that nginx saw, and nothing else that claims one; a plain request is redirected."""
    claims = {"X_Forwarded_For": "192.0.2.1", "X_Real_IP": "192.0.2.1", "Forwarded": "for=192.0.2.1"}
    front.ask("/Bod", X_Forwarded_Host="elsewhere.example", X_Upload_Attempt="7", **claims)
    (request,) = front.instances[0].requests + front.instances[1].requests
    assert request.headers.get_all("X-Forwarded-For") == ["127.0.0.1"]
    assert request.headers["X-Forwarded-Proto"] == "https"
    assert request.headers["Host"] == "localhost"
    assert request.headers["X-Upload-Attempt"] == "7"
    assert not {"X-Real-IP", "Forwarded", "X-Forwarded-Host"} & set(request.headers)

    connection = http.client.HTTPConnection("127.0.0.1", front.proxy.http, timeout=SECONDS)
    connection.request("GET", "/Bod?list=1", headers={"Host": "elsewhere.example"})
    response = connection.getresponse()
    assert (response.status, response.getheader("Location")) == (301, "https://localhost/Bod?list=1")
    connection.close()
