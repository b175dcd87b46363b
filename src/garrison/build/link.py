"""From an object to a shared library, with whatever linker there is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

OLDEST = "2.17"  # the oldest version of Linux's C library that libraries run with


@cache
def compiler() -> tuple[str, ...]:
    """The command that compiles C and links; nothing where there is none."""
    if find_spec("ziglang"):
        system = {"linux": f"linux-gnu.{OLDEST}", "darwin": "macos", "win32": "windows-gnu"}.get(sys.platform)
        processor = sysconfig.get_platform().replace("_", "-", 1).split("-", 1)[-1]
        return (sys.executable, "-m", "ziglang", "cc", *(("-target", f"{_zig(processor)}-{system}") if system else ()))
    command = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    return (command,) if command and sys.platform != "win32" else ()


def _zig(processor: str) -> str:
    return "aarch64" if "arm64" in processor or "aarch64" in processor else "x86_64"


def link(data: bytes) -> tuple[bytes, str]:
    """A library and how its name ends: a shared one, or the object itself where there is no linker."""
    library = _run("object.o", data, "-nostartfiles")
    return (library, ".so") if library else (data, ".o")


def extension(source: Path) -> bytes | None:
    """An extension for Python from its C source; None where there is no compiler, or nothing to compile against."""
    headers = sysconfig.get_path("include")
    if not (Path(headers) / "Python.h").exists():
        return None
    return _run(source.name, source.read_bytes(), "-O2", f"-I{headers}")


def _run(name: str, data: bytes, *options: str) -> bytes | None:
    if not compiler():
        return None
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / name, Path(folder) / "library.so"
        source.write_bytes(data)
        command = [*compiler(), "-shared", "-fPIC", "-s", *options, str(source), "-o", str(target)]
        process = subprocess.run(command, capture_output=True, check=False)
        return target.read_bytes() if process.returncode == 0 else None
