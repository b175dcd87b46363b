"""The extension that calls machine code from Python in a tenth of a microsecond: installed, or in the user's cache."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any

from garrison.core.engine import faults, store

SOURCE = store.HERE / "fastcall.c"


@cache
def origin() -> store.Origin:
    """What it is made from."""
    return store.Origin("fastcall", facts=SOURCE.read_text(encoding="utf-8"))


def extension() -> Any:
    """The extension; None where there is none that works here."""
    library = store.kept(origin(), kind())
    if library is None or not library.is_whole:
        return None
    try:
        loader = ExtensionFileLoader("fastcall", str(library.file))
        spec = spec_from_loader("fastcall", loader)
        assert spec is not None
        module = module_from_spec(spec)
        loader.exec_module(module)
    except ImportError:
        return None
    module.use(faults.note, faults.check)
    return module


def kind() -> str:
    """What it runs on: any Python from 3.11 on, on this kind of system."""
    import platform

    return f"abi3-{sys.platform}-{platform.machine()}"
