"""The shipped systemd unit: systemd accepts it, and it sets what a public server behind a proxy needs."""

import re
import subprocess
from pathlib import Path

from starbond_site.settings import Settings, UploadPolicy
from tests.faults import servers
from tests.serving import ROOT

UNIT = (ROOT / "deploy" / "starbond.service").read_text()


def test_systemd_accepts_the_unit(tmp_path: Path):
    """No unknown or malformed line; the program is looked for where the unit says."""
    python, unit = tmp_path / "releases" / "current" / ".venv" / "bin" / "python", tmp_path / "starbond.service"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    unit.write_text(UNIT.replace("/srv/starbond", str(tmp_path)))
    command = [servers.need("systemd-analyze", "systemd"), "verify", "--man=no", unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ([line for line in done.stderr.splitlines() if "starbond" in line], done.returncode) == ([], 0)


def test_nobody_reaches_the_server_past_the_proxy():
    """It listens on loopback, trusts one proxy, and is closed for publishing until the operator chooses."""
    given = dict(re.findall(r"([A-Z_]+)=(\S+)", "\n".join(re.findall(r"^Environment=(.*)", UNIT, re.MULTILINE))))
    assert given["REFLEX_TRUSTED_PROXY_HOPS"] == "1"
    settings = Settings.model_validate(
        {"host": given["STARBOND_HOST"], "data_dir": given["STARBOND_DATA_DIR"], "url": "https://www.example.com"}
    )
    assert settings.listen_address == "127.0.0.1"
    assert settings.data_dir.is_absolute()
    assert settings.upload_policy is UploadPolicy.CLOSED
    assert re.search(r"^MemoryMax=\d", UNIT, re.MULTILINE), "the machine outlives whatever is sent to the site"
