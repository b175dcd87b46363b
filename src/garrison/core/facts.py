"""What a game says about itself, as plain data.

A game's package states these facts in its `__init__.py`, in capitals, and nothing there imports NumPy or Numba:
a list of games must not cost more than reading a few small files.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

from garrison.core.errors import BadOption


@dataclass(frozen=True)
class Button:
    """A button of a game: its name in replays, its label on the screen and the keys that press it.

    `keys` are pressed together (`("up", "space")` is up with a mine). A button with `on_tick` is not played when it is
    pressed but at the next tick, in place of the tick's own action.
    """

    name: str
    label: str
    keys: tuple[str, ...] = ()
    on_tick: bool = False


@dataclass(frozen=True)
class Facts:
    """The facts of one game; the names are those in the game's package, in small letters."""

    title: str
    summary: str  # one line, for lists of games
    players: tuple[int, int]  # fewest and most
    seats: tuple[str, ...]  # what each player is called
    board: tuple[int, int]  # rows and columns of the largest board
    fields: int  # how many fields can be clicked; 0 when the game has buttons only
    buttons: tuple[Button, ...]
    planes: tuple[str, ...]  # what each plane of an observation shows
    reasons: tuple[str, ...]  # why a game ended; number 0 is "", number 1 is "limit"
    options: dict[str, tuple[str, ...]]  # what `load` takes besides variant and rules, with values to offer people
    tick_ms: int  # 0: not real time
    tick_action: int
    timeout_ms: int  # 0: no timer
    timeout_action: int  # played when time runs out, if it is legal; otherwise, or at -1, a random legal action
    tick_range: tuple[int, int]  # the quickest and the slowest tick that a player may choose, in ms
    rules_version: int  # raised whenever the same actions lead to another result
    guide: tuple[tuple[str, str], ...]  # the first steps for somebody new: a title and some sentences each

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.fields + len(self.buttons)

    @property
    def time(self) -> str:
        """How time passes, in words.

        >>> from garrison.core.discovery import find
        >>> find("minefield").facts.time
        'real time, 200 ms ticks'
        """
        if self.tick_ms:
            return f"real time, {self.tick_ms} ms ticks"
        return f"turns, {self.timeout_ms // 1000} s timer" if self.timeout_ms else "turns"

    @property
    def player_range(self) -> str:
        """The numbers of players in words: `2` or `1-6`."""
        fewest, most = self.players
        return str(fewest) if fewest == most else f"{fewest}-{most}"


def facts_of(package: ModuleType) -> Facts:
    """Read the facts in capitals from a game's package."""
    found: dict[str, Any] = {}
    for field in fields(Facts):
        name = field.name.upper()
        if not hasattr(package, name):
            raise BadOption(f"The game in {package.__name__} does not state {name} in its __init__.py.")
        found[field.name] = getattr(package, name)
    return Facts(**found)
