"""Pages that the server writes without scripts and without the build: answers to forms, and to links in mails."""

from collections.abc import Mapping

import htpy as h
from htpy import Node
from markupsafe import Markup, escape
from starlette.responses import Response

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.presentation import design
from starbond_site.presentation.spoken import spoken

PAGE = Markup("""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>{title} | {company}</title>
<style>
{font_face}
:root {{ color-scheme: light dark; {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
body {{ background: var(--paper); color: var(--ink); font: 17px/1.6 {families}, system-ui, sans-serif; margin: 0 }}
main {{ max-width: 32rem; margin: 10vh auto; padding: 1.5rem; border-left: 3px solid var(--amber) }}
h1 {{ line-height: 1.2; margin-top: 0 }}
form {{ display: grid; gap: 1rem }}
label {{ font-weight: 600 }}
fieldset {{ border: 0; margin: 0; padding: 0; display: grid; gap: .5rem }}
legend {{ font-weight: 600; padding: 0; margin-bottom: .5rem }}
fieldset label {{ font-weight: 400 }}
input, textarea {{ font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control-line) }}
input, textarea {{ box-sizing: border-box; width: 100%; padding: .5rem .75rem; border-radius: 4px }}
input[type=checkbox] {{ width: 1.25rem; height: 1.25rem; vertical-align: -.25rem }}
[aria-invalid] {{ border-color: var(--danger); outline: 1px solid var(--danger) }}
.desk__problem {{ color: var(--danger); display: block }}
.unseen {{ position: absolute; left: -200vw; width: 100vw }}
button {{ background: var(--button); color: var(--on-button); border: 0; border-radius: 4px; justify-self: start }}
button {{ font: inherit; font-weight: 600; padding: .75rem 1.5rem; cursor: pointer }}
a {{ color: var(--action) }}
</style>
<main>
<h1>{heading}</h1>
{body}
<p><a href="{home}">{home_link}</a></p>
</main>
</html>
""")
COLOURS = ("paper", "surface", "ink", "control-line", "danger", "amber", "action", "button", "on-button")
"""Those of `design.COLOURS` that the page uses."""


def plain_page(
    language: Language, title: str, body: Node, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a page that is neither cached nor indexed; ``body`` is below its heading."""
    site = content.read(language)
    page = PAGE.format(
        language=language,
        font_face=Markup(design.font_face(language)),  # noqa: S704  tokens
        families=Markup(design.families(language)),  # noqa: S704
        light=_properties("light"),
        dark=_properties("dark"),
        title=title,
        company=site.company.name,
        heading=Markup(spoken(language, escape(title))),  # noqa: S704  escaped
        body=Markup(spoken(language, str(h.fragment[body]))),  # noqa: S704  escaped
        home=localized("/", language),
        home_link=site.interface.newsletter.home_link,
    )
    own = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
    return Response(page, status, own | dict(headers or {}), "text/html")


def _properties(theme: design.Theme) -> str:
    return "; ".join(f"--{name}: {getattr(design.COLOURS[name], theme)}" for name in COLOURS)
