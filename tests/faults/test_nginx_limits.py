"""The shipped nginx configuration in front of stand-ins: what it refuses itself, and in which words."""

import http.client
import itertools
import json
import re
from urllib.parse import urlsplit

from starbond_site.content.languages import LANGUAGES
from starbond_site.content.sentences import refusal_sentence
from starbond_site.settings import MEBIBYTE, Settings
from starbond_site.web.resumable import PATH
from tests.faults import proxy
from tests.faults.front import SECONDS, Front

UPLOAD = f"{PATH}/{'x' * 32}"
SENT = (("POST", "/_upload"), ("PATCH", UPLOAD))
MOST = 1000
"""Requests of a flood; a slow machine lets some more than the burst pass."""


def test_limits_and_sentences_are_those_of_the_site():
    """Bodies may be as large as the largest file with its envelope; nginx cannot read content, and says the same."""
    shipped = proxy.SHIPPED / "starbond"
    for path in ("= /_upload", "^~ /api/uploads/"):
        block = (shipped / "site.conf").read_text().partition(f"location {path} {{")[2].partition("}")[0]
        (limit,) = re.findall(r"client_max_body_size (\d+)m;", block)
        assert 1 <= int(limit) - Settings().max_upload_mb <= 2, path
    text = (shipped / "sentences.conf").read_text("utf-8")
    refused = (("too_large", {"limit": 50}), ("too_many_uploads", {"minutes": 1}), ("rate_limited", {"minutes": 1}))
    sentences = [refusal_sentence(code, language, values) for language in LANGUAGES for code, values in refused]
    assert [sentence for sentence in sentences if f"'{sentence}'" not in text] == []


def test_too_large_upload_is_refused_before_its_body(front: Front):
    """With the sentence that the form shows."""
    for (method, path), language in itertools.product(SENT, LANGUAGES):
        page = f"{front.proxy.url}{'' if language == 'en' else '/bn'}/UploadFiles"
        reply = front.ask(path, method, body=b"", Content_Length=str(60 * MEBIBYTE), Referer=page)
        said = json.loads(reply.body)
        assert (reply.status, said["error"]) == (413, "too_large"), (path, language)
        assert said["detail"] == refusal_sentence("too_large", language, {"limit": 50})
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert front.count(path) == 0


def test_upload_streams_through(front: Front):
    """The site gets the first bytes while the visitor still sends; progress is real, and a broken piece is not lost."""
    for method, path in SENT:
        front.instances[0].first_bytes.clear()
        for instance in front.instances:
            instance.bodies.clear()
        connection = http.client.HTTPSConnection(
            "localhost", front.proxy.https, timeout=SECONDS, context=front.proxy.trust
        )
        connection.putrequest(method, path)
        connection.putheader("Content-Length", str(2 * MEBIBYTE))
        connection.endheaders()
        connection.send(bytes(MEBIBYTE))
        assert front.instances[0].first_bytes.wait(SECONDS / 2)
        connection.send(bytes(MEBIBYTE))
        assert connection.getresponse().status == 200
        connection.close()
        assert [len(body) for instance in front.instances for body in instance.bodies] == [2 * MEBIBYTE]


def test_flood_is_limited(front: Front):
    """A burst passes, then the sentence of the site is the answer; pages, and pieces of an upload, are not limited."""
    floods = (
        ("/_upload", 61, "too_many_uploads"),
        (PATH, 61, "too_many_uploads"),
        ("/api/upload-key", 41, "rate_limited"),
    )
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


def test_pieces_of_an_upload_go_to_the_instance_that_has_it(front: Front):
    """Whatever their method; uploads together use both instances."""
    paths = [f"{PATH}/{number:032d}" for number in range(24)]
    for path in paths:
        for method in ("PATCH", "HEAD", "DELETE"):
            front.ask(path, method, body=b"x" if method == "PATCH" else None)
    shares = [{path for path in paths if instance.count(path)} for instance in front.instances]
    assert shares[0] | shares[1] == set(paths)
    assert not shares[0] & shares[1]
    assert all(shares)


def test_flood_of_keys_by_a_form_without_scripts(front: Front):
    """Goes back to its page, which says why."""
    pages = {
        "/prospectus": "/UploadFiles",
        "/bn/UploadFiles": "/bn/UploadFiles",
        "/desk": "/desk",
        "/desk/documents/1": "/desk",
        "/bn/desk?refused=wrong_key": "/bn/desk",
        "/desktop-glue": "/UploadFiles",
        "/bn/desktop-glue": "/bn/UploadFiles",
    }
    for sent_by, page in pages.items():
        asks = front.asks(
            "/api/upload-key", "POST", body=b"x", Accept="text/html", Referer=f"https://localhost{sent_by}"
        )
        reply = next(reply for reply in itertools.islice(asks, MOST) if reply.status == 303)
        address = urlsplit(reply.headers["Location"])
        assert (address.path, address.query) == (page, "refused=rate_limited&minutes=1"), sent_by


def test_site_that_is_down_says_so(front: Front):
    """In the language of the page, with the header that its other answers have."""
    front.fail()
    for path, words in (("/new", "Please try again"), ("/bn/new", "আবার চেষ্টা করুন")):
        reply = front.ask(path)
        assert (reply.status, reply.headers["X-Content-Type-Options"]) == (503, "nosniff")
        assert words in reply.body.decode()
        assert int(reply.headers["Retry-After"]) > 0
