"""How a JSX file beside its Python wrapper becomes the ``library`` of a component."""

from starbond_site.reflex_adapter.assets import asset


def library(file: str) -> str:
    """Return the import path of a JSX file that stands beside the calling module."""
    return asset(file, shared=True, _stack_level=2).importable_path
