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
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "garrison" / "play" / "web"
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider"]


def main() -> int:
    """Run everything; 0 if all is well."""
    long = "--long" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "skipped"
        good = all([*_static(), *_client(notes), *_lanes(notes, long)])
        skipped = sorted(set(notes.read_text().splitlines())) if notes.exists() else []
    print(f"\n{'All checks passed.' if good else 'Some checks FAILED.'}")
    print(f"Skipped: {'; '.join(skipped) or 'nothing'}.")
    return 0 if good else 1


def _static() -> list[bool]:
    return [
        _run("Lint", ["-m", "ruff", "check", "--quiet", "."]),
        _run("Format", ["-m", "ruff", "format", "--check", "--quiet", "."]),
        _run("Types", ["-m", "mypy", "--no-error-summary"]),
    ]


def _client(notes: Path) -> list[bool]:
    """The browser client's types and tests, where Node and its packages are."""
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules").is_dir():
        notes.write_text("the browser client's own tests (they need Node 20.19 or newer)\n")
        return []
    return [_finish(f"Client, {task}", _start_npm([npm, "run", "--silent", task])) for task in ("check", "test")]


def _start_npm(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _lanes(notes: Path, long: bool) -> list[bool]:
    """First everything compiled, on all cores; then the two other lanes beside each other."""
    which = ["-m", "long"] if long else ["-m", "not long"]
    cores = str(os.cpu_count() or 1)
    # Once for all, since two test processes that find a game cold would both compile it.
    results = [_run("Compiling the games", ["-m", "garrison", "warm"])]
    results += [_run("Tests, compiled", [*PYTEST, *which, "-n", cores, "--dist", "loadfile"], notes=notes)]
    if long:
        return results
    lane = [*PYTEST, "-m", "lane and not long", "tests"]
    together = [
        _start(["-m", "coverage", "run", *lane], "interpreted"),
        _start(lane, "checked"),
    ]
    results += [
        _finish("Tests, interpreted", together[0]),
        _finish("Tests, checked", together[1]),
        _run("Coverage of the rules", ["-m", "coverage", "report"]),
    ]
    return results


def _environment(notes: Path | None, lane: str) -> dict[str, str]:
    environment = {**os.environ, "GARRISON_LANE": lane, "COVERAGE_FILE": str(ROOT / ".coverage")}
    return {**environment, "GARRISON_SKIPPED": str(notes)} if notes else environment


def _run(title: str, arguments: list[str], notes: Path | None = None) -> bool:
    print(f"\n{title} ...", flush=True)
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=_environment(notes, "compiled"))
    print(f"{title}: {'good' if done.returncode == 0 else 'FAILED'} ({time.perf_counter() - start:.0f} s)", flush=True)
    return done.returncode == 0


def _start(arguments: list[str], lane: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=_environment(None, lane),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _finish(title: str, process: subprocess.Popen[str]) -> bool:
    print(f"\n{title} ...", flush=True)
    output, _ = process.communicate()
    print(output.strip())
    print(f"{title}: {'good' if process.returncode == 0 else 'FAILED'}", flush=True)
    return process.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
