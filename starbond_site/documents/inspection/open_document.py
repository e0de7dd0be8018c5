"""OpenDocument (ISO/IEC 26300): the type in ``mimetype``, macros in folders of their own, links in every XML part."""

from collections.abc import Collection, Mapping

from starbond_site.documents.inspection import MAX_TARGET, OTHER, FileRefused
from starbond_site.documents.inspection.parts import ArchiveParts, XmlReader, is_remote

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


class OpenDocumentParts(ArchiveParts):
    """Looks at the parts of one document."""

    def __init__(self, names: Collection[str], declared: bytes, manifest: bytes) -> None:
        self._declared = declared.strip()
        XmlReader(self._read_manifest).feed(manifest)
        super().__init__(_KINDS.get(self._declared, OTHER) if "content.xml" in names else OTHER)
        if any(_MACRO_FOLDERS.intersection(name.split("/")[:-1]) for name in names):
            raise FileRefused("active_office", what="macros")

    def _read_manifest(self, element: str, given: Mapping[str, str]) -> None:
        if element == "encryption-data":
            raise FileRefused("encrypted")
        if element == "file-entry" and given.get("manifest:full-path") == "/" and not self._declared:
            # Old programs write no ``mimetype``.
            self._declared = given.get("manifest:media-type", "").encode()

    def reader(self, name: str) -> XmlReader | None:
        if self._kind == OTHER or not name.casefold().endswith(".xml"):
            return XmlReader(is_drawing=name.casefold().endswith(".svg"))
        return XmlReader(_refuse_link)


def _refuse_link(element: str, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        if not name.endswith(":href"):
            continue
        if value.strip().casefold().startswith(_MACRO_ADDRESSES):
            raise FileRefused("active_office", what="macros")
        if element not in _ONLY_FOLLOWED and is_remote(value):
            raise FileRefused("remote_office", target=value[:MAX_TARGET])
