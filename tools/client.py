"""`python tools/client.py check` (or `test`): the browser client's own checks, where Node and its packages are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[1] / "src" / "garrison" / "play" / "web"


def main(task: str) -> int:
    """Run one of the tasks in `package.json`; where that is impossible, leave a note of what was skipped."""
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules").is_dir():
        with open(os.environ.get("GARRISON_SKIPPED", os.devnull), "a", encoding="utf-8") as notes:
            notes.write("the browser client's own tests (they need Node 20.19 or newer)\n")
        return 0
    return subprocess.run([npm, "run", "--silent", task], cwd=WEB, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
