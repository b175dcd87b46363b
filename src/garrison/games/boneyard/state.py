"""Boneyard's record, its constants and its rule parameters."""

from enum import IntEnum

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.engine.grid import DIRECTION_NAMES, DOWN
from garrison.core.engine.record import MOST_STEPS, Array, StateRecord, number, numbers
from garrison.core.facts import numbered
from garrison.core.parameters import BILLION, ParameterRecord, parameter, parameters
from garrison.errors import BadOption
from garrison.games.boneyard import (
    BUTTONS,
    COLOURS,
    ENTITIES,
    FIELDS,
    KINDS,
    MOST_HEARSES,
    MOST_ON_BOARD,
    MOST_USES,
    NUMBERS,
    PLACES,
    PLANES,
    PLAYERS,
    REASONS,
)
from garrison.games.boneyard import (
    MOST_PARTS as MOST_PARTS,
)
from garrison.games.boneyard import (
    MOST_SKELETONS as MOST_SKELETONS,
)
from garrison.games.boneyard import (
    MOST_TRAPS as MOST_TRAPS,
)

MOST_PLAYERS = PLAYERS[1]
FIELD_COUNT = FIELDS
KIND_COUNT = KINDS  # of skeletons
EVENT_CAPACITY = 128
NUMBER_CAPACITY = 30_000  # ids of skeletons start again after this many
NOTHING = -1
Told = numbered(NUMBERS)  # the numbers of an observation
Part = numbered(ENTITIES)  # the numbers of an entity
Entity = numbered(ENTITIES[Part.KIND].codes)  # their kinds; those of traps come after the crater, by Trap
Plane = numbered(PLANES)
Reason = numbered(REASONS[1:], 1)  # why a game ended
PLANES_EACH = len(PLANES) // len(PLACES)  # after the first
NUMBERS_EACH = (len(NUMBERS) - Told.OWN_SCORE) // len(PLACES)
Press = numbered(BUTTONS, FIELDS)  # actions that are not clicks; a trap's own is PASS + the trap


class Trap(IntEnum):
    """The traps, by their buttons after "pass"; 0 stands for none."""

    WALL = Press.WALL - Press.PASS
    DRAGON = Press.DRAGON - Press.PASS
    CATAPULT = Press.CATAPULT - Press.PASS
    TREASURE = Press.TREASURE - Press.PASS
    BOMB = Press.BOMB - Press.PASS
    LABYRINTH = Press.LABYRINTH - Press.PASS
    HEARSE = Press.HEARSE - Press.PASS
    PALISADE = Press.PALISADE - Press.PASS
    SPRING = Press.SPRING - Press.PASS
    PORTAL = Press.PORTAL - Press.PASS
    BALLISTA = Press.BALLISTA - Press.PASS
    FAN = Press.FAN - Press.PASS
    DISTRESS = Press.DISTRESS - Press.PASS
    SHIELD = Press.SHIELD - Press.PASS


# By Trap: how many ways there are to place it, 0 if it makes no difference, and the action of the first way.
WAYS_OF = np.array([{Trap.WALL: 2, Trap.BALLISTA: 4, Trap.FAN: 4}.get(trap, 0) for trap in (0, *Trap)])
FIRST_WAY = np.array([Press.RISING if trap == Trap.WALL else Press.UP for trap in (0, *Trap)])
FEWEST_ASKED = 3  # B14: with fewer players there is only one graveyard to choose, so nobody is asked


class Phase(IntEnum):
    """B6-B8: what the players are deciding; phase 4 needs nobody."""

    HERO = 1
    TRAPS = 2
    SKELETONS = 3


class Stage(IntEnum):
    """How far a board has got in its phase."""

    DONE = 0
    ACTING = 1  # B12: a pass; the fields of `due` have yet to act
    LEAVING = 2  # B9: the move or pass is over, and those that left at the top need a graveyard
    HEARSES = 3  # all traps have acted; the hearses of `due` have yet to leave


class Ask(IntEnum):
    """B13: what a board waits for."""

    NOTHING = 0
    GRAVEYARD = 1
    DIRECTION = 2  # of the dragon


class Merit(IntEnum):
    """B15, B19: what decides who wins, in this order."""

    POINTS = 0
    LAYERS = 1
    HOUSES = 2
    FEW_SKELETONS = 3


MERITS = len(Merit)


class Fresh(IntEnum):
    """B12: what a skeleton has done in this step of the traps."""

    STOOD = 0
    CAME = 1  # it came in the move or the pass before: traps act on it now
    MOVED = 2  # in this pass: traps act on it in the next
    PLACED = 3  # in this pass, by a dragon or by being put back: no trap acts on it


class Calls(IntEnum):
    """B18: whom a skeleton in distress calls, of the kinds that came."""

    NOBODY = 0
    LOWEST = 1
    HIGHEST = 2


# The kinds of skeletons, by where they come from, and what else the numbers of events stand for.
SPAWNS = (
    *(f"{colour} from above" for colour in COLOURS),
    *(f"{colour} from the left" for colour in reversed(COLOURS)),
    *(f"{colour} from the right" for colour in COLOURS),
)
SKELETON, TRAP = Code("skeleton", numbered(SPAWNS)), Code("trap", Trap)
DIRECTION = Code("direction", numbered(DIRECTION_NAMES))


class Happening(EventKind):
    """The kinds of events; `who` is the player whose board it is, `skeleton` a kind of skeleton."""

    HERO_MOVED = kind(1, "who", Field("start"), Field("end"), marked=False)
    HERO_KILLED = kind(2, "who", SKELETON, Field("field"))
    PLACED = kind(3, "who", TRAP, Field("field"), "facing")
    TAKEN = kind(4, "who", TRAP, Field("field"))
    PASSED = kind(5, "who", told=False)
    REFLECTED = kind(6, "who", SKELETON, Field("field"), DIRECTION)  # the new direction
    THROWN = kind(7, "who", SKELETON, Field("field"), DIRECTION)
    BROKEN = kind(8, "who", SKELETON, Field("field"))  # thrown at the palisade there
    PUSHED = kind(9, "who", SKELETON, Field("field"), DIRECTION)
    BLOCKED = kind(10, "who", Field("field"))
    PUT_BACK = kind(11, "who", SKELETON, "place")
    SENT_HOME = kind(12, "who", SKELETON, Field("field"))
    CARRIED = kind(13, "who", SKELETON, Field("field"), DIRECTION)  # the field of the dragon
    TRAP_KILLED = kind(14, "who", SKELETON, Field("field"), TRAP)
    HELD = kind(15, "who", SKELETON, Field("field"), marked=False)
    CALLED = kind(16, "who", SKELETON, Field("field"))
    BURIED = kind(17, "who", SKELETON, "whose")
    SPENT = kind(18, "who", TRAP, Field("field"), "uses", told=False)  # the uses that are left
    DESTROYED = kind(19, "who", TRAP, Field("field"))
    SHIELDED = kind(20, "who", TRAP, Field("field"))  # the shield is gone instead of a use
    HEARSE_LEFT = kind(21, "who", Field("field"), "whose")
    HEARSE_CAME = kind(22, "who")
    LURED = kind(23, "who", SKELETON, Field("field"), DIRECTION, told=False, marked=False)
    LAYER_LOST = kind(24, "who", SKELETON, "left")
    HOUSE_LOST = kind(25, "who", SKELETON, "left")
    SPAWNED = kind(26, "who", SKELETON, told=False)
    ROSE = kind(27, "who", SKELETON)  # from the graveyard
    VANISHED = kind(28, "who", SKELETON)  # one too many
    FELL = kind(29, "who")
    WON = kind(30, "who")
    DRAWN = kind(31)
    ROUND = kind(32, "number", told=False)


# What the numbers of events stand for.
EVENT_RANGES = {
    "who": (0, MOST_PLAYERS - 1),
    "whose": (0, MOST_PLAYERS - 1),
    "skeleton": (0, KIND_COUNT - 1),
    "trap": (Trap.WALL, Trap.SHIELD),
    "direction": (0, 3),
}


FOREST = FIELD_COUNT  # as a skeleton's place: at the spawn point of its kind
ABOVE = FOREST + 1  # and beyond the upper edge, on its way to a graveyard
ALL_FIELDS = (1 << FIELD_COUNT) - 1  # a bit for each
MOST_PASSES = FIELD_COUNT * (MOST_USES + 1) + 1  # of a step of the traps: as many as uses and shields, and one

EACH = MOST_PLAYERS
SKELETONS = (MOST_PLAYERS, MOST_SKELETONS)  # every array of skeletons
FIELDS_EACH = (MOST_PLAYERS, FIELD_COUNT)
BY_TRAP = (MOST_PLAYERS, MOST_TRAPS + 1)


class State(StateRecord, events=EVENT_CAPACITY):
    """What a position is made of, after the header that all games share."""

    phase: int = number(Phase.HERO, Phase.SKELETONS)
    rounds: int = number(0, MOST_STEPS)  # complete ones
    choices: Array = numbers(
        EACH, NOTHING, Press.PASS, np.int8
    )  # a field, direction or player; NOTHING: not chosen yet
    chosen_traps: Array = numbers(EACH, 0, MOST_TRAPS, np.int8)  # phase 2: the trap to be placed, 0 none
    chosen_facings: Array = numbers(EACH, NOTHING, 3, np.int8)  # phase 2: how it is to face, or NOTHING
    stages: Array = numbers(EACH, Stage.DONE, Stage.HEARSES, np.int8)
    asks: Array = numbers(EACH, Ask.NOTHING, Ask.DIRECTION, np.int8)
    at: Array = numbers(EACH, 0, FIELD_COUNT - 1, np.int8)  # the field whose trap acts or waits for an answer
    has_moved: Array = numbers(EACH, 0, 1, np.int8)  # 1: something moved in this pass, so another one follows
    above: Array = numbers(EACH, 0, MOST_SKELETONS, np.int16)  # skeletons that left at the top and need a graveyard
    passes: Array = numbers(EACH, 0, MOST_PASSES, np.int16)  # of the last step of the traps
    due: Array = numbers(EACH, 0, ALL_FIELDS, np.int32)  # fields (bits) that have yet to act in this stage
    blocking: Array = numbers(EACH, 0, ALL_FIELDS, np.int32)  # palisades (bits) that blocked in this move or pass
    heroes: Array = numbers(EACH, 0, FIELD_COUNT - 1, np.int8)  # the hero's field
    layers: Array = numbers(EACH, 0, MOST_PARTS, np.int32)  # of the tower
    houses: Array = numbers(EACH, 0, MOST_PARTS, np.int32)
    counts: Array = numbers(EACH, 0, MOST_SKELETONS, np.int16)  # skeletons on the board and in the forest
    buried: Array = numbers(EACH, 0, MOST_SKELETONS, np.int16)  # skeletons in the graveyard
    numbers_given: Array = numbers(EACH, 0, NUMBER_CAPACITY - 1, np.int16)  # ids given to the player's skeletons so far
    hearses: Array = numbers(EACH, 0, MOST_HEARSES, np.int8)  # in the graveyard
    craters: Array = numbers(EACH, 0, ALL_FIELDS, np.int32)  # bits of fields
    trapped: Array = numbers(EACH, 0, ALL_FIELDS, np.int32)  # bits of fields with a trap
    shielded: Array = numbers(EACH, 0, ALL_FIELDS, np.int32)  # bits of fields with a shield on the trap
    where: Array = numbers(BY_TRAP, 0, ALL_FIELDS, np.int32)  # bits of fields with this trap
    stash: Array = numbers(BY_TRAP, 0, MOST_HEARSES, np.int8)  # traps in the stash, by Trap
    traps: Array = numbers(FIELDS_EACH, 0, MOST_TRAPS, np.int8)  # a Trap or 0
    uses: Array = numbers(FIELDS_EACH, 0, MOST_USES, np.int8)  # that are left; 0 also for a trap without a limit
    facings: Array = numbers(FIELDS_EACH, 0, 3, np.int8)  # a direction, or 0 for / and 1 for \
    graves: Array = numbers((EACH, KIND_COUNT), 0, MOST_SKELETONS, np.int16)  # skeletons in the graveyard, by kind
    # A player's skeletons are the first `counts` of each of these:
    kinds: Array = numbers(SKELETONS, 0, KIND_COUNT - 1, np.int8)
    places: Array = numbers(SKELETONS, 0, ABOVE, np.int8)  # a field, FOREST or ABOVE
    headings: Array = numbers(SKELETONS, 0, 3, np.int8)  # a direction
    fresh: Array = numbers(SKELETONS, Fresh.STOOD, Fresh.PLACED, np.int8)
    sides: Array = numbers(SKELETONS, 0, 3, np.int8)  # the direction of its last displacement
    from_places: Array = numbers(SKELETONS, 0, FOREST, np.int8)  # where it stood before walls began to reflect it
    from_headings: Array = numbers(SKELETONS, 0, 3, np.int8)  # and how it faced there
    held: Array = numbers(SKELETONS, 0, 1, np.int8)  # 1: it stays in the next move if it is still on the labyrinth
    numbers: Array = numbers(SKELETONS, 0, NUMBER_CAPACITY - 1, np.int16)  # its id, the same as long as it lives


Clash = clashes(State)

BASIC = (Trap.WALL, Trap.WALL, Trap.CATAPULT, Trap.CATAPULT, Trap.DRAGON, Trap.TREASURE)
EIGHT = (
    Trap.WALL,
    Trap.DRAGON,
    Trap.CATAPULT,
    Trap.TREASURE,
    Trap.BOMB,
    Trap.HEARSE,
    Trap.PALISADE,
    Trap.SPRING,
)
USES = (2, 2, 2, 1, 1, 0, 0, 2, 2, 2, 2, 1, 1, 0)  # by Trap, from the wall on
UNLIMITED = (Trap.LABYRINTH, Trap.HEARSE, Trap.SHIELD)
POINTS = (1, 2, 2, 3, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1)
ARROWS = (0, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0)
TRAPS = tuple(int(trap) for trap in BASIC) + (0,) * (MOST_TRAPS - len(BASIC))
MOST = MOST_SKELETONS


class Rules(ParameterRecord):
    """The parameters of the rules."""

    players: int = parameter(2, 1, MOST_PLAYERS, "number of players", tunable=False)
    traps: Array = parameters(
        TRAPS, 0, MOST_TRAPS, "everybody's traps, by number; 0 after the last (B5)", np.int8, tunable=False
    )
    layers: int = parameter(4, 1, MOST_PARTS, "layers of a tower (B1)")
    houses: int = parameter(5, 1, MOST_PARTS, "houses of a village (B1)")
    solo_layers: int = parameter(1, 1, MOST_PARTS, "layers with one player (B16)")
    solo_houses: int = parameter(1, 1, MOST_PARTS, "houses with one player (B16)")
    arrows: Array = parameters(
        ARROWS, 0, 4, "the arrow on each field: 0 none, 1 up, 2 right, 3 down, 4 left (B2)", np.int8, tunable=False
    )
    first_spawns: int = parameter(3, 0, MOST, "skeletons at the start, none of them red (B4)")
    spawns: int = parameter(3, 0, MOST, "skeletons that come every round (B10)")
    most_skeletons: int = parameter(MOST, 1, MOST, "the most skeletons that a player has (B10)", tunable=False)
    uses: Array = parameters(
        USES, 0, MOST_USES, "uses of each trap, from the wall on; 0 where there is no limit", np.int8
    )
    points: Array = parameters(POINTS, 0, 1000, "points of each trap, from the wall on (B15)")
    throw: int = parameter(2, 1, 5, "how far a spring throws")
    distress_calls: int = parameter(
        1, 0, 2, "whom a skeleton in distress calls: 0 nobody, 1 the lowest, 2 the highest (B18)"
    )
    distress_heading: int = parameter(DOWN, 0, 3, "how the called one faces: 0 up, 1 right, 2 down, 3 left (B18)")
    distress_reach: int = parameter(1, 1, 4, "fields from which a skeleton in distress lures (B18)")
    layer_points: int = parameter(3, 0, 1000, "points of a layer (B15)")
    house_points: int = parameter(2, 0, 1000, "points of a house (B15)")
    tie_breaks: int = parameter(
        False, 0, 1, "layers, houses, then fewer skeletons decide between equals, or if all fall (B19, B20)", later=True
    )
    solo_rounds: int = parameter(10, 1, BILLION, "rounds to survive with one player (B16)")
    max_rounds: int = parameter(100, 1, BILLION, "rounds after which a game of several players ends (B17)")
    max_steps: int = parameter(50_000, 1, BILLION, "actions after which any game ends", tunable=False)


def observed(p: Rules) -> tuple[int, int]:
    """How many planes and numbers an observation has: those of the boards that are there."""
    return 1 + PLANES_EACH * int(p.players), int(Told.OWN_SCORE) + NUMBERS_EACH * int(p.players)


def most_entities(p: Rules) -> int:
    """How many entities there may be on the boards that are there."""
    return MOST_ON_BOARD * int(p.players)


def unused_actions(p: Rules) -> list[int]:
    """The buttons of traps that nobody has, of facings that none of them needs, and of graveyards not asked for."""
    traps = {int(trap) for trap in p.traps if trap}
    useful_actions = {int(Press.PASS) + trap for trap in traps}
    useful_actions |= {int(FIRST_WAY[trap]) + way for trap in traps for way in range(WAYS_OF[trap])}
    useful_actions |= {int(Press.UP) + direction for direction in range(4) if Trap.DRAGON in traps}  # B13
    useful_actions |= {int(Press.GRAVEYARD_1) + who for who in range(int(p.players)) if p.players >= FEWEST_ASKED}
    return [action for action in map(int, Press) if action not in useful_actions | {int(Press.PASS)}]


def check(p: Rules) -> None:
    """Check what ranges of single parameters can't express."""
    kinds = [int(kind) for kind in p.traps[: np.count_nonzero(p.traps)]]
    if 0 in kinds or not kinds:
        raise BadOption(f"boneyard rules: traps must name 1 to {MOST_TRAPS} traps, without a gap.")
    for trap in Trap:
        is_limited = trap not in UNLIMITED
        # Without a limit, walls and springs could send a skeleton round for ever.
        if is_limited != (p.uses[trap - 1] > 0):
            words = "must be at least 1" if is_limited else "must be 0, since it has no limit"
            raise BadOption(f"boneyard rules: uses[{trap - 1}], of the {trap.name.lower()}, {words}.")
