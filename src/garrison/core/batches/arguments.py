"""What a batch is given: numbers, arrays and records, checked before compiled loops take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.soundness import why_unsound
from garrison.errors import BadOption, BadPosition, IllegalAction, shown

if TYPE_CHECKING:
    from garrison.core.game import Game

Array = np.ndarray[Any, Any]
MOST_POSITIONS = 100_000_000


def check_count(count: Any) -> None:
    """Raise unless a batch can have this many positions."""
    if not isinstance(count, int | np.integer) or not 1 <= count <= MOST_POSITIONS:
        raise BadOption(f"A batch has 1 to {MOST_POSITIONS:,} positions, not {shown(count)}.")


def check_threads(threads: Any) -> None:
    """Raise unless a batch can be played by this many threads; None and 0 stand for all cores."""
    if threads is not None and (not isinstance(threads, int | np.integer) or threads < 0):
        raise BadOption(f"threads must be a whole number, 0 for all cores, not {shown(threads)}.")


def own_type(numbers: Any, kind: Any) -> Array:
    """Numbers as the compiled loops take them: for a read-only array they would be compiled again."""
    raw = np.asarray(numbers)
    if raw.dtype.kind not in "iu" or (kind is np.uint64 and raw.size and raw.min() < 0):
        raise BadOption(f"A batch takes arrays of whole numbers here, not {shown(numbers)}.")
    array: Array = np.require(raw, kind, ["C", "A", "W"])
    return array


def put_actions(own: Array, actions: Any) -> None:
    """Copy a caller's actions to where the pass reads them."""
    array = np.asarray(actions)
    if array.shape != own.shape or array.dtype.kind not in "iu":
        raise IllegalAction(
            f"This batch takes whole numbers of shape {own.shape}, not {array.dtype} of shape {array.shape}."
        )
    own[...] = array


def check_records(game: Game, records: Array) -> None:
    """Raise unless each of these records is a position of the game, as `game.from_bytes` checks one."""
    for index in range(len(records)):
        wrong = why_unsound(game, records[index : index + 1])
        if wrong:
            raise BadPosition(f"Position {index} of the batch is not one of {game.name}: {wrong}.")
