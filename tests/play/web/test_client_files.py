"""What holds for the browser client's files without a browser."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import garrison
from garrison.play.server.wire.typescript import typescript

WEB = Path(garrison.__file__).parent / "play" / "web"
LARGEST_FIRST_LOAD = 250_000  # bytes, compressed
pytestmark = pytest.mark.skipif(not (WEB / "package.json").exists(), reason="needs the client's sources")


def test_the_message_types_are_those_of_the_server() -> None:
    assert (WEB / "src" / "lib" / "messages.ts").read_text(encoding="utf-8") == typescript()


def test_the_lock_file_names_no_address() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert not re.findall(r'"resolved"|https?://|"funding"', text)


def test_the_lock_file_serves_other_systems_too() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for system in ("darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-x64-musl", "win32-x64-msvc"):
        assert f"node_modules/@rollup/rollup-{system}" in packages


def test_nothing_is_asked_of_other_servers() -> None:
    for file in [WEB / "index.html", *(WEB / "src").rglob("*.*")]:
        addresses = re.findall(r"https?://[^\s\"'`)]+", file.read_text(encoding="utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, file


def test_themes_differ_in_colours_only() -> None:
    """So whatever is not about colours needs to be looked at in one of them."""
    palette = WEB / "src" / "palette.css"
    asks = re.compile(r"prefers-color-scheme|data-theme|light-dark\(")
    assert [file for file in (WEB / "src").rglob("*.*") if asks.search(file.read_text(encoding="utf-8"))] == [palette]
    values = re.findall(r"^\s+[\w-]+: (.*);$", palette.read_text(encoding="utf-8"), re.MULTILINE)
    assert values
    assert all(re.fullmatch(r"#\w+|rgb\([^)]*\)|transparent|light|dark", value) for value in values)


@pytest.mark.skipif(not (WEB / "dist" / "index.html").exists(), reason="needs the built client")
def test_the_first_load_is_small() -> None:
    files = [WEB / "dist" / "index.html", *(WEB / "dist" / "assets").glob("*.*")]
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files if file.suffix != ".gz"}
    assert sum(sizes.values()) < LARGEST_FIRST_LOAD, sizes


@pytest.mark.skipif(not (WEB / "dist" / "index.html").exists(), reason="needs the built client")
def test_the_page_has_nothing_that_its_policy_forbids() -> None:
    page = (WEB / "dist" / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)


@pytest.mark.skipif(not shutil.which("git") or not (WEB.parents[3] / ".git").exists(), reason="needs the repository")
def test_built_files_are_not_in_the_repository() -> None:
    told = subprocess.run(["git", "ls-files", str(WEB)], cwd=WEB, capture_output=True, text=True, check=True).stdout
    assert told
    assert not re.findall(r"(^|/)(dist|node_modules)/", told, re.MULTILINE)
