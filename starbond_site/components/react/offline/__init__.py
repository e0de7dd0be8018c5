"""Works without a connection: registers the service worker, says how old a kept page is, offers to keep everything."""

from starbond_site.components.react import dates
from starbond_site.components.react.component import ReactComponent, component
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.presentation.site_files import offline
from starbond_site.reflex_adapter.development import is_production
from starbond_site.shared.settings import settings

_kept_page = component("offline/offline.jsx", "KeptPage")
_keep_offer = component("offline/offline.jsx", "KeepOffer")


def _has_worker() -> bool:
    """Return whether there is a service worker: it is part of production builds, where it is not switched off."""
    return settings().offline and is_production()


def kept_page(site: Site) -> ReactComponent | None:
    """Return the notice on top of a page that works without a connection; nothing where there is no worker."""
    if not _has_worker():
        return None
    return _kept_page(words={"age": site.interface.offline.age}, dates=dates(site))


def keep_offer(site: Site) -> ReactComponent | None:
    """Return the offer to keep everything; nothing where there is no worker."""
    if not _has_worker():
        return None
    words = site.interface.offline
    shown = words.model_dump(include={"heading", "button", "progress", "failed"})
    text, kept = (words.text_finder, words.kept_finder) if site.has(FINDER) else (words.text, words.kept)
    size = site.file_size(offline.MAX_BYTES)
    return _keep_offer(
        list=offline.address(site.language),
        words=shown | {"text": text.format(size=size), "kept": kept},
        dates=dates(site),
    )
