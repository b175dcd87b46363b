"""`make play`: compile the games while the browser client is being built, so that both are ready sooner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from garrison import cli
from garrison.core import discovery
from garrison.core.preparation import shared

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Start compiling, build the client if need be, and serve."""
    shared.prepare(package.blueprint() for package in discovery.installed()[0])
    try:
        subprocess.run([sys.executable, str(ROOT / "hatch_build.py")], check=False)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    cli.main([])


if __name__ == "__main__":
    main()
