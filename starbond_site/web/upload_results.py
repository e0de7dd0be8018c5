"""What an upload page is told of its file."""

from collections.abc import Mapping
from typing import Any

from starbond_site import content
from starbond_site.categories import LISTS, SINGLES
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.content.languages import HAS_PAIRS, Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import pairs
from starbond_site.documents.reading import Published

Result = dict[str, Any]
"""``outcome``: ``published``, ``refused``, ``looked``, ``running`` (ask again), ``ended`` (send the file anew) or
``incomplete`` (bytes are missing here).

Of a publication ``sentence``, ``href``, ``desk``, where it is put right, and, of a scan, ``warning``; a document of a
list without its other language also has ``number``, ``name`` and ``adds``, the language that can be added to it. Of a
refusal ``code`` and ``sentence``. Of a preflight check the fields of `presentation.preflight.Answer`.
"""


def success(document: Published, language: Language, *, is_scan: bool = False) -> Result:
    """Return what the page shows for a published document; a scan gets a warning."""
    site = content.read(language)
    if document.category in SINGLES:
        title = site.title_of(document.category)
        sentence = site.interface.prospectus.published.format(title=title, name=document.shown_name)
    else:
        number = digits(document.id, site.interface.dates)
        sentence = site.interface.upload.published.format(number=number, name=document.shown_name)
    result = {
        "outcome": "published",
        "sentence": sentence,
        "href": document.download_url,
        "desk": localized(f"/desk/documents/{document.id}", language),
    }
    if HAS_PAIRS and document.category in LISTS and document.pair is None:
        adds = pairs.other_language(document.title, document.file_name)
        result |= {"number": str(document.id), "name": document.shown_name, "adds": adds}
    return result | {"warning": site.interface.upload.scan} if is_scan else result


def failure(code: str, language: Language, values: Mapping[str, object]) -> Result:
    return {"outcome": "refused", "code": code, "sentence": refusal_sentence(code, language, values)}
