"""Which addresses Vite forwards to the backend in development."""

import json
import re

from reflex_base.compiler import templates

from starbond_site.reflex_adapter.build.backend_address import DOCUMENTS, FORWARDED, POSTED, PRODUCTS, with_proxy

BACKEND = {
    FORWARDED: """/_event/?EIO=4 /_upload /api/search?q=glue /files/1/Report.pdf /newsletter/subscribe?language=bn
        /alerts/confirm?token=x /bn/calendar.ics /bn/feeds/all.atom""",
    POSTED: "/contact /bn/contact /bn/alerts",
    DOCUMENTS: "/documents/5 /bn/documents/5 /documents/5.json /documents/5/page-1.webp",
    PRODUCTS: """/SuperGlue/sheet /bn/SuperGlue/sheet /products/super-glue/sheet /bn/products/super-glue/sheet/
        /compare?product=super-glue /bn/compare?product=""",
}
VITE = {
    FORWARDED: """/ /AllNotice /apiary /@vite/client /app/root.jsx /contact /alerts /investors/calendar/2026
        /products/feeds /live-cattle /bn/products/files/steel""",
    POSTED: "/contacts /us/contact",
    DOCUMENTS: "/documents /bn/documents /documents/ /documents.jsx /us/documents/5",
    PRODUCTS: "/products/super-glue /products/sheet-metal /products/compare?a=b /compare /SuperGlue /sheet.css",
}
"""By expression: addresses that are forwarded, and that are not."""


def test_what_is_forwarded_to_the_backend() -> None:
    changed = with_proxy(templates.vite_config_template("/", True, True, False, False), 8123)
    assert '"target": "http://127.0.0.1:8123"' in changed
    assert [pattern for pattern in BACKEND if json.dumps(pattern) not in changed] == []
    for pattern, addresses in BACKEND.items():
        assert [address for address in addresses.split() if not re.match(pattern, address)] == []
        assert [address for address in VITE[pattern].split() if re.match(pattern, address)] == []
