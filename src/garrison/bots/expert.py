"""The bot `expert`: a trained network in its game's folder, as `expert.npz` with its card `expert.json`.

Where a game has a level called `expert`, its search asks the network; elsewhere the network plays by itself.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.discovery import GamePackage
    from garrison.core.position import Position

FILE = "expert.npz"


@cache
def network_at(path: Path) -> Network:
    """The network in a file; it is read once."""
    from garrison.bots.network import Network

    return Network.load(path)


class Expert:
    """Plays what its network likes."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """A legal action that the network likes; one sentence if it was trained for other rules."""
        return network_at(self._path).checked(position.game).play(position, player, dice)


def expert_of(package: GamePackage) -> dict[str, Expert]:
    """The expert of a game by its name, where the game's folder has one."""
    path = package.folder / FILE
    return {"expert": Expert(path)} if path.exists() else {}
