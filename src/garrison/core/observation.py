"""What an observation consists of, as data: planes, one number per field, and a vector of numbers beside them.

Some games also list what is on the board, a row of numbers for each entity, for networks that take sets of things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from garrison.core.values import Part, UpTo

if TYPE_CHECKING:
    from garrison.core.game import Game

# What observations are declared to mean, and so the channels of the encoder. Whoever learned from channels learns again
# when it is raised. The bytes of observations do not change with it: `Facts.seen` names those.
VERSION = 2
BYTE = 255  # the most that a plane can hold
WORD = 2**15 - 1  # and a number of an entity


@dataclass(frozen=True)
class Seen:
    """A plane or a number of an observation: from `low` to `high`, with words for the values where they are codes.

    One that has several meanings, such as a piece's kind and its owner, has as many `parts`.

    >>> import garrison, numpy
    >>> units = garrison.load("siege").observation_spec.planes[6]
    >>> {name: part.tolist() for name, part in units.apart(numpy.array([0, 3, 17, 26])).items()}
    {'kind': [0, 3, 1, 2], 'exhausted': [0, 0, 0, 1], 'owner': [0, 0, 1, 1]}
    """

    name: str
    meaning: str
    low: int
    high: int
    codes: tuple[str, ...] = ()
    is_private: bool = False  # nobody else sees it
    parts: tuple[Part, ...] = ()

    def apart(self, values: Any) -> dict[str, Any]:
        """The parts of an array of numbers, each by its name; a single one has the name of the whole."""
        return {part.name or self.name: part.of(values) for part in self.parts}

    def holds(self, values: Any) -> Any:
        """Which numbers of an array may be there: those that are in the range and the sum of their parts.

        >>> import garrison, numpy
        >>> garrison.load("siege").observation_spec.planes[6].holds(numpy.array([3, 4, 11, 28])).tolist()
        [True, False, True, False]
        """
        total = self.low + sum(part.step * part.of(values) for part in self.parts)
        return (values == total) & (values <= self.high)


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
    version: int = VERSION

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes: planes, rows, columns."""
        return (len(self.planes), *self.board)


def spec_of(game: Game) -> ObservationSpec:
    """The specification of a game's observations, with the board that is played on."""
    planes = tuple(seen_of(name, BYTE) for name in game.planes)
    numbers = tuple(seen_of(name, 2**62) for name in game.numbers)
    entities = tuple(seen_of(name, WORD) for name in game.facts.entities)
    return ObservationSpec(game.board, planes, numbers, entities, game.entities_shape[0])


def seen_of(name: str, most: int = BYTE) -> Seen:
    """A plane or a number as it is declared; without a declaration, from 0 to that many."""
    number = name if isinstance(name, UpTo) else UpTo(name, most)
    return Seen(str(number), number.meaning, number.least, number.most, number.codes, number.is_private, number.parts)
