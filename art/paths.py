"""Folders and files that art reads and writes."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MASTERS = Path(os.environ.get("STARBOND_ART_MASTERS", ROOT / "art" / "masters"))
"""Full-size PNGs, as rendered or drawn; never committed, since they can be redrawn."""
DRAWN = MASTERS / "drawn"
"""Flat drawings that stand in for renders that do not exist yet."""
COMPOSED = MASTERS / "composed"
"""Pictures put together from renders, where a render of their own does not exist yet."""
ASSETS = ROOT / "assets"
PICTURES = ASSETS / "pictures"
CONTENT = ROOT / "starbond_site" / "content"
MANIFEST = CONTENT / "pictures.json"
RECORD = ROOT / "art" / "rendered.json"
"""What was made from what (`record`), and the hashes of what stands in ``assets/`` (`made`)."""
COMPANY = ROOT / "art" / "company"
"""What belongs to this company alone."""
PACKS = COMPANY / "packs.toml"
PLAN = COMPANY / "pictures.toml"
"""Drawings that pages show, and the picture on the preview of a page."""
FONTS = Path(__file__).resolve().parent / "fonts"
RENDER_LOCK = Path(os.environ.get("STARBOND_ART_LOCK", MASTERS.parent / "render.lock"))
"""Held by whoever renders, so that two renders never share the processor."""
