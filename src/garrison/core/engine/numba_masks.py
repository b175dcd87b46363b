"""Masks and digests as Numba compiles them: read in words of eight bytes.

Each function here stands in machine code for that of its name in `masks` or `memory`.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from garrison.core.engine.masks import WORD
from garrison.core.engine.memory import Address
from garrison.core.engine.numba_memory import array_at, header
from garrison.core.engine.record import Array, int64, uint64
from garrison.core.engine.rule import rule

EVEN = uint64(0x00FF00FF00FF00FF)  # every other byte of a word
PAIRS = uint64(0x0001000100010001)  # times this, the top 16 bits are the sum of all four
BYTES = uint64(0x0101010101010101)  # times this, the top byte is the sum of all eight
HIGH = uint64(0x8080808080808080)  # the highest bit of each byte
PRIME, SHIFT, SIGN = uint64(0x9E3779B97F4A7C15), uint64(29), uint64(1)  # of digests
SEVEN, EIGHT, TOP_PAIR, TOP_BYTE = uint64(7), uint64(8), uint64(48), uint64(56)


@intrinsic
def word_at(context, address, index):  # type: ignore[no-untyped-def]
    """Word `index` from an address on, which need not be a multiple of eight: rows of masks have any length."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        start = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(start, [arguments[1]]), align=1)

    return types.uint64(types.intp, types.intp), generate


@rule
def clear_marks(mask: Array) -> None:
    """Unmark all actions; the loop compiles to one call, which assigning to the whole mask does not."""
    for action in range(mask.shape[0]):
        mask[action] = 0


@rule
def count_marks(mask: Array, first: int, last: int) -> int:
    """How many of actions first .. last-1 are marked.

    Indexing the mask itself would test each time whether the index is negative.
    """
    part = array_at(mask.ctypes.data + first, last - first, np.uint8)
    words = part.shape[0] // WORD
    sums = uint64(0)  # four sums of 16 bits: a hundred thousand actions fit
    for index in range(words):
        word = word_at(part.ctypes.data, index)
        sums += (word & EVEN) + ((word >> EIGHT) & EVEN)
    count = int64((sums * PAIRS) >> TOP_PAIR)
    for index in range(words * WORD, part.shape[0]):
        count += part[index]
    return count


@rule
def place_in(word: int, number: int) -> int:
    """Which of a word's bytes is the `number`-th (from 0) marked one, without a branch that could be mispredicted.

    Times BYTES, each byte is the number of marks up to it; the bytes before the wanted one have too few.
    """
    enough = ((word * BYTES | HIGH) - uint64(number + 1) * BYTES) & HIGH
    return WORD - marks_of(enough >> SEVEN)


@rule
def marks_of(word: int) -> int:
    """The sum of eight bytes."""
    return int64((word * BYTES) >> TOP_BYTE)


@rule
def mark_from_front(mask: Array, number: int) -> int:
    """The `number`-th (from 0) marked action, which must exist."""
    start = mask.ctypes.data
    for index in range(mask.shape[0] // WORD):
        word = word_at(start, index)
        marks = marks_of(word)
        if number < marks:
            return index * WORD + place_in(word, number)
        number -= marks
    action = mask.shape[0] // WORD * WORD
    while action < mask.shape[0] and mask[action] <= number:
        number -= mask[action]
        action += 1
    return action


@rule
def mark_from_back(mask: Array, number: int) -> int:
    """The marked action with `number` others after it, which must exist."""
    end = mask.ctypes.data + mask.shape[0]
    for index in range(1, mask.shape[0] // WORD + 1):
        word = word_at(end, -index)
        marks = marks_of(word)
        if number < marks:
            return mask.shape[0] - index * WORD + place_in(word, marks - 1 - number)
        number -= marks
    action = mask.shape[0] % WORD - 1
    while action >= 0 and mask[action] <= number:
        number -= mask[action]
        action -= 1
    return action


@rule
def digest(state: Address, start: int, size: int) -> int:
    """A number for all that a game itself has in its record: equal positions have equal ones."""
    total = uint64(header(state).waiting) + PRIME
    words, numbers = (size - start) // WORD, array_at(state, size, np.uint8)
    for word in range(words):
        total = (total ^ word_at(state + start, word)) * PRIME
        total ^= total >> SHIFT
    for byte in range(start + words * WORD, size):
        total = (total ^ numbers[byte]) * PRIME
        total ^= total >> SHIFT
    return int64(total >> SIGN)
