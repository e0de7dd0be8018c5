"""Whether the parts of the running site work: checked when someone asks, in threads of their own, within seconds."""

from starbond_site.health.checks import configured_checks
from starbond_site.health.monitor import Monitor, Report
from starbond_site.health.readiness import Readiness

__all__ = ["Monitor", "Readiness", "Report", "configured_checks"]
