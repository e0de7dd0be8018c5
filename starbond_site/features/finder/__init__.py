"""Which product joins two materials, and why: rules over the facts of the products, computed at build.

``rules`` gives a verdict on every product for a pair of materials under conditions. ``table`` writes those on all pairs
into one JSON file per language, in which the browser looks a question up (``components/react/finder/answers.jsx``),
and for readers without scripts one into the page. No rule stands anywhere else.
"""

from typing import TYPE_CHECKING

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import FINDER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from starbond_site.reflex_adapter.build.step import BuildStep


def _hooks() -> Hooks:
    from starbond_site.features.finder import table

    return Hooks(kept=table.kept, asked=table.routes)


def _body() -> Body:
    from starbond_site.features.finder import page

    return page.body


def _step() -> "BuildStep":
    from starbond_site.reflex_adapter.build.step import BuildStep

    return BuildStep(name="finder", worth="The finder of products has no answers.", required=True, assets=_files)


def _files() -> "Iterable[tuple[Path, str]]":
    # Loaded by the build alone, which says a mistake of the content in one sentence.
    from starbond_site.features.finder import table

    return table.files()


FEATURE = Feature(name="finder", page=FINDER, step=_step, load=_hooks, body=_body)
