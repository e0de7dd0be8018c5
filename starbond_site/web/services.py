"""The services that routes use, as the app sets them."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request
from starlette.routing import BaseRoute

from starbond_site.documents.archive import Archive
from starbond_site.documents.snapshot import Snapshot
from starbond_site.mail import Mailer
from starbond_site.presentation.topics import Fragments
from starbond_site.shared import threads
from starbond_site.shared.roles import Principal
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor

Current = Callable[[], Awaitable[Snapshot]]
"""Returns the current snapshot: see `documents.feed.Feed.current`."""


@dataclass(frozen=True, kw_only=True)
class Services:
    """What routes use; archive and mailer are created with the first request that needs them."""

    archive: Callable[[], Archive]
    mailer: Callable[[], Mailer]
    rights: Rights
    paths: Collection[str]
    """English paths of all pages, as they are spelled (``/Bod``)."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Further English paths that answer themselves, and the page they show."""
    static: Path
    """Folder of the built site."""
    script_hashes: Path
    """JSON list of the build with the hashes of inline scripts."""
    current: Current
    fragments: Fragments
    """HTML of the marked elements of pages."""
    proxy_hops: int = 0
    """Reflex's ``trusted_proxy_hops``: reverse proxies that may name the visitor's address."""
    health: Sequence[BaseRoute] = ()
    """Routes of `health`."""

    def visitor(self, request: Request) -> Visitor:
        return Visitor.of_scope(request.scope, self.proxy_hops)

    async def principal(self, request: Request) -> Principal:
        """Return who sent a request, who is looked up once and kept with it."""
        if not hasattr(request.state, "principal"):
            request.state.principal = await threads.LIMITS.run(self.rights.principal, self.visitor(request))
        return request.state.principal
