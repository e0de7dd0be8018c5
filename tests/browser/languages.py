"""The words of the site in each language, for tests that are made in both."""

import pytest

from starbond_site import content
from tests.conftest import THOROUGH

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH, BANGLA = SITES[0], next((site for site in SITES if site.language == "bn"), SITES[-1])
LANGUAGES = pytest.mark.parametrize("words", SITES, ids=[site.language for site in SITES])
SCRIPTS = pytest.mark.parametrize(
    ("words", "scripts"),
    [(site, scripts) for site in SITES for scripts in (True, False) if THOROUGH or scripts == (site is BANGLA)],
    ids=lambda each: ("no scripts", "scripts")[each] if isinstance(each, bool) else each.language,
)
"""With scripts in the last language and without them in the first; all of these in the thorough run."""
