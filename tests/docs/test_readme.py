"""What the README shows is true: its Python runs, its commands exist, its table is whole, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from garrison.cli import app, load_commands
from garrison.core.discovery import find
from playing import NAMES

load_commands()
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "benchmarks").rglob("*.md"),
]


def test_the_minute_of_python_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})


@pytest.mark.parametrize("name", NAMES)
def test_the_table_lists_every_game_with_its_facts(name: str) -> None:
    facts = find(name).facts
    (row,) = [line for line in README.splitlines() if line.startswith(f"| [`{name}`]")]
    assert row.split(" | ")[1:] == [facts.player_range, facts.time, f"{facts.summary} |"]
    assert (ROOT / "docs" / "images" / f"{name}.png").exists()
    assert f"docs/images/{name}.png" in README


def test_every_command_of_the_readme_exists() -> None:
    shown = set(re.findall(r"^\$ garrison (\w+)", README, re.MULTILINE))
    assert shown
    assert [name for name in shown if name not in app] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("http") and not (page.parent / link).exists()] == []
