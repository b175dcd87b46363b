"""Reading files that people name, and writing so that a crash, a full disk or a power cut never leaves half a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from garrison.errors import BadFile, shown

BINARY = getattr(os, "O_BINARY", 0)  # without it Windows would change the ends of lines


def names_file(text: str) -> bool:
    """Whether there is a file of that name; any text is allowed.

    >>> names_file("x" * 300), names_file("no\\0file"), names_file("")
    (False, False, False)
    """
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, in a folder that can't be read, or not a name at all
        return False


def read_bytes(path: Path) -> bytes:
    """What is in a file; if it can't be read, the error is a sentence, whatever was given as its name."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: the file can't be read ({error.strerror}).") from error
    except ValueError as error:  # a zero byte in the name, or half a character
        raise BadFile(f"{shown(str(path))} can't be the name of a file.") from error


def read_text(path: Path) -> str:
    """The text in a file, with any line ends; if it can't be read or is not text, the error is a sentence."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: the file is not UTF-8 text.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a file completely or not at all: the old contents stay until the new ones are on disk."""
    data = contents.encode() if isinstance(contents, str) else contents
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe can't be replaced, so it is written to directly.
            path.write_bytes(data)
            return
        target = Path(os.path.realpath(path))
        name = target.with_name(f".{target.name[:32]}.{os.urandom(8).hex()}")
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)  # minus what the umask removes
    except OSError as error:
        raise BadFile(f"{path}: the file can't be written ({error.strerror}).") from error
    except ValueError as error:  # a zero byte in the name, or half a character
        raise BadFile(f"{shown(str(path))} can't be the name of a file.") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(name, target.stat().st_mode)
        os.replace(name, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(name)
        raise BadFile(f"{path}: the file can't be written ({error.strerror}).") from error
