"""The figures in benchmarks/README.md say where they come from, and the list of decisions is complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
HISTORY = FOLDER / "history"
pytestmark = pytest.mark.skipif(not HISTORY.is_dir(), reason="the pages are not part of this installation")
DAY = r"20\d\d-\d\d-\d\d"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_section_has_a_command_a_day_and_a_commit() -> None:
    _, *sections = re.split(r"^## ", text_of(FOLDER / "README.md"), flags=re.MULTILINE)
    assert len(sections) >= 8
    for section in sections:
        title = section.splitlines()[0]
        assert re.search(r"^\$ ", section, re.MULTILINE), title
        assert re.search(rf"{DAY}, [0-9a-f]{{8}}\b", section), title


def test_every_script_that_the_pages_call_exists() -> None:
    for page in (FOLDER / "README.md", *HISTORY.glob("*.md")):
        for script in re.findall(r"python (benchmarks/\w+\.py)", text_of(page)):
            assert (FOLDER.parent / script).is_file(), (page.name, script)


def test_the_list_of_decisions_is_complete_and_has_their_days() -> None:
    listed = re.findall(r"^\| (.+) \| \[(.+)\]\((.+)\) \|$", text_of(HISTORY / "README.md"), re.MULTILINE)
    pages = [page for page in HISTORY.glob("*.md") if page.name != "README.md"]
    headings = {page.name: text_of(page).split("\n", 3) for page in pages}
    assert {(days, f"# {title}", name) for days, title, name in listed} == {
        (lines[2], lines[0], name) for name, lines in headings.items()
    }
    assert all(re.fullmatch(rf"{DAY}( (and|to) {DAY})?", days) for days, _, _ in listed)
