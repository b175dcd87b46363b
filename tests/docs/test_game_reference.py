"""What docs/game-reference.md lists exists: facts, rules, files and functions of games; and no rule is left out."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from garrison.core.engine.entries import TEMPLATES
from garrison.core.facts import Facts
from playing import NAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "game-reference.md").read_text(encoding="utf-8")
BASIC = {"new", "legal", "step", "observe", "score"}  # the sentence above the table names them


def first_cells(heading: str) -> list[str]:
    """The first cells of all tables below a heading."""
    (section,) = re.findall(rf"^## {heading}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
    return [row for row in rows if row.startswith("`")]


def test_every_fact_in_the_table_is_one() -> None:
    named = {name for cell in first_cells("Facts") for name in re.findall(r"\b[A-Z_]{4,}\b", cell)}
    assert len(named) > 20
    assert named <= {fact.name.upper() for fact in fields(Facts)}


def test_every_rule_that_a_game_may_have_is_listed() -> None:
    listed = {cell.split("(")[0].strip("`") for cell in (*first_cells("Rules"), *first_cells("Skill"))}
    assert listed == set(TEMPLATES) - BASIC
    assert all(f"`{name}`" in PAGE for name in BASIC)


def test_some_game_here_has_every_file_and_function_in_the_tables() -> None:
    folders = [ROOT / "src" / "garrison" / "games" / name for name in NAMES]
    for cell in first_cells("Files"):
        for name in re.findall(r"`([\w*/]+\.\w+)`", cell):
            module = name.removesuffix(".py")
            assert any([*folder.glob(name), *folder.glob(f"{module}/__init__.py")] for folder in folders), name
        for function in re.findall(r"`(\w+)\(p\)`", cell):
            sources = (file.read_text(encoding="utf-8") for folder in folders for file in folder.rglob("*.py"))
            assert any(re.search(rf"^def {function}\(p", source, re.MULTILINE) for source in sources), function
