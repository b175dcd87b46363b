"""What a thread of a search thinks with, and how its loops call a game: these are the CPU's, `bots.gpu` has others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from garrison.core.engine.arguments import HANDLE, Arguments, Handle
from garrison.core.engine.calls import ask, tell
from garrison.core.engine.masks import random_mark
from garrison.core.engine.memory import Address, array_at, copy_bytes, record_at, row
from garrison.core.engine.record import DICE, Dice
from garrison.core.engine.rule import rule
from garrison.core.engine.store import Origin

OWN, OTHERS = 0, 1  # whose dice
DICE_SIZE = DICE.itemsize
HASTE = 0.999  # an end that is a turn or a ply further away counts this much less
# What the machine code of the search is made from.
ORIGIN = Origin("search", Path(__file__).parent, parts=(), modules=("garrison.bots.search.methods",))


class Trial(Arguments):
    """A position that somebody thinks about, how far simulations go, and the memory that they play on."""

    game: Address
    value: Address  # the entries of the game's skill
    policy: Address
    hide: Address
    mind: Address  # who says what a position is worth, besides the game's own value
    root: Address  # what is thought about
    player: int  # who thinks
    turns: int  # that a simulation looks ahead
    steps: int  # that it has at most
    plan_turns: int  # for which a plan holds
    usual: int  # the style of everybody without a plan
    free: int  # the style in which a plan goes on that began with any action
    state: Address
    mask: Address
    dice: Address  # OWN and OTHERS
    values: Address


TRIAL = Trial.dtype


@rule
def game_of(t: Trial) -> Handle:
    """The game."""
    return record_at(t.game, HANDLE)


@rule
def dice_of(t: Trial, whose: int) -> Dice:
    """The dice of the player who thinks, or those of everybody else and of those without a plan."""
    return record_at(row(t.dice, whose, DICE_SIZE), DICE)


@rule
def copy_root(t: Trial) -> None:
    """Begin with the position that is thought about."""
    copy_bytes(t.state, t.root, game_of(t).state_size)


@rule
def hide_others(t: Trial) -> None:
    """Take out what the player cannot know."""
    tell(t.hide, (game_of(t).parameters, t.state, t.player))


@rule
def mark(t: Trial, who: int) -> int:
    """Mark what somebody may do; the tally."""
    game = game_of(t)
    return ask(game.legal, (game.parameters, t.state, who, t.mask))


@rule
def draw(t: Trial, tally: int, whose: int) -> int:
    """Any of the marked actions."""
    return random_mark(array_at(t.mask, game_of(t).actions, np.uint8), tally, dice_of(t, whose))


@rule
def consult(t: Trial, who: int, tally: int, whose: int, style: int) -> int:
    """What the policy does in a style with somebody's dice, of the marked actions."""
    dice = row(t.dice, whose, DICE_SIZE)
    return ask(t.policy, (game_of(t).parameters, t.state, who, t.mask, tally, dice, style))


@rule
def act(t: Trial, who: int, action: int) -> None:
    """Play an action."""
    game = game_of(t)
    tell(game.step, (game.parameters, t.state, who, action))


@rule
def evaluate(t: Trial, state: Address) -> None:
    """Ask the game's own value what a position is worth to everybody."""
    tell(t.value, (game_of(t).parameters, state, t.values))
