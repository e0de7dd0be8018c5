"""OpenDocument (ISO/IEC 26300): the type in ``mimetype``, macros in folders of their own, links in every XML part."""

from collections.abc import Callable, Collection, Iterator, Mapping

from starbond_site.documents.inspection import MAX_TARGET, OTHER
from starbond_site.documents.inspection.parts import is_remote, member_steps, starts
from starbond_site.documents.refusals import Refusal

TYPE = "mimetype"
MANIFEST = "meta-inf/manifest.xml"
"""Says what is locked, and comes last."""
_KINDS = {
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
    b"application/vnd.oasis.opendocument.graphics": "odg",
}
_MACRO_FOLDERS = {"basic", "scripts"}
_MACRO_ADDRESSES = ("vnd.sun.star.script:", "macro:")
_ONLY_FOLLOWED = {
    *("a", "area-rectangle", "area-circle", "area-polygon", "form", "button", "event-listener", "sound"),
    *("table-source", "cell-range-source", "style"),
}
"""Elements whose address waits for the reader: links, and sources of other tables, for which LibreOffice asks. That of
a style has no meaning.
"""


def kind(names: Collection[str], chunks: Callable[[str], Iterator[bytes]]) -> str:
    """Return the kind of document; `OTHER` for templates and others. See `open_xml.kind`.

    Raises:
        Refusal: it is locked, has macros, or loads something.
    """
    # Small; of a larger one the first chunk.
    declared = next(chunks(TYPE), b"").strip()
    for element, given in starts(member_steps(chunks(MANIFEST), is_xml=True)):
        if element == "encryption-data":
            raise Refusal("encrypted")
        if element == "file-entry" and given.get("manifest:full-path") == "/" and not declared:
            # Old programs write no ``mimetype``.
            declared = given.get("manifest:media-type", "").encode()
    found = _KINDS.get(declared, OTHER) if "content.xml" in names else OTHER
    if any(_MACRO_FOLDERS.intersection(name.split("/")[:-1]) for name in names):
        raise Refusal("active_office", what="macros")
    for name in names:
        is_part = found != OTHER and name.endswith(".xml")
        for element, given in starts(member_steps(chunks(name), is_xml=is_part, is_drawing=name.endswith(".svg"))):
            if not is_part:
                break
            _refuse_link(element, given)
    return found


def _refuse_link(element: str, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        if not name.endswith(":href"):
            continue
        if value.strip().casefold().startswith(_MACRO_ADDRESSES):
            raise Refusal("active_office", what="macros")
        if element not in _ONLY_FOLLOWED and is_remote(value):
            raise Refusal("remote_office", target=value[:MAX_TARGET])
