"""The pictures that are packed with the games: those of the rulebooks, all of them, and small."""

from __future__ import annotations

import importlib.util
import re
import zlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from small_png import small_png

from garrison.look.png import chunks, pixels_of

ROOT = Path(__file__).parents[2]
LARGEST = 1_200_000  # bytes, all of them together


def module(path: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert found is not None
    assert found.loader is not None
    loaded = importlib.util.module_from_spec(found)
    found.loader.exec_module(loaded)
    return loaded


def test_the_pictures_of_all_rulebooks_are_packed_and_no_others() -> None:
    packed = module("hatch_build.py").rulebook_pictures(ROOT)
    assert all(picture.is_file() for picture in packed)
    shown = {
        name
        for book in (ROOT / "src" / "garrison" / "games").glob("*/README.md")
        for name in re.findall(r"\]\([./]*docs/images/([^)]+)\)", book.read_text(encoding="utf-8"))
    }
    assert {picture.name for picture in packed} == shown
    assert sum(picture.stat().st_size for picture in packed) < LARGEST


def picture_of(colours: int) -> bytes:
    """A PNG in full colour with this many colours."""
    pytest.importorskip("resvg_py", reason="pictures as PNG files (they need resvg-py)")
    from resvg_py import svg_to_bytes

    squares = "".join(f'<rect x="{i}" width="1" height="4" fill="#{i * 37 % 4096:03x}"/>' for i in range(colours))
    return bytes(svg_to_bytes(f'<svg xmlns="http://www.w3.org/2000/svg" width="{colours}" height="4">{squares}</svg>'))


def indexed(png: bytes) -> np.ndarray:
    """The colours of a PNG with a palette."""
    parts = dict(chunks(png))
    width = int.from_bytes(parts[b"IHDR"][:4])
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(-1, width + 1)[:, 1:]
    return np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)[lines]


@pytest.mark.parametrize("colours", [5, 256, 900])
def test_a_picture_with_a_palette_looks_the_same(colours: int) -> None:
    png = picture_of(colours)
    small = indexed(small_png(png)).astype(int)
    difference = np.abs(small - pixels_of(png)).mean()
    assert difference == 0 if colours <= 256 else 0 < difference < 12
