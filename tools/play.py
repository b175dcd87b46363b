"""`make play`: build the browser client and the games' machine code at the same time, on all cores, then serve."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from garrison import cli
from garrison.cli.libraries import wanted_libraries
from garrison.core.libraries import build, is_missing
from garrison.core.progress_bar import drawn_progress
from garrison.errors import GarrisonError

ROOT = Path(__file__).parents[1]
CLIENT = 0.1  # of all the work


def main() -> None:
    """Build what is missing, and serve."""
    client = subprocess.Popen([sys.executable, str(ROOT / "hatch_build.py")], stdout=subprocess.DEVNULL)
    try:
        _build()
        client.wait()
    except GarrisonError as error:
        raise SystemExit(f"garrison: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    finally:
        client.terminate()
    cli.main([])


def _build() -> None:
    wanted = [each for each in wanted_libraries([]) if is_missing(each)]
    if wanted:
        with drawn_progress("Building Garrison", "Building Garrison; this takes up to two minutes.") as show:
            build(wanted, show)


if __name__ == "__main__":
    main()
