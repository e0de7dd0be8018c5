"""The words of the interface: buttons, labels, states and sentences that belong to no single page.

The texts stand in ``interface.toml``, one table per area of the site; words in ``{braces}`` are filled in where they
are shown. The model of each area stands in ``interface.pyi``, which ``make words`` writes from the names in that file:
pyright checks every use against it, and whoever changes texts gets a sentence for a word that is missing or unknown.
"""

from pathlib import Path

_MODELS = Path(__file__).with_suffix(".pyi")
exec(compile(_MODELS.read_text("utf-8"), _MODELS, "exec"))  # noqa: S102  a file of this package
