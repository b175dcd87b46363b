"""Masks: one byte per action, 1 where it is legal, fields first and then the buttons.

Masks are read in words of eight bytes. A game's entry `legal` returns a *tally* of what it marked: how many fields in
the low 32 bits, how many buttons above them. With it, fields are searched from the front and buttons from the back:
most boards are smaller than the largest one, and the empty part between is never read. Whatever is in a mask, nothing
outside it is read or chosen.

What machine code is made from has other forms of some of these functions (numba_masks.py).
"""

from __future__ import annotations

import numpy as np

from garrison.core.engine.record import Array, Dice
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule

BUTTON = 1 << 32  # a button in a tally
WORD = 8  # bytes


@rule
def fields_in(tally: int) -> int:
    """How many fields a tally counts."""
    return tally & (BUTTON - 1)


@rule
def marks_in(tally: int) -> int:
    """How many actions a tally counts."""
    return (tally & (BUTTON - 1)) + (tally >> 32)


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
