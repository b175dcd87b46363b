"""What is packed: a source distribution has the built client, and a wheel is made from it without Node or a network."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parents[1]
IGNORED = ignore_patterns(
    ".git", ".venv", "node_modules", "dist", "__pycache__", ".*_cache", ".hypothesis", "artefacts"
)
CLIENT = "src/garrison/play/web"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose client was built just now."""
    pytest.importorskip("hatchling", reason="packing (hatchling is not installed)")
    if not (ROOT / CLIENT / "package.json").exists():
        pytest.skip("the client's sources")
    folder = tmp_path_factory.mktemp("checkout") / "garrison"
    copytree(ROOT, folder, ignore=IGNORED)
    built = folder / CLIENT / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "assets" / "app.js").write_text("built")
    (built / "index.html").write_text("built")
    return folder


def pack(folder: Path, target: str, out: Path) -> Path:
    """Have hatchling pack something, on a machine without Node."""
    nothing = out / "nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    environment = {**os.environ, "PATH": str(nothing), "GARRISON_LIBRARIES": "later"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(file for file in out.iterdir() if file.suffix in (".gz", ".whl"))


@pytest.fixture(scope="module")
def unpacked(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution, unpacked."""
    out = tmp_path_factory.mktemp("sdist")
    with tarfile.open(pack(checkout, "sdist", out / "packed")) as archive:
        archive.extractall(out, filter="data")
    return next(folder for folder in out.iterdir() if folder.name.startswith("garrison-"))


def test_a_source_distribution_has_the_built_client_and_its_sources(unpacked: Path) -> None:
    for name in ("dist/index.html", "dist/assets/app.js", "package-lock.json", "src/main.ts"):
        assert (unpacked / CLIENT / name).exists(), name
    assert not (unpacked / CLIENT / "node_modules").exists()
    for name in ("SECURITY.md", "CITATION.cff", "docs/garrison.service", "hatch_build.py", "PKG-INFO"):
        assert (unpacked / name).exists(), name


def test_a_wheel_is_made_from_it_without_node(unpacked: Path, tmp_path: Path) -> None:
    for file in (unpacked / CLIENT / "src").rglob("*"):
        os.utime(file)  # whatever the clock says, what was packed is what is installed
    with zipfile.ZipFile(pack(unpacked, "wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
    assert {"garrison/play/web/dist/index.html", "garrison/play/web/dist/assets/app.js"} <= names
    assert "garrison/play/server/store/migrations/script.py.mako" in names
    assert any(name.startswith("garrison/play/server/store/migrations/versions/0007") for name in names)
    assert any(name.startswith("garrison/play/pictures/") for name in names)
    assert not any(name.startswith("garrison/play/web/src/") for name in names)
