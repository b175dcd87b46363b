"""A trained network without PyTorch. A search asks it (`search.mind`); by itself it plays what it likes best.

A number that a player sees stands for a kind, a health or an amount, and only the training knows which. So every number
that is not 0 has a vector of its own for its place and its rank: small numbers are their own ranks, large ones are
ranked by size. Each cue that a game's skill tells beside that has a vector, which counts as much as the cue says. What
a player sees is the sum of these vectors; a small layer makes of it what the position is worth (or how the game's own
value or the score will change), and how likely each action is to be the best. Vectors that the training hardly ever met
are left out.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.bots.search.ranks import EXACT, NEGATIVE, RANKS, SPAN, STEPS, WINDOW
from garrison.core.engine import memory
from garrison.core.engine.record import Array
from garrison.core.levels import OUTCOME, TOLD
from garrison.errors import BadOption

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.core.position import Position

BYTE = 256  # numbers that a field of a plane can have
HARDLY = -40.0  # the logarithm of how likely something is that is hardly possible
PARTS = ("ids", "vectors", "middle", "last", "choice")
HINTS = "cues"  # a part that a network may lack


@dataclass(frozen=True)
class Card:
    """Where a network comes from, and what it is for."""

    game: str
    rules_version: int
    rules_hash: str  # of the rules that it was trained for
    seen: str  # the version of the observations: `Facts.seen`
    options: dict[str, object]
    command: str
    seed: int
    positions: int  # that it learned from
    steps: int  # of learning
    hours: float
    commit: str
    reached: str = ""  # what it was measured to be worth
    learned: str = OUTCOME  # or CHANGE or SCORE: then it is added to the game's own value, or to the score
    cues: tuple[str, ...] = ()  # that it is told by the game's skill
    par: float = 1.0  # the score that counts as 1, for a network that is added to it
    draws: bool = False  # whether it plays each action as often as it likes it, as where it learned by playing

    def __post_init__(self) -> None:
        if self.learned not in TOLD:
            raise ValueError(f"it has learned {self.learned!r}, which is unknown")
        object.__setattr__(self, "cues", tuple(self.cues))  # a file holds a list

    def to_dict(self) -> dict[str, object]:
        """The card as plain data."""
        return asdict(self)

    def why_not_for(self, game: Game) -> str:
        """Why the network can't play a game; "" if it can."""
        if self.game != game.name:
            return f"This network was trained for {self.game} and can't play {game.name}."
        if self.rules_version != game.facts.rules_version:
            return f"This network was trained for other rules of {game.name} (version {self.rules_version})."
        if self.seen != game.facts.seen:
            return f"This network was trained for other observations of {game.name}; it has to be trained again."
        if self.cues and self.cues != game.cues:
            return f"This network was trained for other cues of {game.name}; it has to be trained again."
        return ""


def ranks_of(numbers: Array) -> Array:
    """The rank of each number, as the loops of the search find it.

    >>> ranks_of(np.array([0, 3, 40, 59, 60, -7])).tolist()
    [0, 3, 40, 40, 41, 63]
    """
    large = EXACT - 1 + np.searchsorted(STEPS, numbers, side="right")
    ranks: Array = np.where(numbers < 0, NEGATIVE, np.where(numbers <= EXACT, numbers, np.minimum(large, NEGATIVE - 1)))
    return ranks


def places_of(game: Game) -> Array:
    """For each field of each plane and then each number: its place, the same for every board and number of players.

    The fields are those of the board, or where a game has an eye, those around it.
    """
    planes, rows, columns = game.planes_shape
    across = np.arange(rows)[:, None] * game.facts.board[1] + np.arange(columns)
    fields = np.arange(planes)[:, None, None] * (game.facts.board[0] * game.facts.board[1]) + across
    if game.facts.eye:
        fields = np.arange(planes * SPAN * SPAN)
    numbers = np.arange(len(game.numbers))
    return np.concatenate([fields.reshape(-1) + len(game.facts.numbers), numbers])


def inputs_of(position: Position, player: int) -> Array:
    """What a player sees: for each number that is not 0, an id of its place and rank."""
    return inputs_of_many(position.game, position.observe(player)[None], position.measure(player)[None])[0]


def inputs_of_many(game: Game, planes: Array, numbers: Array) -> tuple[Array, Array]:
    """The same for many observations: all ids, those of each after those of the one before, and how many each has."""
    flat = planes.reshape(len(planes), -1)
    nonzero, size = np.flatnonzero(flat), flat.shape[1]
    rows = nonzero // size
    fields, ranks = nonzero - rows * size, ranks_of(np.arange(BYTE))[flat.reshape(-1)[nonzero]]
    if game.facts.eye:
        eyes = numbers[:, [game.facts.numbers.index(name) for name in game.facts.eye]]
        fields, is_near = _from_eye(fields, planes.shape[1:], *(each[rows] for each in eyes.T))
        rows, ranks, size = rows[is_near], ranks[is_near], planes.shape[1] * SPAN * SPAN
    others = np.nonzero(numbers)
    places = places_of(game)[np.concatenate([fields, size + others[1]])]
    ids = (places * RANKS + np.concatenate([ranks, ranks_of(numbers[others])])).astype(np.int32)
    rows = np.concatenate([rows, others[0]])
    return ids[np.argsort(rows, kind="stable")], np.bincount(rows, minlength=len(planes))


def cues_of(position: Position, player: int) -> Array:
    """What the game's skill tells of a position beside what a player sees.

    >>> import garrison
    >>> dict(zip(garrison.load("minefield").cues, cues_of(garrison.load("minefield").new(1), 0).tolist()))["mines"]
    0.0
    """
    game, out = position.game, np.zeros(len(position.game.cues))
    if len(out):
        entry = getattr(game.skill.cues, "ctypes", game.skill.cues)
        entry(game.reference, memory.reference(position.state), player, memory.whole(out), len(out))
    return out


def _from_eye(fields: Array, shape: tuple[int, ...], row: Array, column: Array) -> tuple[Array, Array]:
    """Where fields of planes are, each seen from the eye that sees it, and which of them are near enough."""
    plane, rows, columns = (where.reshape(-1)[fields] for where in np.indices(shape))
    down, right = rows - row + WINDOW, columns - column + WINDOW
    is_near = (down >= 0) & (down < SPAN) & (right >= 0) & (right < SPAN)
    return ((plane * SPAN + down) * SPAN + right)[is_near], is_near


class Network:
    """A network and its card.

    `ids` says which inputs have vectors, in order; the first of the `vectors` is always added. The last row of `middle`
    and the last of `last` and `choice` belong to nothing that is seen. `cues` has a vector for each of the game's.
    """

    def __init__(self, weights: dict[str, Array], card: Card) -> None:
        self.card = card
        self._links: dict[tuple[int, ...], Array] = {}
        self.ids = np.asarray(weights["ids"], np.int32)
        self.vectors, self.middle, self.last, self.choice = (
            np.ascontiguousarray(weights[name], np.float32) for name in PARTS[1:]
        )
        nothing = np.zeros((0, self.vectors.shape[1]))
        self.cues = np.ascontiguousarray(weights.get(HINTS, nothing), np.float32)

    @staticmethod
    def load(path: str | Path) -> Network:
        """Read a network and the card beside it."""
        path = Path(path)
        try:
            card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            with np.load(path, allow_pickle=False) as file:
                weights = {name: file[name] for name in (*PARTS, *({HINTS} & set(file.files)))}
            return Network(weights, Card(**card))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadOption(f"{path}: this is not a network with its card ({error}).") from error

    def save(self, path: str | Path) -> None:
        """Write the network in half precision, and its card beside it."""
        path = Path(path)
        with np.errstate(under="ignore"):  # what is too small for half precision becomes 0
            halves: dict[str, Any] = {
                name: getattr(self, name).astype(np.float16) for name in (*PARTS[1:], HINTS) if len(getattr(self, name))
            }
        with path.open("wb") as file:
            np.savez_compressed(file, ids=self.ids, **halves)
        path.with_suffix(".json").write_text(json.dumps(self.card.to_dict(), indent=1) + "\n", encoding="utf-8")

    def checked(self, game: Game) -> Network:
        """The network, if it can play a game; one sentence if it can't."""
        refusal = self.card.why_not_for(game)
        if refusal:
            raise BadOption(refusal)
        return self

    def links(self, game: Game) -> Array:
        """Which vector belongs to each rank of each number that is seen in a game; 0 where there is none."""
        shape = (*game.planes_shape, len(game.numbers))
        if shape not in self._links:
            ids = (places_of(game)[:, None] * RANKS + np.arange(RANKS)).reshape(-1)
            slots = np.searchsorted(self.ids, ids)
            is_there = np.append(self.ids, -1)[slots] == ids
            self._links[shape] = np.where(is_there, slots + 1, 0).astype(np.int32)
        return self._links[shape]

    def think(self, position: Position, player: int) -> Array:
        """How likely each legal action is the best one, for a player who may act."""
        scores = self._activations(position, player) @ self.choice[:-1] + self.choice[-1]
        legal = position.mask(player) != 0
        odds = np.exp(np.maximum(scores - scores[legal].max(), HARDLY), where=legal, out=np.zeros(len(scores)))
        shares: Array = odds / odds.sum()
        return shares

    def play(self, position: Position, player: int, dice: Random) -> int:
        """A legal action: the one that it likes best, or any, drawn as often as it likes it, if it learned to draw."""
        shares = self.think(position, player)
        return dice.choices(range(len(shares)), shares.tolist())[0] if self.card.draws else int(shares.argmax())

    def opinion(self, position: Position, player: int) -> float:
        """What a position is worth to a player, or how that will change, from -1 to 1."""
        total = float(self._activations(position, player) @ self.last[:-1] + self.last[-1])
        return total / (1 + abs(total))

    def _activations(self, position: Position, player: int) -> Array:
        """What the network makes of what a player sees."""
        inputs = inputs_of(position, player)
        rows = np.searchsorted(self.ids, inputs[np.isin(inputs, self.ids)]) + 1
        cue_sum = cues_of(position, player) @ self.cues if len(self.cues) else 0.0
        sums = np.maximum(self.vectors[0] + self.vectors[rows].sum(axis=0) + cue_sum, 0)
        activations: Array = np.maximum(sums @ self.middle[:-1] + self.middle[-1], 0)
        return activations
