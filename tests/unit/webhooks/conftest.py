"""A receiver of webhooks."""

from collections.abc import Iterator

import pytest

from tests.unit.webhook_receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made
