"""Write the tasks of Garrison-10, and the results that there are, into docs/garrison-10.md.

    python tools/suite_page.py

Results are the files in benchmarks/results/garrison-10. A test fails when the page holds anything else.
"""

from __future__ import annotations

import re
from pathlib import Path

from garrison.core.task_suite import SuiteTask, TaskSuite, suite_named
from garrison.lab.arena.suite_results import SuiteResults, leaderboard, read_results

ROOT = Path(__file__).parents[1]
SUITE = "garrison-10"
PAGE, RESULTS = ROOT / "docs" / f"{SUITE}.md", ROOT / "benchmarks" / "results" / SUITE
BEGIN = "<!-- Written by tools/suite_page.py: {}. -->"
END = "<!-- The end of what tools/suite_page.py writes. -->"


def main() -> None:
    """Write the page."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


def renewed(page: str) -> str:
    """The page's text with today's tables between the marks."""
    suite = suite_named(SUITE)
    parts = {"tasks": tasks_table(suite), "results": results_text(suite, all_results())}
    for name, text in parts.items():
        begin = BEGIN.format(name)
        pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(END)}", re.DOTALL)
        if not pattern.search(page):
            raise SystemExit(f"docs/{SUITE}.md lacks one of these lines:\n{begin}\n{END}")
        page = pattern.sub(lambda _, words=f"{begin}\n\n{text}\n\n{END}": words, page)
    return page


def all_results() -> list[SuiteResults]:
    """The results that there are; a file that is none of the suite's is an error."""
    return [read_results(file) for file in sorted(RESULTS.glob("*.json"))]


def tasks_table(suite: TaskSuite) -> str:
    """What is played, against whom, and what is seen in training and in the test."""
    rows = ["| task | what it is | training | test | against | rules |", "|-|-|-|-|-|-|"]
    return "\n".join([*rows, *(_row(task) for task in suite.tasks.values())])


def _row(task: SuiteTask) -> str:
    train, test = (", or ".join(map(_setup, setups)) for setups in (task.train, task.test or task.train))
    cells = [f"`{task.name}`", task.about, train, "the same" if not task.test else test, task.opponent or "nobody"]
    return f"| {' | '.join([*cells, f'`{task.rules_hash}`'])} |"


def _setup(setup: object) -> str:
    """The options of `garrison.load` in words.

    >>> _setup({"map": "random"}), _setup({"rules": {"fire_gap": 3}}), _setup({})
    ('map random', 'fire_gap 3', 'as it is')
    """
    assert isinstance(setup, dict)
    flat = {**{name: value for name, value in setup.items() if name != "rules"}, **setup.get("rules", {})}
    return ", ".join(f"{name} {value}" for name, value in flat.items()) or "as it is"


def results_text(suite: TaskSuite, results: list[SuiteResults]) -> str:
    """The table of results, and who they are of."""
    abouts = [f"- `{one.policy}`: {one.about} (Garrison {one.garrison}, protocol {one.protocol})" for one in results]
    return "\n\n".join([leaderboard(suite, results), "\n".join(sorted(abouts))])


if __name__ == "__main__":
    main()
