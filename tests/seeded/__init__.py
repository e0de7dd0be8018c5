"""Small faults that the tests must see: ``faults.toml``, and what reads it."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.left_out import LEFT_OUT
from tests.serving import ROOT

FILE = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A text of one file that another one replaces, and the test that must fail then."""

    name: str
    promise: str
    file: str
    old: str
    new: str
    test: str

    @property
    def problem(self) -> str:
        """Why it cannot be tried in this tree; empty where it can."""
        file = ROOT / self.file
        times = file.read_text("utf-8").count(self.old) if file.is_file() else 0
        if times != 1:
            return f"{self.file} has its old text {times} times, not once"
        module, _, function = self.test.partition("[")[0].partition("::")
        tests = (ROOT / module).read_text("utf-8") if (ROOT / module).is_file() else ""
        return "" if re.search(rf"def {function}\(", tests) else f"there is no test {self.test}"


def faults() -> list[Fault]:
    """Return all faults but those of features that the site has left out."""
    known = [Fault(**fault) for fault in tomllib.loads(FILE.read_text("utf-8"))["fault"]]
    return [fault for fault in known if LEFT_OUT.isdisjoint(Path(fault.file).parts)]
