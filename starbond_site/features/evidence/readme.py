"""The instructions of an evidence pack, as text and as HTML, each in all languages: the same commands in every one."""

import json
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site
from starbond_site.documents.records import Document
from starbond_site.features.evidence import pack_files

WIDTH = 100
"""Columns of the text."""
VERIFIED = "Signature Verified Successfully"
"""Output of openssl."""
SAME = "The document is the one of the receipt"
"""Output of the last command."""
STAMPED = "Verification: OK"
"""Output of openssl for a time stamp."""
_STYLE = Markup(
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 sans-serif}"
    "pre{padding:.75rem;overflow-x:auto;background:#f0f0f0}dt{font-weight:bold}"
    "dd{margin:0 0 .5rem;overflow-wrap:anywhere}section+section{margin-top:3rem;border-top:1px solid}"
    "label,input{display:block}input{margin:0 0 1rem;max-width:100%}[role=status]{overflow-wrap:anywhere}"
    "[role=status] p[data-state]{padding:.75rem;border-left:.5rem solid #a00;font-weight:bold}"
    "[role=status] p[data-state=right]{border-color:#070}li[data-state=wrong]{color:#a00;font-weight:bold}"
)
_OFFLINE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""Policy of a page that needs nothing beside itself, so that a browser can keep it from asking for more."""
SCRIPT = Path(__file__).with_name("verify.min.js")
_WINDOWS_SUMS = (
    f"Get-Content {pack_files.SUMS} | ForEach-Object {{ $sum, $name = $_ -split '  ', 2; "
    'if ((Get-FileHash -LiteralPath $name).Hash -eq $sum) { "${name}: OK" } else { "${name}: FAILED" } }'
)


@dataclass(frozen=True, slots=True)
class PackFacts:
    """Values of the instructions of one pack."""

    document: Document
    made_at: datetime
    made_by: str
    """Name of a person; empty where nobody is named."""
    public_url: str
    """Of the site, without a trailing slash."""
    further: Sequence[str]
    """Files that only some packs have."""
    stamped_at: datetime | None
    """When an authority stamped the public log; None where the roots of the pack do not show it."""

    @property
    def number(self) -> int:
        return self.document.id


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step of the verification: what it shows, what to enter, and what that prints."""

    text: str
    commands: tuple[str, ...] = ()
    prints: str = ""
    elsewhere: tuple[tuple[str, str], ...] = ()
    """Other systems, and what to enter there."""


def steps(site: Site, facts: PackFacts) -> list[CheckStep]:
    """Return the steps, in their order; entered one after the other in one terminal."""
    words, own = site.interface.evidence, f"{pack_files.RECEIPTS}/{facts.number}"
    document = pack_files.document_name(facts.document.file_name)
    decode = "tr -- '-_' '+/' | awk '{ while (length($0) % 4) $0 = $0 \"=\"; print }' | openssl base64 -d -A"
    key = f"{facts.public_url}/.well-known/starbond-receipts.pem"
    pack = pack_files.folder(facts.number)
    named = f'"\\"sha256\\":\\"$(sha256sum < {document} | cut -d \' \' -f 1)\\""'
    return [
        CheckStep(words.step_page),
        CheckStep(words.step_openssl, ("openssl version",)),
        CheckStep(
            words.step_unpack,
            (f"unzip {pack}.zip", f"cd {pack}"),
            elsewhere=(("Windows PowerShell", f"Expand-Archive {pack}.zip .; cd {pack}"),),
        ),
        CheckStep(
            words.step_sums,
            (f"sha256sum --check --strict {pack_files.SUMS}",),
            elsewhere=(("macOS", f"shasum -a 256 -c {pack_files.SUMS}"), ("Windows PowerShell", _WINDOWS_SUMS)),
        ),
        CheckStep(words.step_list, (_verify(pack_files.SUMS, pack_files.SIGNATURE),), VERIFIED),
        CheckStep(
            words.step_receipt, (_verify(f"{own}/{pack_files.SIGNED}", f"{own}/{pack_files.SIGNED_BY}"),), VERIFIED
        ),
        CheckStep(
            words.step_statement,
            (
                f"cut -d . -f 2 {own}/{pack_files.SIGNED} | {decode} | cmp - {own}/{pack_files.STATEMENT}",
                f"cat {own}/{pack_files.STATEMENT}",
            ),
        ),
        CheckStep(words.step_document, (f'grep --quiet {named} {own}/{pack_files.STATEMENT} && echo "{SAME}"',), SAME),
        *_of_timestamp(site, facts),
        CheckStep(
            words.step_key.format(key_address=key),
            (f"openssl pkey -pubin -in {pack_files.KEY} -outform DER | sha256sum",),
        ),
    ]


def _of_timestamp(site: Site, facts: PackFacts) -> list[CheckStep]:
    if facts.stamped_at is None:
        return []
    own = f"{pack_files.RECEIPTS}/{facts.number}"
    command = (
        # Certificates have ended some years later: they count as of the stamp.
        f"openssl ts -verify -data {own}/{pack_files.CHECKPOINT} -in {own}/{pack_files.TIMESTAMP} "
        f"-CAfile {pack_files.ROOTS} -attime {int(facts.stamped_at.timestamp())}"
    )
    text = site.interface.evidence.step_timestamp.format(roots=pack_files.ROOTS)
    return [CheckStep(text, (command,), STAMPED)]


def as_text(sites: Sequence[Site], facts: PackFacts) -> bytes:
    """Return the instructions as plain text; a command stands in a line of its own, four blanks from the margin."""
    return ("\n\n" + "=" * WIDTH + "\n\n").join(_text(site, facts) for site in sites).encode() + b"\n"


def as_html(sites: Sequence[Site], facts: PackFacts) -> bytes:
    """Return the instructions as a page that needs nothing beside itself."""
    return _page(sites, facts, _html)


def verifier(sites: Sequence[Site], facts: PackFacts) -> bytes:
    """Return the page that makes the checks in a browser, from a folder and without a network; commands stand below."""
    texts = {site.language: site.interface.evidence.model_dump() for site in sites}
    document = pack_files.document_name(facts.document.file_name)
    known = {"number": facts.number, "document": document, "key": pack_files.KEY, "words": texts}
    # No text ends the element.
    data = json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")
    return _page(
        sites,
        facts,
        _checks,
        h.script("#facts", type="application/json")[Markup(data)],  # noqa: S704  see above
        h.script(type="module")[Markup(SCRIPT.read_text("utf-8"))],  # noqa: S704  a file of ours
    )


def _page(
    sites: Sequence[Site], facts: PackFacts, content: Callable[[Site, PackFacts], Node], *scripts: Element
) -> bytes:
    page = h.html(lang=sites[0].language)[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(http_equiv="Content-Security-Policy", content=_OFFLINE),
            h.meta(name="viewport", content="width=device-width"),
            h.title[sites[0].interface.evidence.title.format(name=facts.document.file_name)],
            h.style[_STYLE],
        ],
        h.body[[h.section(lang=site.language)[content(site, facts)] for site in sites], scripts],
    ]
    return f"{page}\n".encode()


def _verify(signed: str, signature: str) -> str:
    return f"openssl pkeyutl -verify -pubin -inkey {pack_files.KEY} -rawin -in {signed} -sigfile {signature}"


def _opening(site: Site, facts: PackFacts) -> str:
    return site.interface.evidence.opening.format(
        company=site.company.name, site=facts.public_url, number=site.digits(facts.number)
    )


def _facts(site: Site, facts: PackFacts) -> list[tuple[str, str]]:
    words, document, dates = site.interface.evidence, facts.document, site.interface.dates
    size = site.digits(dates.bytes.format(number=document.size))
    state = "withdrawn" if document.withdrawn_at else "replaced" if document.replaced_at else "current"
    found = [
        *([(words.document_title, document.title)] if document.title else []),
        (words.name, document.file_name),
        (words.list, site.title_of(document.category)),
        (words.size, size),
        (words.sha256, document.sha256),
        (words.published, site.date_and_time(document.published_at, with_seconds=True, with_zone=True)),
        (words.state, site.interface.verify.states[state]),
        (words.made, site.date_and_time(facts.made_at, with_seconds=True, with_zone=True)),
    ]
    return [*found, (words.made_by, facts.made_by)] if facts.made_by else found


def _files(site: Site, facts: PackFacts) -> list[tuple[str, str]]:
    words = site.interface.evidence
    files = [
        (pack_files.document_name(facts.document.file_name), words.file_document),
        (pack_files.PROPERTIES, words.file_properties),
        (pack_files.VERIFY, words.file_verify),
        (pack_files.SUMS, words.file_sums),
        (pack_files.SIGNATURE, words.file_signature),
        (pack_files.KEY, words.file_key),
        (f"{pack_files.KEYS}/", words.file_keys),
        (pack_files.WITNESSES, words.file_witnesses),
        (pack_files.ROOTS, words.file_roots),
        (f"{pack_files.RECEIPTS}/", words.file_receipts),
        (pack_files.AUDIT, words.file_audit),
        (pack_files.CHANGES, words.file_changes),
        (pack_files.VERSIONS, words.file_versions),
        *((log.file, log.meaning(site)) for log in pack_files.logs()),
    ]
    of_some = pack_files.PROPERTIES, pack_files.WITNESSES, pack_files.ROOTS
    return [file for file in files if file[0] not in of_some or file[0] in facts.further]


def _text(site: Site, facts: PackFacts) -> str:
    words = site.interface.evidence
    title = words.title.format(name=facts.document.file_name)
    parts = [title, "=" * min(len(title), WIDTH), _filled(_opening(site, facts)), _pairs(_facts(site, facts))]
    parts += [_heading(words.steps)]
    for number, step in enumerate(steps(site, facts), 1):
        parts.append(_filled(f"{site.digits(number)}. {step.text}"))
        parts += ["\n".join(f"    {command}" for command in step.commands)] if step.commands else []
        parts += [f"{system}: {command}" for system, command in step.elsewhere]
        if step.prints:
            parts.append(f"{words.result} {step.prints}")
    parts += [_heading(words.files), _pairs(_files(site, facts))]
    parts += [_heading(words.limits), _filled(words.limits_text)]
    parts += [_heading(words.privacy), _filled(words.privacy_text)]
    return "\n\n".join(parts)


def _html(site: Site, facts: PackFacts) -> Node:
    words = site.interface.evidence
    return [
        h.h1[words.title.format(name=facts.document.file_name)],
        h.p[_opening(site, facts)],
        _definitions(_facts(site, facts)),
        h.h2[words.steps],
        h.ol[[_step(site, step) for step in steps(site, facts)]],
        h.h2[words.files],
        _definitions(_files(site, facts)),
        h.h2[words.limits],
        h.p[words.limits_text],
        h.h2[words.privacy],
        h.p[words.privacy_text],
    ]


def _checks(site: Site, facts: PackFacts) -> Node:
    words = site.interface.evidence
    return [
        h.h1[words.title.format(name=facts.document.file_name)],
        h.h2[words.verify_heading],
        h.p[words.verify_lead],
        h.label[words.choose_folder, h.input(type="file", webkitdirectory=True, multiple=True)],
        h.label[words.choose_files, h.input(type="file", multiple=True)],
        h.div(role="status")[h.p[words.unchecked]],
        h.h2[words.steps],
        h.ol[[_step(site, step) for step in steps(site, facts)[1:]]],
    ]


def _step(site: Site, step: CheckStep) -> Element:
    prints = step.prints and h.p[f"{site.interface.evidence.result} ", h.code[step.prints]]
    commands = step.commands and h.pre(lang="zxx")["\n".join(step.commands)]
    others = [[h.p[f"{system}:"], h.pre(lang="zxx")[command]] for system, command in step.elsewhere]
    return h.li[h.p[step.text], commands, others, prints]


def _definitions(pairs: Sequence[tuple[str, str]]) -> Element:
    return h.dl[[[h.dt[name], h.dd[value]] for name, value in pairs]]


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return "\n".join(_filled(f"{name}: {value}") for name, value in pairs)


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
