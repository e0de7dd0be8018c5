"""What members of archives hold: XML, which is parsed in chunks, pages, and the addresses in them."""

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, islice
from urllib.parse import unquote
from xml.parsers import expat

from starbond_site.documents.refusals import Refusal

_MAX_ENTITY = 200
"""Characters of an entity in a picture: a name space."""
_MAC_FOLDERS = ("applications/", "library/", "private/", "system/", "users/", "volumes/")
"""Begin the paths of a Mac, which Word for Mac writes behind one slash too many."""
_MAX_PAGE = 16 * 1024 * 1024
"""Bytes of a page inside a document."""
_NOT_LOADED = re.compile(
    r"<!doctype[^<>]*>|xmlns[:\w]{0,99}\s*=\s*[\"'][^\"']*[\"']|(?<=<a )href\s*=\s*[\"'][^\"']*[\"']", re.IGNORECASE
)
_ADDRESS = re.compile(r"(?:\b(?:https?|ftp|file|mhtml|smb|ms-[a-z]+):|[\"'(=]\s*[\\/]{2})[^\s\"'<>)]*", re.IGNORECASE)
START, END, TEXT = "start", "end", "text"
Step = tuple[str, str, Mapping[str, str]]
"""Start, end or text; the name of the element, or the text; attributes of a start."""
_NO_ATTRIBUTES: Mapping[str, str] = {}


def steps(
    chunks: Iterable[bytes],
    on_entity: Callable[..., object],
    on_attribute: Callable[..., object] | None = None,
    *,
    kinds: Collection[str] = (START, END, TEXT),
) -> Iterator[Step]:
    """Yield what stands in an XML document, in its order: elements that start or end, and text.

    Elements have their local names, attributes their prefixes too. It is parsed, not searched: the same words can be
    written in other encodings and with character references.

    Args:
        chunks: none is empty.
        on_entity: called where an entity is declared.
        on_attribute: called where an attribute is declared.

    Raises:
        ExpatError, LookupError, ValueError: it is none, or in an unknown encoding.
    """
    found: list[Step] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: found.append((START, name.rpartition(":")[2], given))
    if END in kinds:
        parser.EndElementHandler = lambda name: found.append((END, name.rpartition(":")[2], _NO_ATTRIBUTES))
    if TEXT in kinds:
        parser.CharacterDataHandler = lambda words: found.append((TEXT, words, _NO_ATTRIBUTES))
    parser.EntityDeclHandler, parser.AttlistDeclHandler = on_entity, on_attribute
    for chunk in chain(chunks, (b"",)):
        try:
            parser.Parse(chunk, not chunk)
        finally:
            # Also what stands before a mistake.
            yield from found
            found.clear()


def starts(found: Iterable[Step]) -> Iterator[tuple[str, Mapping[str, str]]]:
    return ((name, given) for kind, name, given in found if kind == START)


def member_steps(chunks: Iterator[bytes], *, is_xml: bool = False, is_drawing: bool = False) -> Iterator[Step]:
    """Yield the steps through a member; none of one without a byte, as LibreOffice writes them.

    The declaration of an entity is refused, since no office program writes one. Programs for drawings do, in pictures:
    short ones that name no other are accepted.

    Args:
        is_xml: whether it has to be XML; what only begins like it may be anything.
    """
    try:
        if first := next(chunks, b""):
            kinds = (START,) if is_xml else (START, TEXT)
            found = steps(chain((first,), chunks), _check_entity if is_drawing else _refuse_entity, kinds=kinds)
            yield from islice(found, 1)
            is_xml = True
            yield from found
    except (expat.ExpatError, LookupError, ValueError) as error:
        if is_xml or not isinstance(error, expat.ExpatError):
            raise Refusal("damaged") from None


def loaded_address(chunks: Iterable[bytes]) -> str:
    """Return the first address that is loaded with a page of HTML; those of its links are not. Empty for none."""
    page = b""
    for chunk in chunks:
        page += chunk
        if len(page) > _MAX_PAGE:
            raise Refusal("not_checked")
    # Also of two bytes a letter.
    text = _NOT_LOADED.sub("", html.unescape(page.replace(b"\0", b"").decode("latin-1")))
    # Programs leave out line breaks and tabs inside of an address (WHATWG URL, 4.4).
    found = _ADDRESS.search(text) or _ADDRESS.search(re.sub(r"[\t\r\n]", "", text))
    return found[0].strip("\"'(= ") if found else ""


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
        raise Refusal("damaged")


def _refuse_entity(*_given: object) -> None:
    raise Refusal("damaged")
