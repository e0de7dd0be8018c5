"""All made files."""

from tests.files import objects, old_office, pictures
from tests.files.case import Case

_BUILDERS = (
    old_office.themes,
    pictures.behind,
    pictures.heic,
    objects.inserted,
    objects.edges,
)
CASES: tuple[Case, ...] = tuple(case for build in _BUILDERS for case in build())
