"""What a test expects to be refused."""

import pytest

from starbond_site.documents.refusals import Refusal


def refuses(code: str) -> pytest.RaisesExc[Refusal]:
    """Return the context in which a refusal with this code has to be raised."""
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)
