"""Which addresses Vite forwards to the backend in development."""

import json
import re

import pytest
from reflex_base.compiler import templates

from starbond_site.reflex_adapter.build.backend_address import DOCUMENTS, FORWARDED, POSTED, PRODUCTS, with_proxy


def test_vite_forwards_to_the_port_of_the_backend() -> None:
    generated = templates.vite_config_template("/", True, True, False, False)
    assert '"target": "http://127.0.0.1:8123"' in with_proxy(generated, 8123)


@pytest.mark.parametrize(
    "address",
    [
        "/_event/?EIO=4",
        "/_upload",
        "/api/search?q=glue",
        "/files/1/Report.pdf",
        "/newsletter/subscribe?language=bn",
        "/alerts/confirm?token=x",
        "/bn/calendar.ics",
        "/bn/feeds/all.atom",
    ],
)
def test_what_the_backend_answers(address: str) -> None:
    assert re.match(FORWARDED, address)


@pytest.mark.parametrize(
    "address",
    [
        *("/", "/AllNotice", "/apiary", "/@vite/client", "/app/root.jsx", "/contact", "/alerts"),
        *("/investors/calendar/2026", "/products/feeds", "/live-cattle", "/bn/products/files/steel"),
    ],
)
def test_what_vite_answers(address: str) -> None:
    assert not re.match(FORWARDED, address)


@pytest.mark.parametrize(
    ("address", "is_posted"),
    [("/contact", True), ("/bn/contact", True), ("/bn/alerts", True), ("/contacts", False), ("/us/contact", False)],
)
def test_pages_whose_form_is_posted_to_the_backend(address: str, is_posted: bool) -> None:
    assert bool(re.match(POSTED, address)) == is_posted


@pytest.mark.parametrize(
    "address", ["/documents/5", "/bn/documents/5", "/documents/5.json", "/documents/5/page-1.webp"]
)
def test_documents_go_to_the_backend(address: str) -> None:
    assert re.match(DOCUMENTS, address)
    assert DOCUMENTS in with_proxy(templates.vite_config_template("/", True, True, False, False), 8123)


@pytest.mark.parametrize("address", ["/documents", "/bn/documents", "/documents/", "/documents.jsx", "/us/documents/5"])
def test_frame_of_documents_stays_with_vite(address: str) -> None:
    assert not re.match(DOCUMENTS, address)


@pytest.mark.parametrize(
    ("address", "is_written"),
    [
        ("/SuperGlue/sheet", True),
        ("/bn/SuperGlue/sheet", True),
        ("/products/super-glue/sheet", True),
        ("/bn/products/super-glue/sheet/", True),
        ("/products/super-glue", False),
        ("/products/sheet-metal", False),
        ("/products/compare?a=b", False),
        ("/compare?product=super-glue", True),
        ("/bn/compare?product=", True),
        ("/compare", False),
        ("/SuperGlue", False),
        ("/sheet.css", False),
    ],
)
def test_comparison_and_data_sheets_go_to_the_backend(address: str, is_written: bool) -> None:
    assert bool(re.match(PRODUCTS, address)) == is_written
    assert json.dumps(PRODUCTS) in with_proxy(templates.vite_config_template("/", True, True, False, False), 8123)
