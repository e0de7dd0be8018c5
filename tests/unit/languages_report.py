"""Prints what a copy of the site does with its languages, and runs commands; ``test_other_languages.py`` reads it.

The languages are read when modules are imported, so that another set of them needs a process of its own.
"""

import json
import re
import sys
from decimal import Decimal

from starlette.requests import Request
from typer.testing import CliRunner

from starbond_site import content
from starbond_site.admin.__main__ import app
from starbond_site.components.header import header
from starbond_site.components.react.component import drawn
from starbond_site.content.addresses import alternates, language_of_path, localized, web_manifest
from starbond_site.content.dealers import COLUMNS as DEALERS
from starbond_site.documents import archive as archives
from starbond_site.documents import document_record
from starbond_site.documents.preflight import report
from starbond_site.documents.publish import Submission
from starbond_site.documents.snapshot import node_views
from starbond_site.features.figures.routes import COLUMNS as FIGURES
from starbond_site.pages.about import pages
from starbond_site.pages.head import meta
from starbond_site.presentation import design
from starbond_site.presentation.form_fields import FormInput
from starbond_site.presentation.markup import pair_link
from starbond_site.presentation.numbers import decimal
from starbond_site.presentation.products.data_sheet import sheet
from starbond_site.presentation.site_files.sitemap import sitemap
from starbond_site.shared.roles import Principal
from starbond_site.web.desk.overview import lines
from starbond_site.web.desk.pages import DeskRequest
from starbond_site.web.upload_steps import success
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish

SITES = [content.read(language) for language in content.LANGUAGES]
FIRST = SITES[0]


def switch(language: str) -> list[str]:
    """Return the links of the header's language switch: language, address and name."""
    return re.findall(r'"data-language" ?: ?"(\w+)"', str(drawn(header(content.read(language), "/about"))))


def pairs() -> dict[str, object]:
    """Publish two documents, the second as the other language of the first where that is offered."""
    archive = archives.default()
    remarks = report.by_name(archive, Submission(category="AllNotice", name="Notice.pdf"), 600).remarks
    first = _published("Notice.pdf", 0)
    adds = success(first, FIRST.language).get("adds")
    if adds:
        _published("Notice Bangla.pdf", first.id)
    found = document_record.read(archive, first.id)
    return {
        "remarks": [remark.code for remark in remarks],
        "adds": adds,
        "link": re.findall(r'href="([^"]*)".*>(.*)</a>', pair_link(found.document.pair if found else None)),
    }


def _published(name: str, pair: int):  # noqa: ANN202
    return publish(archives.default(), "AllNotice", name, samples.pdf(name), pair=pair)


ABOUT = next(page for page in pages(FIRST) if page.path == "/about")
ARCHIVE = archives.default()
ABOUT_NOBODY = {"principal": Principal(), "request": Request({"type": "http"}), "number": 0}
ASKED = DeskRequest(site=FIRST, archive=ARCHIVE, **ABOUT_NOBODY, query={}, given=FormInput(), said=None)
LINES = str(lines(ASKED, node_views(ARCHIVE)))
FOUND = {
    "addresses": [localized("/about", language) for language in content.LANGUAGES],
    "of paths": [language_of_path(path) for path in ("/about", "/en/about", "/bn/about", "/de")],
    "alternates": alternates("/about"),
    "head": [str(element).count("hreflang") for element in meta(FIRST, ABOUT) if "alternate" in str(element)],
    "sitemap": re.findall(r"<loc>https://x(.*?)</loc>|hreflang=\"(.*?)\"", sitemap(["/about"], "https://x")),
    "manifests": [web_manifest(language) for language in content.LANGUAGES],
    "switch": {language: switch(language) for language in content.LANGUAGES},
    "sheet": re.findall(r'" lang="(\w+)"', sheet(FIRST, FIRST.products[0])),
    "fonts": [design.face(language).family for language in content.LANGUAGES],
    "numbers": [decimal(site, Decimal(1234567), 0) for site in SITES],
    "columns": [name for name in (*DEALERS, *FIGURES) if name.endswith("_bn")],
    "lines": re.findall(r'name="([\w-]*-text[\w-]*)"', LINES),
    **pairs(),
}
DONE = [CliRunner().invoke(app, words) for words in json.loads(sys.argv[1])]
print(json.dumps([FOUND, [(one.exit_code, one.stdout, one.stderr) for one in DONE]], ensure_ascii=False))
