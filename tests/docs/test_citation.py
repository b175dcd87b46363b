"""How to cite Garrison: CITATION.cff is in the form that it names, and says what the package and the page say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import garrison

ROOT = Path(__file__).parents[2]
FILE = ROOT / "CITATION.cff"
# What version 1.2.0 of the Citation File Format demands, and the plain keys of it that are used here.
DEMANDED = {"authors", "cff-version", "message", "title"}
PLAIN = {"cff-version", "message", "type", "title", "abstract", "version", "license"}
LISTS = {"authors": re.compile(r"  - name: \S.*"), "keywords": re.compile(r"  - [^:]+")}
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the pages are not part of this installation")


def cited() -> dict[str, str]:
    """The plain keys of the file, after a look at every line of it."""
    keys, current = {}, ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            assert LISTS[current].fullmatch(line), line
            continue
        current, colon, value = line.partition(":")
        assert colon
        assert value.startswith(" ") or (current in LISTS and not value), line
        assert current in PLAIN | set(LISTS), line
        assert current not in keys, line
        # YAML would take a value with a colon and a space for a key, so it has quotes.
        assert ": " not in value.strip() or re.fullmatch(r' ".*"', value), line
        keys[current] = value.strip().strip('"')
    return keys


def test_it_is_a_citation_file() -> None:
    file = cited()
    assert set(file) >= DEMANDED
    assert file["cff-version"] == "1.2.0"
    assert file["type"] == "software"


def test_it_says_what_the_package_says() -> None:
    file, project = cited(), tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert file["version"] == garrison.__version__
    assert file["license"] == project["license"]
    assert file["title"].split(":")[0].lower() == project["name"]


def test_the_page_says_the_same() -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert f"title = {{{cited()['title']}}}" in page
    assert f"version = {{{cited()['version']}}}" in page
    assert "author = {{The authors of Garrison}}" in page
    assert "  - name: The authors of Garrison\n" in FILE.read_text(encoding="utf-8")
