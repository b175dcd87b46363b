"""Programs in Python that read: a file with a function `read(prompt, dice)`, which answers with a move."""

from __future__ import annotations

import runpy
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from garrison.bots.readers.prompts import Prompt
from garrison.bots.readers.reader import Reply, Writer
from garrison.core.files import read_text
from garrison.errors import BadFile

PREFIX = "reader:"


def writer_in(file: Path) -> Writer:
    """What a file's function answers; its dice are its own in each game."""
    read_text(file)  # one sentence, if it can't be read
    read, dice = _function(file, file.stat().st_mtime_ns), Random(0)

    def write(prompt: Prompt) -> Reply:
        return Reply(str(read(prompt, dice)))

    return write


@lru_cache(4)
def _function(file: Path, modification: int) -> Any:
    """The function, loaded once in each process."""
    try:
        values = runpy.run_path(str(file))
    except Exception as error:
        raise BadFile(f"{file} can't be run ({type(error).__name__}: {error}).") from error
    if not callable(values.get("read")):
        raise BadFile(f"{file} defines no function read(prompt, dice).")
    return values["read"]
