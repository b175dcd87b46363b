"""docs/architecture.md: its picture agrees with what may import what, and it stays a map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from test_layers import ALLOWED, SERVER

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the pages are not part of this installation")


def drawn(kind: str, across: str) -> dict[str, int]:
    """What the picture names in this style, and how far each is to the right (`x`) or down (`y`)."""
    picture = (DOCS / "images" / "architecture.svg").read_text(encoding="utf-8")
    texts = re.findall(rf'<text class="{kind}"[^>]* {across}="(\d+)"[^>]*>([^<]+)</text>', picture)
    return {name: int(place) for place, name in texts}


def test_the_picture_shows_every_package_above_those_it_may_import() -> None:
    heights = drawn("package", "y")
    assert set(heights) == {*ALLOWED, "cli"}
    assert all(heights[upper] < heights[lower] for upper, uses in ALLOWED.items() for lower in uses)
    assert heights["cli"] == min(heights.values())


def test_the_picture_shows_the_rooms_of_the_server_in_order() -> None:
    rooms = drawn("room", "x")
    assert sorted(rooms, key=rooms.__getitem__) == list(SERVER)


def test_the_tables_list_the_same_packages_and_rooms() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    packages, rooms = page.split("| package |")[1].split("\n\n")[0], page.split("| room |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `([\w.]+)` \|", packages, re.MULTILINE)) == {*ALLOWED, "cli"}
    assert re.findall(r"^\| `(\w+)` \|", rooms, re.MULTILINE) == list(SERVER)


@pytest.mark.parametrize(("page", "most"), [("docs/architecture.md", 1200), ("benchmarks/README.md", 1500)])
def test_pages_that_everybody_reads_stay_short(page: str, most: int) -> None:
    assert len((DOCS.parent / page).read_text(encoding="utf-8").split()) <= most
