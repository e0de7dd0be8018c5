"""The shipped systemd unit: systemd accepts it, and it sets what a public server behind a proxy needs."""

import re
import subprocess
from pathlib import Path

from starbond_site.settings import Settings, UploadPolicy
from tests.faults import servers

UNIT = Path(__file__).parents[2] / "deploy" / "starbond.service"


def test_systemd_accepts_the_unit(tmp_path: Path):
    """No unknown or malformed line; the program is looked for where the unit says."""
    program = servers.need("systemd-analyze", "systemd")
    python = tmp_path / "releases" / "current" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    unit = tmp_path / "starbond.service"
    unit.write_text(UNIT.read_text().replace("/srv/starbond", str(tmp_path)))
    done = subprocess.run([program, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    about_ours = [line for line in done.stderr.splitlines() if "starbond" in line]
    assert about_ours == []
    assert done.returncode == 0


def test_nobody_reaches_the_server_past_the_proxy():
    """It listens on loopback, trusts one proxy, and is closed for publishing until the operator chooses."""
    given = dict(
        re.findall(r"([A-Z_]+)=(\S+)", "\n".join(re.findall(r"^Environment=(.*)", UNIT.read_text(), re.MULTILINE)))
    )
    assert given["REFLEX_TRUSTED_PROXY_HOPS"] == "1"
    settings = Settings.model_validate(
        {"host": given["STARBOND_HOST"], "data_dir": given["STARBOND_DATA_DIR"], "url": "https://www.example.com"}
    )
    assert settings.listen_address == "127.0.0.1"
    assert settings.data_dir.is_absolute()
    assert settings.upload_policy is UploadPolicy.CLOSED
