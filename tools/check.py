"""All checks: lint, types, and the tests in three lanes. The last lines name what had to be skipped or run again.

    compiled      every test, and the examples in the docstrings
    interpreted   the tests of the rules, with coverage of the rule files
    checked       the tests of the rules, compiled with bounds checks

A test of servers, terminals or browsers that fails is run once more when everything else is done, because it depends on
how fast the machine happens to be. If it passes then, the last line names it: its cause is still to be found.

`--quick [GAME]` is for the minute between two edits: lint, and the rules' tests without statistics, of one game or all.
`--long` runs the full-size tests.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import extras
from tasks import Task, run

ROOT = Path(__file__).parents[1]
TOOLS, CLIENT, CHROMIUM = "The tools for the tests", "The browser client", "Chromium"
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider"]
PYTEST_CLOSES = r"\b(passed|skipped|deselected|no tests ran)\b.* in [\d.]+s"
NOTHING_TO_RUN = 5  # pytest's own exit status; fine: this lane has no such tests
RULES = "lane and not long and not once"
CORES = os.cpu_count() or 1
# Hundreds of processes start here, each of which would compile what it imports if Python had been told to keep nothing.
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / ".venv" / "bytecode")}
# What stands in for packages that Numba would import although nobody uses them: SciPy, which came with other libraries,
# and Coverage.py where nothing is measured.
UNNEEDED, UNMEASURED = (str(ROOT / "tools" / name) for name in ("unneeded", "unmeasured"))
SKIPPED, UNSTEADY = "skipped", "unsteady"  # files of notes that the tests leave
WEB = "tests/play/web"
TWO_BROWSERS = ["-n", "2", "--dist", "loadfile"]  # these tests wait so often that two at a time fill one core
# Where no rule is tested: they take long to read, in vain.
WITHOUT_RULES = tuple(f"tests/{name}" for name in ("play", "bots", "docs", "envs", "examples", "train"))
FEW = 6  # this many tests may fail for want of speed; more than that are no accident


def main() -> int:
    """Run everything; 0 if all is well."""
    given = sys.argv[1:]
    os.environ.update(BYTECODE)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that `run` ends what it started
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        good = run(_chosen(given, notes), CORES)
        skipped, unsteady = _lines(notes / SKIPPED), _lines(notes / UNSTEADY)
    print(verdict(good, skipped, unsteady))
    return 0 if good else 1


def verdict(good: bool, skipped: list[str], unsteady: list[str]) -> str:
    """The last lines; what was run again comes last, so that nobody overlooks it."""
    lines = ["", "All checks passed." if good else "Some checks FAILED."]
    lines.append(f"Skipped: {'; '.join(skipped) or 'nothing'}.")
    if unsteady and good:
        lines.append(f"Passed only when run again: {'; '.join(unsteady)}.")
    return "\n".join(lines)


def _lines(file: Path) -> list[str]:
    return sorted(set(file.read_text(encoding="utf-8").splitlines())) if file.exists() else []


def _chosen(given: list[str], notes: Path) -> list[Task]:
    if given[:1] == ["--quick"]:
        return _quick(given[1:])
    if given[:1] == ["--long"]:
        return _long()
    for old in ROOT.glob(".coverage*"):
        old.unlink()
    building = _build("compiled")
    # What waits for browsers and clocks needs only the first lane, and leaves time to compile the other.
    checked = _aside(replace(_build("checked"), after=(building.title,), waits=False))
    tools = [] if extras.are_there() else [_tools(after=(building.title, checked.title))]
    needed = tuple(task.title for task in tools)

    def with_tools(*tasks: Task) -> list[Task]:
        return [replace(task, after=(*task.after, *needed)) for task in tasks]

    first = [*tools, *_browsing(), building, *with_tools(*_waiting(notes)), checked]
    rest = with_tools(*_compiled(notes), *_static(), *_site(), *_client(), *_rules())
    environment = {"GARRISON_SKIPPED": str(notes / SKIPPED)}
    return [replace(task, environment={**task.environment, **environment}) for task in (*first, *rest)]


def _long() -> list[Task]:
    """The full-size tests; those that only bounds checks can fail run with them."""
    more = ["-n", str(CORES)]
    unsafe = ["tests/core/test_soundness.py", "tests/games/test_extremes.py"]
    return [
        _build("compiled"),
        _build("checked"),
        *_browsing(),
        suite("compiled", "in a browser", [*TWO_BROWSERS, WEB], "long", CORES, after=(CLIENT, CHROMIUM)),
        with_all_packages(suite("compiled", "the rest", ["tests", f"--ignore={WEB}"], "long", CORES, more)),
        suite("checked", "records and rules from outside", unsafe, "long", CORES, more),
    ]


def _quick(games: list[str]) -> list[Task]:
    unknown = [game for game in games if game not in tested_games()]
    if unknown:
        raise SystemExit(f"There is no game called {unknown[0]}; there are {', '.join(tested_games())}.")
    chosen = games or tested_games()
    print(building_sentence(chosen), flush=True)
    tests = [suite("compiled", game, [f"tests/games/{game}"], RULES) for game in chosen]
    rest = [] if games else [suite("compiled", "core", ["tests/core", "tests/look", "tests/test_layers.py"], RULES)]
    return [_build("compiled", *games), *_lint(), *tests, *rest]


def building_sentence(games: list[str]) -> str:
    """Whether something is built before the tests of these games begin."""
    from garrison.cli.libraries import wanted_libraries
    from garrison.core.libraries import is_missing

    names = [getattr(each, "name", "") for each in wanted_libraries(games) if is_missing(each)]
    return f"To be built first: {', '.join(names)}." if names else "Everything is built already."


def tested_games() -> list[str]:
    """The games that have tests."""
    return sorted(path.name for path in (ROOT / "tests" / "games").iterdir() if path.is_dir() and path.name[0] != "_")


def _halves() -> list[tuple[str, list[str]]]:
    """The games in two parts, since each process takes seconds to begin."""
    halves = (tested_games()[1::2], tested_games()[0::2])
    return [(", ".join(half), [f"tests/games/{game}" for game in half]) for half in halves]


def _aside(task: Task) -> Task:
    """One in which nothing is timed: it may run beside those that wait, with what they leave of the cores."""
    return replace(task, yields=True)


def _lint() -> list[Task]:
    return [
        _python("Lint", ["-m", "ruff", "check", "--quiet", "."]),
        _python("Format", ["-m", "ruff", "format", "--check", "--quiet", "."]),
    ]


def _static() -> list[Task]:
    return [_aside(task) for task in (*_lint(), _python("Types", ["-m", "mypy", "--no-error-summary"]))]


def _site() -> list[Task]:
    """The pages as a site, in which every link leads somewhere."""
    return [_aside(_python("Site", [str(ROOT / "tools" / "site_pages.py"), "--if-possible"]))]


def _browsing() -> list[Task]:
    """What the tests in a browser need, made while the games compile; where it can't be, they say so."""
    build = _python(CLIENT, [str(ROOT / "hatch_build.py")], fine=(0, 1), cores=0)
    return [build, _python(CHROMIUM, [str(ROOT / "tools" / "browser.py")], cores=0)]


def _client() -> list[Task]:
    """The browser client's types and tests."""
    script = str(ROOT / "tools" / "client.py")
    return [_aside(_python(f"Client, {task}", [script, task], after=(CLIENT,))) for task in ("check", "test")]


def _waiting(notes: Path) -> list[Task]:
    """What takes longest, since it waits for browsers and clocks."""
    return [
        _tried_twice(notes, "in a browser", [*TWO_BROWSERS, WEB], after=(CLIENT, CHROMIUM)),
        _tried_twice(notes, "server", ["tests/play/server"], after=(CLIENT,)),
    ]


def _compiled(notes: Path) -> list[Task]:
    """All other tests, in parts that run in parallel, the longest first."""
    games = [_aside(suite("compiled", name, tests, "not long")) for name, tests in _halves()]
    upper = ["tests/lab", "tests/docs", "tests/bots", "tests/train"]
    libraries = ["tests/envs", "tests/examples", "src/garrison/envs"]
    apart = ["tests/play", "tests/core", *upper, *libraries, *(f"tests/games/{game}" for game in tested_games())]
    others = ["tests", "src", *(f"--ignore={each}" for each in apart)]
    return [
        _tried_twice(notes, "terminal", ["tests/play", f"--ignore={WEB}", "--ignore=tests/play/server"]),
        suite("compiled", "core", ["tests/core"], "not long"),
        suite("compiled", "lab, bots and documents", upper, "not long", after=(_building("checked"),)),
        *games,
        with_all_packages(suite("compiled", "other libraries", libraries, "not long")),
        suite("compiled", "everything else", others, "not long", after=(CLIENT,)),
    ]


def _tried_twice(notes: Path, name: str, tests: list[str], after: tuple[str, ...] = ()) -> Task:
    """If a few of them fail, those are tried again, alone."""
    failed = notes / f"{UNSTEADY} {name}"
    first = suite("compiled", name, tests, "not long", after=after)

    def again() -> Task | None:
        names = _lines(failed)
        if not 0 < len(names) <= FEW:
            return None
        with open(notes / UNSTEADY, "a", encoding="utf-8") as file:
            file.writelines(f"{each}\n" for each in names)
        return suite("compiled", f"{name}, again", names, "not long", cores=CORES)

    environment = {**first.environment, "GARRISON_FAILED": str(failed)}
    return replace(first, environment=environment, again=again, waits=True, yields=False)


def _rules() -> list[Task]:
    """The tests of the rules in the other two lanes, and what the interpreted lane covers.

    Coverage is measured where single rules and chance are tested: it takes half as long again.
    """
    (first, some), second = _halves()
    parts = [(f"the engine, {first}", ["tests/core/engine", *some]), second]
    elsewhere = [*WITHOUT_RULES, *(test for _, tests in parts for test in tests)]
    rest = ["tests", *(f"--ignore={each}" for each in elsewhere)]
    interpreted = [suite("interpreted", name, tests, RULES, measured=True) for name, tests in parts]
    covered = tuple(task.title for task in interpreted)
    unmeasured = suite("interpreted", "everything else", rest, RULES)
    checked = [suite("checked", name, tests, RULES) for name, tests in [*parts, ("everything else", rest)]]
    return [
        *map(_aside, (*interpreted, unmeasured, *checked)),
        _python("Coverage together", ["-m", "coverage", "combine", "--quiet"], after=covered),
        _python("Coverage of the rules", ["-m", "coverage", "report"], after=("Coverage together",), quiet=False),
    ]


def _tools(after: tuple[str, ...]) -> Task:
    """Install them while the games compile; where that would change what compiles them, after that."""
    script = str(ROOT / "tools" / "extras.py")
    again = _python(TOOLS, [script], after=after, cores=CORES)
    return replace(_python(TOOLS, [script, "--beside"], cores=0), again=lambda: again)


def _building(lane: str) -> str:
    return f"Building the games, {lane}"


def _build(lane: str, *games: str) -> Task:
    """Build once for all, so that no test waits for it."""
    build = _python(_building(lane), ["-m", "garrison", "build", *games], lane, cores=CORES)
    return replace(_without(build, UNNEEDED, UNMEASURED), waits=True)  # for the last piece, in the end


def suite(
    lane: str,
    name: str,
    tests: list[str],
    which: str,
    cores: int = 1,
    more: list[str] | None = None,
    after: tuple[str, ...] = (),
    measured: bool = False,
) -> Task:
    """The task that runs these tests in a lane."""
    coverage = ["-m", "coverage", "run", "--parallel-mode"] if measured else []
    arguments = [*coverage, *PYTEST, "-m", which, *(more or []), *tests]
    compiled = () if lane == "interpreted" else (_building(lane),)
    fine = (0, NOTHING_TO_RUN)
    task = _python(f"Tests, {lane}, {name}", arguments, lane, (*compiled, *after), cores, fine)
    task = replace(task, closes=PYTEST_CLOSES)
    return _without(task, UNNEEDED) if measured else _without(task, UNNEEDED, UNMEASURED)


def with_all_packages(task: Task) -> Task:
    """Other libraries are tested in it, which need SciPy."""
    return _without(task, UNMEASURED)


def _without(task: Task, *packages: str) -> Task:
    path = os.pathsep.join(filter(None, [*packages, os.environ.get("PYTHONPATH")]))
    return replace(task, environment={**task.environment, "PYTHONPATH": path})


def _python(
    title: str,
    arguments: list[str],
    lane: str = "compiled",
    after: tuple[str, ...] = (),
    cores: int = 1,
    fine: tuple[int, ...] = (0,),
    quiet: bool = True,
) -> Task:
    environment = {"GARRISON_LANE": lane, "COVERAGE_FILE": str(ROOT / ".coverage")}
    return Task(title, [sys.executable, *arguments], ROOT, environment, after, cores, fine, quiet)


if __name__ == "__main__":
    raise SystemExit(main())
