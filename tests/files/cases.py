"""All made files."""

from tests.files import old_office
from tests.files.case import Case

CASES: tuple[Case, ...] = (*old_office.themes(),)
