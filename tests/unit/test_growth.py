"""Work on what anyone may send grows with its length, not with the square of it: twice as much takes 2.5 times at most.

Processor time of one thread, of texts so long that a square is seen on any machine; what takes less than `SMALL` for
the longer text is no attack. A measurement that another process disturbed is repeated.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import thread_time

import pytest
from starlette.datastructures import Headers, QueryParams
from webauthn.helpers import parse_authentication_credential_json, parse_registration_credential_json

from starbond_site.content.addresses import language_of_address
from starbond_site.documents import attempts, extraction, names, text_search
from starbond_site.documents.extraction import bangla
from starbond_site.documents.inspection import signatures
from starbond_site.documents.inspection.nesting import inspect_file
from starbond_site.documents.selection import selected
from starbond_site.mail import submissions
from starbond_site.presentation.search.ranking import index
from starbond_site.shared import hosts, local_time
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web import encoding, visitor
from starbond_site.web.resumable import announced
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor
from tests.unit.documents import made_pdfs, samples
from tests.unit.documents.crafted_office import docx, relations
from tests.unit.documents.publishing import existing

LENGTH, MOST, SMALL, TRIES = 12_000, 2.5, 0.03, 6
UNITS = (
    "a", " ", "(", "[", '"', '\\"', "%", "%e0", ",", ";", "=", "&", ".", "-", "@", "<a", "0", "\n", "a=b;", ",br;q=1,",
    "\u0301\u0323", "\u09cd\u200d", "\u09b0\u09cd", "\u09c7", "\ud800", "ﷺ", '{"a":', "1.", '"\\073',
)  # fmt: skip
"""Pieces of texts that parsers stumble over: marks in the wrong order, escaped quotes, things that never close."""
RIGHTS = Rights(UploadPolicy.OPEN, public_url="https://www.example.com")


def _header(name: str, read: Callable[[Visitor], object]) -> Callable[[str], object]:
    return lambda text: read(Visitor(headers={name: text}))


PARSERS: dict[str, Callable[[str], object]] = {
    "cookie": _header("cookie", lambda sender: sender.cookie("starbond-session")),
    "one cookie": lambda text: Visitor(headers={"cookie": f'starbond-session="{text}"'}).cookie("starbond-session"),
    "origin": _header("origin", RIGHTS.is_own_page),
    "referer": _header("referer", lambda sender: sender.page_language),
    "upload metadata": lambda text: announced(Visitor(headers={"upload-length": "1", "upload-metadata": text})),
    "forwarded": lambda text: visitor._address("", {"x-forwarded-for": text}, 1),
    "host": lambda text: hosts.is_local(visitor.host_name(text)),
    "accept-encoding": encoding.negotiate,
    "if-none-match": lambda text: encoding.is_unchanged(Headers({"etag": '"x"'}), Headers({"if-none-match": text})),
    "query": lambda text: dict(QueryParams(text)),
    "selection": lambda text: selected(dict.fromkeys(("q", "year", "type", "sort", "list"), text)),
    "language": language_of_address,
    "file name": names.checked,
    "title": names.checked_title,
    "search": names.search_words,
    "text as it is searched": names.searchable,
    "sort key": names.sort_key,
    "snippet": lambda text: text_search._marked(text, text_search._hits(text, ("a", "b"), is_prefix=True)),
    "site search": index("bn").ranked,
    "moment": local_time.parse,
    "attempt": attempts.remembered,
    "contact": lambda text: submissions.validate(
        submissions.ContactForm, dict.fromkeys(submissions.ContactForm.model_fields, text)
    ),
    "answer of a passkey": parse_authentication_credential_json,
    "new passkey": parse_registration_credential_json,
    "text of a document": lambda text: extraction.limited([extraction.cleaned(text)]),
    "order of Bangla": bangla.reordered,
    "repaired Bangla": bangla.repaired,
    "Bijoy": bangla.of_bijoy,
}


PARTS = 1_500
FILES: dict[str, Callable[[int], bytes]] = {
    "members of a ZIP": lambda count: samples.zipped({f"{number}.txt": "x" for number in range(count)}),
    "relationships": lambda count: docx(b"<R>" + count * relations("hyperlink", "https://x", "External") + b"</R>"),
    "elements in elements": lambda count: docx(word__notes=b"<a>" * count + b"</a>" * count),
    "attributes": lambda count: docx(word__notes=b"<a%s/>" % b"".join(b' a%d="1"' % each for each in range(count))),
    "paragraphs": lambda count: samples.open_document("text", **{"content.xml": b"<a><p>x</p></a>" * count}),
    "pages": lambda count: made_pdfs.english([["a"]] * (count // 10)),
}


def _seconds(work: Callable[[], object]) -> float:
    began = thread_time()
    with suppress(Exception):
        work()
    return thread_time() - began


def _assert_linear(once: Callable[[], object], twice: Callable[[], object], what: str) -> None:
    for _ in range(TRIES):
        taken = _seconds(twice)
        if taken < SMALL or taken < MOST * _seconds(once):
            return
    pytest.fail(f"{what}: {_seconds(once):.2f} s, and {_seconds(twice):.2f} s for twice as much")


@pytest.mark.parametrize("name", PARSERS)
def test_twice_as_long_a_text_takes_twice_as_long(name: str) -> None:
    for unit in UNITS:
        text = unit * (LENGTH // len(unit))
        _assert_linear(partial(PARSERS[name], text), partial(PARSERS[name], text * 2), f"{name}, {unit!r}")


@pytest.mark.parametrize("name", FILES)
def test_twice_as_large_a_file_takes_twice_as_long(name: str, tmp_path: Path) -> None:
    def inspected(count: int) -> Callable[[], object]:
        file = tmp_path / f"{count}"
        file.write_bytes(FILES[name](count))
        return partial(inspect_file, file, existing(signatures.container(file.read_bytes()[:4096])))

    _assert_linear(inspected(PARTS), inspected(2 * PARTS), name)
