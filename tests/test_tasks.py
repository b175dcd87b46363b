"""How the checks are run: in order, side by side, and once more where that is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import check
import pytest
from tasks import Task, run

PASS, FAIL = "", "raise SystemExit(1)"
UNTIL_IT_EXISTS = """
import os, sys, time
end = time.perf_counter() + 20
while not os.path.exists(sys.argv[1]):
    assert time.perf_counter() < end, "it is never there"
    time.sleep(0.05)
"""


def task(title: str, program: str, **more: object) -> Task:
    return Task(title, [sys.executable, "-c", f"print({title!r}); {program}"], Path.cwd(), **more)  # type: ignore[arg-type]


def test_what_needs_another_task_runs_after_it_and_not_at_all_if_it_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([task("late", PASS, after=("early",)), task("early", PASS)], 1)
    told = capsys.readouterr().out
    assert told.index("early: good") < told.index("late: good")
    assert not run([task("late", PASS, after=("early",)), task("early", FAIL)], 1)
    assert "late: NOT RUN" in capsys.readouterr().out


def test_tests_that_end_without_their_last_line_have_failed(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(): pass")
    (tmp_path / "test_two.py").write_text("import os\n\ndef test_two(): os._exit(0)")
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    for name, good in [("test_one.py", True), ("test_two.py", False)]:
        assert run([Task(name, [*pytest, name], tmp_path, closes=check.PYTEST_CLOSES)], 1) is good


@pytest.mark.parametrize(("program", "good"), [(PASS, True), (FAIL, False)])
def test_a_second_try_decides(program: str, good: bool) -> None:
    assert run([task("first", FAIL, again=lambda: task("second", program))], 1) is good


def test_a_task_that_passes_or_has_no_second_try_is_run_once(capsys: pytest.CaptureFixture[str]) -> None:
    once = task("once", PASS, again=lambda: task("twice", FAIL))
    assert run([once], 1)
    assert not run([replace(once, command=[*once.command[:2], FAIL], again=lambda: None)], 1)
    assert "twice" not in capsys.readouterr().out


def test_a_run_that_needed_a_second_try_says_so_in_its_last_line() -> None:
    skipped, unsteady = ["the tests in a browser"], ["test_far.py::test_one", "test_far.py::test_two"]
    told = "Passed only when run again: test_far.py::test_one; test_far.py::test_two."
    assert check.verdict(True, skipped, unsteady).splitlines()[-2:] == ["Skipped: the tests in a browser.", told]
    assert check.verdict(True, skipped, []).splitlines()[-1] == "Skipped: the tests in a browser."
    assert told not in check.verdict(False, skipped, unsteady), "it may have failed again"


def test_it_is_told_how_long_a_task_computed_not_how_long_it_waited(capsys: pytest.CaptureFixture[str]) -> None:
    waits = "import time; time.sleep(1.5)"
    computes = "import time\nwhile time.process_time() < 1.5: pass"
    assert run([task("waits", waits), Task("computes", [sys.executable, "-c", computes], Path.cwd())], 2)
    told = capsys.readouterr().out
    seconds = {
        title: int(re.search(rf"{title}: good \(\d+ s, computing (\d+)\)", told)[1]) for title in ("waits", "computes")
    }
    assert seconds["waits"] < seconds["computes"]
    together = re.search(r"All of it: (\d+) s, computing (\d+)", told)
    assert int(together[1]) >= 1
    assert int(together[2]) >= seconds["computes"]


def test_beside_a_task_that_waits_one_more_runs_and_gives_way(capsys: pytest.CaptureFixture[str]) -> None:
    patience = "import time; time.sleep(1.5)"
    told_niceness = f"import os; print('niceness', os.nice(0)); {patience}"
    busy = os.nice(0)
    asides = [task(f"aside {place}", told_niceness, yields=True) for place in range(2)]
    assert run([task("waits", patience, waits=True), task("next", PASS), *asides], 1)
    told = capsys.readouterr().out
    order = [told.index(f"{title}: good") for title in ("waits", "next", "aside 1")]
    assert order == sorted(order), "what does not give way comes first, and only one is beside another"
    assert f"niceness {min(busy + 19, 19)}\naside 0: good" in told
    assert f"niceness {busy}\naside 1: good" in told, "once a core is free nobody has to give way"
    assert told.index("aside 0: good") < told.index("aside 1: good")


def test_what_gives_way_keeps_nothing_that_waits_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "begun"
    last = f"from pathlib import Path; Path({str(note)!r}).touch()"
    aside = Task("aside", [sys.executable, "-c", UNTIL_IT_EXISTS, str(note)], Path.cwd(), yields=True)
    assert run([task("first", PASS, waits=True), task("second", last, waits=True), aside], 1)
    told = capsys.readouterr().out
    assert told.index("first: good") < told.index("second: good")


def test_nothing_runs_beside_a_task_that_computes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([task("computes", PASS), task("aside", "import os; print('niceness', os.nice(0))", yields=True)], 1)
    assert f"niceness {os.nice(0)}\naside: good" in capsys.readouterr().out


@pytest.fixture
def no_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that this task may have itself."""
    monkeypatch.delenv("PYTHONPATH", raising=False)


def can_import(name: str, task: Task) -> bool:
    command = [sys.executable, "-c", f"import {name}"]
    return subprocess.run(command, env=os.environ | task.environment, capture_output=True).returncode == 0


@pytest.mark.usefixtures("no_stand_ins")
@pytest.mark.parametrize("measured", [True, False])
def test_coverage_is_imported_only_where_it_is_measured(measured: bool) -> None:
    assert can_import("coverage", check.suite("interpreted", "some", ["tests"], "lane", measured=measured)) is measured


@pytest.mark.usefixtures("no_stand_ins")
@pytest.mark.skipif(find_spec("open_spiel") is None, reason="OpenSpiel (pip install open_spiel), which brings SciPy")
def test_scipy_is_imported_only_where_other_libraries_need_it() -> None:
    task = check.suite("compiled", "some", ["tests"], "not long")
    assert not can_import("scipy", task)
    assert can_import("scipy", check.with_all_packages(task))


def test_no_rule_is_tested_where_the_other_lanes_do_not_look() -> None:
    root = Path(check.__file__).parents[1]
    files = [file for folder in check.WITHOUT_RULES for file in (root / folder).rglob("*.py")]
    assert files
    assert not [file.name for file in files if "mark.lane" in file.read_text(encoding="utf-8")]
