"""Clears nodes whose end has come, in a thread of every server: the first that sees it writes, others hear of it."""

from starbond_site.documents import nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.repeating import RepeatingThread

POLL_SECONDS = 1.0


class NodeEndThread(RepeatingThread):
    """Looks once a second until it is stopped."""

    def __init__(self, archive: Archive, seconds: float = POLL_SECONDS) -> None:
        def step() -> float:
            nodes.clear_ended(archive)
            return seconds

        super().__init__("node-ends", step, fault="node_ends_not_read", retry_seconds=seconds)
