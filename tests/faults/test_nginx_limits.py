"""The shipped nginx configuration in front of stand-ins: what it refuses itself, and in which words."""

import http.client
import json
import re
from urllib.parse import urlsplit

import pytest

from starbond_site.content.languages import LANGUAGES
from starbond_site.content.sentences import refusal_sentence
from starbond_site.settings import MEBIBYTE, Settings
from starbond_site.web.resumable import PATH
from tests.faults import proxy
from tests.faults.front import SECONDS, Front

UPLOAD = f"{PATH}/{'x' * 32}"


@pytest.mark.parametrize("path", ["= /_upload", "^~ /api/uploads/"])
def test_body_limit_fits_the_default_of_the_site(path: str):
    """Larger than the largest file with its multipart envelope, and not much."""
    text = (proxy.SHIPPED / "starbond" / "site.conf").read_text()
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", text.partition(f"location {path} {{")[2].partition("}")[0])
    assert 1 <= int(limit) - Settings().max_upload_mb <= 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "values"),
    [("too_large", {"limit": 50}), ("too_many_uploads", {"minutes": 1}), ("rate_limited", {"minutes": 1})],
)
def test_sentences_are_those_of_the_site(language: str, code: str, values: dict[str, int]):
    """Nginx cannot read content; what it says must be the same."""
    text = (proxy.SHIPPED / "starbond" / "sentences.conf").read_text("utf-8")
    assert f"'{refusal_sentence(code, language, values)}'" in text  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("method", "path"), [("POST", "/_upload"), ("PATCH", UPLOAD)])
def test_too_large_upload_is_refused_before_its_body(front: Front, language: str, method: str, path: str):
    """With the sentence that the form shows."""
    page = f"{front.proxy.url}{'' if language == 'en' else '/bn'}/UploadFiles"
    headers = {"Content_Length": str(60 * MEBIBYTE), "Referer": page}
    reply = front.ask(path, method, body=b"", **headers)
    assert (reply.status, json.loads(reply.body)["error"]) == (413, "too_large")
    assert json.loads(reply.body)["detail"] == refusal_sentence("too_large", language, {"limit": 50})  # pyright: ignore[reportArgumentType]
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert front.count(path) == 0


@pytest.mark.parametrize(("method", "path"), [("POST", "/_upload"), ("PATCH", UPLOAD)])
def test_upload_streams_through(front: Front, method: str, path: str):
    """The site gets the first bytes while the visitor still sends; progress is real, and a broken piece is not lost."""
    connection = http.client.HTTPSConnection("localhost", front.proxy.https, timeout=SECONDS, context=front.proxy.trust)
    connection.putrequest(method, path)
    connection.putheader("Content-Length", str(2 * MEBIBYTE))
    connection.endheaders()
    connection.send(bytes(MEBIBYTE))
    assert any(instance.first_bytes.wait(SECONDS / 2) for instance in front.instances)
    connection.send(bytes(MEBIBYTE))
    assert connection.getresponse().status == 200
    connection.close()
    assert [len(body) for instance in front.instances for body in instance.bodies] == [2 * MEBIBYTE]


@pytest.mark.parametrize(
    ("path", "allowed", "code"),
    [
        ("/_upload", 61, "too_many_uploads"),
        (PATH, 61, "too_many_uploads"),
        ("/api/upload-key", 41, "rate_limited"),
    ],
)
def test_flood_is_limited(front: Front, path: str, allowed: int, code: str):
    """A burst passes, then the sentence of the site is the answer; pages are not limited."""
    replies = [front.ask(path, "POST", body=b"x", Accept="application/json") for _ in range(allowed + 15)]
    passed = [reply for reply in replies if reply.status == 200]
    refused = next(reply for reply in replies if reply.status != 200)
    # A slow machine lets some more pass.
    assert allowed <= len(passed) < allowed + 15
    assert (refused.status, json.loads(refused.body)["error"]) == (429, code)
    assert int(refused.headers["Retry-After"]) > 0
    assert front.ask(f"{path}?again", "GET").status == 200


def test_pieces_of_an_upload_are_not_limited(front: Front):
    """A fast line sends many; how many uploads begin is limited."""
    assert {front.ask(UPLOAD, "PATCH", body=b"x").status for _ in range(80)} == {200}


def test_pieces_of_an_upload_go_to_the_instance_that_has_it(front: Front):
    """Whatever their method; uploads together use both instances."""
    paths = [f"{PATH}/{number:032d}" for number in range(24)]
    for path in paths:
        for method in ("PATCH", "HEAD", "PATCH", "DELETE"):
            front.ask(path, method, body=b"x" if method == "PATCH" else None)
    shares = [{path for path in paths if instance.count(path)} for instance in front.instances]
    assert shares[0] | shares[1] == set(paths)
    assert not shares[0] & shares[1]
    assert all(shares)


@pytest.mark.parametrize(
    ("sent_by", "page"),
    [
        ("/prospectus", "/UploadFiles"),
        ("/bn/UploadFiles", "/bn/UploadFiles"),
        *(("/desk", "/desk"), ("/desk/documents/1", "/desk"), ("/bn/desk?refused=wrong_key", "/bn/desk")),
        *(("/desktop-glue", "/UploadFiles"), ("/bn/desktop-glue", "/bn/UploadFiles")),
    ],
)
def test_flood_of_keys_by_a_form_without_scripts(front: Front, sent_by: str, page: str):
    """Goes back to its page, which says why."""
    sender = {"Accept": "text/html", "Referer": f"https://localhost{sent_by}"}
    replies = [front.ask("/api/upload-key", "POST", body=b"x", **sender) for _ in range(60)]
    # Not the last: on a busy machine one more is allowed meanwhile.
    addresses = [urlsplit(reply.headers["Location"]) for reply in replies if reply.status == 303]
    assert {(address.path, address.query) for address in addresses} == {(page, "refused=rate_limited&minutes=1")}


@pytest.mark.parametrize(("path", "words"), [("/new", "Please try again"), ("/bn/new", "আবার চেষ্টা করুন")])
def test_site_that_is_down_says_so(front: Front, path: str, words: str):
    """In the language of the page, with the header that its other answers have."""
    for instance in front.instances:
        instance.drops = True
    reply = front.ask(path)
    assert (reply.status, reply.headers["X-Content-Type-Options"]) == (503, "nosniff")
    assert words in reply.body.decode()
    assert int(reply.headers["Retry-After"]) > 0
