"""LICENSE names every package on which the site runs whose licence asks for more than its notice."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

from tests.serving import ROOT

NOTICE_ALONE = re.compile(r"\b(MIT|0?BSD|Apache|ISC|PSF|Python Software Foundation|Unlicense)\b")
ASKS_MORE = re.compile(r"GPL|MPL|Mozilla|EPL|CDDL|General Public")


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement, maxsplit=1)[0]).lower()


def _needed(name: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield a package and all that it needs, each with what its metadata says of its licence."""
    if name in seen:
        return
    seen.add(name)
    try:
        found = distribution(name)
    except PackageNotFoundError:  # of another system or version of Python
        return
    classifiers = [each for each in found.metadata.get_all("Classifier", ()) if each.startswith("License")]
    yield name, " ".join([str(found.metadata[field]) for field in ("License-Expression", "License")] + classifiers)
    for other in found.requires or ():
        if "extra ==" not in other:
            yield from _needed(_name(other), seen)


def test_every_licence_that_asks_for_more_than_its_notice_is_named() -> None:
    lines = [line for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    seen: set[str] = set()
    licences = dict(found for line in (*lines, "psycopg-binary") for found in _needed(_name(line), seen))
    asks_more = {name for name, said in licences.items() if ASKS_MORE.search(said)}
    assert [name for name, said in licences.items() if not NOTICE_ALONE.search(said) and name not in asks_more] == []
    named = re.findall(r"^  ([\w-]+)(?:, ([\w-]+))?  ", (ROOT / "LICENSE").read_text("utf-8"), re.MULTILINE)
    assert "psycopg" in asks_more
    assert asks_more - {name for line in named for name in line} == set()
