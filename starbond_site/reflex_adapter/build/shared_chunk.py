"""What most pages need is one chunk.

Vite makes a chunk for each set of pages that share a module: one page that needs less than all others, as the desk
does, would divide what they share, and small files compress worse (https://rolldown.rs, ``codeSplitting``).
"""

from starbond_site.reflex_adapter.build.step import VITE, replace_once

GROUPS = "          groups: [\n"
PAGES = 60
"""A module that as many pages need is shared."""


def with_shared_chunk(config: str) -> str:
    """Return Vite's configuration with a chunk of what is shared."""
    return replace_once(config, GROUPS, f'{GROUPS}            {{ name: "shared", minShareCount: {PAGES} }},\n', VITE)
