"""The bot `expert`: a trained network that lies in its game's folder, as `expert.npz` with its card `expert.json`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from garrison.bots.network import Network
from garrison.core.errors import BadOption

if TYPE_CHECKING:
    from garrison.core.discovery import GamePackage
    from garrison.core.position import Position

FILE = "expert.npz"


@cache
def _network(path: Path) -> Network:
    return Network.load(path)


class Expert:
    """Plays what its network likes best."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """The legal action that the network likes best; one sentence if it was trained for other rules."""
        network = _network(self._path)
        refusal = network.card.why_not_for(position.game)
        if refusal:
            raise BadOption(refusal)
        return int(network.think(position, player)[0].argmax())


def expert_of(entry: GamePackage) -> dict[str, Expert]:
    """The expert of a game by its name, where the game's folder has one."""
    path = entry.folder / FILE
    return {"expert": Expert(path)} if path.exists() else {}
