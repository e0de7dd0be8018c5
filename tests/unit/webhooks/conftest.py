"""A receiver of webhooks."""

from collections.abc import Iterator

import pytest

from tests.unit.webhook_receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Give a receiver that listens."""
    with receiving() as made:
        yield made
