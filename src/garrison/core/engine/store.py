"""Where libraries of machine code are kept, and what each is made from.

A library's name ends with a key: a hash of the engine, of the build, and of a game's state, rules and skill with the
facts that shape its machine code. Stale machine code is a wrong game. Beside each library lies a note with its size and
checksum, written last: a crash or a full disk may have left half of it.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from garrison.core.engine.lane import LANE

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build"
BUNDLED = HERE.parents[1] / "machine"  # libraries that are installed with Garrison
# Of the engine and the build: what no machine code is made from; of the engine, what only its own library is made from.
NOT_COMPILED = (
    *(
        HERE / name
        for name in ("cuda.py", "cuda_shapes.py", "fast.py", "machine.py", "slow_calls.py", "store.py", "table.py")
    ),
    *(BUILD / name for name in ("__main__.py", "at_once.py", "complaints.py", "link.py", "work.py")),
)
OF_ENGINE = tuple(
    HERE / name for name in ("kernels.py", "prefetch.py", "masks_and_planes.py", "pass_arguments.py", "passes.py")
)
COMPILED_PARTS = ("state", "rules")  # the parts of a game that its rules are made from, each a module or a package
ALL_PARTS = (*COMPILED_PARTS, "skill")
FORMS = (".so", ".o")  # a shared library, and where there is no linker, what one is made of
NEEDS_NUMBA = 'Building machine code needs Numba: pip install "garrison[build]".'
KEPT_DAYS = 30  # how long a library that belongs to other sources is kept after its last use


@dataclass(frozen=True)
class Origin:
    """What a library is made from: a game's folder and the facts that shape it, or modules with kernels."""

    name: str
    folder: Path | None = None
    facts: str = ""
    parts: tuple[str, ...] = ALL_PARTS  # of the folder; none: all that is in it
    modules: tuple[str, ...] = ()  # those that bring the kernels


ENGINE = Origin("engine", modules=("garrison.core.engine.kernels", "garrison.core.engine.passes"))


@dataclass(frozen=True)
class StoredLibrary:
    """A library on disk."""

    file: Path
    note: dict[str, object]

    @property
    def is_whole(self) -> bool:
        """Whether it is as it was written."""
        try:
            data = self.file.read_bytes()
        except OSError:
            return False
        return (len(data), zlib.crc32(data)) == (self.note.get("size"), self.note.get("checksum"))


def root() -> Path:
    """The folder above all that is kept: `GARRISON_CACHE_DIR`, or the user's cache directory."""
    path = os.environ.get("GARRISON_CACHE_DIR")
    if path:
        return Path(path)
    from platformdirs import user_cache_path

    return user_cache_path("garrison")


def folder() -> Path:
    """The user's libraries that this version of Numba builds."""
    return root() / f"libraries-{LANE}-{_builders()}"


@cache
def _builders() -> str:
    """The versions of what builds machine code, without importing it."""
    try:
        return f"numba{version('numba')}-llvmlite{version('llvmlite')}"
    except PackageNotFoundError:
        return "alone"


def is_compiled(file: Path, folder: Path, parts: tuple[str, ...] = COMPILED_PARTS) -> bool:
    """Whether machine code is made from this file of a folder.

    >>> folder = Path("chess")
    >>> is_compiled(folder / "rules" / "castling.py", folder), is_compiled(folder / "show.py", folder)
    (True, False)
    """
    return not parts or file.relative_to(folder).with_suffix("").parts[0] in parts


def sources(folder: Path, parts: tuple[str, ...] = COMPILED_PARTS) -> list[Path]:
    """The Python files in a folder that machine code is made from; all of them, where no parts are named."""
    own_parts = () if folder in (HERE, BUILD) else parts
    files = (file for file in sorted(folder.rglob("*.py")) if file not in NOT_COMPILED)
    return [file for file in files if is_compiled(file, folder, own_parts)]


@cache
def _source_hash(folder: Path, parts: tuple[str, ...] = COMPILED_PARTS, others: tuple[Path, ...] = ()) -> str:
    """A hash of the files in a folder that machine code is made from, but for others, with their names."""
    digest = hashlib.sha256()
    for file in (file for file in sources(folder, parts) if file not in others):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def key_of(origin: Origin) -> str:
    """What the sources of a library make its name end with."""
    if not origin.folder and not origin.modules:
        return hashlib.sha256(origin.facts.encode()).hexdigest()[:16]
    others = () if origin.modules else OF_ENGINE
    hashes = _source_hash(HERE, (), others) + _source_hash(BUILD) + LANE + origin.facts + " ".join(origin.modules)
    hashes += _source_hash(origin.folder, origin.parts) if origin.folder else ""
    return hashlib.sha256(hashes.encode()).hexdigest()[:16]


def stem_of(origin: Origin, target: str) -> str:
    """The name of a library, without how it ends."""
    return f"{origin.name}-{LANE}-{target}-{key_of(origin)}"


def kept(origin: Origin, target: str) -> StoredLibrary | None:
    """A library for a target, as it was written; what is left of a damaged one is removed."""
    for place in (BUNDLED, folder()):
        with contextlib.suppress(OSError, ValueError):
            note = json.loads((place / f"{stem_of(origin, target)}.json").read_text(encoding="utf-8"))
            library = StoredLibrary(place / str(note["file"]), note)
            if library.is_whole:
                _note_use(library)
                return library
            say(f"The library {library.file.name} is damaged and is not used.")
            discard(library)
    return None


def _note_use(library: StoredLibrary) -> None:
    """Keep a library young that is used."""
    for file in (library.file, library.file.with_suffix(".json")):
        with contextlib.suppress(OSError):  # one that is installed may not be ours to touch
            os.utime(file)


def lodge() -> None:
    """Where nothing can be kept, keep libraries for this program and those that it starts, and say so."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        if not os.access(place, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        say(
            f"the cache folder {place} can't be used ({error.strerror}), so games are built at every start; "
            "set GARRISON_CACHE_DIR to a folder that can be used."
        )
        lodging = tempfile.mkdtemp(prefix="garrison-")
        atexit.register(shutil.rmtree, lodging, ignore_errors=True)
        os.environ["GARRISON_CACHE_DIR"] = lodging


def others_of(origin: Origin) -> list[str]:
    """The notes of installed libraries of this name that belong to other sources or other processors."""
    return sorted(file.stem for file in BUNDLED.glob(f"{origin.name}-{LANE}-*.json"))


def keep(origin: Origin, target: str, data: bytes, ending: str, place: Path | None = None) -> StoredLibrary:
    """Put a library into a folder, the user's if none is given; it is there once its note is."""
    place = place or folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = stem_of(origin, target)
    note: dict[str, object] = {"file": stem + ending, "size": len(data), "checksum": zlib.crc32(data), "target": target}
    _write(place / f"{stem}{ending}", data)
    _write(place / f"{stem}.json", json.dumps(note).encode())
    remove_old(place, origin, target)
    return StoredLibrary(place / f"{stem}{ending}", note)


def _write(file: Path, data: bytes) -> None:
    """Write a file at once: nobody sees half of it."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(file)


def discard(library: StoredLibrary) -> None:
    """Remove a library that can't be used, so that it is made again."""
    for file in (library.file.with_suffix(".json"), library.file):
        with contextlib.suppress(OSError):
            file.unlink()


def remove_old(place: Path, origin: Origin, target: str) -> list[Path]:
    """Remove libraries that other sources left which have not been used for long."""
    kept_stem, limit = stem_of(origin, target), time.time() - KEPT_DAYS * 86400
    files = []
    for file in place.glob(f"{origin.name}-{LANE}-*"):
        if not file.name.startswith(kept_stem) and file.stat().st_mtime < limit:
            file.unlink(missing_ok=True)
            files.append(file)
    return files


@contextlib.contextmanager
def claim(origin: Origin) -> Iterator[None]:
    """Let one process at a time make a library: another one waits, and then finds it made.

    The system releases the lock of a process that has died, so none is ever stale.
    """
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / f"{origin.name}.lock").open("wb") as file:
        with contextlib.suppress(OSError):  # a file system without locks: it may be made twice, which does no harm
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


def say(sentence: str) -> None:
    """Tell people on the error stream what became of a library."""
    print(f"garrison: {sentence}", file=sys.stderr)
