"""Curves of learning: every picture is what the script draws from the file."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from curves import CURVES, IMAGES, curve_of, svg_of

FILES = sorted(CURVES.glob("*.json"))
ABOUT = {"title": "PPO", "unit": "points", "command": "", "machine": "", "date": ""}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_picture_shows_its_file(file: Path) -> None:
    curve = json.loads(file.read_text(encoding="utf-8"))
    assert all(curve[name] for name in ABOUT)
    assert (IMAGES / f"curve-{file.stem}.svg").read_text(encoding="utf-8") == svg_of(curve)


def test_no_picture_is_without_a_file() -> None:
    assert {picture.stem for picture in IMAGES.glob("curve-*.svg")} == {f"curve-{file.stem}" for file in FILES}


def test_the_band_is_of_all_runs_and_the_line_their_mean() -> None:
    logs = ["a warning\n  1,000 steps   10.0 points\n  2,000 steps   20.0\n", "1,000 steps 30.0\n2,000 steps 40.0\n3 k"]
    curve = curve_of(logs, **ABOUT)
    assert curve["runs"] == [[(1000, 10.0), (2000, 20.0)], [(1000, 30.0), (2000, 40.0)]]
    drawing = ElementTree.fromstring(svg_of(curve))
    shapes = {part.tag.rpartition("}")[2]: part.get("points", "").split() for part in drawing}
    assert len(shapes["polygon"]) == 4
    assert shapes["polyline"] == ["338.0,158.0", "612.0,97.0"]  # of 0 to 40 points: 20 and 30
