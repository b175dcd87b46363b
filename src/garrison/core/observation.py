"""What an observation consists of, as data: planes, one number a field, and a vector of numbers beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from garrison.core.facts import UpTo

if TYPE_CHECKING:
    from garrison.core.game import Game

BYTE = 255  # the most that a plane can hold


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

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes: planes, rows, columns."""
        return (len(self.planes), *self.board)


def spec_of(game: Game) -> ObservationSpec:
    """The specification of a game's observations, with the board that is played on."""
    planes = tuple(_seen(name, BYTE) for name in game.planes)
    return ObservationSpec(game.board, planes, tuple(_seen(name, 2**62) for name in game.numbers))


def _seen(name: str, most: int) -> Seen:
    if isinstance(name, UpTo):
        return Seen(str(name), name.meaning, name.least, name.most, name.codes, name.is_private)
    return Seen(name, "", 0, most)
