"""The words of the interface: buttons, labels, states and sentences that belong to no single page, and of refusals.

The texts stand in ``interface.toml``, one table per area of the site, and in ``errors.toml``; words in ``{braces}`` are
filled in where they are shown. Their models stand in ``interface.pyi``, which ``make words`` writes from the names in
both files: pyright checks every use, and every code of a refusal, against it, and whoever changes texts gets a sentence
for a word that is missing or unknown.
"""

from pathlib import Path

_MODELS = Path(__file__).with_suffix(".pyi")
exec(compile(_MODELS.read_text("utf-8"), _MODELS, "exec"))  # noqa: S102  a file of this package
