"""The contract with the server's logs: Granian's lines go through the handler of the site, and its own has none."""

import logging

import pytest
from granian.log import LogLevels, access_logger, configure_logging, logger
from reflex.utils import exec as server

from starbond_site.reflex_adapter.serving import GRANIAN_LOGS


def test_lines_of_granian_reach_the_root(caplog: pytest.LogCaptureFixture):
    """Every worker calls this with what Reflex's function returns; `serve` replaces that function."""
    assert callable(server._granian_log_dictconfig)
    root = logging.getLogger().handlers[:]
    configure_logging(LogLevels.warning, GRANIAN_LOGS)
    assert logger.handlers == []
    assert access_logger.handlers == []
    logger.error("Unexpected exit from worker-1")
    assert "Unexpected exit from worker-1" in caplog.text
    assert logging.getLogger().handlers == root
