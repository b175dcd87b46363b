"""What a player may choose, and how a choice is kept until everybody has chosen.

Storing writes only to the player's own entries in `choices`, `chosen_traps` and `chosen_facings`: no event, no chance.
So the order in which choices arrive makes no difference to any byte.
"""

import numpy as np

from garrison.core.engine.local_array import local_array
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import TOWER, is_king_step
from garrison.games.boneyard.rules.skeletons import fields_with_skeletons
from garrison.games.boneyard.rules.stash import allowed_fields, mark_fields, mark_traps
from garrison.games.boneyard.state import (
    FIELD_COUNT,
    FIRST_WAY,
    MOST_PLAYERS,
    NOTHING,
    WAYS_OF,
    Ask,
    Phase,
    Press,
    Rules,
    State,
    Trap,
)

ACTIONS = FIELD_COUNT + len(Press)

# --- What is legal


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    """What a player may do: answer a question, move the hero (B6), or handle traps (B7)."""
    if s.asks[player] != Ask.NOTHING:
        mark_answers(p, s, player, mask)
    elif s.phase == Phase.HERO:
        mark_hero_steps(s, player, mask)
    else:
        mark_placing(s, player, mask)


@rule
def mark_hero_steps(s: State, who: int, mask: Array) -> None:
    """B6: one field like a king in chess."""
    for field in range(FIELD_COUNT):
        mask[field] = is_king_step(s.heroes[who], field)


@rule
def mark_placing(s: State, who: int, mask: Array) -> None:
    """B7: a trap to place or to pick up; then how it faces; then its field. Passing is possible at any time."""
    mask[Press.PASS] = 1
    trap = s.chosen_traps[who]
    if trap == 0:
        mark_traps(s, who, mask, Press.PASS)
    elif needs_facing(trap) and s.chosen_facings[who] == NOTHING:
        mark_facings(trap, mask)
    else:
        mark_fields(allowed_fields(s, who, trap, fields_with_skeletons(s, who)), mask)


@rule
def needs_facing(trap: int) -> bool:
    """Wall, ballista and fan are placed in one of several ways."""
    return WAYS_OF[trap] > 0


@rule
def mark_facings(trap: int, mask: Array) -> None:
    """A wall stands as / or \\; a ballista or fan faces one of four ways."""
    for way in range(WAYS_OF[trap]):
        mask[FIRST_WAY[trap] + way] = 1


@rule
def mark_directions(mask: Array) -> None:
    """All four."""
    for direction in range(4):
        mask[Press.UP + direction] = 1


@rule
def mark_answers(p: Rules, s: State, who: int, mask: Array) -> None:
    """B13: one of four directions, or any graveyard but the player's own."""
    if s.asks[who] == Ask.DIRECTION:
        mark_directions(mask)
        return
    for other in range(p.players):
        mask[Press.GRAVEYARD_1 + other] = other != who


@rule
def is_legal(p: Rules, s: State, who: int, choice: int) -> bool:
    """Whether a player may make, or could have made, a choice as it is stored."""
    mask, action = local_array(ACTIONS, np.uint8), int64(choice)
    legal(p, s, who, mask)
    if s.asks[who] == Ask.DIRECTION:
        action += Press.UP
    elif s.asks[who] == Ask.GRAVEYARD:
        action += Press.GRAVEYARD_1
    return choice != NOTHING and mask[action] == 1


# --- Storing


@rule
def store(s: State, who: int, action: int) -> bool:
    """Keep a choice, or a part of it; whether it is complete."""
    if s.asks[who] == Ask.DIRECTION:
        s.choices[who] = action - Press.UP
    elif s.asks[who] == Ask.GRAVEYARD:
        s.choices[who] = action - Press.GRAVEYARD_1
    elif s.phase == Phase.HERO or action <= Press.PASS:
        s.choices[who] = action
    elif action < Press.RISING:
        s.chosen_traps[who] = action - Press.PASS
        return False
    else:
        return store_facing(s, who, action)
    return True


@rule
def store_facing(s: State, who: int, action: int) -> bool:
    """How the trap is to face. A ballista needs nothing more: it can only go on the tower."""
    s.chosen_facings[who] = action - FIRST_WAY[s.chosen_traps[who]]
    if s.chosen_traps[who] == Trap.BALLISTA:
        s.choices[who] = TOWER
        return True
    return False


@rule
def forget_choices(s: State) -> None:
    """Nobody has chosen anything."""
    for who in range(MOST_PLAYERS):
        forget_choice(s, who)


@rule
def forget_choice(s: State, who: int) -> None:
    """A player has chosen nothing."""
    s.choices[who] = NOTHING
    s.chosen_traps[who] = 0
    s.chosen_facings[who] = NOTHING
