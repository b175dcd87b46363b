"""Masks: one byte per action, 1 where it is legal, fields first and then the buttons.

Masks are read in words of eight bytes. A game's entry `legal` returns a *tally* of what it marked: how many fields in
the low 32 bits, how many buttons above them. With it, fields are searched from the front and buttons from the back:
most boards are smaller than the largest one, and the empty part between is never read. Whatever is in a mask, nothing
outside it is read or chosen.
"""

from __future__ import annotations

import numpy as np

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import array_at
from garrison.core.engine.record import Array, Dice, int64, uint64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule

BUTTON = 1 << 32  # a button in a tally
EVEN = uint64(0x00FF00FF00FF00FF)  # every other byte of a word
PAIRS = uint64(0x0001000100010001)  # times this, the top 16 bits are the sum of all four
BYTES = uint64(0x0101010101010101)  # times this, the top byte is the sum of all eight
HIGH = uint64(0x8080808080808080)  # the highest bit of each byte
SEVEN, EIGHT, TOP_PAIR, TOP_BYTE = uint64(7), uint64(8), uint64(48), uint64(56)
WORD = 8  # bytes


@rule
def fields_in(tally: int) -> int:
    """How many fields a tally counts."""
    return tally & (BUTTON - 1)


@rule
def marks_in(tally: int) -> int:
    """How many actions a tally counts."""
    return (tally & (BUTTON - 1)) + (tally >> 32)


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

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

else:

    def clear_marks(mask: Array) -> None:
        """Unmark all actions."""
        mask[:] = 0

    def count_marks(mask: Array, first: int, last: int) -> int:
        """How many of actions first .. last-1 are marked."""
        return int(mask[first:last].sum())

    def mark_from_front(mask: Array, number: int) -> int:
        """The `number`-th (from 0) marked action."""
        return int(np.flatnonzero(mask).take(number, mode="clip"))

    def mark_from_back(mask: Array, number: int) -> int:
        """The marked action with `number` others after it."""
        return int(np.flatnonzero(mask)[::-1].take(number, mode="clip"))


@rule
def find_mark(mask: Array, tally: int, number: int) -> int:
    """The `number`-th (from 0) of the actions that a mask with this tally marks; some action where marks are not 1."""
    is_field = number < fields_in(tally)
    action = mark_from_front(mask, number) if is_field else mark_from_back(mask, marks_in(tally) - 1 - number)
    return min(max(action, 0), mask.shape[0] - 1)


@rule
def random_mark(mask: Array, tally: int, dice: Dice) -> int:
    """One of the marked actions, each equally likely; `dice` is a record with a generator."""
    return find_mark(mask, tally, pick(dice, marks_in(tally)))
