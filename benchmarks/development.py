"""``reflex run`` as a developer uses it, in a copy of the project."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Self

from benchmarks.build_time import PATIENCE
from tests.serving import free_port, stop, wait_for


class Development:
    """A server in a copy of the project, on ports of its own, with further options and variables."""

    def __init__(self, folder: Path, *options: str, **variables: str) -> None:
        self.port, self.folder, self.log = free_port(), folder, folder.parent / "reflex.log"
        self.url = f"http://localhost:{self.port}"
        # In production both are one.
        backend = self.port if "prod" in options else free_port()
        ports = ("--frontend-port", str(self.port), "--backend-port", str(backend))
        # Without what rxconfig.py has set for this process when others read it: those folders are the project's,
        # and the copy would never be watched.
        settings = ("STARBOND_", "REFLEX_", "PORT")
        ours = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        ours |= {"STARBOND_UPLOADS": "local", **variables}
        # As ``make dev``: the data stands there before Reflex looks which folders it should watch.
        prepare = [sys.executable, "-m", "starbond_site.serve", "--upgrade-only"]
        subprocess.run(prepare, cwd=folder, env=ours, check=True)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [Path(sys.executable).parent / "reflex", "run", *ports, *options],
                cwd=folder,
                env=ours,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        wait_for(f"{self.url}/ping", self.process, self.log, PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        stop(self.process)
