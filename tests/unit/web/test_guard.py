"""The gate before uploads: what is refused, with which status and sentence, and before a byte of the body is read."""

from typing import Any

from asgi_client import Answer
from upload_gate import BOUNDARY, HANDLER, HERE, LIMIT, PIECES, gate

from starbond_site import content
from starbond_site.settings import UploadPolicy
from starbond_site.web.guard import AUDITED, ENVELOPE_BYTES
from starbond_site.web.rights import UPLOADS


def assert_refused(answer: Answer, status: int, code: str, **values: object) -> None:
    assert (answer.status, code in answer.text) == (status, True)
    assert content.read(content.LANGUAGES[0]).errors.say(code, **values) in answer.text
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-store")


STRANGER: dict[str, Any] = {"peer": "203.0.113.9"}
WRONG_HEADERS: dict[tuple[int, str], list[dict[str, str | None]]] = {
    (403, "not_allowed"): [{"reflex-event-handler": name} for name in (None, HANDLER + " ", "state._delete")],
    (400, "malformed"): [
        {"reflex-client-token": None},
        *({"content-type": kind} for kind in (
            None, "multipart/form-data; boundary=", f"multipart/mixed; boundary={BOUNDARY}")),
    ],
    (411, "length_missing"): [
        *({"content-length": length} for length in (None, "many", "-1", "+100", "1_000", "\xb2", "9" * 5000, "5, 5")),
        {"transfer-encoding": "chunked"},
    ],
    (403, "closed"): [{"forwarded": "for=127.0.0.1"}],
}  # fmt: skip
REFUSED: list[tuple[dict[str, str | None], dict[str, Any], int, str]] = [
    *((headers, {}, *expected) for expected, wrong in WRONG_HEADERS.items() for headers in wrong),
    *(({}, {"method": method}, 405, "not_allowed") for method in ("GET", "OPTIONS", "post")),
    *(({}, {"path": path}, 404, "not_allowed") for path in ("/_upload/", "/_upload/../secret", "//_upload")),
]
"""Who may not is in `test_who_may_what`."""


def test_refused_before_the_body_is_read():
    for headers, request, status, code in REFUSED:
        here = gate()
        answer = here.post(headers, **request)
        assert (answer.status, [refused.decision.code for refused in here.audited]) == (status, [code]), headers
        assert_refused(answer, status, code)
        assert (answer.pieces_read, answer.headers["connection"], here.backend.published) == (0, "close", [])
        assert answer.headers.get("allow", "POST") == "POST"
    assert gate().post({"origin": "https://evil.org"}, path="/_uploads").status == 202, "not its business"


def test_the_announced_length_is_limited_and_the_page_that_waits_is_told():
    here, most = gate(), LIMIT + ENVELOPE_BYTES
    assert_refused(here.post({"content-length": str(most + 1)}), 413, "too_large", limit=1)
    (told,) = here.told
    assert (told.token, told.handler, told.decision.code) == (HERE["reflex-client-token"], HANDLER, "too_large")
    here.post({"origin": "https://evil.org"})
    assert (len(here.told), here.audited[1].token) == (1, ""), "a foreign page cannot have others told"
    assert_refused(here.post({"content-length": str(most)}), 400, "interrupted")


BROKEN = {
    "a body shorter than announced": (PIECES[:2], False),
    "a connection that breaks": (PIECES[:2], True),
    "a body longer than announced": ((*PIECES, b"more"), False),
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
    body = b"".join(PIECES)
    for size in (1, 64, len(body)):
        here = gate()
        pieces = tuple(body[start : start + size] for start in range(0, len(body), size))
        assert (here.post(pieces=(*pieces, b"")).status, here.backend.published, here.audited) == (202, [body], [])


def test_uploads_are_limited_per_address():
    """Refused ones do not count, and those on one's own machine have no limit."""
    here, public = gate(), gate(UploadPolicy.OPEN)
    for _ in range(UPLOADS):
        assert (public.post({"content-length": None}).status, public.post().status) == (411, 202)
        assert (here.post().status, here.post().status) == (202, 202)
    answer = public.post()
    assert_refused(answer, 429, "too_many_uploads", minutes=10)
    assert int(answer.headers["retry-after"]) > 0
    assert (answer.pieces_read, public.post(**STRANGER).status) == (0, 202)


def test_the_audit_cannot_be_flooded():
    here = gate(UploadPolicy.CLOSED)
    for _ in range(AUDITED + 20):
        here.post()
    assert len(here.audited) == AUDITED
