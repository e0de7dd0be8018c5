"""What an auditor runs at home: the public log (docs/log.md) over HTTP, with the standard library and cryptography.

``python -m tests.auditor keep URL FOLDER`` keeps the public key and the checkpoint of today. Later ``check`` reads all
entries, records and files, compares them with what was kept, and prints a sentence for everything that is wrong. It
shares no code with the site.
"""

import base64
import hashlib
import http.client
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BUNDLE = 256
"""Entries of a whole bundle (https://c2sp.org/tlog-tiles)."""
SAME = timedelta(minutes=1)
KEY, CHECKPOINT = "key", "checkpoint"


class Web:
    """One connection to the site."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=60)

    def read(self, path: str) -> bytes:
        """Return an answer; of a withdrawn document it is its record, and nothing of what is not given out."""
        self._connection.request("GET", path)
        answer = self._connection.getresponse()
        data = answer.read()
        return data if answer.status in (200, 410) else b""

    def json(self, path: str) -> Any:  # noqa: ANN401  JSON
        return json.loads(self.read(path) or b"{}")


def keep(url: str, folder: Path) -> None:
    """Keep the key that signs today, and what it signed."""
    web = Web(url)
    # NAME+ID+KEY, where one byte before the key says which kind it is (https://c2sp.org/signed-note).
    first = web.read("/log/keys").decode().split("\n")[0].split("+", 2)[2]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / KEY).write_bytes(base64.b64decode(first)[1:])
    (folder / CHECKPOINT).write_bytes(web.read("/log/checkpoint"))


def check(url: str, folder: Path) -> list[str]:
    """Return a sentence for everything that is wrong."""
    return list(_found(Web(url), (folder / KEY).read_bytes(), (folder / CHECKPOINT).read_bytes()))


def _found(web: Web, key: bytes, kept: bytes) -> Iterator[str]:
    before, today = _signed(kept, key), _signed(web.read("/log/checkpoint"), key)
    if before is None or today is None:
        name = "of today" if before else "that I kept"
        yield f"Unsigned: the checkpoint {name} is not signed by the key that I kept."
        return
    leaves = list(_leaves(web, today[0]))
    for name, (size, root) in {"that I kept": before, "of today": today}.items():
        if len(leaves) < size:
            yield f"Gone: the checkpoint {name} covers {size} entries, and the log gives out {len(leaves)}."
        elif _root(leaves[:size]) != root:
            yield f"Another past: the first {size} entries are not those of the checkpoint {name}."
    entries = {number: json.loads(leaf) for number, leaf in enumerate(leaves)}
    yield from _of_changes(web, entries)
    yield from _of_documents(web, entries)


def _signed(note: bytes, key: bytes) -> tuple[int, bytes] | None:
    """Return the number of entries and the root of a checkpoint; None where the key has not signed it."""
    text, _, signatures = note.decode().partition("\n\n")
    for line in signatures.splitlines():
        try:
            signature = base64.b64decode(line.rpartition(" ")[2])[4:]
            Ed25519PublicKey.from_public_bytes(key).verify(signature, f"{text}\n".encode())
        except InvalidSignature:
            continue
        _origin, size, root = text.split("\n")[:3]
        return int(size), base64.b64decode(root)
    return None


def _root(leaves: Sequence[bytes]) -> bytes:
    """Return the root of RFC 6962, section 2.1, as it is written there."""
    if len(leaves) < 2:
        return hashlib.sha256(b"".join(b"\0" + leaf for leaf in leaves)).digest()
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + _root(leaves[:left]) + _root(leaves[left:])).digest()


def _leaves(web: Web, size: int) -> Iterator[bytes]:
    for begin in range(0, size, BUNDLE):
        number, width = f"{begin // BUNDLE:,}".split(","), min(BUNDLE, size - begin)
        groups = [f"{group:0>3}" for group in number]
        path = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
        data = web.read(f"/log/tile/entries/{path}{f'.p/{width}' if width < BUNDLE else ''}")
        while data:
            length = 2 + int.from_bytes(data[:2], "big")
            yield data[2:length]
            data = data[length:]


def _of_changes(web: Web, entries: Mapping[int, Any]) -> Iterator[str]:
    """Compare the log with the changes that the site tells those who mirror it, whose numbers have no gaps."""
    logged = {entry["change"]: (number, entry) for number, entry in entries.items() if "change" in entry}
    last = 0
    while changes := web.json(f"/api/changes?after={last}")["changes"]:
        for change in changes:
            what = f"change {change['number']} ({change['kind']}, document {change['document']})"
            if change["number"] != last + 1:
                yield f"Left out: there is no change before {what}."
            last = change["number"]
            number, entry = logged.pop(last, (0, None))
            if entry is None:
                yield f"Left out: {what} has no entry."
            elif [entry["kind"], entry["number"], entry["at"]] != [change["kind"], change["document"], change["at"]]:
                yield f"Altered: {what} is another one than entry {number} says."
    for number, _ in logged.values():
        yield f"Left out: the site knows no change of entry {number}."


def _of_documents(web: Web, entries: Mapping[int, Any]) -> Iterator[str]:
    """Compare every record, and every file that is public, with the first and the last entry of its document."""
    first: dict[int, Any] = {}
    last: dict[int, tuple[int, Any]] = {}
    withdrawn: dict[int, bool] = {}
    for number, entry in entries.items():
        if "sha256" in entry:
            first.setdefault(entry["number"], entry)
            last[entry["number"]] = number, entry
            if entry["kind"] in ("published", "withdrawn", "restored"):
                withdrawn[entry["number"]] = entry["kind"] == "withdrawn"
    for document, (number, entry) in last.items():
        record = web.json(f"/documents/{document}.json")
        title = record.get("title")
        said = {
            "SHA-256": (record.get("sha256"), entry["sha256"]),
            "list": (record.get("category"), entry["list"]),
            "title": (title and hashlib.sha256(title.encode()).hexdigest(), entry["title"]),
            "withdrawal": (record.get("withdrawn") is not None, withdrawn.get(document, False)),
            "time": (_is_same(record.get("published_at"), first[document]["at"]), True),
        }
        for name, (now, then) in said.items():
            if now != then:
                yield f"Altered: the record of document {document} has another {name} than entry {number} says."
        address = record.get("DownloadUrl")
        if address and hashlib.sha256(web.read(address)).hexdigest() != entry["sha256"]:
            yield f"Exchanged: the file of document {document} is not the one of entry {number}."


def _is_same(recorded: str | None, said: str) -> bool:
    """Return whether the time of a record is that of its first entry."""
    return bool(recorded) and abs(datetime.fromisoformat(str(recorded)) - datetime.fromisoformat(said)) < SAME


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(sys.argv[2], Path(sys.argv[3]))
    else:
        problems = check(sys.argv[2], Path(sys.argv[3]))
        print("\n".join(problems) or "Everything is as it was.")
        sys.exit(bool(problems))
