"""One rendered scene; a module without Blender."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from art.paths import MASTERS
from art.record import made_from

ENGINE = ("scenes/stage", "scenes/materials", "scenes/shapes")


@dataclass(frozen=True)
class Scene:
    """One render: the module and function that build it, its size and light."""

    name: str
    module: str
    build: str = "build"
    size: tuple[int, int] = (1920, 1350)
    samples: int = 8
    exposure: float = 0.45
    grade: tuple[float, float] = field(default=(1.0, 1.0), repr=False)
    """Contrast and colour given to what is cut from it; not part of the render, so not of its fingerprint."""

    @property
    def master(self) -> Path:
        """Where the whole render is kept."""
        return MASTERS / "scenes" / f"{self.name}.png"

    @property
    def fingerprint(self) -> str:
        """Hash of everything the picture depends on."""
        return made_from(self, code=(f"company/scenes/{self.module}", *ENGINE))

    def arrange(self) -> None:
        """Build the scene in Blender."""
        function: Callable[..., None] = getattr(
            importlib.import_module(f"art.company.scenes.{self.module}"), self.build
        )
        function()
