"""The page of Garrison-10 says what its tasks are and which results there are: what tools/suite_page.py writes."""

from __future__ import annotations

import pytest
from baselines import FEWEST
from suite_page import PAGE, all_results, renewed, suite_named


def test_the_page_holds_what_the_tool_writes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == renewed(page), "a task or a result has changed: run tools/suite_page.py"


def test_what_is_listed_says_what_it_took_and_has_enough_games() -> None:
    for results in all_results():
        assert set(results.tasks) <= set(suite_named(results.suite).tasks)
        assert results.about
        assert all(score.games >= FEWEST for score in results.tasks.values())


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"docs/garrison-10.md lacks"):
        renewed("# Garrison-10")
