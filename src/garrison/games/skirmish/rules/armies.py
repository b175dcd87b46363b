"""Skirmish's set-up: the armies of a scenario, or armies drawn from the seed (S18)."""

import numpy as np

from garrison.core.engine.record import int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.rules.fire import size_class
from garrison.games.skirmish.rules.sides import side
from garrison.games.skirmish.state import CALLIANCE, FIRST_KIND, ID_BITS, OF_A_SIDE, ZORDE, Kind, Rules, State

SMALLEST_DRAWN, LARGEST_DRAWN = 6, 16  # boards
FEWEST_DRAWN, MOST_DRAWN = 3, 12  # characters of Calliance
TRIES = 1000  # at armies of nearly equal strength; about one in three succeeds
LETTERS = np.array([ord("?"), *(ord(kind.name[0]) for kind in Kind)], dtype=np.int64)  # by Kind
FIRST_DIGIT, FIRST_LETTER, DIGITS = ord("0"), ord("A"), 10


@rule
def place_armies(p: Rules, s: State) -> None:
    """S10: everybody where the set-up puts them."""
    s.width = p.width
    for who in range(MOST_CHARACTERS):
        if p.army_kinds[who] == 0:
            return
        enlist(p, s, p.army_kinds[who], p.army_ids[who])
        stand(s, who, int64(p.army_rows[who]) * s.width + p.army_columns[who])


@rule
def draw_armies(p: Rules, s: State) -> None:
    """S18: the board's size, both armies and their places, all from the seed."""
    s.width = SMALLEST_DRAWN + pick(s, LARGEST_DRAWN - SMALLEST_DRAWN + 1)
    calliance = FEWEST_DRAWN + pick(s, min(s.width, MOST_DRAWN) - FEWEST_DRAWN + 1)
    for _ in range(calliance):
        enlist_next(p, s, FIRST_KIND[CALLIANCE] + pick(s, OF_A_SIDE))
    goal = army_strength(p, s, 0)
    for _ in range(TRIES):
        dismiss(s, calliance)
        enlist_zorde(p, s, goal)
        if is_within_tenth(goal, army_strength(p, s, calliance)):
            break
    for who in range(s.count):
        stand(s, who, random_place(s, who < calliance))


@rule
def enlist_zorde(p: Rules, s: State, goal: int) -> None:
    """S18, S20: one Zorde after another until they are nearly as strong as the goal."""
    first = s.count
    while army_strength(p, s, first) * 10 < goal * 9 and s.count - first < 2 * s.width:
        enlist_next(p, s, FIRST_KIND[ZORDE] + pick(s, OF_A_SIDE))


@rule
def is_within_tenth(one: int, other: int) -> bool:
    """S18: equal within 10% of the larger."""
    return abs(one - other) * 10 <= max(one, other)


@rule
def army_strength(p: Rules, s: State, first: int) -> int:
    """S18, S20: how strong everybody from `first` on is together: by their health, or by their strengths."""
    total, size = 0, size_class(s.width)
    for who in range(first, s.count):
        strength = p.strengths[size, s.kinds[who] - 1]
        total += strength if strength > 0 else s.health[who]
    return total


@rule
def random_place(s: State, is_calliance: bool) -> int:
    """S18: a free field in the lowest quarter of the board for Calliance, in the highest for Zorde."""
    depth = max(s.width // 4, 2)
    first_row = s.width - depth if is_calliance else 0
    field = first_row * s.width + pick(s, depth * s.width)
    while s.standing[field] != 0:
        field = first_row * s.width + pick(s, depth * s.width)
    return field


@rule
def enlist_next(p: Rules, s: State, kind: int) -> None:
    """A character with the id that comes next."""
    enlist(p, s, kind, drawn_id(s, kind, s.count))


@rule
def drawn_id(s: State, kind: int, count: int) -> int:
    """S18: the kind's letter, and how many of them are among the first `count` characters: 0-9, then A, B, ..."""
    before = 0
    for who in range(count):
        if s.kinds[who] == kind:
            before += 1
    return (LETTERS[kind] << ID_BITS) + second_of_id(before)


@rule
def second_of_id(before: int) -> int:
    """S18: the second character of an id, by how many of its kind came before."""
    return FIRST_DIGIT + before if before < DIGITS else FIRST_LETTER + before - DIGITS


@rule
def enlist(p: Rules, s: State, kind: int, name: int) -> None:
    """One more character, with full health, not on the board yet."""
    s.kinds[s.count] = kind
    s.health[s.count] = p.health[kind - 1]
    s.ids[s.count] = name
    s.count += 1


@rule
def dismiss(s: State, first: int) -> None:
    """Forget everybody from `first` on."""
    for who in range(first, s.count):
        s.kinds[who] = 0
        s.health[who] = 0
        s.ids[who] = 0
    s.count = first


@rule
def stand(s: State, who: int, field: int) -> None:
    """Put a character on the board."""
    s.fields[who] = field
    s.standing[field] = who + 1
    s.living[side(s, who)] += 1
