"""The lines above the header, on the overview: what is shown now, and a form for each."""

from collections.abc import Mapping
from html import escape

from starbond_site import local_time
from starbond_site.categories import NodeName
from starbond_site.content import Site, read
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.languages import PREFIXED
from starbond_site.documents import nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.nodes import MAX_LINE, MAX_LINK, Standing
from starbond_site.presentation.desk.parts import Field, Refused, field, moment, note, section, typed_in

SEEN = "_seen"
"""Field of every form: the version of the line that the page knew."""
INPUT_MOMENT = "%Y-%m-%dT%H:%M"
"""How ``datetime-local`` writes moments, here those of the company's clocks."""


def section_of(site: Site, archive: Archive, query: Mapping[str, str], refused: Refused | None) -> str:
    """Return the section; reads the database."""
    words = site.interface.desk_lines
    said = {"set": words.done_set, "cleared": words.done_cleared}.get(query.get("line", ""), "")
    lines = "".join(_line(site, standing, refused) for standing in nodes.standing(archive))
    lead = f"<p>{escape(words.lead)}</p>"
    return section(
        words.heading,
        (note(said, "done") if said else "") + lead + f'<div class="desk__columns">{lines}</div>',
        "lines",
    )


def title(site: Site, name: NodeName) -> str:
    """Return the name of a line."""
    words = site.interface.desk_lines
    return {NodeName.FINANCIAL: words.financial, NodeName.DIVIDEND: words.dividend}[name]


def _line(site: Site, standing: Standing, refused: Refused | None) -> str:
    words, name = site.interface.desk_lines, standing.name.value
    own = refused if refused and refused.form == name else None
    line, heading = standing.line, f"line-{name}"
    typed = {f"{name}-{key}": value for key, value in typed_in(name, refused).items()} or _present(standing)
    problem = f'<p class="desk__note desk__note--wrong" role="alert">{escape(own.sentence)}</p>' if own else ""
    fields = "".join(
        field(item, typed, {})
        for item in (
            Field(name=f"{name}-text", label=words.words, attributes=f' maxlength="{MAX_LINE}"'),
            *_translated(site, name),
            Field(name=f"{name}-url", label=words.link, hint=words.link_hint, attributes=f' maxlength="{MAX_LINK}"'),
            Field(name=f"{name}-end", label=words.end, kind="datetime-local", hint=words.end_hint),
        )
    )
    clear = f'<button class="button" name="clear" value="1">{escape(words.clear)}</button>' if line else ""
    return (
        f'<form class="desk__form" method="post" action="{localized(f"{DESK}/lines/{name}", site.language)}" '
        f'aria-labelledby="{heading}" novalidate><h3 id="{heading}">{escape(title(site, standing.name))}</h3>'
        f'{problem}<p>{_now(site, standing)}</p><input type="hidden" name="{SEEN}" value="{standing.version}">{fields}'
        f'<div class="button-row"><button class="button button--primary">{escape(words.set)}</button>'
        f"{clear}</div></form>"
    )


def _translated(site: Site, name: str) -> list[Field]:
    """Return a field for the words in each further language."""
    words = site.interface.desk_lines
    return [
        Field(
            name=f"{name}-text-{language}",
            label=words.words_in.format(language=read(language).interface.language.name),
            hint=words.words_in_hint,
            attributes=f' maxlength="{MAX_LINE}" lang="{language}"',
        )
        for language in PREFIXED
    ]


def _now(site: Site, standing: Standing) -> str:
    """Return what the line says now, and until when."""
    words, line = site.interface.desk_lines, standing.line
    if line is None:
        return escape(words.none)
    texts = [f"<strong>{escape(line.text)}</strong>"]
    texts += [f'<strong lang="{each}">{escape(text)}</strong>' for each, text in line.translations.items()]
    shown = " / ".join(texts)
    if standing.ends_at is None:
        return shown
    before, _, after = words.ends.partition("{moment}")
    return f"{shown} {escape(before)}{moment(site, standing.ends_at)}{escape(after)}"


def _present(standing: Standing) -> dict[str, str]:
    """Return what the fields hold before anything is typed: what is shown now."""
    name, line, end = standing.name.value, standing.line, standing.ends_at
    return {
        f"{name}-text": line.text if line else "",
        **{f"{name}-text-{each}": text for each, text in (line.translations if line else {}).items()},
        f"{name}-url": line.url if line else "",
        f"{name}-end": f"{local_time.in_local_time(end):{INPUT_MOMENT}}" if end else "",
    }
