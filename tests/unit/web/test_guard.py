"""The gate before uploads: what is refused, with which status and sentence, and before a byte of the body is read."""
# ruff: noqa: D102  the names of the tests say what they are about

from collections.abc import Mapping
from typing import Any

import pytest
from asgi_client import Answer
from hypothesis import given, settings
from hypothesis import strategies as st
from upload_gate import BOUNDARY, ENDPOINT, HANDLER, HERE, KEY, LIMIT, PIECES, gate

from starbond_site import content
from starbond_site.settings import UploadPolicy
from starbond_site.web.guard import AUDITED, ENVELOPE_BYTES
from starbond_site.web.rights import UPLOADS
from starbond_site.web.visitor import Visitor


def assert_refused(answer: Answer, status: int, code: str, **values: object) -> None:
    assert answer.status == status
    assert code in answer.text
    assert content.read("en").errors.say(code, **values) in answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"


def test_a_whole_upload_from_this_machine_passes_untouched():
    here = gate()
    assert here.post().status == 202
    assert here.backend.published == [b"".join(PIECES)]
    assert not here.audited


def test_other_paths_are_not_its_business():
    here = gate()
    assert here.post({"origin": "https://evil.org"}, path="/_event").status == 202


STRANGER: dict[str, Any] = {"peer": "203.0.113.9"}
REFUSED: dict[str, tuple[dict[str, str | None], dict[str, Any], int, str]] = {
    "another machine": ({}, STRANGER, 403, "closed"),
    "a peer that is not known": ({}, {"peer": None}, 403, "closed"),
    "a proxy on this machine": ({"x-forwarded-for": "127.0.0.1"}, {}, 403, "closed"),
    "a proxy that says Forwarded": ({"forwarded": "for=127.0.0.1"}, {}, 403, "closed"),
    "another host name": ({"host": "www.example.com", "origin": None}, {}, 403, "closed"),
    "a name that was rebound": ({"host": "evil.org", "origin": "http://evil.org"}, {}, 403, "closed"),
    "a foreign page": ({"origin": "https://evil.org"}, {}, 403, "foreign_origin"),
    "a page on another port": ({"origin": "http://localhost:8080"}, {}, 403, "foreign_origin"),
    "a sandboxed page": ({"origin": "null"}, {}, 403, "foreign_origin"),
    "a foreign page that hides its origin": (
        {"origin": None, "sec-fetch-site": "cross-site"},
        {},
        403,
        "foreign_origin",
    ),
    "no handler": ({"reflex-event-handler": None}, {}, 403, "not_allowed"),
    "an empty handler": ({"reflex-event-handler": ""}, {}, 403, "not_allowed"),
    "a handler that takes no files": ({"reflex-event-handler": "state.set_text"}, {}, 403, "not_allowed"),
    "a handler with something behind": ({"reflex-event-handler": HANDLER + " "}, {}, 403, "not_allowed"),
    "a handler in other letters": ({"reflex-event-handler": HANDLER.upper()}, {}, 403, "not_allowed"),
    "part of a handler": ({"reflex-event-handler": HANDLER[:-1]}, {}, 403, "not_allowed"),
    "a private handler": ({"reflex-event-handler": "state._delete"}, {}, 403, "not_allowed"),
    "two handlers": ({"reflex-event-handler": f"{HANDLER}, {HANDLER}"}, {}, 403, "not_allowed"),
    "no token": ({"reflex-client-token": None}, {}, 400, "malformed"),
    "an empty token": ({"reflex-client-token": ""}, {}, 400, "malformed"),
    "no type": ({"content-type": None}, {}, 400, "malformed"),
    "no boundary": ({"content-type": "multipart/form-data"}, {}, 400, "malformed"),
    "an empty boundary": ({"content-type": "multipart/form-data; boundary="}, {}, 400, "malformed"),
    "another type": ({"content-type": "application/json"}, {}, 400, "malformed"),
    "a form without files": ({"content-type": "application/x-www-form-urlencoded"}, {}, 400, "malformed"),
    "a mixed type": ({"content-type": f"multipart/mixed; boundary={BOUNDARY}"}, {}, 400, "malformed"),
    "no length": ({"content-length": None}, {}, 411, "length_missing"),
    "an empty length": ({"content-length": ""}, {}, 411, "length_missing"),
    "a length that is no number": ({"content-length": "many"}, {}, 411, "length_missing"),
    "a negative length": ({"content-length": "-1"}, {}, 411, "length_missing"),
    "a signed length": ({"content-length": "+100"}, {}, 411, "length_missing"),
    "a length with an underscore": ({"content-length": "1_000"}, {}, 411, "length_missing"),
    "a length in superscript": ({"content-length": "\xb2"}, {}, 411, "length_missing"),
    "a length in Bangla digits": ({"content-length": "\xe0\xa7\xab"}, {}, 411, "length_missing"),
    "a length of many digits": ({"content-length": "9" * 5000}, {}, 411, "length_missing"),
    "two lengths": ({"content-length": "5, 5"}, {}, 411, "length_missing"),
    "chunks": ({"content-length": None, "transfer-encoding": "chunked"}, {}, 411, "length_missing"),
    "chunks with a length": ({"transfer-encoding": "chunked"}, {}, 411, "length_missing"),
    "reading": ({}, {"method": "GET"}, 405, "not_allowed"),
    "asking for the head": ({}, {"method": "HEAD"}, 405, "not_allowed"),
    "putting": ({}, {"method": "PUT"}, 405, "not_allowed"),
    "patching": ({}, {"method": "PATCH"}, 405, "not_allowed"),
    "deleting": ({}, {"method": "DELETE"}, 405, "not_allowed"),
    "asking for options": ({}, {"method": "OPTIONS"}, 405, "not_allowed"),
    "an invented method": ({}, {"method": "UPLOAD"}, 405, "not_allowed"),
    "a method in small letters": ({}, {"method": "post"}, 405, "not_allowed"),
    "the upload folder": ({}, {"method": "GET", "path": "/_upload/Report.pdf"}, 404, "not_allowed"),
    "the upload folder by POST": ({}, {"path": "/_upload/"}, 404, "not_allowed"),
    "a way out of the upload folder": ({}, {"method": "GET", "path": "/_upload/../secret"}, 404, "not_allowed"),
    "two slashes": ({}, {"path": "//_upload"}, 404, "not_allowed"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_before_the_body_is_read(case: str):
    headers, request, status, code = REFUSED[case]
    here = gate()
    answer = here.post(headers, **request)
    assert_refused(answer, status, code)
    assert answer.pieces_read == 0
    assert answer.headers["connection"] == "close"
    assert not here.backend.published
    assert [refused.decision.code for refused in here.audited] == [code]


def test_a_wrong_method_names_the_right_one():
    assert gate().post(method="GET").headers["allow"] == "POST"


def test_the_announced_length_is_limited():
    here = gate()
    most = LIMIT + ENVELOPE_BYTES
    answer = here.post({"content-length": str(most + 1)})
    assert_refused(answer, 413, "too_large", limit=1)
    assert answer.pieces_read == 0
    assert here.guard.decide({"method": "POST", "path": "/_upload"}, _visitor({"content-length": str(most)}))[0] == 200


def _visitor(headers: Mapping[str, str]) -> Visitor:
    return Visitor(peer="127.0.0.1", address="127.0.0.1", headers={**HERE, **headers})


BROKEN = {
    "a body shorter than announced": (PIECES[:2], False),
    "a connection that breaks": (PIECES[:2], True),
    "an empty body": ((b"",), False),
    "a body longer than announced": ((*PIECES, b"more"), False),
    "the last boundary cut off": ((*PIECES[:2], b" " * len(PIECES[2])), False),
    "half of the last boundary": ((*PIECES[:2], PIECES[2][:-4] + b"    "), False),
    "the last boundary in the middle": ((PIECES[2], PIECES[0], b"x" * 600), False),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_body_that_is_not_whole_publishes_nothing(case: str):
    pieces, is_cut = BROKEN[case]
    here = gate()
    answer = here.post(pieces=pieces, is_cut=is_cut)
    assert here.backend.published == []
    assert here.backend.cancelled == 1
    if not is_cut:
        assert_refused(answer, 400, "interrupted")
        assert [refused.decision.code for refused in here.audited] == ["interrupted"]


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_a_whole_body_passes_in_pieces_of_any_size(size: int):
    body = b"".join(PIECES)
    here = gate()
    pieces = tuple(body[start : start + size] for start in range(0, len(body), size))
    assert here.post(pieces=pieces).status == 202
    assert here.post(pieces=(*pieces, b"")).status == 202
    assert here.backend.published == [body, body]


class TestWithKey:
    """A public server whose operator has set a key."""

    site = "https://www.example.com"
    headers: Mapping[str, str] = {"host": "www.example.com", "origin": site}

    def test_without_a_session_nothing_is_read(self):
        public = gate(UploadPolicy.KEY, self.site)
        answer = public.post(self.headers, **STRANGER)
        assert_refused(answer, 401, "key_missing")
        assert answer.pieces_read == 0

    def test_not_even_from_this_machine(self):
        here = gate(UploadPolicy.KEY)
        assert_refused(here.post(), 401, "key_missing")
        assert here.backend.published == []

    @pytest.mark.parametrize("cookie", ["", "x", KEY, "1.2.3", "__Host-other=1"])
    def test_an_invented_session_is_none(self, cookie: str):
        public = gate(UploadPolicy.KEY, self.site)
        headers = {**self.headers, "cookie": f"{public.guard.rights.cookie}={cookie}"}
        answer = public.post(headers, **STRANGER)
        assert_refused(answer, 401, "key_missing")
        assert answer.pieces_read == 0

    def test_with_a_session_the_upload_passes(self):
        public = gate(UploadPolicy.KEY, self.site)
        rights = public.guard.rights
        headers = {**self.headers, "cookie": f"{rights.cookie}={rights.session()}"}
        assert public.post(headers, **STRANGER).status == 202

    def test_a_session_does_not_serve_a_foreign_page(self):
        public = gate(UploadPolicy.KEY, self.site)
        rights = public.guard.rights
        cookie = f"{rights.cookie}={rights.session()}"
        answer = public.post({**self.headers, "cookie": cookie, "origin": "https://evil.org"}, **STRANGER)
        assert_refused(answer, 403, "foreign_origin")
        assert answer.pieces_read == 0


def test_open_to_everyone_is_not_open_to_foreign_pages():
    public = gate(UploadPolicy.OPEN, "https://www.example.com")
    headers = {"host": "www.example.com", "origin": "https://www.example.com"}
    assert public.post(headers, **STRANGER).status == 202
    assert_refused(public.post(headers | {"origin": "https://evil.org"}, **STRANGER), 403, "foreign_origin")


def test_closed_is_closed_also_here():
    closed = gate(UploadPolicy.CLOSED)
    answer = closed.post()
    assert_refused(answer, 403, "closed")
    assert answer.pieces_read == 0
    assert closed.backend.published == []


def test_uploads_are_limited_per_address():
    public = gate(UploadPolicy.OPEN)
    for _ in range(UPLOADS):
        assert public.post().status == 202
    answer = public.post()
    assert_refused(answer, 429, "too_many_uploads", minutes=10)
    assert int(answer.headers["retry-after"]) > 0
    assert answer.pieces_read == 0
    assert public.post(**STRANGER).status == 202


def test_on_ones_own_machine_uploads_are_not_limited():
    here = gate()
    for _ in range(UPLOADS + 5):
        assert here.post().status == 202


def test_refused_uploads_do_not_count():
    public = gate(UploadPolicy.OPEN)
    for _ in range(UPLOADS):
        public.post({"content-length": None})
    assert public.post().status == 202


def test_the_audit_cannot_be_flooded():
    here = gate(UploadPolicy.CLOSED)
    for _ in range(AUDITED + 20):
        here.post()
    assert len(here.audited) == AUDITED


def test_the_page_that_waits_is_told():
    here = gate()
    here.post({"content-length": str(10**9)})
    (told,) = here.told
    assert (told.token, told.handler, told.decision.code) == (HERE["reflex-client-token"], HANDLER, "too_large")


def test_a_foreign_page_cannot_have_others_told():
    here = gate()
    here.post({"origin": "https://evil.org"})
    assert here.told == []
    assert here.audited[0].token == ""


def test_the_sentence_is_in_the_language_of_the_page():
    answer = gate(UploadPolicy.CLOSED).post({"referer": "http://localhost:3000/bn/UploadFiles"})
    assert content.read("bn").errors.closed in answer.text


@pytest.mark.parametrize("path", ["/_upload", "/_upload/", "//_upload", "/_upload/a/b", "///_upload//x"])
def test_every_spelling_of_the_address_is_guarded(path: str):
    assert ENDPOINT.covers(path)


@pytest.mark.parametrize("path", ["/", "/_uploads", "/a/_upload", "/_event", "/_UPLOAD"])
def test_other_addresses_are_not(path: str):
    assert not ENDPOINT.covers(path)


WORDS = st.sampled_from(
    [*HERE.values(), "", "null", "close", "127.0.0.1", "http://[", "multipart/form-data; boundary=x"]
)
HEADERS = st.dictionaries(
    st.sampled_from(
        [*HERE, "cookie", "referer", "forwarded", "sec-fetch-site", "transfer-encoding", "x-forwarded-for"]
    ),
    st.one_of(st.none(), WORDS, st.text(st.characters(max_codepoint=255), max_size=40)),
)


@settings(max_examples=150, deadline=None)
@given(headers=HEADERS, method=st.sampled_from(["GET", "POST", "PUT", "X"]), policy=st.sampled_from(UploadPolicy))
def test_whatever_the_head_says_it_is_answered_and_never_half_published(
    headers: dict[str, str | None], method: str, policy: UploadPolicy
):
    here = gate(policy)
    answer = here.post(headers, method=method)
    assert answer.status in {202, 400, 401, 403, 405, 411, 413}
    assert (answer.status == 202) == bool(here.backend.published)
    assert all(body == b"".join(PIECES) for body in here.backend.published)
