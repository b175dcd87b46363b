"""The lab: what play between bots says about games and bots. Each room imports only those above it.

    work        threads, processes and machines that play
    arena       bots play each other: fixtures, contests, ratings; the evaluation of policies
    notes       what is written down about a game: who was ahead, what was offered and used
    games       games for designers: rules that are changed, players, quick play, how games ended
    measures    what is computed from many games
    design      what is to be played for measures; sweeps, comparisons, searches for better rules
    pages       reports, charts and pages of all this

Beside these, `check` examines a game for its author, `speed` measures how fast games run, and `data` makes data sets.

>>> import garrison, garrison.lab
>>> games = garrison.lab.play(garrison.load("skirmish", setup="duel"), "random", 40)
>>> garrison.lab.measure(games, "length").figure.label
'median'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from garrison.lab.design.series import GameTable, measure, play

__all__ = ["GameTable", "measure", "play"]


def __getattr__(name: str) -> Any:
    """What Python programs use, imported when it is first needed."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from garrison.lab.design import series

    return getattr(series, name)
