"""Skirmish's record, its constants and its rule parameters."""

from enum import IntEnum

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.engine.record import MOST_STEPS, Array, StateRecord, number, numbers
from garrison.core.facts import numbered
from garrison.core.parameters import BILLION, Each, ParameterRecord, parameter, parameters
from garrison.errors import BadOption
from garrison.games.skirmish import (
    BOARD,
    CHARACTERS,
    MOST_CHARACTERS,
    MOST_OWN_STEPS,
    NUMBERS,
    PLANES,
    REACH,
    REASONS,
    SEATS,
)

LARGEST = BOARD[0]  # fields along a side of the largest board
FIELD_CAPACITY = LARGEST * LARGEST
NOBODY = -1
CALLIANCE, ZORDE = SEATS.index("Calliance"), SEATS.index("Zorde")  # the two sides are the two players
Reason = numbered(REASONS[1:], 1)  # why a game ended
Seen = numbered(PLANES)  # the planes of an observation
Told = numbered(NUMBERS)  # the numbers of an observation
Plane = numbered(REACH)  # the planes of `reach`
EVENT_CAPACITY = 64  # a shot at the 24 fields around logs at most 48 hits and deaths, after at most 9 healings


class Kind(IntEnum):
    """S1: the characters; 0 stands for none."""

    ORK = 1 + CHARACTERS.index("Ork")
    TROLL = 1 + CHARACTERS.index("Troll")
    GOBLIN = 1 + CHARACTERS.index("Goblin")
    HUMAN = 1 + CHARACTERS.index("Human")
    ELF = 1 + CHARACTERS.index("Elf")
    DWARF = 1 + CHARACTERS.index("Dwarf")


ID_BITS = 16  # of the second character of an id


def packed(text: str) -> int:
    """An id's two characters as one number.

    >>> unpacked(packed("H0"))
    'H0'
    """
    return (ord(text[0]) << ID_BITS) + ord(text[1])


def unpacked(number: int) -> str:
    """The id that a number stands for."""
    return chr(number >> ID_BITS) + chr(number % (1 << ID_BITS))


# The numbers of events that stand for a character.
WHO, ATTACKER, DEFENDER = (Code(name, unpacked) for name in ("who", "attacker", "defender"))


class Happening(EventKind):
    """The kinds of events."""

    CHOSEN = kind(1, WHO, told=False)
    STEPPED = kind(2, WHO, Field("start"), Field("end"))
    STOPPED = kind(3, WHO, Field("field"), marked=False)
    HEALED = kind(4, WHO, "amount", "health")
    HIT = kind(5, ATTACKER, WHO, "damage", "health")
    DIED = kind(6, WHO, Field("field"))
    FOUGHT = kind(7, ATTACKER, DEFENDER)
    WON = kind(8, "side")
    DRAWN = kind(9)
    BURNT = kind(10, WHO, "damage", "health")


MOST_HEALTH = 1_000_000
LAST_ID = 2**31 - 1
# What the numbers of events stand for.
EVENT_RANGES = {"who": (0, LAST_ID), "attacker": (0, LAST_ID), "defender": (0, LAST_ID), "side": (CALLIANCE, ZORDE)}


SIDES = np.array([NOBODY, ZORDE, ZORDE, ZORDE, CALLIANCE, CALLIANCE, CALLIANCE])  # S1: the side of each Kind
OF_A_SIDE = len(Kind) // 2  # kinds of each side; they follow one another
FIRST_KIND = np.array([Kind.HUMAN, Kind.ORK])  # of each side

# A kind's index in the tables below is its number minus 1.
HEALTH = (200, 150, 80, 100, 70, 120)
ATTACK = (30, 20, 10, 30, 15, 20)
STEPS = (1, 1, 4, 3, 4, 2)
STRIKES_EACH_STEP = (0, 0, 1, 0, 1, 1)
SHOOTS = (0, 0, 0, 0, 1, 0)
HEALS = (1, 0, 0, 0, 0, 0)
NOT_YET = (0,) * MOST_CHARACTERS
LARGEST_OF_CLASS = (8, 10, 13)  # fields along a side: the classes of boards end there, and the last has no end
CLASSES = len(LARGEST_OF_CLASS) + 1
OF_CLASS = (*(f"boards up to {most} fields wide" for most in LARGEST_OF_CLASS), "wider boards")


class State(StateRecord, events=EVENT_CAPACITY):
    """What a position is made of, after the header that all games share."""

    width: int = number(1, LARGEST)  # fields along a side of the board
    count: int = number(2, MOST_CHARACTERS)  # characters at the start
    living: Array = numbers(2, 0, MOST_CHARACTERS)  # of each side
    moves: int = number(0, MOST_STEPS)  # complete moves of both sides together
    chosen: int = number(NOBODY, MOST_CHARACTERS - 1)  # the character that is moving, or NOBODY
    steps_made: int = number(0, MOST_OWN_STEPS)  # of its move
    kinds: Array = numbers(MOST_CHARACTERS, 0, Kind.DWARF, np.int8)  # a Kind each
    fields: Array = numbers(MOST_CHARACTERS, NOBODY, FIELD_CAPACITY - 1, np.int16)  # of each; NOBODY: it is dead
    health: Array = numbers(MOST_CHARACTERS, 0, MOST_HEALTH, np.int32)  # 0 if it is dead
    ids: Array = numbers(MOST_CHARACTERS, 0, LAST_ID, np.int32)  # two characters, packed
    standing: Array = numbers(FIELD_CAPACITY, 0, MOST_CHARACTERS, np.int8)  # who is on each, from 1 on; 0: nobody


Clash = clashes(State)


class Rules(ParameterRecord):
    """The parameters of the rules."""

    health: Array = parameters(HEALTH, 1, MOST_HEALTH, "health of Ork, Troll, Goblin, Human, Elf, Dwarf (S1)")
    attack: Array = parameters(ATTACK, 0, 1_000_000, "attack power of Ork, Troll, Goblin, Human, Elf, Dwarf (S1)")
    steps: Array = parameters(STEPS, 1, MOST_OWN_STEPS, "steps of Ork, Troll, Goblin, Human, Elf, Dwarf (S1)")
    strikes_each_step: Array = parameters(
        STRIKES_EACH_STEP, 0, 1, "1: attacks after every step, not only the last (S1)"
    )
    shoots: Array = parameters(SHOOTS, 0, 1, "1: the last step's attack is a ranged one (S5)")
    heals: Array = parameters(HEALS, 0, 1, "1: heals its side's neighbours before moving (S6)")
    shot_attack: int = parameter(15, 0, 1_000_000, "attack power of a ranged attack (S5)")
    shot_distance: int = parameter(2, 1, 2, "how far a ranged attack reaches (S5)")
    healing: int = parameter(10, 0, 1_000_000, "health that healing gives (S6)")
    first_side: int = parameter(0, 0, 1, "who begins: 0 Calliance, 1 Zorde (S9)")
    alternate: int = parameter(True, 0, 1, "the sides take turns; off: either may move (S9, S12)")
    max_moves: int = parameter(200, 0, BILLION, "moves after which it is a draw, 0: none (S9)")
    fire_moves: Array = parameters(
        (0,) * CLASSES,
        0,
        BILLION,
        Each("moves until the outermost ring burns, 0: never (S19)", OF_CLASS),
        later=True,
    )
    fire_gap: Array = parameters(
        (1,) * CLASSES, 1, BILLION, Each("moves from one ring to the next (S19)", OF_CLASS), later=True
    )
    fire_harm: int = parameter(10, 0, 1_000_000, "health that burning costs (S19)", later=True)
    strengths: Array = parameters(
        ((0,) * len(Kind),) * CLASSES,
        0,
        MOST_HEALTH,
        Each("strength where armies are drawn, 0: the health (S20)", OF_CLASS, CHARACTERS),
        later=True,
    )
    second_strengths: Array = parameters(
        ((0,) * len(Kind),) * CLASSES,
        0,
        MOST_HEALTH,
        Each("strength in a second way, all 0: not asked (S20)", OF_CLASS, CHARACTERS),
        later=True,
    )
    max_steps: int = parameter(50_000, 1, BILLION, "actions after which any game ends", tunable=False)
    width: int = parameter(
        10, 0, LARGEST, "fields along a side of the board; 0: drawn from the seed, armies too (S18)", tunable=False
    )
    army_kinds: Array = parameters(
        NOT_YET, 0, len(Kind), "the characters, by kind; 0 after the last", np.int8, tunable=False
    )
    army_columns: Array = parameters(NOT_YET, 0, LARGEST - 1, "each character's column (S10)", np.int8, tunable=False)
    army_rows: Array = parameters(NOT_YET, 0, LARGEST - 1, "each character's row (S10)", np.int8, tunable=False)
    army_ids: Array = parameters(
        NOT_YET, 0, LAST_ID, "each character's two-letter id, as the first x 65536 + the second", tunable=False
    )


def is_id(text: str) -> bool:
    """S10: two characters; they must be printable and fit into the record.

    >>> is_id("H0"), is_id("H"), is_id("H\\n")
    (True, False, False)
    """
    return (
        len(text) == 2
        and text.isprintable()
        and " " not in text
        and packed(text) <= LAST_ID
        and ord(text[1]) >> ID_BITS == 0
    )


def played_board(p: Rules) -> tuple[int, int]:
    """S18: the rows and columns of the board, or of the largest if the size is drawn from the seed."""
    size = int(p.width) or LARGEST
    return size, size


def check(p: Rules) -> None:
    """Check what ranges of single parameters can't express: S10's conditions on the armies."""
    if p.width == 0:
        return
    count = int(np.count_nonzero(p.army_kinds))
    kinds = [int(kind) for kind in p.army_kinds[:count]]
    places = {(int(row), int(column)) for row, column in zip(p.army_rows[:count], p.army_columns[:count], strict=True)}
    wrong = (
        (0 in kinds, "army_kinds has a gap"),
        ({int(SIDES[kind]) for kind in kinds} != {CALLIANCE, ZORDE}, "a side has no characters"),
        (any(max(place) >= p.width for place in places), "a character stands off the board"),
        (len(places) < count, "two characters stand on one field"),
        (len({int(number) for number in p.army_ids[:count]}) < count, "two characters have the same id"),
        (not all(is_id(unpacked(int(number))) for number in p.army_ids[:count]), "an id is not two characters"),
    )
    for is_wrong, words in wrong:
        if is_wrong:
            raise BadOption(f"skirmish rules: {words}.")
