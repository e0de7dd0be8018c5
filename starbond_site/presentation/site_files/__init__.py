"""Files of the built site that come from its content: stylesheet and sitemap; and what its pages weigh."""

import re

HASHED = re.compile(r"^/assets/[^/]+-[\w-]{8,}\.\w+$|\.[0-9a-f]{8,}\.(avif|webp|jpe?g|png|svg|woff2|css|js)$")
"""Addresses that change with their content: Vite's files, and pictures and fonts with a hash in their name."""
