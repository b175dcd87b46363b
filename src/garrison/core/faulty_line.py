"""Where a rule went wrong: machine code knows only which entry did, so the same step is played in plain Python."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.engine.entries import entry_of
from garrison.errors import RuleFault

if TYPE_CHECKING:
    from garrison.core.game import Game


def with_line(fault: RuleFault, game: Game, before: Any, player: int, action: int) -> RuleFault:
    """A fault of a step, with the line that it comes from; `before` is the record in which the step was played."""
    blueprint = game.package.blueprint()
    step = entry_of("step", blueprint.functions()["step"], blueprint.shapes())
    try:
        with np.errstate(all="raise"):
            step(game.record[0], before[0], player, action)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if Path(frame.filename).is_relative_to(game.package.folder)]
        if own:
            place = Path(own[-1].filename).relative_to(game.package.folder).as_posix()
            return RuleFault(f"{fault} in {place}, line {own[-1].lineno}, {own[-1].name} ({error})")
    return fault
