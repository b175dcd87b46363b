"""The site that `make docs` builds: its menu lists every page, and its links are followed. `make test` builds it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import site_pages

import garrison

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "python-api.md"
pytestmark = pytest.mark.skipif(not API.exists(), reason="the pages are not part of this installation")


def listed(menu: list[dict[str, Any]]) -> Iterator[str]:
    """The pages of a menu and of the menus in it."""
    for entry in menu:
        for page in entry.values():
            yield from listed(page) if isinstance(page, list) else [page]


def test_the_menu_lists_every_page_once() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    found = [page.as_posix() for page in site_pages.pages()]
    history = [page for page in found if page.startswith("benchmarks/history/") and not page.endswith("README.md")]
    assert sorted(listed(settings["nav"])) == sorted(set(found) - set(history))


@pytest.mark.parametrize("page", site_pages.pages(), ids=str)
def test_links_name_files_and_not_folders(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / page.parent / link).is_file()] == []


def test_the_page_of_the_api_has_every_public_name_and_no_other() -> None:
    names = re.findall(r"^::: ([\w.]+)$", API.read_text(encoding="utf-8"), re.MULTILINE)
    assert {f"garrison.{name}" for name in garrison.__all__} <= set(names)
    for name in names:
        if name.startswith("garrison.envs."):  # needs libraries that may not be here; building the site reads it
            continue
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), name


def made(folder: Path, **pages: str) -> Path:
    """A folder with these pages."""
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    links = '<a href="b.html">b</a> <a href="c.html#x">c</a> <img src="d.png"> <a href="http://elsewhere.org">e</a>'
    site = made(tmp_path, a=links, c="<p id='y'></p>")
    assert site_pages.problems(site) == [
        "a.html: there is no file b.html",
        "a.html: there is no place c.html#x",
        "a.html: there is no file d.png",
    ]


def test_what_would_be_fetched_from_elsewhere_is_found(tmp_path: Path) -> None:
    script = '<script src="https://elsewhere.org/a.js"></script><link rel="stylesheet" href="//elsewhere.org/a.css">'
    site = made(tmp_path, a=f'{script}<h1 id="top"></h1><a href="#top">up</a><a href="a.html#top">up</a>')
    assert site_pages.problems(site) == [
        "a.html: fetches https://elsewhere.org/a.js",
        "a.html: fetches //elsewhere.org/a.css",
    ]


def test_examples_in_docstrings_are_fenced() -> None:
    pytest.importorskip("griffe", reason="the site and its links (they need Zensical)")
    from docstrings import fenced

    assert fenced("Adds.\n\n>>> 1 + 1\n2\n\nMore.") == "Adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
    assert fenced("No example.") == "No example."
