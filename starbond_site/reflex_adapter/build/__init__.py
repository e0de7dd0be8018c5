"""Reflex plugins that finish the compiled site."""

from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.app_root import AppRootPlugin
from starbond_site.reflex_adapter.build.boot import BootPlugin
from starbond_site.reflex_adapter.build.development import DevelopmentPlugin
from starbond_site.reflex_adapter.build.first_view import FirstViewPlugin
from starbond_site.reflex_adapter.build.inline_style import InlineStylePlugin
from starbond_site.reflex_adapter.build.language import LanguagePlugin
from starbond_site.reflex_adapter.build.later import LaterPlugin
from starbond_site.reflex_adapter.build.not_found import NotFoundPlugin
from starbond_site.reflex_adapter.build.one_chunk import OneChunkPlugin
from starbond_site.reflex_adapter.build.policy import PolicyPlugin
from starbond_site.reflex_adapter.build.router import RouterPlugin
from starbond_site.reflex_adapter.build.same_origin import SameOriginPlugin
from starbond_site.reflex_adapter.build.search_index import SearchIndexPlugin
from starbond_site.reflex_adapter.build.sitemap import SitemapPlugin
from starbond_site.reflex_adapter.build.socket import SocketPlugin
from starbond_site.reflex_adapter.build.stand_ins import StandInsPlugin
from starbond_site.reflex_adapter.build.styles import StylesPlugin
from starbond_site.reflex_adapter.build.theme import ThemePlugin


def plugins() -> list[Plugin]:
    """Return the plugins in the order in which they work."""
    return [
        StylesPlugin(),
        SearchIndexPlugin(),
        SameOriginPlugin(),
        DevelopmentPlugin(),
        AppRootPlugin(),
        SocketPlugin(),
        StandInsPlugin(),
        RouterPlugin(),
        OneChunkPlugin(),
        NotFoundPlugin(),
        LanguagePlugin(),
        SitemapPlugin(),
        LaterPlugin(),
        FirstViewPlugin(),
        InlineStylePlugin(),
        ThemePlugin(),
        BootPlugin(),
        PolicyPlugin(),  # last: it hashes what the others wrote
    ]
