"""`make wheel`: the wheel for this kind of machine, with the games' machine code in it, tried where nothing else is.

The trial is a fresh virtual environment with an empty home and no compiler, no Node and no Numba: the games that were
built here are played there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
MOST_MEGABYTES = 25
TRIAL = """
import sys, time
start = time.perf_counter()
import garrison
from garrison.core.browser_module import browser_module
for name in garrison.game_names():
    position = garrison.load(name).new(1)
    player = position.waiting[0]
    position.play(player, position.actions(player)[0])
    assert browser_module(position.game.package)
assert not {"numba", "llvmlite"} & set(sys.modules)
from garrison.core.engine import machine
assert type(machine.library(position.game.package.blueprint().origin)).__name__ == "Shared"
assert machine._fast() is not None
print(f"A step of every game: {time.perf_counter() - start:.2f} s.")
"""


def main() -> int:
    """Build the wheel, look at it, install it and play."""
    wheel = build()
    size = wheel.stat().st_size / 1e6
    libraries = [name for name in zipfile.ZipFile(wheel).namelist() if "/machine/" in name and name.endswith(".so")]
    print(f"{wheel.name}: {size:.1f} MB, {len(libraries)} libraries.")
    if size > MOST_MEGABYTES:
        return _refuse(f"The wheel is larger than {MOST_MEGABYTES} MB.")
    if not tag_is_right(wheel):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        return try_out(wheel, Path(folder))


def build() -> Path:
    """The wheel, in `dist`."""
    for old in DIST.glob("*.whl"):
        old.unlink()
    options = ["--quiet", "--no-deps", "--no-build-isolation", "-w", str(DIST)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, "."], cwd=ROOT, check=True)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def tag_is_right(wheel: Path) -> bool:
    """Whether auditwheel says that every system of the wheel's tag has what the wheel asks for."""
    if sys.platform != "linux":
        return True
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", str(wheel)], capture_output=True, text=True)
    said = " ".join(done.stdout.split())
    right = done.returncode == 0 and "manylinux_2_17" in said.split("constrains the platform tag", 1)[-1]
    print(said if right else f"auditwheel: {said or done.stderr.strip()}")
    return right


def try_out(wheel: Path, folder: Path) -> int:
    """Install the wheel by itself, and play every game with nothing but it; 0 if that goes well."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)], check=True)
    (folder / "home").mkdir()
    environment = {"HOME": str(folder / "home"), "PATH": str(folder / "nowhere"), "LANG": "C.UTF-8"}
    for arguments in (["-c", TRIAL], ["-m", "garrison", "games"], ["-m", "garrison", "sim", "minefield", "-n", "20"]):
        done = subprocess.run([python, *arguments], env=environment, cwd=folder, capture_output=True, text=True)
        print(done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip())
        if done.returncode or done.stderr:
            return _refuse(done.stderr.strip())
    left = [file for file in (folder / "home").rglob("*") if file.is_file()]
    return _refuse(f"Something was built after all: {left[0]}") if left else 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
