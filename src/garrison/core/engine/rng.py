"""All chance in the games: a small generator whose whole state is one number in the record.

It is a multiply-with-carry generator: the state holds two 32-bit values, the number `x` below and the carry `c` above.
A step makes `MULTIPLIER * x + c`, which fits 64 bits exactly, so nothing overflows in any lane; the output is `x ^ c`.
Its period is about 2**63.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from garrison.core.engine.record import Dice, int64, uint64
from garrison.core.engine.rule import rule
from garrison.errors import BadOption

MULTIPLIER = uint64(4294883355)
LOW = uint64(0xFFFFFFFF)
HALF = uint64(32)
ONE = uint64(1)
SHIFT_A = uint64(16)
SHIFT_B = uint64(13)
MIX_A = uint64(0x85EBCA6B)
MIX_B = uint64(0xC2B2AE35)
GOLDEN = uint64(0x9E3779B9)
BLOCKS, BLOCK = 4096, 1 << 16  # of so many states, among which one is looked for that gives certain draws


@rule
def advance(state: int) -> int:
    """The state after `state`."""
    return MULTIPLIER * (state & LOW) + (state >> HALF)


@rule
def output(state: int) -> int:
    """The 32 random bits of a state."""
    return (state & LOW) ^ (state >> HALF)


@rule
def pick(s: Dice, n: int) -> int:
    """One of 0 .. n-1, each equally likely."""
    size = uint64(n)
    s.rng = advance(s.rng)
    product = output(s.rng) * size
    if (product & LOW) < size:
        # Some of the 2**32 outputs are left over when they are divided evenly: those are drawn again.
        surplus = (LOW + ONE - size) % size
        while (product & LOW) < surplus:
            s.rng = advance(s.rng)
            product = output(s.rng) * size
    return int64(product >> HALF)


@rule
def roll(s: Dice, sides: int) -> int:
    """A die: one of 1 .. sides."""
    return pick(s, sides) + 1


@rule
def chance(s: Dice, percent: int) -> bool:
    """True in `percent` of 100 cases."""
    return pick(s, 100) < percent


@rule
def mix(word: int) -> int:
    """Scramble 32 bits so that neighbouring numbers give unrelated results."""
    word = ((word ^ (word >> SHIFT_A)) * MIX_A) & LOW
    word = ((word ^ (word >> SHIFT_B)) * MIX_B) & LOW
    return word ^ (word >> SHIFT_A)


@rule
def seeded(seed: int) -> int:
    """The state that a seed starts from; never one of the two states that only repeat themselves."""
    number = uint64(seed)
    low = mix((number & LOW) ^ GOLDEN)
    high = mix((number >> HALF) ^ low)
    carry = mix((low + high) & LOW) % (MULTIPLIER - ONE)
    return (carry << HALF) | (high | ONE)


@rule
def derived(seed: int, index: int) -> int:
    """A seed for game number `index` of a series: different games, the same series for the same seed."""
    number = uint64(seed)
    place = uint64(index)
    low = mix((number & LOW) ^ mix((place & LOW) ^ GOLDEN))
    high = mix((number >> HALF) ^ mix((place >> HALF) ^ low))
    return (high << HALF) | mix(low ^ high)


@rule
def stirred(state: int, bits: int) -> int:
    """The state after fresh bits were stirred in: whoever knew it before, or solves for it from what is seen, knows
    nothing of what comes after."""
    return seeded(derived(state, bits))


def state_giving(draws: Sequence[tuple[int, int]], start: int = 1) -> np.uint64:
    """A state whose next draws are these, each given as (how many, which), for tests that fix chance.

    >>> from types import SimpleNamespace
    >>> s = SimpleNamespace(rng=state_giving([(6, 5), (100, 14)]))
    >>> source = lambda function: getattr(function, "py_func", function)
    >>> int(source(pick)(s, 6)), int(source(pick)(s, 100))
    (5, 14)
    """
    for block in range(start, start + BLOCKS):
        states = _block_of_states(block)
        hits = states[_gives(states, draws)]
        if len(hits):
            state: np.uint64 = hits[0]
            return state
    raise BadOption(f"No state was found that gives these {len(draws)} draws; ask for fewer or likelier ones.")


def _block_of_states(block: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Many different states, the same for the same block."""
    words = np.random.Generator(np.random.PCG64(block)).integers(1, 2**32, size=(2, BLOCK), dtype=np.uint64)
    states: np.ndarray[Any, np.dtype[np.uint64]] = (words[0] % MULTIPLIER << HALF) | words[1]
    return states


def _gives(states: np.ndarray[Any, Any], draws: Sequence[tuple[int, int]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which of the states give the draws, none of them drawn twice."""
    good = np.ones(len(states), dtype=bool)
    for n, value in draws:
        size = uint64(n)
        states = MULTIPLIER * (states & LOW) + (states >> HALF)
        product = ((states & LOW) ^ (states >> HALF)) * size
        good &= (product >> HALF == uint64(value)) & (product & LOW >= size)
    return good
