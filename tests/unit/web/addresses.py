"""Every address of the site, by what it asks of a visitor: the table that `test_every_address` reads."""

import re

from starbond_site.content.addresses import PREFIXED, Language, localized
from tests.left_out import is_gone

EVERYONE = """
    GET /_health
    GET /_ready
    GET /documents/{number:id}.receipt
    GET /.well-known/jwks.json
    GET /.well-known/starbond-receipts.pem
    GET /.well-known/starbond-receipts/{key}.pem
    GET /log/checkpoint
    GET /log/keys
    GET /log/witnesses
    GET /log/tile/{path:path}
    GET /api/verify
    GET /files/{number:id}/{name}
    GET /files/{number:id}
    GET+bn /documents/{number:document}
    GET+bn /documents/{number:document}/text
    GET+bn /{folder:documents}/{number:document}
    GET+bn /{folder:documents}/{number:document}{end:ending}
    GET+bn /{page:list_page}/latest
    GET+bn /{page:list_page}/latest/file
    GET /.well-known/security.txt
    GET /documents/{number:document}.json
    GET /documents/{number:document}/page-1.webp
    GET /sitemap-documents.xml
    GET+bn /llms.txt
    GET+bn /PRODUCT.md
    GET+bn /documents/{number:document}.md
    GET+bn /results.md
    GET /api/documents/{category}.csv
    GET /api/documents/{category}
    GET /api/nodes
    GET /api/search
    GET /api/search/results
    GET+bn /feeds/{name}.atom
    GET /api/changes
    GET /api/live/{topic}
    GET+bn /verify/
    GET+bn /compare/
    GET+bn /finder/
    GET+bn /search/
    GET+bn /calendar.ics
    GET+bn /calendar/{id}.ics
    GET /api/figures
    GET /api/figures.csv
    GET+bn /agm/{year:document}
    GET /api/dividends
    GET /api/dividends.csv
    GET /api/shareholding
    GET /api/shareholding.csv
    GET+bn /PRODUCT/sheet/
    GET+bn /SafetySheets/{product}/latest
    GET /alerts/available
    OPTIONS /api/uploads
    OPTIONS /api/uploads/{token}
    GET /desk/passkeys.js
    GET /dividends/work.js
    GET /.well-known/webauthn
    GET+bn /desk/sign-in
    GET /desk/sign-in/company/answer
    GET+bn /desk/invitation
    GET+bn /desk/sealed/preview/{token}
"""
"""Reading, and pages whose address is the secret."""
FORMS = [
    f"/desk/{page}/{action}"
    for page, actions in {
        "documents/{number:document}": "withdraw restore rename title move replace file", "lines": "{name}",
        "clocks": "start attach", "clocks/{number:id}": "told correct attach close reopen", "duties": "name forget",
        "dealers": "import", "holders": "import", "shareholding": "import", "dividends": "set remove",
        "figures/{number:id}": "set remove", "meetings": "add", "calendar": "add", "dates": "import",
        "figures-table": "import",
        "meetings/{number:id}": "change results cancel restore", "calendar/{number:id}": "change cancel",
        "sealed/{number:document}": "reschedule release cancel preview",
    }.items()
    for action in actions.split()
]  # fmt: skip
OTHER_FORMS = ("/desk/sealed/{number:document}/approve", "/desk/account/passkeys")
LEADING_ON = "\n".join(f"GET+bn {path}" for path in (*FORMS, *OTHER_FORMS))
"""Addresses of forms, which lead a reader to the page that has the form."""
LINKS = """
    GET /newsletter/confirm
    POST /newsletter/confirm
    GET /newsletter/unsubscribe
    POST /newsletter/unsubscribe
    GET /alerts/confirm
    POST /alerts/confirm
    GET /alerts/preferences
    POST /alerts/preferences
    GET /alerts/unsubscribe
    POST /alerts/unsubscribe
"""
"""Links of mails: their token is the right, and programs of mail post them from anywhere."""
OWN_PAGES = """
    POST+bn /contact
    POST+bn /dividends
    POST /newsletter/subscribe
    POST+bn /alerts
    POST /api/upload-key
    DELETE /api/upload-key
    POST+bn /desk/sign-in
    POST+bn /desk/sign-in/options
    POST+bn /desk/sign-in/company
    POST+bn /desk/sign-out
    POST+bn /desk/invitation
    POST+bn /desk/invitation/options
"""
"""Open to everybody who comes from a page of this site."""
SIGNED_IN = """
    GET+bn /desk/account
    POST+bn /desk/account
    POST+bn /desk/account/passkeys
    POST+bn /desk/account/passkeys/options
"""
ANY_ROLE = "GET+bn /desk/"
"""The overview, of which each role sees its own sections."""
ADMINISTER = """
    GET+bn /desk/people
    POST+bn /desk/people
"""
APPROVE = "POST+bn /desk/sealed/{number:document}/approve"
PREPARE_OR_APPROVE = """
    GET+bn /desk/sealed
    GET+bn /desk/sealed/{number:document}
    GET+bn /desk/sealed/{number:document}/file
"""
PUBLISH = """
    POST /api/uploads
    POST /api/uploads/{token}
    HEAD /api/uploads/{token}
    PATCH /api/uploads/{token}
    DELETE /api/uploads/{token}
"""
"""The ways in for files, decided from the head of a request alone."""
PREPARE = """
    POST+bn /desk/sealed
    GET+bn /desk/documents/{number:document}
    GET+bn /desk/documents/{number:id}/evidence.zip
    GET+bn /desk/audit
    GET+bn /desk/audit.csv
    GET+bn /desk/clocks
    GET+bn /desk/clocks/{number:id}
    GET+bn /desk/duties
    GET+bn /desk/dealers
    GET+bn /desk/dividends
    GET+bn /desk/holders
    GET+bn /desk/sheets
    POST+bn /desk/sheets
    GET+bn /desk/shareholding
    GET+bn /desk/figures
    GET+bn /desk/figures/{number:id}
    GET+bn /desk/figures-table
    GET+bn /desk/meetings
    GET+bn /desk/meetings/{number:id}
    GET+bn /desk/calendar
    GET+bn /desk/dates
    GET+bn /desk/calendar/{number:id}
""" + "\n".join(f"POST+bn {path}" for path in FORMS)
GROUPS = (
    EVERYONE, LEADING_ON, LINKS, OWN_PAGES, SIGNED_IN, ANY_ROLE, ADMINISTER, APPROVE, PREPARE_OR_APPROVE, PUBLISH,
    PREPARE,
)  # fmt: skip
VALUES = {
    "{name}.atom": "AllNotice.atom", "{category}": "AllNotice", "{topic}": "AllNotice", "/desk/lines/{name}":
    "/desk/lines/Dividend", "{folder:documents}": "Documents", "PRODUCT": "SuperGlue", "{product}": "super-glue",
    "{page:list_page}": "AllNotice", "{end:ending}": "/", "/{name}": "/Report.pdf",
}  # fmt: skip
"""Of parameters; a number is 1."""


def _offered(group: str) -> list[list[str]]:
    """Return methods and paths of a group without those of features that the site has left out."""
    return [line.split() for line in group.strip().splitlines() if not is_gone(line.strip())]


def of(group: str, token: str, language: Language, number: str = "1") -> list[tuple[str, str]]:
    """Return method and path of all addresses of a group, with values for parameters, in a language where they can."""
    found = []
    for method, path in _offered(group):
        for name, value in (VALUES | {"{token}": token}).items():
            path = path.replace(name, value)  # noqa: PLW2901
        plain = re.sub(r"\{[^}]+\}", number, path)
        plain = "/desk" if plain == "/desk/" else plain
        found.append((method.removesuffix("+bn"), localized(plain, language) if method.endswith("+bn") else plain))
    return found


def patterns(group: str) -> list[tuple[str, str]]:
    """Return method and path of all addresses of a group as their routes have them, in every language."""
    lines = _offered(group)
    english = [(method.removesuffix("+bn"), path) for method, path in lines]
    return english + [
        (method.removesuffix("+bn"), f"/{language}{path}")
        for method, path in lines
        for language in PREFIXED
        if method.endswith("+bn")
    ]
