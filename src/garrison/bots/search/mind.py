"""What a trained network thinks of positions, inside the loops of a search: mixed with the game's own value.

A network sees a position as a player does. Every number that is not 0 has a vector for its place and its rank; what a
player sees is their sum, and two small layers make a value of it. That takes a few microseconds, so a search can ask at
the end of every simulation.

Functions that reach a game are the CPU's; the others are templates for GPUs as well, which reach one in their own way.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.expert import FILE, network_at
from garrison.bots.search.ranks import EXACT, NEGATIVE, RANKS, SPAN, STEPS, WINDOW
from garrison.bots.search.trial import Trial, evaluate, game_of
from garrison.core.engine import memory
from garrison.core.engine.arguments import NOWHERE, Arguments
from garrison.core.engine.calls import entry_address, tell
from garrison.core.engine.memory import Address, array_at, header, record_at
from garrison.core.engine.record import Array, float64, int64
from garrison.core.engine.rule import rule
from garrison.core.levels import TOLD

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

NONE = -1  # the place of what is too far away, and the eye of a game without one
WORD = 8  # bytes that are looked at together: most of them are 0
TELLS_OUTCOME, TELLS_CHANGE, TELLS_SCORE = range(len(TOLD))


class Mind(Arguments):
    """A network with the memory that one thread needs to ask it; without a network, nobody is asked."""

    trust: float = 0.0
    par: float = 1.0  # the score that counts as 1
    tells: int = TELLS_OUTCOME
    players: int
    # What a player sees and is told, and the score.
    planes: Address = NOWHERE
    bytes: Address = NOWHERE  # the same in one row
    words: Address = NOWHERE  # and in words
    places: int = 0  # how many bytes
    rows: int = 0
    columns: int = 0
    numbers: Address = NOWHERE
    numbers_count: int = 0
    eye_row: int = NONE  # which of the numbers are the eye's
    eye_column: int = NONE
    cues: Address = NOWHERE  # the entry
    cue_values: Address = NOWHERE
    cues_count: int = 0
    points: Address = NOWHERE
    # The network.
    links: Address = NOWHERE  # which vector belongs to which rank of which number
    plane_places: int = 0  # places of planes that have links; those of numbers follow
    vectors: Address = NOWHERE
    vectors_count: int = 0
    width: int = 0
    cue_vectors: Address = NOWHERE
    sums: Address = NOWHERE
    middle: Address = NOWHERE
    depth: int = 0
    activations: Address = NOWHERE
    last: Address = NOWHERE


MIND = Mind.dtype


# --- What reaches a game


@rule
def mind_of(t: Trial) -> Mind:
    """Whom a trial asks."""
    return record_at(t.mind, MIND)


@rule
def look(t: Trial, state: Address, player: int) -> None:
    """Look at a position as a player does."""
    m, g = mind_of(t), game_of(t)
    tell(g.observe, (g.parameters, state, player, m.planes, g.planes, g.rows, g.columns))
    if m.numbers_count > 0:
        tell(g.measure, (g.parameters, state, player, m.numbers, m.numbers_count))


@rule
def listen(t: Trial, state: Address, player: int) -> None:
    """Let the game's skill tell its cues."""
    m = mind_of(t)
    tell(m.cues, (game_of(t).parameters, state, player, m.cue_values, m.cues_count))


@rule
def count_points(t: Trial, state: Address) -> None:
    """Take down the score."""
    game = game_of(t)
    tell(game.score, (game.parameters, state, mind_of(t).points))


# --- What a network makes of it


@rule
def rank_of(number: int) -> int:
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
def add_vector(m: Mind, place: int, number: int) -> None:
    """Add the vector of a number at a place, if the network has one."""
    link = array_at(m.links, (m.plane_places + m.numbers_count) * RANKS, np.int32)[place * RANKS + rank_of(number)]
    if link > 0:
        vectors, sums = (
            array_at(m.vectors, (m.vectors_count, m.width), np.float32),
            array_at(m.sums, m.width, np.float32),
        )
        for unit in range(m.width):
            sums[unit] += vectors[link, unit]


@rule
def place_from_eye(m: Mind, place: int) -> int:
    """Where a field of a plane is, seen from the eye, if there is one; NONE if it is too far away."""
    if m.eye_row < 0:
        return int64(place)
    numbers = array_at(m.numbers, m.numbers_count, np.int64)
    down = place // m.columns % m.rows - numbers[m.eye_row] + WINDOW
    right = place % m.columns - numbers[m.eye_column] + WINDOW
    if down < 0 or down >= SPAN or right < 0 or right >= SPAN:
        return int64(NONE)
    return int64((place // (m.rows * m.columns) * SPAN + down) * SPAN + right)


@rule
def add_what_is_seen(m: Mind) -> None:
    """The sum of all that is in the planes and among the numbers."""
    count = (m.places + WORD - 1) // WORD
    words, flat = array_at(m.words, count, np.uint64), array_at(m.bytes, m.places, np.uint8)
    for word in range(count):
        if words[word] != 0:
            for place in range(word * WORD, min(word * WORD + WORD, m.places)):
                if flat[place] != 0:
                    from_eye = place_from_eye(m, place)
                    if from_eye != NONE:
                        add_vector(m, from_eye, int64(flat[place]))
    numbers = array_at(m.numbers, m.numbers_count, np.int64)
    for place in range(m.numbers_count):
        if numbers[place] != 0:
            add_vector(m, m.plane_places + place, numbers[place])


@rule
def see(t: Trial, state: Address, player: int) -> None:
    """Add up what a player sees; a network that only knows cues need not look."""
    m = mind_of(t)
    if m.vectors_count > 1:
        look(t, state, player)
        add_what_is_seen(m)


@rule
def add_cues(t: Trial, state: Address, player: int) -> None:
    """Add the vectors of what the game's skill tells, each as often as it says."""
    listen(t, state, player)
    m = mind_of(t)
    cue_values, sums = array_at(m.cue_values, m.cues_count, np.float64), array_at(m.sums, m.width, np.float32)
    vectors = array_at(m.cue_vectors, (m.cues_count, m.width), np.float32)
    for cue in range(m.cues_count):
        if cue_values[cue] != 0:
            for unit in range(m.width):
                sums[unit] += np.float32(cue_values[cue]) * vectors[cue, unit]


@rule
def opinion(t: Trial, state: Address, player: int) -> float:
    """What a network thinks of a position for a player, from -1 to 1: what it is worth, or how that will change."""
    m = mind_of(t)
    sums, activations = array_at(m.sums, m.width, np.float32), array_at(m.activations, m.depth, np.float32)
    vectors = array_at(m.vectors, (m.vectors_count, m.width), np.float32)
    for unit in range(m.width):
        sums[unit] = vectors[0, unit]
    see(t, state, player)
    if m.cues_count > 0:
        add_cues(t, state, player)
    middle, last = array_at(m.middle, (m.width + 1, m.depth), np.float32), array_at(m.last, m.depth + 1, np.float32)
    for unit in range(m.depth):
        activations[unit] = middle[m.width, unit]
    for source in range(m.width):
        if sums[source] > 0:
            for unit in range(m.depth):
                activations[unit] += sums[source] * middle[source, unit]
    total = float64(last[m.depth])
    for unit in range(m.depth):
        if activations[unit] > 0:
            total += activations[unit] * last[unit]
    return total / (1.0 + abs(total))


@rule
def mixed(t: Trial, state: Address, player: int) -> float:
    """The value that was found for a player, and as much of the network's opinion as it is trusted; an end speaks for
    itself."""
    m = mind_of(t)
    own = array_at(t.values, m.players, np.float64)[player]
    if m.trust <= 0:
        return own
    if m.tells == TELLS_SCORE:  # the score, and what the network thinks will be added to it, as shares of par
        count_points(t, state)
        total = array_at(m.points, m.players, np.float64)[player] / m.par
        if header(state).over == 0:
            total += opinion(t, state, player)
        return own + m.trust * (total - own)
    if header(state).over != 0:
        return own
    return own + m.trust * (opinion(t, state, player) - (0.0 if m.tells == TELLS_CHANGE else own))


@rule
def worth(t: Trial, state: Address, player: int) -> float:
    """What a position is worth to a player."""
    evaluate(t, state)
    return mixed(t, state, player)


# --- From Python


@cache
def nobody(players: int) -> Mind:
    """Whom threads ask without a network: it never changes."""
    return Mind(players=players)


def mind_for(game: Game, network: Network | None = None, trust: float = 0.0) -> Mind:
    """Whom a thread asks about a game."""
    if network is None:
        return nobody(game.players)
    planes, rows, columns = game.planes_shape
    size, eye = planes * rows * columns, [game.facts.numbers.index(name) for name in game.facts.eye]
    buffer = np.zeros(-(-size // WORD) * WORD, dtype=np.uint8)
    (count, width), depth, cues_count = network.vectors.shape, network.middle.shape[1], len(network.cues)
    arrays: dict[str, Array] = {
        "planes": buffer[:size].reshape(planes, rows, columns),
        "bytes": buffer[:size],
        "words": buffer.view(np.uint64),
        "numbers": np.zeros(max(len(game.numbers), 1), dtype=np.int64),
        "cue_values": np.zeros(max(cues_count, 1)),
        "points": np.zeros(game.facts.players[1]),
        "links": network.links(game),
        "vectors": network.vectors,
        "cue_vectors": network.cues,
        "sums": np.zeros(width, dtype=np.float32),
        "middle": network.middle,
        "activations": np.zeros(depth, dtype=np.float32),
        "last": network.last,
    }
    return Mind(
        **{name: memory.whole(array) for name, array in arrays.items()},
        trust=trust,
        par=network.card.par,
        tells=TOLD.index(network.card.learned),
        players=game.players,
        places=size,
        rows=rows,
        columns=columns,
        numbers_count=len(game.numbers),
        eye_row=eye[0] if eye else NONE,
        eye_column=eye[1] if eye else NONE,
        cues=entry_address(game.skill.cues),
        cues_count=cues_count,
        plane_places=planes * SPAN * SPAN if eye else size,
        vectors_count=count,
        width=width,
        depth=depth,
    ).keep(arrays)


class Judge:
    """Whom a search asks, and how much it believes: a network of its own, or the one in the game's folder."""

    def __init__(self, game: Game, trust: float = 0.0, network: Network | None = None) -> None:
        self._game, self.trust = game, trust
        self.network = (network or network_at(game.package.folder / FILE)).checked(game) if trust > 0 else None

    def mind(self) -> Mind:
        """The network for one thread."""
        return mind_for(self._game, self.network, self.trust)
