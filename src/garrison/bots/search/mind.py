"""What a trained network thinks of positions, inside the loops of a search: mixed with the game's own value.

A network sees a position as a player does. Every number that is not 0 has a vector for its place and its rank; what a
player sees is their sum, and two small layers make a value of it. That takes a few microseconds, so a search can ask at
the end of every simulation.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.bots.expert import FILE, network_at
from garrison.bots.search.ranks import EXACT, NEGATIVE, RANKS, SPAN, STEPS, WINDOW
from garrison.core.engine import memory
from garrison.core.engine.calls import entry_address, tell
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import array_at, at, header, record_at
from garrison.core.engine.record import Array, record
from garrison.core.engine.rule import rule
from garrison.core.levels import TOLD

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

NOWHERE = -1
WORD = 8  # bytes that are looked at together: most of them are 0
ARRAYS = ("planes", "bytes", "words", "numbers", "links", "vectors", "sums", "middle", "felt", "last")
HINTS = ("points", "told", "cue_vectors")  # the score, what the game's skill tells, and what that means to the network
SIZES = (
    "players",
    "planes_count",
    "rows",
    "columns",
    "places",
    "numbers_count",
    "count",
    "width",
    "depth",
    "cues_count",
)
EYE = ("eye_row", "eye_column", "linked")  # the numbers that are the eye, and how many places of planes have links
ENTRIES = ("observe", "measure", "score", "cues")
WHOLE = (*ENTRIES, "tells", *ARRAYS, *HINTS, *SIZES, *EYE)
MIND = record([(name, np.int64) for name in WHOLE] + [("trust", np.float64), ("par", np.float64)])
TELLS_OUTCOME, TELLS_CHANGE, TELLS_SCORE = range(len(TOLD))


@rule
def rank_of(number: Any) -> Any:
    """The rank of a number: small ones exactly, large ones by their size."""
    if number < 0:
        return NEGATIVE
    if number <= EXACT:
        return number
    rank = EXACT
    while rank < NEGATIVE - 1 and number >= STEPS[rank + 1 - EXACT]:
        rank += 1
    return rank


@rule
def add_vector(m: Any, place: Any, number: Any) -> None:
    """Add the vector of a number at a place, if the network has one."""
    link = array_at(m.links, (m.linked + m.numbers_count) * RANKS, np.int32)[place * RANKS + rank_of(number)]
    if link > 0:
        vectors, sums = array_at(m.vectors, (m.count, m.width), np.float32), array_at(m.sums, m.width, np.float32)
        for unit in range(m.width):
            sums[unit] += vectors[link, unit]


@rule
def place_from_eye(m: Any, place: Any) -> Any:
    """Where a field of a plane is, seen from the eye, if there is one; NOWHERE if it is too far away."""
    if m.eye_row < 0:
        return place
    numbers = array_at(m.numbers, m.numbers_count, np.int64)
    down = place // m.columns % m.rows - numbers[m.eye_row] + WINDOW
    right = place % m.columns - numbers[m.eye_column] + WINDOW
    if down < 0 or down >= SPAN or right < 0 or right >= SPAN:
        return NOWHERE
    return (place // (m.rows * m.columns) * SPAN + down) * SPAN + right


@rule
def add_what_is_seen(m: Any) -> None:
    """The sum of all that is in the planes and among the numbers."""
    words, flat = array_at(m.words, m.places // WORD + 1, np.uint64), array_at(m.bytes, m.places, np.uint8)
    for word in range(m.places // WORD + 1):
        if words[word] != 0:
            for place in range(word * WORD, min(word * WORD + WORD, m.places)):
                if flat[place] != 0:
                    seen = place_from_eye(m, place)
                    if seen != NOWHERE:
                        add_vector(m, seen, np.int64(flat[place]))
    numbers = array_at(m.numbers, m.numbers_count, np.int64)
    for place in range(m.numbers_count):
        if numbers[place] != 0:
            add_vector(m, m.linked + place, numbers[place])


@rule
def see(m: Any, parameters: Any, state: Any, player: Any) -> None:
    """Look at a position as a player does, and add it all up; a network that only knows cues need not look."""
    if m.count > 1:
        tell(m.observe, (parameters, state, player, m.planes, m.planes_count, m.rows, m.columns))
        if m.numbers_count > 0:
            tell(m.measure, (parameters, state, player, m.numbers, m.numbers_count))
        add_what_is_seen(m)


@rule
def add_cues(m: Any, parameters: Any, state: Any, player: Any) -> None:
    """Add the vectors of what the game's skill tells, each as often as it says."""
    tell(m.cues, (parameters, state, player, m.told, m.cues_count))
    told, sums = array_at(m.told, m.cues_count, np.float64), array_at(m.sums, m.width, np.float32)
    vectors = array_at(m.cue_vectors, (m.cues_count, m.width), np.float32)
    for cue in range(m.cues_count):
        if told[cue] != 0:
            for unit in range(m.width):
                sums[unit] += np.float32(told[cue]) * vectors[cue, unit]


@rule
def opinion(m: Any, parameters: Any, state: Any, player: Any) -> Any:
    """What a network thinks of a position for a player, from -1 to 1: what it is worth, or how that will change."""
    sums, felt = array_at(m.sums, m.width, np.float32), array_at(m.felt, m.depth, np.float32)
    vectors = array_at(m.vectors, (m.count, m.width), np.float32)
    for unit in range(m.width):
        sums[unit] = vectors[0, unit]
    see(m, parameters, state, player)
    if m.cues_count > 0:
        add_cues(m, parameters, state, player)
    middle, last = array_at(m.middle, (m.width + 1, m.depth), np.float32), array_at(m.last, m.depth + 1, np.float32)
    for unit in range(m.depth):
        felt[unit] = middle[m.width, unit]
    for source in range(m.width):
        if sums[source] > 0:
            for unit in range(m.depth):
                felt[unit] += sums[source] * middle[source, unit]
    total = np.float64(last[m.depth])
    for unit in range(m.depth):
        if felt[unit] > 0:
            total += felt[unit] * last[unit]
    return total / (1.0 + abs(total))


@rule
def weigh(value: Any, mind: Any, parameters: Any, state: Any, out: Any) -> None:
    """The game's own value of a position, and as much of the network's opinion as it is trusted; an end speaks for
    itself."""
    value(parameters, state, at(out, 0))
    m = record_at(mind, MIND)
    if m.trust > 0 and m.tells == TELLS_SCORE:
        weigh_score(m, parameters, state, out)
    elif m.trust > 0 and header(state).over == 0:
        for player in range(m.players):
            own = 0.0 if m.tells == TELLS_CHANGE else out[0, player]
            out[0, player] += m.trust * (opinion(m, parameters, state, player) - own)


@rule
def weigh_score(m: Any, parameters: Any, state: Any, out: Any) -> None:
    """The score, and what the network thinks will be added to it before the end, each as shares of par."""
    tell(m.score, (parameters, state, m.points))
    points = array_at(m.points, m.players, np.float64)
    for player in range(m.players):
        total = points[player] / m.par
        if header(state).over == 0:
            total += opinion(m, parameters, state, player)
        out[0, player] += m.trust * (total - out[0, player])


class Mind:
    """A network with the room that one thread needs to ask it; without a network, nobody is asked."""

    def __init__(self, game: Game, network: Network | None = None, trust: float = 0.0) -> None:
        self._records = np.zeros(1, dtype=MIND)
        self._record: Any = self._records[0] if COMPILED else SimpleNamespace()
        self.reference = memory.whole(self._records) if COMPILED else self._record
        self._record.trust = trust if network is not None else 0.0
        if network is not None:
            self._record.tells, self._record.par = TOLD.index(network.card.learned), network.card.par
            self._fill(game, network)

    def _fill(self, game: Game, network: Network) -> None:
        """Put everything that the loops need into the record."""
        planes, rows, columns = game.planes_shape
        size, numbers = planes * rows * columns, len(game.numbers)
        seen = np.zeros((size // WORD + 1) * WORD, dtype=np.uint8)
        self._arrays: dict[str, Array] = {
            "planes": seen[:size].reshape(planes, rows, columns),
            "bytes": seen[:size],
            "words": seen.view(np.uint64),
            "numbers": np.zeros(max(numbers, 1), dtype=np.int64),
            "sums": np.zeros(network.vectors.shape[1], dtype=np.float32),
            "felt": np.zeros(network.middle.shape[1], dtype=np.float32),
            "links": network.links(game),
            "vectors": network.vectors,
            "middle": network.middle,
            "last": network.last,
            "points": np.zeros(game.facts.players[1], dtype=np.float64),
            "told": np.zeros(max(len(network.cues), 1), dtype=np.float64),
            "cue_vectors": network.cues,
        }
        for name, array in self._arrays.items():
            setattr(self._record, name, memory.whole(array))
        for name in ENTRIES:
            setattr(self._record, name, entry_address(getattr(game.skill if name == "cues" else game.table, name)))
        count, width = network.vectors.shape
        depth, cues = network.middle.shape[1], len(network.cues)
        sizes = (game.players, planes, rows, columns, size, numbers, count, width, depth, cues)
        for name, number in zip(SIZES, sizes, strict=True):
            setattr(self._record, name, number)
        eye = [game.facts.numbers.index(name) for name in game.facts.eye] or [NOWHERE, NOWHERE]
        for name, number in zip(EYE, (*eye, planes * SPAN * SPAN if game.facts.eye else size), strict=True):
            setattr(self._record, name, number)


class Trusted:
    """Whom a search asks, and how much it believes: a network of its own, or the one in the game's folder."""

    def __init__(self, game: Game, trust: float = 0.0, network: Network | None = None) -> None:
        self._game, self.trust = game, trust
        self.network = (network or network_at(game.package.folder / FILE)).checked(game) if trust > 0 else None

    def mind(self) -> Mind:
        """The network for one thread."""
        return Mind(self._game, self.network, self.trust)
