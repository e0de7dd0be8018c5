"""Which product joins two materials, and why: rules over the facts of the products, computed at build.

``rules`` gives a verdict on every product for a pair of materials. ``table`` writes the verdicts on all pairs, and the
facts that conditions such as "wet" ask for, into one JSON file per language; the browser looks the pair up, and filters
by conditions (``components/react/finder/answers.jsx``). No rule about a pair stands there, none about conditions here.
"""

from typing import TYPE_CHECKING

from starbond_site.features.hooks import Feature, Hooks, Pages
from starbond_site.shared.feature_pages import FINDER

if TYPE_CHECKING:
    from starbond_site.reflex_adapter.build.step import BuildStep


def _hooks() -> Hooks:
    from starbond_site.features.finder import table

    return Hooks(kept=table.kept)


def _pages() -> Pages:
    from starbond_site.features.finder import page

    return page.pages


def _step() -> "BuildStep":
    from starbond_site.features.finder.table import files
    from starbond_site.reflex_adapter.build.step import BuildStep

    return BuildStep(name="finder", worth="The finder of products has no answers.", required=True, assets=files)


FEATURE = Feature(name="finder", page=FINDER, step=_step, load=_hooks, pages=_pages)
