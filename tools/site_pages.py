"""Builds the pages of the project as a site in build/site: `make docs`. (`--if-possible`: or says that it was skipped.)

The pages are collected in the folders that they have in the project, with every file that they link to, so that the
same links work here, on a code host and on the site. Zensical refuses links to pages and headings that do not exist;
afterwards every link of what it has built is followed, pictures and sources included, and nothing may be fetched from
elsewhere. Zensical is by the people of Material for MkDocs, which gets fixes only by now; MkDocs itself
has had no release since 2024.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/**/*.md", "benchmarks/*.md", "benchmarks/history/*.md", "src/garrison/games/*/README.md")
NOT_PAGES = {"AGENTS.md"}  # for programs that change the project
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
HERE = ("canonical", "icon", "stylesheet", "preload", "preconnect", "dns-prefetch")  # links that a browser follows


def pages() -> list[Path]:
    """All pages of the site, as paths within the project."""
    found = [page.relative_to(ROOT) for pattern in PAGES for page in ROOT.glob(pattern)]
    return sorted(page for page in found if page.name not in NOT_PAGES)


def linked_files(page: Path) -> Iterator[Path]:
    """The files of the project to which a page links, as paths within it; what does not exist is left to the checks."""
    for link in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        file = (ROOT / page.parent / link).resolve()
        if not urlsplit(link).scheme and file.is_file() and file.is_relative_to(ROOT):
            yield file.relative_to(ROOT)


def collect(folder: Path) -> None:
    """Copy all pages, and what they link to, into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    every = pages()
    for file in {*every, *(linked for page in every for linked in linked_files(page))}:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, folder / file)


class Page(HTMLParser):
    """What a page of the site links to, what it fetches, and which of its places can be linked to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.places: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what one tag says."""
        said = dict(attributes)
        self.places.add(said.get("id") or "")
        if tag == "a" and said.get("href"):
            self.links.append(said["href"] or "")
        if tag in FETCHED and said.get(FETCHED[tag]) and (tag != "link" or said.get("rel") in HERE):
            self.fetched.append(said[FETCHED[tag]] or "")


def problems(site: Path) -> list[str]:
    """What is wrong with the links of a site, a line each."""
    built = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    lines = []
    for file, page in built.items():
        name = file.relative_to(site)
        lines += [f"{name}: fetches {link}" for link in page.fetched if urlsplit(link).netloc]
        for link in [*page.links, *page.fetched]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or name.name == "404.html":  # whose links depend on where it is served
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                lines.append(f"{name}: there is no file {link}")
            elif parts.fragment and target in built and unquote(parts.fragment) not in built[target].places:
                lines.append(f"{name}: there is no place {link}")
    return lines


def build() -> int:
    """Build the site, and follow its links; 0 if everything leads somewhere."""
    collect(ROOT / "build" / "pages")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        return 1
    wrong = problems(ROOT / "build" / "site")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def leave_out(is_fine: bool) -> int:
    """Say what is missing, to people or in the last line of the checks."""
    if not is_fine:
        print("This needs Zensical and mkdocstrings: python -m pip install -e '.[docs]'")
        return 1
    with open(os.environ.get("GARRISON_SKIPPED", os.devnull), "a", encoding="utf-8") as notes:
        notes.write("the site and its links (they need Zensical)\n")
    return 0


def main() -> int:
    """Build the site, and say where it is."""
    if not find_spec("zensical") or not find_spec("mkdocstrings"):
        return leave_out("--if-possible" in sys.argv[1:])
    status = build()
    if not status:
        print("Open build/site/index.html. To search, too: python -m http.server --directory build/site")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
