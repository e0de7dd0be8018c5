"""Detects the type of a file by parsing it; this runs in a process of its own (`look`).

Every parser is a module with a function ``inspect``, which takes an open file, a container and an `Inspection`, and
returns the id of a type (`OTHER` for a sound file of no accepted type) or raises `Refusal`. Files inside files go
back to `nesting`, which inspects them in the same way.
"""

from typing import Any

OTHER = "other"
"""A sound file whose type is none of the accepted ones."""
MAX_MEGAPIXELS = 100
"""Of a picture, in millions: decoded, four bytes each are 400 MB."""
MAX_TARGET = 200
"""Characters of an address in a sentence."""
VALUES = ("what", "page", "target", "limit")
"""Values of a finding beside its code: a word of ``errors.toml``, the page (0 for none), an address and a limit."""
Values = dict[str, Any]
