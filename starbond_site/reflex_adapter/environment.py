"""Reflex's mode of compilation, which ``reflex.config`` does not document."""

from reflex_base import constants
from reflex_base.environment import environment


def is_production() -> bool:
    """Return whether Reflex compiles or serves a production build."""
    return environment.REFLEX_ENV_MODE.get() is constants.Env.PROD
