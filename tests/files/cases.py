"""All made files."""

from tests.files import objects, old_office, pictures
from tests.files.case import Case

CASES: tuple[Case, ...] = (*old_office.themes(), *pictures.behind(), *objects.inserted(), *objects.edges())
