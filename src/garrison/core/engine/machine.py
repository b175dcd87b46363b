"""Machine code in this process: libraries are loaded, and their functions get addresses and can be called.

A library is a shared one, or, where none could be linked, an object that llvmlite loads. Nothing is compiled here.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from garrison.core.engine import faults, store
from garrison.core.engine.store import Origin
from garrison.errors import GarrisonError

REPORT = "garrison_report"
# What processors of the level x86-64-v3 can do besides those of v2.
LEVEL_3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
PROCESSORS = {"AMD64": "x86-64", "x86_64": "x86-64", "arm64": "aarch64", "aarch64": "aarch64"}
SYSTEMS = {"linux": "", "darwin": "-macos", "win32": "-windows"}


class NotBuilt(GarrisonError):
    """There is no machine code for something; the sentence says how to get it."""


class Library(Protocol):
    """Loaded machine code."""

    def address(self, name: str) -> int:
        """Where a function or a number is; 0 if there is none of this name."""


_libraries: list[Library] = []  # for good: somebody may have an address


class Shared:
    """A shared library."""

    def __init__(self, file: Path) -> None:
        self._library = ctypes.CDLL(str(file))

    def address(self, name: str) -> int:
        """Where a function or a number is; 0 if there is none of this name."""
        symbol = getattr(self._library, name, None)
        return ctypes.cast(symbol, ctypes.c_void_p).value or 0 if symbol is not None else 0


class Linked:
    """An object that llvmlite puts into memory."""

    def __init__(self, file: Path) -> None:
        from llvmlite import binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        machine = binding.Target.from_default_triple().create_target_machine(reloc="pic", codemodel="default")
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self._engine.add_object_file(binding.ObjectFileRef.from_path(str(file)))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a number is; 0 if there is none of this name."""
        return int(self._engine.get_function_address(name) or self._engine.get_global_value_address(name))


@cache
def targets() -> tuple[str, ...]:
    """What this machine can run, the fastest first."""
    processor = PROCESSORS.get(platform.machine(), platform.machine())
    system = SYSTEMS.get(sys.platform, f"-{sys.platform}")
    if processor != "x86-64":
        return (f"{processor}{system}",)
    levels = ("v3", "v2") if _features() >= LEVEL_3 else ("v2",)
    return tuple(f"x86-64-{level}{system}" for level in levels)


def _features() -> set[str]:
    """What this processor can do, as Linux tells it; elsewhere nothing is known."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            return next((set(line.split(":", 1)[1].split()) for line in file if line.startswith("flags")), set())
    except OSError:
        return set()


def is_there(origin: Origin) -> bool:
    """Whether there is a library that this machine can run."""
    return any(store.kept(origin, target) for target in targets())


@cache
def library(origin: Origin) -> Library:
    """The machine code of an origin, loaded once in every process."""
    for target in targets():
        stored_library = store.kept(origin, target)
        if stored_library is not None:
            return load(stored_library.file)
    raise NotBuilt(missing(origin))


def missing(origin: Origin) -> str:
    """Why there is no library, and what to do about it."""
    others = store.others_of(origin)
    why = f"There is no machine code for {origin.name}"
    if others:
        why = f"The library {others[0]} is for other sources of {origin.name} or another processor"
    if can_build():
        return f"{why}; `garrison build` makes it."
    return f"{why}. {store.NEEDS_NUMBA}"


def can_build() -> bool:
    """Whether what builds machine code is installed."""
    return find_spec("numba") is not None


def load(file: Path) -> Library:
    """The library in a file, which will report its faults."""
    try:
        machine_code: Library = Shared(file) if file.suffix == ".so" else Linked(file)
    except (OSError, RuntimeError) as error:
        raise NotBuilt(f"The library {file.name} can't be loaded: {error}") from error
    report_to(machine_code, reporter())
    _libraries.append(machine_code)
    return machine_code


def report_to(library: Library, address: int) -> None:
    """Let a library report its faults to a function."""
    ctypes.c_int64.from_address(library.address(REPORT)).value = address


# --- Calls


@cache
def _fast() -> Any:
    """The extension that calls machine code quickly, where it is built."""
    from garrison.core.engine import fast

    return fast.extension()


def reporter() -> int:
    """Where machine code reports faults."""
    return int(_fast().reporter()) if _fast() else faults.REPORT_ADDRESS


def caller(address: int, words: str, returns: bool, releases: bool) -> Callable[..., Any]:
    """A function at an address, as Python calls it; `words` say what it takes (see `kernel.WORDS`)."""
    fast = _fast()
    if fast:
        return fast.caller(address, words, returns, releases)  # type: ignore[no-any-return]
    from garrison.core.engine.slow_calls import slow_caller

    return slow_caller(address, words, returns, releases)
