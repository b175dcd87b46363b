"""Rules that leave their arrays or overflow: an exception when interpreted or compiled with bounds checks."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType

from garrison.core.engine.lane import LANE
from garrison.errors import RuleFault

NAME, SENTENCE = "trouble", "No rule reads outside an array, overflows a number, divides by zero or runs for ever."
SCENES = ("scene", "plain_scene")  # methods of positions that ask a game for one
FOREIGN = ("garrison/core/", "garrison/lab/", "numpy/")  # where the last line of a traceback tells an author nothing


def heed() -> None:
    """In the interpreted lane, let every overflow be an error; machine code reports by itself what goes wrong."""
    if LANE == "interpreted":
        import numpy as np

        np.seterr(all="raise")


def words_of(error: BaseException) -> str:
    """An exception in words, with the line of the game's own source where it came from."""
    words = str(error) if isinstance(error, RuleFault) else f"{type(error).__name__}: {error}"
    place = _own_line(error.__traceback__)
    return f"{words}{f' in {place}' if place else ''}"


def is_in_scene(error: BaseException, folder: Path) -> bool:
    """Whether an exception came from what a game in this folder shows: from `show`, or from what `scene` returned."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [Path(frame.filename) for frame in frames if folder in Path(frame.filename).parents]
    if not own:
        return any(frame.name in SCENES and frame.filename.endswith("position.py") for frame in frames)
    return own[-1] == folder / "show.py" or folder / "show" in own[-1].parents


def _own_line(trace: TracebackType | None) -> str:
    frames = [frame for frame in traceback.extract_tb(trace) if not any(part in frame.filename for part in FOREIGN)]
    if not frames or frames[-1].filename.startswith("<"):
        return ""
    parts = frames[-1].filename.replace("\\", "/").split("/")
    return f"{'/'.join(parts[-2:])}, line {frames[-1].lineno}, {frames[-1].name}"
