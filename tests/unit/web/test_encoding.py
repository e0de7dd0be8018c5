"""Responses in the encodings that clients ask for, and what a client that has them gets."""

import gzip

import brotli
import pytest
from asgi_client import ask

from starbond_site.web import encoding
from starbond_site.web.encoding import Encoded, matches, negotiate

TEXT = b"<tr>row</tr>" * 50
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}


def page() -> Encoded:
    return Encoded(TEXT, "text/html; charset=utf-8", {"Cache-Control": "no-cache"})


def test_the_browser_chooses_the_compression():
    wanted = {
        "gzip, deflate, br": "br", "gzip": "gzip", "br;q=0.1, gzip;q=0.9": "gzip", "br;q=0, gzip;q=0": "", "": "",
        "identity": "", "*": "br", "*;q=0": "", "br;q=x": "", "zstd": "", "zstd" + "," * 1000 + "br": "br",
    }  # fmt: skip
    answers = {accept: ask(page(), headers={"accept-encoding": accept}) for accept in wanted}
    assert {accept: answer.headers.get("content-encoding", "") for accept, answer in answers.items()} == wanted
    assert {accept: negotiate(accept) for accept in wanted} == wanted
    for accept, answer in answers.items():
        assert UNPACK.get(wanted[accept], bytes)(answer.body) == TEXT
        assert answer.headers["content-length"] == str(len(answer.body))
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_shared_caches_learn_what_a_response_depends_on():
    tags = set()
    for accept in ("", "br", "gzip"):
        answer = ask(page(), headers={"accept-encoding": accept})
        unchanged = ask(page(), headers={"accept-encoding": accept, "if-none-match": answer.headers["etag"]})
        assert (unchanged.status, unchanged.body) == (304, b"")
        for given in (answer, unchanged):
            assert (given.headers["vary"], given.headers["cache-control"]) == ("Accept-Encoding", "no-cache")
            assert (given.headers["etag"], "set-cookie" in given.headers) == (answer.headers["etag"], False)
        assert "content-length" not in unchanged.headers
        tags.add(answer.headers["etag"])
    assert len(tags) == 3, "each compression has a tag of its own"
    assert [matches(given, '"a"') for given in ('W/"a", "b"', "*", '"ab"', "")] == [True, True, False, False]


def test_the_time_of_the_last_change_counts_where_no_tag_is_given():
    moment = "Fri, 20 Nov 2026 04:00:00 GMT"
    dated = Encoded(TEXT, "text/plain", {"Last-Modified": moment})
    assert ask(dated, headers={"if-modified-since": moment}).status == 304
    assert ask(dated, headers={"if-modified-since": "Fri, 20 Nov 2026 05:00:00 GMT"}).status == 200
    assert ask(dated, headers={"if-modified-since": moment, "if-none-match": '"other"'}).status == 200
    assert ask(page(), headers={"if-modified-since": moment}).status == 200


def test_head_has_no_body_and_an_error_no_tag():
    whole, head = (ask(page(), method=method, headers={"accept-encoding": "br"}) for method in ("GET", "HEAD"))
    assert (head.body, head.headers) == (b"", whole.headers)
    answer = ask(Encoded(TEXT, "text/html", status=404), headers={"if-none-match": "*"})
    assert (answer.status, answer.body, "etag" in answer.headers) == (404, TEXT, False)


def test_the_second_reader_gets_fewer_bytes():
    text = "".join(f"<tr>{number * 7919}</tr>" for number in range(500)).encode()
    response = Encoded(text, "text/html")
    first = ask(response, headers={"accept-encoding": "br"})
    assert response.has_rough_brotli
    response.refine()
    second = ask(response, headers={"accept-encoding": "br"})
    assert len(second.body) < len(first.body)
    assert brotli.decompress(second.body) == text
    # The same text under the same tag, which is weak, since the bytes differ.
    assert second.headers["etag"] == first.headers["etag"]
    assert first.headers["etag"].startswith("W/")
    assert not response.has_rough_brotli
    once = Encoded(TEXT, "text/html", is_kept=False)
    ask(once, headers={"accept-encoding": "br"})
    assert not once.has_rough_brotli, "what answers one request is not refined"


def test_a_body_is_compressed_once_and_not_where_the_build_did_it(monkeypatch: pytest.MonkeyPatch):
    response = page()
    first = ask(response, headers={"accept-encoding": "br"})
    monkeypatch.setattr(encoding, "_compressed", None)
    assert ask(response, headers={"accept-encoding": "br"}).body == first.body
    built = Encoded(b"plain", "text/plain", compressed={"br": b"packed"})
    assert ask(built, headers={"accept-encoding": "gzip, br"}).body == b"packed"
    assert ask(built, headers={"accept-encoding": "gzip"}).body == b"plain"
    assert not built.has_rough_brotli
