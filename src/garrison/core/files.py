"""Writing files so that a crash, a full disk or a pulled plug never leaves half of one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from garrison.core.errors import BadFile


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a file completely or not at all: what was there before stays until the new contents are on disk."""
    data = contents.encode() if isinstance(contents, str) else contents
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe can't be replaced: it is written to as it is.
            path.write_bytes(data)
            return
        target = Path(os.path.realpath(path))
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:32]}.")
    except OSError as error:
        raise BadFile(f"{path}: the file can't be written ({error.strerror}).") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(name)
        raise BadFile(f"{path}: the file can't be written ({error.strerror}).") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
