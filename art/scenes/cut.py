"""A crop of a rendered scene; a module without Blender, so that compositions can read it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cut:
    """A crop of a render: its shape, its centre, and its size as a share of the largest possible one."""

    name: str
    scene: str
    shape: tuple[int, int]
    x: float = 0.5
    y: float = 0.5
    share: float = 1.0
