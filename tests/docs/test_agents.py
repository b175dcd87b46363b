"""What AGENTS.md and llms.txt say exists: their links, their commands, the places that they name."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from garrison.cli import app, load_commands

load_commands()
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "AGENTS.md", ROOT / "llms.txt"]
pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="the pages are not part of this installation")
TEXT = PAGES[0].read_text(encoding="utf-8") if PAGES[0].exists() else ""
ONE_PAGE = 800  # words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_it_is_one_page() -> None:
    assert len(TEXT.split()) <= ONE_PAGE


def commands() -> list[list[str]]:
    """The commands of the page, word by word, without comments and without variables before them."""
    lines = re.findall(r"^\$ (.*)$", TEXT, re.MULTILINE) + re.findall(r"`([^`\n]*\.venv/bin/[^`\n]*)`", TEXT)
    split = [shlex.split(line, comments=True) for line in lines]
    return [[word for word in words if not word.startswith("GARRISON_")] for words in split]


def test_its_commands_exist() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["dev"]
    assert len(commands()) >= 9
    for program, *arguments in commands():
        name = program.removeprefix(".venv/bin/")
        if name == "make":
            assert arguments[0] in targets
        elif name == "garrison":
            assert arguments[0] in app
        elif name == "python":
            assert (ROOT / arguments[0]).is_file()
        else:
            assert any(each.startswith(f"{name}>") for each in extra)


def test_the_places_that_it_names_exist() -> None:
    named = re.findall(r"`((?:src|tests|docs|benchmarks|tools)(?:/[^` ]*)?)[^`]*`", TEXT)
    places = {place.replace("<name>", "*").rstrip("/") for place in named}
    assert len(places) > 10
    assert [place for place in places if not [*ROOT.glob(place)]] == []
