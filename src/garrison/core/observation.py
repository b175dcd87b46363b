"""What an observation consists of, as data: planes, one number per field, and a vector of numbers beside them.

Some games also list what is on the board, a row of numbers for each entity, for networks that take sets of things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from garrison.core.facts import UpTo

if TYPE_CHECKING:
    from garrison.core.game import Game

BYTE = 255  # the most that a plane can hold
WORD = 2**15 - 1  # and a number of an entity


@dataclass(frozen=True)
class Seen:
    """A plane or a number of an observation: from `low` to `high`, with words for the values where they are codes."""

    name: str
    meaning: str
    low: int
    high: int
    codes: tuple[str, ...] = ()
    is_private: bool = False  # nobody else sees it


@dataclass(frozen=True)
class ObservationSpec:
    """Everything in a game's observations, which are always from the side of the player who observes.

    >>> import garrison
    >>> spec = garrison.load("minefield").observation_spec
    >>> spec.shape, spec.planes[0].codes[:3], [number.name for number in spec.numbers][:2]
    ((1, 23, 53), ('empty', 'wall', 'one'), ['points', 'energy'])
    """

    board: tuple[int, int]
    planes: tuple[Seen, ...]
    numbers: tuple[Seen, ...]
    entities: tuple[Seen, ...] = ()  # the numbers of each entity, where a game can list them
    most_entities: int = 0

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes: planes, rows, columns."""
        return (len(self.planes), *self.board)


def spec_of(game: Game) -> ObservationSpec:
    """The specification of a game's observations, with the board that is played on."""
    planes = tuple(_seen(name, BYTE) for name in game.planes)
    numbers = tuple(_seen(name, 2**62) for name in game.numbers)
    entities = tuple(_seen(name, WORD) for name in game.facts.entities)
    return ObservationSpec(game.board, planes, numbers, entities, game.entities_shape[0])


def _seen(name: str, most: int) -> Seen:
    if isinstance(name, UpTo):
        return Seen(str(name), name.meaning, name.least, name.most, name.codes, name.is_private)
    return Seen(name, "", 0, most)
