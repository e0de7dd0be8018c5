"""The words of the site in each language, for tests that are made in both."""

import pytest

from starbond_site import content

SITES = [content.read(language) for language in content.LANGUAGES]
LANGUAGES = pytest.mark.parametrize("words", SITES, ids=[site.language for site in SITES])
