"""What people read is idiomatic English: a few turns of phrase that are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("src", "docs", "benchmarks", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md")
KINDS = (".py", ".md", ".toml", ".ts", ".svelte")
FOREIGN = re.compile(r"\b(the own|anew|on the average)\b|_anew\b", re.IGNORECASE)


def pages() -> list[Path]:
    """All that is written for people, or by them."""
    found = [ROOT / place for place in PLACES if (ROOT / place).is_file()]
    for place in PLACES:
        found += [
            file for file in (ROOT / place).rglob("*") if file.suffix in KINDS and "node_modules" not in file.parts
        ]
    return found


def test_a_foreign_phrase_would_be_found() -> None:
    assert FOREIGN.search("Of the own moves, the best.")
    assert FOREIGN.search("def lay_anew(s):")
    assert not FOREIGN.search("the owner's canew")


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="needs the documentation")
def test_nobody_writes_foreign_phrases() -> None:
    assert len(pages()) > 100
    told = {file.relative_to(ROOT).as_posix(): FOREIGN.findall(file.read_text(encoding="utf-8")) for file in pages()}
    assert {name: phrases for name, phrases in told.items() if phrases} == {}
