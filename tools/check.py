"""All checks: lint, types, and the tests in three lanes. The last line names what had to be skipped.

compiled      every test, and the examples in the docstrings
interpreted   the tests of the rules, with coverage of the rule files
checked       the tests of the rules, compiled with bounds checks
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "garrison" / "play" / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider"]


def main() -> int:
    """Run everything; 0 if all is well."""
    long = "--long" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "skipped"
        _have_browser()
        good = all([*_static(), *_client(notes), *_lanes(notes, long)])
        skipped = sorted(set(notes.read_text().splitlines())) if notes.exists() else []
    print(f"\n{'All checks passed.' if good else 'Some checks FAILED.'}")
    print(f"Skipped: {'; '.join(skipped) or 'nothing'}.")
    return 0 if good else 1


def _static() -> list[bool]:
    return [
        _python("Lint", ["-m", "ruff", "check", "--quiet", "."]),
        _python("Format", ["-m", "ruff", "format", "--check", "--quiet", "."]),
        _python("Types", ["-m", "mypy", "--no-error-summary"]),
    ]


def _client(notes: Path) -> list[bool]:
    """The browser client's types and tests, where Node and its packages are."""
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules").is_dir():
        notes.write_text("the browser client's own tests (they need Node 20.19 or newer)\n")
        return []
    return [_run(f"Client, {task}", [npm, "run", "--silent", task], WEB) for task in ("check", "test")]


def _have_browser() -> None:
    """Install Chromium where it is missing and we may; otherwise the tests in a browser say that it is needed."""
    apt = shutil.which("apt-get")
    if any(map(shutil.which, BROWSERS)) or apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print("Installing Chromium for the tests in a browser ...", flush=True)
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, "-qq", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _lanes(notes: Path, long: bool) -> list[bool]:
    """First everything compiled, on all cores; then the two other lanes, in parts beside each other."""
    which = ["-m", "long"] if long else ["-m", "not long"]
    cores = os.cpu_count() or 1
    # Once for all, since two test processes that find a game cold would both compile it.
    results = [_python("Compiling the games", ["-m", "garrison", "warm"])]
    results += [_python("Tests, compiled", [*PYTEST, *which, "-n", str(cores), "--dist", "loadfile"], notes=notes)]
    if long:
        return results
    for old in ROOT.glob(".coverage*"):
        old.unlink()
    with ThreadPoolExecutor(cores) as pool:
        results += pool.map(_lane_part, *zip(*_parts(), strict=True))
    _python("Coverage together", ["-m", "coverage", "combine", "--quiet"])
    return [*results, _python("Coverage of the rules", ["-m", "coverage", "report"])]


def _parts() -> list[tuple[str, list[str]]]:
    """The parts of the lanes, each a lane and what it tests: every game by itself, and the rest."""
    games = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "games").iterdir() if path.is_dir())
    rest = ["tests", *(f"--ignore={game}" for game in games)]
    return [("checked", ["tests"]), *(("interpreted", [game]) for game in reversed(games)), ("interpreted", rest)]


def _lane_part(lane: str, tests: list[str]) -> bool:
    """One part of a lane; what it prints is shown when it has ended."""
    measured = ["-m", "coverage", "run", "--parallel-mode"] if lane == "interpreted" else []
    title, start = f"Tests, {lane}, {tests[0]}", time.perf_counter()
    done = subprocess.run(
        [sys.executable, *measured, *PYTEST, "-m", "lane and not long and not once", *tests],
        cwd=ROOT,
        env=_environment(None, lane),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # A folder in which nothing runs in this lane is no mistake.
    good = done.returncode in (0, int(pytest.ExitCode.NO_TESTS_COLLECTED))
    lines = done.stdout.strip().splitlines()
    shown = lines[-1:] if good else lines
    print("\n".join([f"\n{title} ...", *shown, _verdict(title, good, start)]), flush=True)
    return good


def _environment(notes: Path | None, lane: str) -> dict[str, str]:
    environment = {**os.environ, "GARRISON_LANE": lane, "COVERAGE_FILE": str(ROOT / ".coverage")}
    return {**environment, "GARRISON_SKIPPED": str(notes)} if notes else environment


def _python(title: str, arguments: list[str], notes: Path | None = None) -> bool:
    return _run(title, [sys.executable, *arguments], ROOT, notes)


def _run(title: str, command: list[str], folder: Path, notes: Path | None = None) -> bool:
    print(f"\n{title} ...", flush=True)
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=_environment(notes, "compiled"))
    print(_verdict(title, done.returncode == 0, start), flush=True)
    return done.returncode == 0


def _verdict(title: str, good: bool, start: float) -> str:
    return f"{title}: {'good' if good else 'FAILED'} ({time.perf_counter() - start:.0f} s)"


if __name__ == "__main__":
    raise SystemExit(main())
