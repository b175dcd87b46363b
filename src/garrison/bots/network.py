"""A trained network without PyTorch: NumPy runs it, on one position at a time.

A number that a player sees in a plane stands for a kind, a health or a mark, and only the training knows which. So each
number of each plane has a vector of its own, and a field is the sum of those it holds, and of one for what a player
knows besides, such as points. Blocks of two convolutions look
around. Clicks are judged field by field; buttons and the value by what a few learned glances at the board bring home.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.errors import BadOption

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.core.position import Position

Array = np.ndarray[Any, Any]
NUMBERS = 256  # that a plane can hold
LARGEST_FILE = 2_000_000  # bytes
IMPOSSIBLE, HARDLY = -1e9, -40.0  # logarithms of how likely something is


def seen_of(game: Game) -> tuple[str, ...]:
    """What a game's observations hold: the version of their format."""
    return tuple(str(name) for name in (*game.planes, *game.numbers))


@dataclass(frozen=True)
class Card:
    """Where a network comes from, and what it is for."""

    game: str
    rules_version: int
    rules_hash: str  # of the rules that it was trained for
    seen: tuple[str, ...]  # what the observations held: the version of their format
    options: dict[str, Any]
    command: str
    seed: int
    positions: int  # that it learned from
    hours: float
    commit: str
    reached: str = ""  # what it was measured to be worth

    def to_dict(self) -> dict[str, Any]:
        """The card as plain data."""
        return asdict(self)

    def why_not_for(self, game: Game) -> str:
        """Why the network can't play a game; "" if it can."""
        if self.game != game.name:
            return f"This network was trained for {self.game} and can't play {game.name}."
        if self.rules_version != game.facts.rules_version:
            return f"This network was trained for rules {self.rules_version} of {game.name}, which now has others."
        if self.seen != seen_of(game):
            return f"This network was trained for other observations of {game.name}; it has to be trained again."
        return ""

    def warning_for(self, game: Game) -> str:
        """What to say beside the results of a game with other parameters; "" if they are the same."""
        return "" if self.rules_hash == game.rules_hash else "The network was trained with other rule parameters."


def features_of(numbers: Array) -> Array:
    """Numbers of any size as a network takes them: each by its size, precisely where it is small, and whether it is -1.

    >>> features_of(np.array([[3]])).shape
    (1, 4)
    """
    exact = numbers.astype(np.float32)
    sizes = np.sign(exact) * np.log1p(np.abs(exact)) / 4
    parts = (np.ones((len(numbers), 1)), sizes, np.clip(exact / 16, -1, 1), exact < 0)
    features: Array = np.concatenate(parts, axis=1).astype(np.float32)
    return features


def width_of(position: Position) -> int:
    """How many columns the board has, which says what field an action is: boards may be smaller than the largest."""
    for record in (position.state, position.game.record):
        if "width" in record.dtype.names:
            return int(record["width"][0])
    return int(position.game.facts.board[1])


def places_of(fields: int, width: int, board: tuple[int, int]) -> Array:
    """Where in a plane the field of each action is; fields off the board are anywhere.

    >>> places_of(6, 2, (3, 4)).tolist()
    [0, 1, 4, 5, 8, 9]
    """
    actions = np.arange(fields)
    places: Array = np.minimum(actions // width * board[1] + actions % width, board[0] * board[1] - 1)
    return places


class Network:
    """A network and its card."""

    def __init__(self, weights: dict[str, Array], card: Card) -> None:
        self.card = card
        self._weights = {name: np.asarray(array, np.float32) for name, array in weights.items()}

    @staticmethod
    def load(path: Path) -> Network:
        """Read a network and the card beside it."""
        try:
            told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            with np.load(path, allow_pickle=False) as stored:
                weights = {name: stored[name] for name in stored.files}
            return Network(weights, Card(**{**told, "seen": tuple(told["seen"])}))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadOption(f"{path}: this is not a network with its card ({error}).") from error

    def save(self, path: Path) -> None:
        """Write the network in half precision, and its card beside it."""
        with np.errstate(under="ignore"):  # what is too small for half precision becomes 0
            halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in self._weights.items()}
        with path.open("wb") as file:
            np.savez_compressed(file, **halves)
        path.with_suffix(".json").write_text(json.dumps(self.card.to_dict(), indent=1) + "\n", encoding="utf-8")

    def think(self, position: Position, player: int) -> tuple[Array, float]:
        """How likely each legal action is the best one, and what the position is worth to the player, -1 to 1."""
        facts = position.game.facts
        told = features_of(position.measure(player)[None])[0]
        fields, buttons, value = self._forward(position.observe(player), told)
        places = places_of(facts.fields, width_of(position), position.game.planes_shape[1:])
        scores = np.concatenate([fields[places], buttons])
        legal = position.mask(player) != 0
        odds = _exponents(np.where(legal, scores, IMPOSSIBLE)[None])[0] * legal
        return odds / odds.sum(), value

    def _forward(self, planes: Array, told: Array) -> tuple[Array, Array, float]:
        w = self._weights
        size = planes.shape[1:]
        numbers = planes.reshape(len(planes), -1).astype(np.int64) + NUMBERS * np.arange(len(planes))[:, None]
        x = (w["embed"][numbers].sum(axis=0) + w["told.weight"] @ told).T  # channels x fields
        for block in range(sum(name.endswith(".first.weight") for name in w)):
            inner = np.maximum(_convolved(x, size, w, f"blocks.{block}.first"), 0)
            x = np.maximum(x + _convolved(inner, size, w, f"blocks.{block}.second"), 0)
        fields = w["field.weight"] @ x + w["field.bias"]
        glances = _softmax(w["glance.weight"] @ x)
        seen = np.maximum(w["mix.weight"] @ (glances @ x.T).reshape(-1) + w["mix.bias"], 0)
        buttons = w["button.weight"] @ seen + w["button.bias"]
        return fields[0], buttons, float(np.tanh(w["value.weight"] @ seen + w["value.bias"])[0])


def _convolved(x: Array, size: tuple[int, ...], w: dict[str, Array], name: str) -> Array:
    """A convolution of 3 x 3 fields, as one product of matrices."""
    rows, columns = size
    padded = np.pad(x.reshape(-1, rows, columns), ((0, 0), (1, 1), (1, 1)))
    around = [padded[:, row : row + rows, column : column + columns] for row in range(3) for column in range(3)]
    stacked = np.stack(around, axis=1).reshape(-1, rows * columns)
    product: Array = w[f"{name}.weight"].reshape(len(x), -1) @ stacked + w[f"{name}.bias"][:, None]
    return product


def _exponents(scores: Array) -> Array:
    """Row by row, how many times less likely than the best each is; hardly possible is enough."""
    odds: Array = np.exp(np.maximum(scores - scores.max(axis=1, keepdims=True), HARDLY))
    return odds


def _softmax(scores: Array) -> Array:
    odds = _exponents(scores)
    shares: Array = odds / odds.sum(axis=1, keepdims=True)
    return shares
