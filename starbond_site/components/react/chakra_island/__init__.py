"""The part of a page in which Chakra components work, in the colours and shapes of the site."""

import reflex as rx

from starbond_site.components.react.local import library

library("theme.jsx")


class ChakraIsland(rx.Component):
    """Gives its children, and nothing else on the page, Chakra's theme."""

    library = library("chakra_island.jsx")
    tag = "ChakraIsland"


chakra_island = ChakraIsland.create
