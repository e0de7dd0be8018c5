"""Convertors for ids and names in the paths of routes, such as ``{number:id}``."""

import re

from starlette.convertors import Convertor, StringConvertor, register_url_convertor

from starbond_site import content
from starbond_site.content.addresses import DOCUMENT_FRAME

LARGEST = 2**31 - 1
"""Id of a record."""
_TEXTS = {
    # The folder of documents in capital or small letters.
    "documents": f"(?i:{DOCUMENT_FRAME[1:]})",
    # What stands behind an address in a sentence, and is taken for a part of it.
    "ending": "[/.,;:!?'\")>\\]\u2019\u201d\u0964]+",
    # The path of a page that shows lists, without its first slash.
    "list_page": "|".join(re.escape(page.path[1:]) for page in content.read().investors.pages) or "(?!)",
}


def record_id(text: str) -> int:
    """Return the id of a record; 0 for whatever no record can have."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,9}", text) and int(text) <= LARGEST else 0


class _RecordId(Convertor[int]):
    """In a path whose answer says that there is none."""

    regex = "[^/]+"

    def convert(self, value: str) -> int:
        return record_id(value)

    def to_string(self, value: int) -> str:
        return str(value)


class _DocumentNumber(_RecordId):
    """In a path that only numbers without leading zeros fit."""

    regex = "[1-9][0-9]{0,9}"


register_url_convertor("id", _RecordId())
register_url_convertor("document", _DocumentNumber())
for _name, _regex in _TEXTS.items():
    register_url_convertor(_name, type(_name, (StringConvertor,), {"regex": _regex})())
