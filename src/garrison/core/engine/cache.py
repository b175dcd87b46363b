"""Where machine code is kept: a folder per game, named after everything it was compiled from.

Numba does not notice a change in a function that was imported from another file, and stale machine code is a wrong
game. So a folder's name holds the versions of Python and Numba, a hash of where the sources are, so that two copies of
Garrison do not remove each other's folders, and a hash of the engine, of the game's state and rules and of the facts
that shape its machine code.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from garrison.core.engine.lane import LANE

HERE = Path(__file__).parent
ON_GPUS = HERE / "cuda.py"
# Of the engine: what no machine code for CPUs is made from, and what is made into the passes alone.
NOT_COMPILED = (ON_GPUS, HERE / "compilers.py", HERE / "complaints.py")
OF_PASSES = tuple(HERE / name for name in ("prefetch.py", "masks_and_planes.py", "pass_arguments.py", "passes.py"))
COMPILED_FILES = ("entries.py", "kernels.py", "passes.py")  # the modules of the functions whose machine code is kept
COMPILED_PARTS = ("state", "rules")  # the parts of a game that machine code is made from, each a module or a package
COMPLETE = "complete"  # the file that lists the others once they are all there
KEPT_DAYS = 30  # how long a folder of another Python or Numba is kept after its last use
_warned = False


@dataclass(frozen=True)
class Origin:
    """What machine code is made from: a game's folder and the facts that shape it, or the engine alone."""

    name: str
    folder: Path | None = None
    facts: str = ""
    parts: tuple[str, ...] = COMPILED_PARTS  # of the folder; none: all that is in it
    module: str = ""  # the module that brings the kernels, where there are any


ENGINE = Origin("engine", module="garrison.core.engine.kernels")
PASSES = Origin("passes", module="garrison.core.engine.passes")  # for learning programs: nobody needs it to play


def root() -> Path:
    """The folder above all cache folders: `GARRISON_CACHE_DIR`, or the user's cache directory."""
    given = os.environ.get("GARRISON_CACHE_DIR")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("garrison")


def is_compiled(file: Path, folder: Path, parts: tuple[str, ...] = COMPILED_PARTS) -> bool:
    """Whether machine code is made from this file of a folder.

    >>> folder = Path("chess")
    >>> is_compiled(folder / "rules" / "castling.py", folder), is_compiled(folder / "show.py", folder)
    (True, False)
    """
    return not parts or file.relative_to(folder).with_suffix("").parts[0] in parts


def sources(folder: Path, parts: tuple[str, ...] = COMPILED_PARTS) -> list[Path]:
    """The Python files in a folder that machine code is made from; all of them, where no parts are named."""
    wanted = () if folder == HERE else parts
    files = (file for file in sorted(folder.rglob("*.py")) if file not in NOT_COMPILED)
    return [file for file in files if is_compiled(file, folder, wanted)]


@cache
def _source_hash(folder: Path, parts: tuple[str, ...] = COMPILED_PARTS, others: tuple[Path, ...] = ()) -> str:
    """A hash of the files in a folder that machine code is made from, but for others, with their names."""
    digest = hashlib.sha256()
    for file in (file for file in sources(folder, parts) if file not in others):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def folder_name(origin: Origin) -> str:
    """The name of a cache folder; it begins with what stays the same when the sources change."""
    return f"{_family(origin)}-{_fingerprint(origin)}"


def _family(origin: Origin) -> str:
    import numba

    python = f"py{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    place = hashlib.sha256(f"{HERE} {origin.folder}".encode()).hexdigest()[:8]
    return f"{origin.name}-{LANE}-{python}-numba{numba.__version__}-{place}"


def _fingerprint(origin: Origin) -> str:
    others = () if origin.module == PASSES.module else OF_PASSES
    hashes = _source_hash(HERE, (), others) + origin.facts
    hashes += _source_hash(origin.folder, origin.parts) if origin.folder else ""
    # Numba recompiles a function when its file is newer, so a new installation needs a new folder.
    files = [HERE / name for name in COMPILED_FILES if HERE / name not in others]
    files += sources(origin.folder, origin.parts) if origin.folder and origin.module else []
    hashes += "".join(str(file.stat().st_mtime_ns) for file in files)
    return hashlib.sha256(hashes.encode()).hexdigest()[:16]


def path_of(origin: Origin) -> Path:
    """A cache folder, whether it exists or not."""
    return root() / folder_name(origin)


@contextlib.contextmanager
def folder_for(origin: Origin) -> Iterator[Path | None]:
    """Let Numba keep what is decorated in this context in the right cache folder; None when it cannot be written."""
    import numba

    path = _writable(path_of(origin))
    before = numba.config.CACHE_DIR
    if path is not None:
        numba.config.CACHE_DIR = str(path)
    try:
        yield path
    finally:
        numba.config.CACHE_DIR = before


def _writable(path: Path) -> Path | None:
    """The folder, created if necessary, with old ones removed; None, after one warning, when it cannot be written."""
    try:
        if not path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            remove_old(path)
        os.utime(path)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        warn_once(path, error)
        return None
    return path


def warn_once(path: Path | None, error: Exception) -> None:
    """Say, once per process, that machine code can't be kept."""
    global _warned
    if not _warned:
        _warned = True
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        print(
            f"garrison: the cache folder {path} can't be used ({reason}), so the games are compiled "
            "at every start; set GARRISON_CACHE_DIR to a folder that can be used.",
            file=sys.stderr,
        )


def remove_old(kept: Path) -> list[Path]:
    """Remove the folders that older sources left, and those of other versions that have not been used for long."""
    family = kept.name.rsplit("-", 1)[0]
    game = kept.name.split("-", 1)[0]
    limit = time.time() - KEPT_DAYS * 86400
    removed = []
    for other in kept.parent.glob(f"{game}-*-*"):
        same_family = other.name.rsplit("-", 1)[0] == family
        if other != kept and other.is_dir() and (same_family or other.stat().st_mtime < limit):
            shutil.rmtree(other, ignore_errors=True)
            removed.append(other)
    return removed


def is_warm(origin: Origin) -> bool:
    """Whether all the machine code is in its folder, as it was written; a damaged folder is removed."""
    path = path_of(origin)
    try:
        listed = (path / COMPLETE).read_text(encoding="utf-8")
        if listed == _contents(path):
            return True
    except OSError:
        return False
    discard(path)
    return False


def mark_warm(origin: Origin) -> None:
    """Note that all the machine code is in its folder, and what it looks like."""
    path = path_of(origin)
    with contextlib.suppress(OSError):
        (path / COMPLETE).write_text(_contents(path), encoding="utf-8")


def _contents(path: Path) -> str:
    """The files of a folder with their checksums: a crash or a full disk may have left half of one."""
    files = sorted(path.rglob("*.nb?"))
    return "".join(f"{zlib.crc32(file.read_bytes()):08x} {file.relative_to(path).as_posix()}\n" for file in files)


@contextlib.contextmanager
def claim(origin: Origin, part: str) -> Iterator[None]:
    """Let one process at a time make a piece: another one waits, and then finds it done.

    The system releases the lock of a process that has died, so none is ever stale.
    """
    path = _writable(path_of(origin))
    if path is None:
        yield
        return
    with (path / f"{part}.lock").open("wb") as file:
        with contextlib.suppress(
            OSError
        ):  # a file system without locks: then a piece may be made twice, which does no harm
            _lock(file.fileno())
        yield


def _lock(file: int) -> None:
    """Wait for a lock that ends with this process, or when the file is closed."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:  # Windows
        from msvcrt import LK_LOCK, locking  # type: ignore[attr-defined]

        locking(file, LK_LOCK, 1)
    else:
        flock(file, LOCK_EX)


def discard(path: Path) -> None:
    """Remove a folder that can't be used, so that it is created again."""
    shutil.rmtree(path, ignore_errors=True)
