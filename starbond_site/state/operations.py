"""Status of this worker for operators: health, readiness and metrics."""

import asyncio
import math
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import reflex as rx

from starbond_site.documents import archive
from starbond_site.documents.jobs import RETRY_SECONDS, JobThread
from starbond_site.reflex_adapter import serving
from starbond_site.reflex_adapter.connection import connected
from starbond_site.shared import metrics
from starbond_site.shared.settings import settings
from starbond_site.state.live import broadcast
from starbond_site.web import health
from starbond_site.web.health import Monitor, Readiness, configured_checks

_checks = configured_checks(settings(), archive.default, lambda: broadcast.age)
if state := os.environ.get(serving.STATE):
    _checks["workers"] = partial(health.check_workers, Path(state))
_monitor = Monitor(_checks, health.seconds_between_checks(settings()))
_readiness = Readiness(lambda: math.isfinite(broadcast.age))
last_answers = partial(health.with_last_answers, is_leaving=lambda: _readiness.is_leaving)
ROUTES = health.routes(_monitor.report, lambda: bool(_readiness))


@asynccontextmanager
async def observed(app: rx.App) -> AsyncIterator[None]:
    """Serve metrics where the settings name a port, and drain at a signal and at the end."""
    _readiness.drain_on_signal()
    server = None
    if (port := settings().metrics_port) is not None:
        loop = asyncio.get_running_loop()
        metrics.VISITORS.set_function(lambda: connected(app))
        metrics.FEED_AGE.set_function(lambda: broadcast.age)
        server = metrics.Server(port, metrics.Health(lambda: _monitor.states_from_thread(loop)))
        JobThread("metrics", server.tell, every=0).start()
        JobThread("metrics-port", server.listen, every=RETRY_SECONDS).start()
    try:
        yield
    finally:
        _readiness.drain()
        if server:
            await asyncio.to_thread(server.close)
