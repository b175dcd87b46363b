"""The loops over many positions on a GPU: one thread per position. Imported only where somebody asks for them.

Numba compiles the unchanged rules of a game for the GPU too. As in `entries`, each template below is made into a kernel
once per game, with that game's globals (`NEW`, `LEGAL`, ...) in place of this module's. The templates do what the loops
of `kernels` and the entries of a game do on the CPU, and leave the same bytes.

Rules write masks and observations byte by byte. Where neighbouring threads do that, each in its own row of an array,
every byte is a transfer of its own. So a thread lets the rules write into its local memory, where the bytes of
neighbouring threads lie side by side, and copies that in words. On one H200 this makes Skirmish twice as fast with its
masks, and its observations six times as fast; a block of threads that writes its rows together, as `write_rows` does,
twice as fast again. A whole position in local memory is faster still where a thread plays
many steps (Skirmish 2.4 times, the others not), but five times slower where it plays one. The size of a block changes
little.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from functools import cache as remembered
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import cuda, uint64

from garrison.core.engine import cuda_shapes, store
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.events import begin_step, end_at_limit, forget_events
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.numba_rules import Forms, open_on_gpu
from garrison.core.engine.rng import ONE, derived, pick, seeded

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
BLOCK = 1 if SIMULATED else 64  # threads; the simulator takes turns anyway
WORD = 8  # bytes
TILE = 16  # words of a row: as many bytes as a GPU moves at a time
TILES = (BLOCK, TILE + 1)  # for each thread one more than is used: so no two of them share a bank of memory
NOBODY = -1
LOOK, STEP, ROAM = 0, 1, 2  # what `turn_many` does


class Games(NamedTuple):
    """A game in each position of a batch, in the GPU's memory."""

    parameters: Any
    states: Any
    words: Any  # the same records as numbers
    dice: Any
    seeds: Any
    ended: Any  # how many games each position has seen to the end


ACTIONS: Any = None
MASK_WORDS: Any = None
PLANES: Any = None
PLANE_BYTES: Any = None
PLANE_SPACE: Any = None
NEW: Any = None
LEGAL: Any = None
PLAY: Any = None
OBSERVE: Any = None
MEASURE: Any = None
SCORE: Any = None
CUES: Any = None


def lowest(waiting: Any) -> Any:
    """The lowest player who may act, -1 for nobody."""
    return first_waiting(waiting) if waiting != 0 else NOBODY


def set_up(p: Any, s: Any, words: Any, index: Any, seed: Any) -> None:
    """Start game `index` from a seed; `words` are the same records as numbers."""
    for word in range(words.shape[1]):
        words[index, word] = 0
    s.rng = seeded(seed)
    NEW(p, s)
    forget_events(s)


def renew(games: Games, p: Any, s: Any, index: int) -> None:
    """If a game is over, count it and start the next one, from a seed that follows from its own."""
    if s.over != 0:
        games.ended[index] += 1
        games.seeds[index] = derived(games.seeds[index], ONE)
        set_up(p, s, games.words, index, games.seeds[index])


def play(p: Any, s: Any, player: Any, action: Any) -> None:
    """One action, as the entry `step` plays it."""
    count = begin_step(s)
    PLAY(p, s, player, action)
    s.steps = count
    end_at_limit(p, s)


def count_marks(words: Any) -> Any:
    """How many actions are marked in a mask."""
    count = 0
    for word in range(words.shape[0]):
        count += int(cuda.popc(words[word]))
    return count


def find_mark(words: Any, number: Any) -> Any:
    """The `number`-th (from 0) marked action of a mask, which must exist."""
    for place in range(words.shape[0]):
        word = words[place]
        marks = int(cuda.popc(word))
        if number < marks:
            for _ in range(number):
                word &= word - ONE
            return place * WORD + int(cuda.popc((word - ONE) & ~word)) // WORD
        number -= marks
    return NOBODY


def choose(words: Any, dice: Any) -> Any:
    """One of the marked actions of a mask at random, -1 where nothing is marked."""
    count = count_marks(words)
    return find_mark(words, pick(dice, count)) if count > 0 else NOBODY


def mark_legal(p: Any, s: Any, player: Any, mask: Any) -> None:
    """Mark what a player may do, in a mask of words: nothing when it is not the player's turn, or for player -1."""
    for word in range(MASK_WORDS):
        mask[word] = 0
    if player >= 0 and (s.waiting >> player) & 1 == 1:
        LEGAL(p, s, player, mask.view(np.uint8)[:ACTIONS])


def new_many(games: Games, seeds: Any, which: Any) -> None:
    """Set up the positions that are marked in `which` from the seeds that are given."""
    index = cuda.grid(1)
    if index < games.states.shape[0] and which[index] != 0:
        games.seeds[index] = seeds[index]
        set_up(games.parameters[0], games.states[index], games.words, index, games.seeds[index])


def renew_many(games: Games) -> None:
    """Restart the games that are over."""
    index = cuda.grid(1)
    if index < games.states.shape[0]:
        renew(games, games.parameters[0], games.states[index], index)


def lowest_many(states: Any, players: Any) -> None:
    """The lowest player who may act in each position, -1 where the game is over."""
    index = cuda.grid(1)
    if index < states.shape[0]:
        players[index] = lowest(states[index].waiting)


def turn_many(games: Games, players: Any, masks: Any, actions: Any, doing: int, rounds: int, first_stuck: Any) -> None:
    """LOOK: write the legal masks of players. STEP: play their actions, -1 for none. ROAM: play at random.

    All in one kernel, because the rules are most of it and take long to compile. ROAM plays `rounds` steps for the
    lowest player who may act, and restarts finished games before, as `kernels.roam_many` does.
    """
    index = cuda.grid(1)
    if index < games.states.shape[0]:
        p, s, mask = games.parameters[0], games.states[index], cuda.local.array(MASK_WORDS, uint64)
        for _ in range(rounds):
            if doing == ROAM:
                renew(games, p, s, index)
            player = lowest(s.waiting) if doing == ROAM else players[index]
            action = NOBODY
            if doing == STEP:
                action = actions[index]
            else:
                mark_legal(p, s, player, mask)
            for word in range(MASK_WORDS if doing == LOOK else 0):
                masks[index, word] = mask[word]
            if doing == ROAM:
                action = choose(mask, games.dice[index])
                if action == NOBODY:
                    cuda.atomic.min(first_stuck, 0, index)
                    break
            if action >= 0:
                play(p, s, player, action)


def choose_many(words: Any, dice: Any, actions: Any) -> None:
    """Choose a random allowed action for each position, -1 where nothing is allowed."""
    index = cuda.grid(1)
    if index < words.shape[0]:
        actions[index] = choose(words[index], dice[index])


def find_illegal(actions: Any, masks: Any, last: Any, first_illegal: Any) -> None:
    """Note in `first_illegal` the first position whose action its mask does not allow."""
    index = cuda.grid(1)
    if index < actions.shape[0]:
        action = actions[index]
        if action < NOBODY or action >= last or (action >= 0 and masks[index, action] == 0):
            cuda.atomic.min(first_illegal, 0, index)


def observe_many(parameters: Any, states: Any, players: Any, rows: Any) -> None:
    """Write what each player sees, in words; where nobody acts, what player 0 sees."""
    index, own = cuda.grid(1), cuda.local.array(PLANE_SPACE, uint64)
    if index < states.shape[0]:
        for word in range(PLANE_SPACE):  # rules need not write what is always 0
            own[word] = 0
        planes = own.view(np.uint8)[:PLANE_BYTES].reshape(PLANES)
        OBSERVE(parameters[0], states[index], max(players[index], 0), planes)
    write_rows(own, rows)


def write_rows(own: Any, rows: Any) -> None:
    """Write the rows of a block's threads, some words of each at a time: neighbours write neighbouring words."""
    tile = cuda.shared.array(TILES, uint64)
    thread, first = cuda.threadIdx.x, cuda.blockIdx.x * BLOCK
    for start in range(0, PLANE_SPACE, TILE):
        for word in range(min(TILE, PLANE_SPACE - start)):
            tile[thread, word] = own[start + word]
        cuda.syncthreads()
        for number in range(thread, BLOCK * TILE, BLOCK):
            row, word = number // TILE, number % TILE
            if first + row < rows.shape[0] and start + word < PLANE_SPACE:
                rows[first + row, start + word] = tile[row, word]
        cuda.syncthreads()


def measure_many(parameters: Any, states: Any, players: Any, numbers: Any) -> None:
    """Write the numbers that each player is told; where nobody acts, what player 0 is."""
    index = cuda.grid(1)
    if index < states.shape[0]:
        MEASURE(parameters[0], states[index], max(players[index], 0), numbers[index])


def cues_many(parameters: Any, states: Any, players: Any, cues: Any) -> None:
    """Write what the game's skill tells each player's network; where nobody acts, player 0's."""
    index = cuda.grid(1)
    if index < states.shape[0]:
        CUES(parameters[0], states[index], max(players[index], 0), cues[index])


def score_many(parameters: Any, states: Any, scores: Any) -> None:
    """Write the scores."""
    index = cuda.grid(1)
    if index < states.shape[0]:
        SCORE(parameters[0], states[index], scores[index])


KERNELS = (
    new_many,
    renew_many,
    lowest_many,
    turn_many,
    choose_many,
    find_illegal,
    observe_many,
    measure_many,
    cues_many,
    score_many,
)
HELPERS = (lowest, set_up, renew, play, mark_legal, count_marks, find_mark, choose, write_rows)


def whole_words(length: int) -> int:
    """How many bytes a row needs so that it is a whole number of words long.

    >>> whole_words(10)
    16
    """
    return -(-length // WORD) * WORD


def build_kernels(blueprint: Blueprint, planes: tuple[int, int, int]) -> Any:
    """A game's kernels by name; each is compiled when it is first launched, or comes from the cache on disk.

    `planes` is the shape of an observation.
    """
    return compiled(origin_of(blueprint), scope_of(blueprint, planes), KERNELS)


def scope_of(
    blueprint: Blueprint, planes: tuple[int, int, int], others: Mapping[str, Any] | None = None, helpers: Any = ()
) -> dict[str, Any]:
    """The globals of a game's kernels: what is in this module, the game's sizes and rules, and what others add."""
    rules = blueprint.functions()
    scope = {**globals(), **(others or {}), **_sizes(blueprint.shapes()["ACTIONS"][0], planes)}
    scope |= {name.upper(): rules[name] for name in ("new", "legal", "observe", "measure", "score")}
    scope |= {"PLAY": rules["step"], "CUES": blueprint.skills()["cues"]}
    return with_helpers(scope, (*HELPERS, *helpers))


def with_helpers(scope: dict[str, Any], helpers: Any) -> dict[str, Any]:
    """Add functions that kernels call, which must share their globals: the simulator puts its own `cuda` there.

    A rule that CPUs use as well becomes a template like the others.
    """
    for helper in helpers:
        code = helper.__code__
        scope[helper.__name__] = cuda.jit(device=True)(FunctionType(code, scope, helper.__name__))
    return scope


def _sizes(actions: int, planes: tuple[int, int, int]) -> dict[str, Any]:
    """What the kernels know about a game's masks and observations."""
    length = int(np.prod(planes))
    return {
        "ACTIONS": actions,
        "MASK_WORDS": whole_words(actions) // WORD,
        "PLANES": planes,
        "PLANE_BYTES": length,
        "PLANE_SPACE": whole_words(length) // WORD,
    }


def first_columns(array: Any, count: int) -> Any:
    """The first columns of an array on the GPU, as they lie there: a slice of Numba's own would be a copy."""
    if SIMULATED:
        return array[:, :count]
    shape = (array.shape[0], count)
    return cuda.devicearray.DeviceNDArray(shape, array.strides, array.dtype, gpu_data=array.gpu_data)


def in_rows(array: Any, shape: tuple[int, ...]) -> Any:
    """The beginning of each row of bytes in another shape, as it lies on the GPU."""
    length = int(np.prod(shape))
    if SIMULATED:
        return array[:, :length].reshape(array.shape[0], *shape)
    steps = [int(np.prod(shape[place + 1 :])) for place in range(len(shape))]
    strides = (array.strides[0], *steps)
    return cuda.devicearray.DeviceNDArray((array.shape[0], *shape), strides, np.uint8, gpu_data=array.gpu_data)


def compiled(origin: store.Origin, scope: dict[str, Any], templates: Any) -> SimpleNamespace:
    """Kernels by name, made from templates with these globals."""
    if SIMULATED:
        return SimpleNamespace(**{each.__name__: cuda.jit(_bound(each, scope)) for each in templates})
    forms, before = _forms(), numba.config.CACHE_DIR
    scope.update({name: forms.form(value) for name, value in scope.items()})
    folder = _folder(origin)
    numba.config.CACHE_DIR = str(folder or before)
    try:
        kernels = {each.__name__: cuda.jit(cache=folder is not None)(_bound(each, scope)) for each in templates}
    finally:
        numba.config.CACHE_DIR = before
    return SimpleNamespace(**kernels)


def _folder(origin: store.Origin) -> Path | None:
    """Where machine code for GPUs is kept; None where nothing can be."""
    folder = store.root() / f"{origin.name}-{store.key_of(origin)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _bound(template: Any, scope: dict[str, Any]) -> Any:
    """The template with a game's globals."""
    kernel = FunctionType(template.__code__, scope, template.__name__)
    kernel.__qualname__ = f"cuda_{template.__name__}"
    return kernel


def origin_of(blueprint: Blueprint, part: str = "", others: Sequence[Path] = ()) -> store.Origin:
    """What a game's machine code for GPUs is made from: what that for CPUs is, this module and others, and the
    compiler. A `part` has a folder of its own."""
    made_from = blueprint.origin
    name = f"{blueprint.name}.cuda{part}"
    return store.Origin(name, made_from.folder, f"{made_from.facts} {facts_of(others)}", made_from.parts)


def facts_of(others: Sequence[Path] = ()) -> str:
    """What shapes machine code for GPUs besides rules: this module, others like it, and the compiler."""
    files = (Path(__file__), Path(cuda_shapes.__file__), *others)
    own = [f"{hashlib.sha256(file.read_bytes()).hexdigest()} {file.stat().st_mtime_ns}" for file in files]
    return " ".join([*own, getattr(cuda, "__version__", numba.__version__)])


@remembered
def _forms() -> Forms:
    """The rules as Numba compiles them for GPUs."""
    open_on_gpu()
    cuda_shapes.reshape_at_once()
    return Forms(by_address=False)
