"""One palette: the browser's copy of it is up to date, and no screen has colours of its own."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import garrison
from garrison.look import palette, stylesheet

ROOT = Path(garrison.__file__).parent
SOURCES = ROOT / "play" / "web" / "src"
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}){1,2}\b(?!\})|\b(?:rgba?|hsla?)\(")
DRAWINGS = {"icon.svg"}
QR_CODES = "play/server/work/codes.py"  # black on white, or cameras can't read them
INKS, GROUNDS = ("text", "quiet", "link", "danger", "good"), ("ground", "card", "button", "highlight-soft")
ENOUGH = 4.5  # for small text
needs_client = pytest.mark.skipif(not SOURCES.exists(), reason="needs the client's sources")


@needs_client
@pytest.mark.parametrize("name", list(stylesheet.files()))
def test_the_clients_copy_of_the_palette_is_up_to_date(name: str) -> None:
    assert (SOURCES / name).read_text(encoding="utf-8") == stylesheet.files()[name]


@needs_client
def test_every_colour_that_the_client_mixes_is_used() -> None:
    texts = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.*") if file.suffix in (".ts", ".svelte")]
    for name in (*stylesheet.CONSTANTS, "PLATES", "HATCHING", "UNIT"):
        assert sum(len(re.findall(rf"\b{name}\b", text)) for text in texts) > 2, name  # made, imported, used


@needs_client
def test_the_client_has_no_colours_of_its_own() -> None:
    for file in SOURCES.rglob("*.*"):
        if file.relative_to(SOURCES).as_posix() not in {*stylesheet.files(), *DRAWINGS}:
            text = re.sub(r"\{#\w+", "", file.read_text(encoding="utf-8"))
            assert not COLOUR.findall(text), file


@needs_client
def test_the_browsers_frame_has_the_colours_of_the_page() -> None:
    page = (SOURCES.parent / "index.html").read_text(encoding="utf-8")
    themes = dict(re.findall(r'content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"', page))
    assert themes == {palette.DAY["ground"]: "light", palette.NIGHT["ground"]: "dark"}


def test_both_themes_say_the_same_things() -> None:
    assert set(palette.DAY) == set(palette.NIGHT)
    assert not set(palette.DAY) & set(palette.ALWAYS)


@needs_client
def test_every_variable_of_the_palette_is_used_and_none_is_missing() -> None:
    texts = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.*")]
    used = {name for text in texts for name in re.findall(r"var\(--([\w-]+)", text)}
    own = {name for text in texts for name in re.findall(r"--([\w-]+)[:=]", text)}
    assert used <= own
    assert set(palette.DAY) | set(palette.ALWAYS) <= used


@needs_client
def test_an_installed_client_starts_in_the_colour_of_its_ground() -> None:
    manifest = json.loads((SOURCES.parent / "public" / "garrison.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["background_color"], manifest["theme_color"]) == (palette.DAY["ground"],) * 2


@pytest.mark.parametrize("part", ["look", "play", "lab", "envs"])
def test_pictures_pages_and_terminals_have_no_colours_of_their_own(part: str) -> None:
    for file in (ROOT / part).rglob("*.py"):
        if file.name != "palette.py" and file.relative_to(ROOT).as_posix() != QR_CODES:
            assert not COLOUR.findall(ast.unparse(without_docstrings(file))), file


def without_docstrings(file: Path) -> ast.Module:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return tree


@pytest.mark.parametrize("theme", [palette.DAY, palette.NIGHT], ids=["day", "night"])
def test_text_can_be_read_on_every_ground(theme: dict[str, str]) -> None:
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS] + [("on-highlight", "highlight"), ("light", "lost")]
    found = {**palette.ALWAYS, **theme}
    weak = {pair: contrast(*(found[name] for name in pair)) for pair in pairs}
    assert not {pair: share for pair, share in weak.items() if share < ENOUGH}


def contrast(one: str, other: str) -> float:
    """How far apart two colours are in brightness, as the guidelines for accessible pages count it."""
    low, high = sorted((_brightness(one), _brightness(other)))
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
