"""The section of a document's page of the desk that offers its evidence."""

from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.presentation.desk.parts import section

PATH = DESK + "/documents/{number}/evidence.zip"
"""English path of a pack."""


def section_of(site: Site, number: int) -> str:
    """Return the section."""
    words, address = site.interface.evidence, localized(PATH.format(number=number), site.language)
    button = f'<a class="button button--primary" href="{address}">{escape(words.button)}</a>'
    return section(words.heading, f"<p>{escape(words.explanation)}</p><p>{button}</p>", "evidence")
