"""Safety data sheets: documents of one list, each of one product in one language (`categories.SHEETS`).

A new one takes the place of the sheet of the same product and language, which keeps its address and receipt.
"""

from sqlalchemy import case
from sqlmodel import col, select

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES
from starbond_site.documents import names, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.publish import Submission
from starbond_site.documents.records import OWN_DATE, Document, SafetySheet
from starbond_site.documents.refusals import Refusal
from starbond_site.shared.categories import SHEETS
from starbond_site.shared.digits import in_ascii

MOST_VERSION = 20
"""Characters of a version."""


def submission(archive: Archive, name: str, product: str, language: str, version: str) -> Submission:
    """Return what a file becomes that is published as a safety data sheet; blocks.

    Its title, in its own language, says product and version, so that lists, feeds, mails and searches do.

    Args:
        product: id of a product.
        language: code of a language of the site.
        version: as its author counts.

    Raises:
        Refusal: sheet_product, sheet_language, sheet_version: what is missing, with the name of its field.
    """
    version = in_ascii(names.one_line(version))
    if not SHEETS or product not in {each.id for each in content.read().products}:
        raise Refusal("sheet_product", field="product")
    if language not in LANGUAGES:
        raise Refusal("sheet_language", field="language")
    if not 0 < len(version) <= MOST_VERSION:
        raise Refusal("sheet_version", field="version", limit=MOST_VERSION)
    site = content.read(language)
    called = next(each.name for each in site.products if each.id == product)
    title = site.interface.safety_sheets.document.format(product=called, version=version)
    before = newest(archive, product, language)
    return Submission(
        category=SHEETS[0].value,
        name=name,
        title=site.digits(title),
        replaces=before.id if before and before.sheet and before.sheet.language == language else None,
        sheet=SafetySheet(product, language, version),
    )


def newest(archive: Archive, product: str, language: str) -> Document | None:
    """Return the public sheet of a product: in this language where there is one, else in another; blocks."""
    elsewhere = case((col(Document.language) == language, 0), else_=1)
    public = public_view.current(SHEETS[0]) if SHEETS else ()
    wanted = select(Document).where(*public, col(Document.product) == product)
    best = wanted.order_by(elsewhere, OWN_DATE.desc(), col(Document.id).desc()).limit(1)
    return archive.read(lambda session: session.exec(best).first())
