"""What every refusal has."""

from typing import ClassVar


class Refusal(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """A document cannot be published, for a reason that a person can read."""

    code: ClassVar[str]
    """Name of its sentence in ``content/errors.toml``."""

    def __init__(self, *, detail: str = "", **values: object) -> None:
        """Keep the values for the ``{places}`` of the sentence, and a detail for the audit alone."""
        super().__init__(self.code, values)
        self.detail = detail
        self.values = values
