"""All made files."""

from tests.files import loaded, new_office, objects, old_office, pdfs, pictures
from tests.files.case import Case

_BUILDERS = (
    old_office.themes, old_office.projects, old_office.locked, old_office.objects_of_shows, pictures.behind,
    pictures.heic, new_office.elsewhere, new_office.locked, new_office.entities, new_office.renamed, new_office.long,
    pdfs.links, pdfs.structures, pdfs.locked, pdfs.fonts, pdfs.filled, pdfs.letters, objects.inserted, objects.edges,
    loaded.inside, loaded.addresses, loaded.formats, loaded.asking, loaded.sound, loaded.led_on, loaded.places,
)  # fmt: skip
CASES: tuple[Case, ...] = tuple(case for build in _BUILDERS for case in build())
