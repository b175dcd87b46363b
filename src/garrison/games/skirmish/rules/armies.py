"""Skirmish's set-up: the armies of a scenario, or armies drawn from the seed (S18)."""

import numpy as np

from garrison.core.engine.record import int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.rules.fire import size_class
from garrison.games.skirmish.rules.sides import side
from garrison.games.skirmish.state import (
    CALLIANCE,
    FIRST_KIND,
    ID_BITS,
    OF_A_SIDE,
    ZORDE,
    Kind,
    Rules,
    State,
)

SMALLEST_DRAWN, LARGEST_DRAWN = 6, 16  # boards
FEWEST_DRAWN, MOST_DRAWN = 3, 12  # characters of Calliance
TRIES = 1000  # at armies of nearly equal strength; about one in three succeeds
MOST_TRIES = 10_000  # where they have to be equal in two ways; about one in twenty succeeds
FIRST_WAY, SECOND_WAY = 0, 1  # in which they are equal
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
    """S18, S20: the board's size, both armies and their places, all from the seed."""
    s.width = SMALLEST_DRAWN + pick(s, LARGEST_DRAWN - SMALLEST_DRAWN + 1)
    calliance, is_twice = enlist_calliance(p, s), is_second_asked(p, s)
    for attempt in range(MOST_TRIES if is_twice else TRIES):
        if attempt > 0 and is_twice:  # few Zorde are equal to an army in both ways
            dismiss(s, 0)
            calliance = enlist_calliance(p, s)
        dismiss(s, calliance)
        enlist_zorde(p, s, calliance)
        if are_equal(p, s, calliance, FIRST_WAY) and (not is_twice or are_equal(p, s, calliance, SECOND_WAY)):
            break
    for who in range(s.count):
        stand(s, who, random_place(s, who < calliance))


@rule
def enlist_calliance(p: Rules, s: State) -> int:
    """S18: a few of Calliance, each of any kind; how many they are."""
    count = FEWEST_DRAWN + pick(s, min(s.width, MOST_DRAWN) - FEWEST_DRAWN + 1)
    for _ in range(count):
        enlist_next(p, s, FIRST_KIND[CALLIANCE] + pick(s, OF_A_SIDE))
    return count


@rule
def enlist_zorde(p: Rules, s: State, first: int) -> None:
    """S18, S20: one Zorde after another until they are nearly as strong as those before them."""
    goal = army_strength(p, s, FIRST_WAY, 0, first)
    while army_strength(p, s, FIRST_WAY, first, s.count) * 10 < goal * 9 and s.count - first < 2 * s.width:
        enlist_next(p, s, FIRST_KIND[ZORDE] + pick(s, OF_A_SIDE))


@rule
def are_equal(p: Rules, s: State, first: int, way: int) -> bool:
    """S18, S20: whether those from `first` on are as strong as those before them, within 10% of the larger."""
    one, other = army_strength(p, s, way, 0, first), army_strength(p, s, way, first, s.count)
    return abs(one - other) * 10 <= max(one, other)


@rule
def is_second_asked(p: Rules, s: State) -> bool:
    """S20: whether there are strengths of a second way on boards of this size."""
    total = int64(0)
    for kind in range(p.second_strengths.shape[1]):
        total += p.second_strengths[size_class(s.width), kind]
    return total > 0


@rule
def army_strength(p: Rules, s: State, way: int, first: int, last: int) -> int:
    """S18, S20: how strong some are together, in one of both ways: by their strengths or, without, their health."""
    total, size = int64(0), size_class(s.width)
    for who in range(first, last):
        kind = s.kinds[who] - 1
        strength = p.strengths[size, kind] if way == FIRST_WAY else p.second_strengths[size, kind]
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
