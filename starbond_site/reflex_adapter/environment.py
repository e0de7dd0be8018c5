"""Reflex's mode of compilation, which ``reflex.config`` does not document."""

from reflex_base import constants
from reflex_base.environment import environment


def is_production() -> bool:
    return environment.REFLEX_ENV_MODE.get() is constants.Env.PROD
