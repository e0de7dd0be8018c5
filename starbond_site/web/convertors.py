"""What stands for ids and names in the paths of routes, such as ``{number:id}``."""

import re

from starlette.convertors import Convertor, StringConvertor, register_url_convertor

from starbond_site import content
from starbond_site.content.addresses import DOCUMENT_FRAME

LARGEST = 2**31 - 1
"""Id of a record."""


def record_id(text: str) -> int:
    """Return the id of a record; 0 for whatever no record can have."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,9}", text) and int(text) <= LARGEST else 0


class RecordId(Convertor[int]):
    """The id of a record in a path whose answer says that there is none: 0 for whatever no record can have."""

    regex = "[^/]+"

    def convert(self, value: str) -> int:
        return record_id(value)

    def to_string(self, value: int) -> str:
        return str(value)


class DocumentNumber(RecordId):
    """The id of a record in a path that only numbers without leading zeros fit."""

    regex = "[1-9][0-9]{0,9}"


class AnySpelling(StringConvertor):
    """The folder of documents in capital or small letters."""

    regex = f"(?i:{DOCUMENT_FRAME[1:]})"


class Ending(StringConvertor):
    """What stands behind an address in a sentence, and is taken for a part of it."""

    regex = "[/.,;:!?'\")>\\]\u2019\u201d\u0964]+"


class ListPage(StringConvertor):
    """The path of a page that shows lists, without its first slash."""

    regex = "|".join(re.escape(page.path[1:]) for page in content.read().investors.pages) or "(?!)"


register_url_convertor("document", DocumentNumber())
register_url_convertor("list_page", ListPage())
register_url_convertor("ending", Ending())
register_url_convertor("id", RecordId())
register_url_convertor("documents", AnySpelling())
