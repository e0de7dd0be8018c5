"""What half of the pages need is one chunk, and React's renderer is another, which is evaluated by itself.

Vite makes a chunk for each set of pages that share a module: one page that needs less than all others, as the desk
does, would divide what they share, and small files compress worse (https://rolldown.rs, ``codeSplitting``).
"""

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.reflex_adapter.build.step import VITE, replace_once

GROUPS = "          groups: [\n"


def with_shared_chunk(config: str) -> str:
    """Return Vite's configuration with both chunks."""
    pages = sum(len(content.read(language).paths) for language in LANGUAGES)
    renderer = '{ name: "react-dom", test: /node_modules.react-dom/ }'
    shared = f'{{ name: "shared", minShareCount: {pages // 2} }}'
    return replace_once(config, GROUPS, f"{GROUPS}            {renderer}, {shared},\n", VITE)
