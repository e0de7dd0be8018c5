"""The files of an evidence pack: their names, and the tables among them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from pydantic import JsonValue

from starbond_site import features
from starbond_site.features.hooks import Log
from starbond_site.presentation import spreadsheet
from starbond_site.shared.local_time import in_utc

README, README_HTML, VERIFY = "README.txt", "README.html", "verify.html"
PROPERTIES = "properties.json"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.signature"
KEY, KEYS, JWKS = "key.pem", "keys", "keys/jwks.json"
RECEIPTS = "receipts"
SIGNED, SIGNED_BY, STATEMENT, RECEIPT = "signed.bin", "signature.bin", "statement.json", "receipt.jws"
WITNESSES, ROOTS = "keys/witnesses.txt", "keys/timestamps.pem"
CHECKPOINT, TIMESTAMP = "checkpoint.txt", "timestamp.tsr"
AUDIT, CHANGES, VERSIONS = "log/audit.csv", "log/changes.csv", "log/versions.csv"
COLUMNS = {
    AUDIT: ("id", "at", "address", "right", "person", "action", "subject", "outcome", "detail"),
    CHANGES: ("number", "kind", "at"),
    VERSIONS: ("name", "version"),
}
"""Fields of the records of each table: the audit, and the public changes."""
_EXTENSION = re.compile(r"\.[a-z0-9]{1,5}")


def folder(number: int) -> str:
    """Return the folder that everything unpacks into; with ``.zip`` it is the name of the pack."""
    return f"evidence-{number}"


def document_name(file_name: str) -> str:
    """Return the name of the document in the pack: in ASCII, since not every ``unzip`` writes other names alike."""
    extension = "." + file_name.rpartition(".")[2].lower() if "." in file_name else ""
    return f"document{extension if _EXTENSION.fullmatch(extension) else ''}"


def table(columns: Sequence[str], records: Iterable[object]) -> bytes:
    rows = ([_plain(getattr(record, name)) for name in columns] for record in records)
    return spreadsheet.text(columns, rows).encode()


def logs() -> list[Log]:
    """Return the tables of other features, by the names of their files."""
    return sorted((hooks.log for hooks in features.hooks() if hooks.log), key=lambda log: log.file)


def sums(hashes: Mapping[str, str]) -> bytes:
    """Return the list that ``sha256sum --check`` reads."""
    return "".join(f"{value}  {name}\n" for name, value in hashes.items()).encode()


def _plain(value: object) -> JsonValue:
    if isinstance(value, datetime):
        return in_utc(value)
    return value if isinstance(value, int) else "" if value is None else str(value)
