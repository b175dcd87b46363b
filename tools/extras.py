"""Installs what the tests need besides Garrison: the extras of pyproject.toml that are named below.

`--beside`: something else uses the virtual environment meanwhile, so what is installed stays as it is; if that is
impossible, it fails, and has to be tried again without.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
DONE = ROOT / ".venv" / "testable"  # a file that says so, as new as what was installed
NEEDED = "dev"
# The tests skip what can't be installed, and name it in their last line.
OPTIONAL = {
    "envs": "(Without the checks of other libraries: they can't be installed here.)",
    "images": "(Without pictures: resvg-py can't be installed here.)",
    "docs": "(Without the site: Zensical can't be installed here.)",
}


def are_there() -> bool:
    """Whether everything was installed since pyproject.toml last changed."""
    return DONE.exists() and DONE.stat().st_mtime >= (ROOT / "pyproject.toml").stat().st_mtime


def main() -> int:
    """Install everything, or what is possible of it; 0 if the tests can run."""
    is_beside = "--beside" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if not _install([NEEDED, *OPTIONAL], _installed(Path(folder)) if is_beside else None, quiet=True):
            if is_beside or not _install([NEEDED]):
                return 1
            for extra, sentence in OPTIONAL.items():
                if not _install([extra]):
                    print(sentence)
    DONE.touch()
    return 0


def _installed(folder: Path) -> Path:
    """A file that holds everything at the version it has."""
    file = folder / "installed.txt"
    lines = [f"{each.name}=={each.version}\n" for each in distributions() if each.name != "garrison"]
    file.write_text("".join(lines), encoding="utf-8")
    return file


def _install(extras: list[str], held: Path | None = None, quiet: bool = False) -> bool:
    with open(ROOT / "pyproject.toml", "rb") as file:
        known = tomllib.load(file)["project"]["optional-dependencies"]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    command += ["--constraint", str(held)] if held else []
    command += [requirement for extra in extras for requirement in known[extra]]
    return subprocess.run(command, stderr=subprocess.DEVNULL if quiet else None, check=False).returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
