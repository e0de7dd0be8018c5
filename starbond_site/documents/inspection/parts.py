"""Inspects the members of an archive while they are unpacked, and parses XML in chunks."""

import html
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote
from xml.parsers import expat

from starbond_site.documents.inspection import FileRefused

_MAX_ENTITY = 200
"""Characters of an entity in a picture: a name space."""
_MAC_FOLDERS = ("applications/", "library/", "private/", "system/", "users/", "volumes/")
"""Begin the paths of a Mac, which Word for Mac writes behind one slash too many."""
_MAX_PAGE = 16 * 1024 * 1024
"""Bytes of a page inside a document."""
_NOT_LOADED = re.compile(
    r"<!doctype[^>]*>|xmlns[:\w]*\s*=\s*[\"'][^\"']*[\"']|(?<=<a )href\s*=\s*[\"'][^\"']*[\"']", re.IGNORECASE
)
_ADDRESS = re.compile(r"(?:\b(?:https?|ftp|file|mhtml|smb|ms-[a-z]+):|[\"'(=]\s*[\\/]{2})[^\s\"'<>)]*", re.IGNORECASE)
OnElement = Callable[[str, Mapping[str, str]], None]
"""Takes the local name of an element and its attributes, with their prefixes."""


class XmlReader:
    """Calls a function for every element of an XML document; without one, it reads to the first element alone.

    With ``on_first`` the name of that element chooses the function; ``texts`` take, in pieces, the text that stands in
    elements of a name. It is parsed, not searched: the same words can be
    written in other encodings and with character references. The declaration of an entity is refused, since no office
    program writes one. Programs for drawings do, in pictures: short ones that name no other are accepted.
    """

    def __init__(
        self,
        on_element: OnElement | None = None,
        on_first: Mapping[str, OnElement] | None = None,
        texts: Mapping[str, Callable[[str], object]] | None = None,
        *,
        is_drawing: bool = False,
    ) -> None:
        self._on_element = on_element
        self._on_first, self._texts = on_first or {}, texts or {}
        self._parser: expat.XMLParserType | None = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EntityDeclHandler = _check_entity if is_drawing else _refuse_entity
        self._is_empty = True

    def feed(self, chunk: bytes, *, is_last: bool = False) -> None:
        self._is_empty = self._is_empty and not chunk
        try:
            if self._parser:
                self._parser.Parse(chunk, is_last)
        except (expat.ExpatError, LookupError, ValueError) as error:
            # What only begins like XML may be anything.
            if self._on_element or not isinstance(error, expat.ExpatError):
                raise FileRefused("damaged") from None
            self._parser = None

    def close(self) -> None:
        """Require the end of the document, unless there is none: LibreOffice writes parts without a byte."""
        if not self._is_empty:
            self.feed(b"", is_last=True)

    def _start(self, name: str, given: Mapping[str, str]) -> None:
        element = name.rpartition(":")[2]
        self._on_element = self._on_element or self._on_first.get(element)
        if self._on_element and self._parser:
            self._parser.CharacterDataHandler = self._texts.get(element)
            self._on_element(element, given)
        else:
            self._parser = None


class AddressReader:
    """Finds the first address in a page of HTML that is loaded with it; those of its links are not.

    A name makes no page: the same bytes are read as XML, too.
    """

    def __init__(self, on_address: Callable[[str], object], xml: XmlReader) -> None:
        self._on_address = on_address
        self._xml = xml
        self._text = b""

    def feed(self, chunk: bytes) -> None:
        self._xml.feed(chunk)
        self._text += chunk
        if len(self._text) > _MAX_PAGE:
            raise FileRefused("not_checked")

    def close(self) -> None:
        self._xml.close()
        # Also of two bytes a letter.
        page = _NOT_LOADED.sub("", html.unescape(self._text.replace(b"\0", b"").decode("latin-1")))
        # Programs leave out line breaks and tabs inside of an address (WHATWG URL, 4.4).
        if found := _ADDRESS.search(page) or _ADDRESS.search(re.sub(r"[\t\r\n]", "", page)):
            self._on_address(found[0].strip("\"'(= "))


class ArchiveParts:
    """Inspects the members of one archive; here of one without a structure of its own."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def reader(self, _name: str) -> XmlReader | AddressReader | None:
        """Return a reader for a member; None where its content does not matter."""
        return None

    def kind(self) -> str:
        """Return the id of the type, once all members were read."""
        return self._kind


def is_remote(address: str) -> bool:
    r"""Return whether opening an address leaves the reader's device: another host, or another program than a browser.

    ``file:///C:/Templates/a.dotx``, ``C:\Templates\a.dotx`` and ``../a.ott`` are local, and so are the disks of a Mac:
    ``file://localhost/Users/a.dotx`` (RFC 8089, section 2), ``file:////Users/a.dotx``, ``Macintosh HD:Users:a.dotx``.
    ``//host/a``, ``\\host\a`` and ``file://host/a`` are not, nor is any other scheme.
    """
    address = unquote(address).strip().replace("\\", "/").casefold()
    scheme, colon, rest = address.partition(":")
    has_scheme = bool(colon) and "/" not in scheme
    if has_scheme and (len(scheme) == 1 or " " in scheme):
        # A drive, or the name of a disk; no scheme has a blank.
        return False
    if not has_scheme:
        return address.startswith("//")
    if scheme != "file":
        return True
    path = rest.lstrip("/")
    if rest.startswith(("//localhost/", "////")) and path.removeprefix("localhost/").startswith(_MAC_FOLDERS):
        return False
    return len(rest) - len(path) not in (0, 1, 3) and path[1:2] != ":"


def _check_entity(_name: str, is_parameter: bool, value: str | None, *_given: object) -> None:
    if is_parameter or value is None or "&" in value or len(value) > _MAX_ENTITY:
        raise FileRefused("damaged")


def _refuse_entity(*_given: object) -> None:
    raise FileRefused("damaged")
