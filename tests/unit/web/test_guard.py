"""The gate before uploads: what is refused, with which status and sentence, and before a byte of the body is read."""

from collections.abc import Mapping
from typing import Any

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
    assert (answer.status, code in answer.text) == (status, True)
    assert content.read("en").errors.say(code, **values) in answer.text
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-store")


def test_a_whole_upload_from_this_machine_passes_untouched():
    here = gate()
    assert (here.post().status, here.backend.published) == (202, [b"".join(PIECES)])
    assert not here.audited


def test_other_paths_are_not_its_business():
    here = gate()
    assert here.post({"origin": "https://evil.org"}, path="/_event").status == 202


STRANGER: dict[str, Any] = {"peer": "203.0.113.9"}
WRONG_HEADERS: dict[tuple[int, str], list[dict[str, str | None]]] = {
    (403, "not_allowed"): [
        {"reflex-event-handler": name}
        for name in (None, "", "state.set_text", HANDLER + " ", HANDLER.upper(), HANDLER[:-1], "state._delete",
                     f"{HANDLER}, {HANDLER}")
    ],
    (400, "malformed"): [
        {"reflex-client-token": None},
        {"reflex-client-token": ""},
        *({"content-type": kind} for kind in (
            None, "multipart/form-data", "multipart/form-data; boundary=", "application/json",
            "application/x-www-form-urlencoded", f"multipart/mixed; boundary={BOUNDARY}")),
    ],
    (411, "length_missing"): [
        *({"content-length": length} for length in (
            None, "", "many", "-1", "+100", "1_000", "\xb2", "\xe0\xa7\xab", "9" * 5000, "5, 5")),
        {"content-length": None, "transfer-encoding": "chunked"},
        {"transfer-encoding": "chunked"},
    ],
}  # fmt: skip
"""Handlers, tokens and types, and lengths: none, signed, in superscript, in Bangla digits, of many digits, two."""
METHODS = ("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "UPLOAD", "post")
WRONG_PATHS = (
    ("GET", "/_upload/Report.pdf"),
    ("POST", "/_upload/"),
    ("GET", "/_upload/../secret"),
    ("POST", "//_upload"),
)
UNKNOWN: dict[str, Any] = {"peer": None}
REFUSED: list[tuple[dict[str, str | None], dict[str, Any], int, str]] = [
    ({}, UNKNOWN, 403, "closed"),
    ({"forwarded": "for=127.0.0.1"}, {}, 403, "closed"),
    *((headers, {}, *expected) for expected, wrong in WRONG_HEADERS.items() for headers in wrong),
    *(({}, {"method": method}, 405, "not_allowed") for method in METHODS),
    *(({}, {"method": method, "path": path}, 404, "not_allowed") for method, path in WRONG_PATHS),
]
"""Who may not is in `test_who_may_what`."""


def test_refused_before_the_body_is_read():
    for headers, request, status, code in REFUSED:
        here = gate()
        answer = here.post(headers, **request)
        assert (answer.status, [refused.decision.code for refused in here.audited]) == (status, [code]), headers
        assert_refused(answer, status, code)
        assert (answer.pieces_read, answer.headers["connection"], here.backend.published) == (0, "close", [])


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


def test_a_body_that_is_not_whole_publishes_nothing():
    for case, (pieces, is_cut) in BROKEN.items():
        here = gate()
        answer = here.post(pieces=pieces, is_cut=is_cut)
        assert (here.backend.published, here.backend.cancelled) == ([], 1), case
        if not is_cut:
            assert_refused(answer, 400, "interrupted")
            assert [refused.decision.code for refused in here.audited] == ["interrupted"]


def test_a_whole_body_passes_in_pieces_of_any_size():
    body = b"".join(PIECES)
    for size in (1, 2, 7, 64):
        here = gate()
        pieces = tuple(body[start : start + size] for start in range(0, len(body), size))
        assert (here.post(pieces=pieces).status, here.post(pieces=(*pieces, b"")).status) == (202, 202)
        assert here.backend.published == [body, body]


def test_with_a_session_the_upload_passes_and_with_an_invented_one_it_does_not():
    """Also where `test_who_may_what` only sees that it is not refused; on this machine, too, a key is a key."""
    site = "https://www.example.com"
    public = gate(UploadPolicy.KEY, site)
    own, rights = {"host": "www.example.com", "origin": site}, public.guard.rights
    for cookie in ("", "x", KEY, "1.2.3", "__Host-other=1"):
        assert_refused(public.post({**own, "cookie": f"{rights.cookie}={cookie}"}, **STRANGER), 401, "key_missing")
    assert_refused(gate(UploadPolicy.KEY).post(), 401, "key_missing")
    assert public.backend.published == []
    assert public.post({**own, "cookie": f"{rights.cookie}={rights.session()}"}, **STRANGER).status == 202
    assert gate(UploadPolicy.OPEN, site).post(own, **STRANGER).status == 202


def test_uploads_are_limited_per_address():
    public = gate(UploadPolicy.OPEN)
    for _ in range(UPLOADS):
        assert public.post().status == 202
    answer = public.post()
    assert_refused(answer, 429, "too_many_uploads", minutes=10)
    assert int(answer.headers["retry-after"]) > 0
    assert (answer.pieces_read, public.post(**STRANGER).status) == (0, 202)


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
    assert (here.told, here.audited[0].token) == ([], "")


def test_the_sentence_is_in_the_language_of_the_page():
    answer = gate(UploadPolicy.CLOSED).post({"referer": "http://localhost:3000/bn/UploadFiles"})
    assert content.read("bn").errors.closed in answer.text


def test_every_spelling_of_the_address_is_guarded_and_no_other_address():
    guarded = ["/_upload", "/_upload/", "//_upload", "/_upload/a/b", "///_upload//x"]
    others = ["/", "/_uploads", "/a/_upload", "/_event", "/_UPLOAD"]
    assert [path for path in guarded + others if ENDPOINT.covers(path)] == guarded


WORDS = st.sampled_from(
    [*HERE.values(), "", "null", "close", "127.0.0.1", "http://[", "multipart/form-data; boundary=x"]
)
HEADERS = st.dictionaries(
    st.sampled_from(
        [*HERE, "cookie", "referer", "forwarded", "sec-fetch-site", "transfer-encoding", "x-forwarded-for"]
    ),
    st.one_of(st.none(), WORDS, st.text(st.characters(max_codepoint=255), max_size=40)),
)


@settings(deadline=None)
@given(headers=HEADERS, method=st.sampled_from(["GET", "POST", "PUT", "X"]), policy=st.sampled_from(UploadPolicy))
def test_whatever_the_head_says_it_is_answered_and_never_half_published(
    headers: dict[str, str | None], method: str, policy: UploadPolicy
):
    here = gate(policy)
    answer = here.post(headers, method=method)
    assert answer.status in {202, 400, 401, 403, 405, 411, 413}
    assert (answer.status == 202) == bool(here.backend.published)
    assert all(body == b"".join(PIECES) for body in here.backend.published)
