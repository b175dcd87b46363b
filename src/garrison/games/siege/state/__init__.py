"""Siege's record, its constants and its rule parameters."""

from enum import IntEnum

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.engine.record import MOST_STEPS, Array, StateRecord, number, numbers
from garrison.core.facts import numbered
from garrison.core.parameters import BILLION, Each, ParameterRecord, parameter, parameters
from garrison.games.siege import (
    BUILDING_CAPACITY as BUILDING_CAPACITY,
)
from garrison.games.siege import (
    BUTTONS,
    ENTITIES,
    LARGEST,
    MOST_MADE,
    MOST_MOVES,
    MOST_WORKS,
    NUMBERS,
    PLANES,
    REACH,
    REASONS,
    RICHES,
)
from garrison.games.siege import (
    MOST_BUILDINGS as MOST_BUILDINGS,
)
from garrison.games.siege import (
    MOST_ENGINES as MOST_ENGINES,
)
from garrison.games.siege import (
    MOST_UNITS as MOST_UNITS,
)
from garrison.games.siege.state.terrain import Ground

FIELD_CAPACITY = LARGEST * LARGEST
WORKS_FROM = 2 * MOST_BUILDINGS  # where the indices of walls, gates and ladders begin
ALL_COLUMNS = (1 << LARGEST) - 1  # a bit for each
NOBODY = -1  # no unit, engine, building, owner or field
DIE = 6
ROLLS = tuple(f"roll {number}" for number in range(1, DIE + 1))
EVENT_CAPACITY = 32
ACROSS, UPRIGHT = 0, 1  # which way something long lies
Press = numbered(BUTTONS, FIELD_CAPACITY)  # the actions of the buttons; those of what is made are in the kinds' order
Plane = numbered(REACH)  # the planes of `reach`
Told = numbered(NUMBERS)  # the numbers of an observation
Part = numbered(ENTITIES)  # the numbers of an entity
Seen = numbered(PLANES)  # the planes of an observation
Mark = numbered(PLANES[Seen.MARKS].codes)  # the numbers on the last of them
Reason = numbered(REASONS[1:], 1)  # why a game ended


class Mode(IntEnum):
    """How a game begins and where coins come from (G23, G24)."""

    STANDARD = 0
    SIEGE = 1


class Unit(IntEnum):
    """Land units; 0 stands for none."""

    INFANTRY = 1
    ARCHERS = 2
    CAVALRY = 3


class Engine(IntEnum):
    """Siege units and ships; 0 stands for none."""

    TOWER = 1
    RAM = 2
    TREBUCHET = 3
    SHIP = 4


class Building(IntEnum):
    """Buildings; 0 stands for none. Those up to the camp must not be neighbours of one another (G19)."""

    CASTLE = 1
    BARRACKS = 2
    WORKSHOP = 3
    PORT = 4
    CAMP = 5
    WALL = 6
    GATE = 7
    LADDER = 8


class Struck(IntEnum):
    """What a trebuchet's stone destroys (G15); 0 stands for nothing."""

    UNIT = 1
    SIEGE_UNIT = 2
    SHIP = 3


class Threat(IntEnum):
    """How somebody on a field can be attacked from another (G11, G12); both may be."""

    STRIKE = 1
    SHOT = 2


class Beside(IntEnum):
    """A field that touches a building (G3): it just does, or it also has room for a new land unit (G21)."""

    TOUCHES = 1
    FREE = 2


class Phase(IntEnum):
    """What the player is asked."""

    CASTLE = 0  # G23, G24: where the castle is to stand
    SET_UP = 1  # G24: what the defender builds next
    CAMP = 2  # G24: where a free camp is to stand
    UNITS = 3  # G25: which unit's turn is played; with a ship chosen, only of those inside it
    WHICH = 4  # which of those on the clicked field
    LAND = 5  # G16: steps and the action of a land unit
    ENGINE = 6  # G17, G18: a siege unit or ship that has not moved
    MOVED = 7  # it has moved: further steps, or who of the crew gets exhausted
    ACT = 8  # G17: the action of a siege unit that has moved, or is still acting
    TARGET = 9  # G13: whom the chosen unit inside the tower attacks
    BUILDINGS = 10  # G25: which building acts
    MAKE = 11  # G20: what it makes
    WAY = 12  # which way that lies
    PLACE = 13  # and where


# The numbers of events that stand for something.
UNIT, VICTIM = Code("unit", Unit), Code("victim", Unit)
ENGINE, BUILDING, REASON = Code("engine", Engine), Code("building", Building), Code("reason", Reason)


class Happening(EventKind):
    """The kinds of events."""

    BUILT = kind(1, "player", BUILDING, Field("place"))
    MADE_UNIT = kind(2, "player", UNIT, Field("place"))
    MADE_ENGINE = kind(3, "player", ENGINE, Field("place"))
    COINS = kind(4, "player", "coins", "total")
    STEPPED = kind(5, UNIT, Field("start"), Field("end"), "player")
    MOVED = kind(6, ENGINE, Field("start"), Field("end"))
    TURNED = kind(7, ENGINE, Field("start"), Field("end"))
    TIRED = kind(8, UNIT, Field("place"))
    STRUCK = kind(9, UNIT, Field("start"), VICTIM, Field("target"))
    SHOT = kind(10, "roll", "lowest", Field("start"), Field("target"))  # the lowest roll that hits
    RAMMED = kind(11, "roll", "lowest", BUILDING, Field("target"))
    HURLED = kind(12, "roll", "number", Field("target"), "hit")  # the number of the field from its end, 0: none
    UNIT_LOST = kind(13, UNIT, "player", Field("place"))
    ENGINE_LOST = kind(14, ENGINE, Field("place"))
    BUILDING_LOST = kind(15, BUILDING, "player", Field("place"))
    CAPTURED = kind(16, "player", BUILDING, Field("place"), "others")  # how many buildings went with it
    SET_UP = kind(17, "player")
    UNITS_ENDED = kind(18, "player")
    TURN_ENDED = kind(19, "player", "turn")
    WON = kind(20, "winner", REASON)
    DRAWN = kind(21)


# What the numbers of events stand for.
EVENT_RANGES = {
    "player": (NOBODY, 1),
    "winner": (0, 1),
    "unit": (Unit.INFANTRY, Unit.CAVALRY),
    "victim": (Unit.INFANTRY, Unit.CAVALRY),
    "engine": (Engine.TOWER, Engine.SHIP),
    "building": (Building.CASTLE, Building.LADDER),
    "reason": (Reason.ARMY, Reason.STRENGTH),
}


# Rows and columns that a piece covers, by its kind and which way it lies.
ENGINE_ROWS = np.array([[0, 0], [2, 2], [1, 2], [1, 2], [1, 3]])
ENGINE_COLUMNS = np.array([[0, 0], [2, 2], [2, 1], [2, 1], [3, 1]])
BUILDING_ROWS = np.array([[0, 0], [3, 3], [2, 2], [2, 2], [2, 2], [3, 3], [1, 3], [1, 2], [1, 1]])
BUILDING_COLUMNS = np.array([[0, 0], [3, 3], [2, 2], [2, 2], [2, 2], [3, 3], [3, 1], [2, 1], [1, 1]])


class State(StateRecord, events=EVENT_CAPACITY):
    """What a position is made of, after the header that all games share."""

    phase: int = number(Phase.CASTLE, Phase.PLACE)
    rows: int = number(1, LARGEST)  # of the map
    columns: int = number(1, LARGEST)
    coins: Array = numbers(2, 0, RICHES)
    turns: Array = numbers(2, 0, MOST_STEPS)  # completed by each player
    homeless: Array = numbers(2, 0, MOST_STEPS)  # of those, turns without a castle or camp
    housed: int = number(0, 1)  # 1: the player has owned a castle or camp in this turn
    armed: Array = numbers(2, 0, 1)  # 1: the player has owned a land unit
    army: Array = numbers(2, 0, MOST_UNITS)  # land units of each player
    estate: Array = numbers(2, 0, WORKS_FROM)  # buildings of each, walls, gates and ladders not counted
    bases: Array = numbers(2, 0, WORKS_FROM)  # castles and camps of each
    engines: int = number(0, MOST_ENGINES)  # siege units and ships
    works: int = number(0, MOST_WORKS)  # walls, gates and ladders
    unit: int = number(NOBODY, 2 * MOST_UNITS - 1)  # the chosen land unit, or NOBODY
    engine: int = number(NOBODY, MOST_ENGINES - 1)  # the chosen siege unit, or NOBODY
    ship: int = number(NOBODY, MOST_ENGINES - 1)  # the chosen ship, or NOBODY
    building: int = number(NOBODY, BUILDING_CAPACITY - 1)  # the chosen building, or NOBODY
    spot: int = number(NOBODY, FIELD_CAPACITY - 1)  # the clicked field while the player is asked which unit on it
    steps_left: int = number(0, MOST_MOVES)  # of the chosen unit's move
    making: int = number(0, Press.LADDER)  # the button of what is being made
    way: int = number(ACROSS, UPRIGHT)
    made: int = number(0, MOST_MADE)  # land units that the chosen building has made in this turn
    unit_top: Array = numbers(2, 0, MOST_UNITS)  # one above each player's highest index in use
    engine_top: int = number(0, MOST_ENGINES)  # the same for siege units and ships
    building_top: int = number(0, WORKS_FROM)  # for buildings
    works_top: int = number(0, MOST_WORKS)  # and for walls, gates and ladders, counted from WORKS_FROM
    unit_kind: Array = numbers(2 * MOST_UNITS, 0, Unit.CAVALRY, np.int8)  # a Unit, or 0; player 1 has the second half
    unit_spent: Array = numbers(2 * MOST_UNITS, 0, 1, np.int8)  # 1: exhausted
    unit_field: Array = numbers(2 * MOST_UNITS, 0, FIELD_CAPACITY - 1, np.int16)
    engine_kind: Array = numbers(MOST_ENGINES, 0, Engine.SHIP, np.int8)  # an Engine, or 0
    engine_way: Array = numbers(MOST_ENGINES, ACROSS, UPRIGHT, np.int8)
    engine_field: Array = numbers(MOST_ENGINES, 0, FIELD_CAPACITY - 1, np.int16)  # its top left field
    building_kind: Array = numbers(BUILDING_CAPACITY, 0, Building.LADDER, np.int8)  # a Building, or 0
    building_way: Array = numbers(BUILDING_CAPACITY, ACROSS, UPRIGHT, np.int8)
    building_owner: Array = numbers(BUILDING_CAPACITY, NOBODY, 1, np.int8)  # a player, or NOBODY
    building_acted: Array = numbers(BUILDING_CAPACITY, 0, 1, np.int8)  # 1: in this turn
    building_field: Array = numbers(BUILDING_CAPACITY, 0, FIELD_CAPACITY - 1, np.int16)  # its top left field
    building_castle: Array = numbers(BUILDING_CAPACITY, NOBODY, BUILDING_CAPACITY - 1, np.int16)  # that built it
    free: Array = numbers(LARGEST, 0, ALL_COLUMNS)  # one bit per column of each row: grass with nothing on it
    near: Array = numbers(LARGEST, 0, ALL_COLUMNS)  # the same: in or around a building that keeps apart (G19)
    unit_at: Array = numbers(FIELD_CAPACITY, 0, 2 * MOST_UNITS, np.int16)  # the land unit, counted from 1; 0: none
    building_at: Array = numbers(FIELD_CAPACITY, 0, BUILDING_CAPACITY, np.int16)  # the building
    siege_at: Array = numbers(FIELD_CAPACITY, 0, MOST_ENGINES, np.int8)  # the siege unit
    ship_at: Array = numbers(FIELD_CAPACITY, 0, MOST_ENGINES, np.int8)  # the ship
    ground: Array = numbers(FIELD_CAPACITY, Ground.GRASS, Ground.ROCK, np.int8)


Clash = clashes(State)


class Rules(ParameterRecord):
    """The parameters of the rules."""

    unit_move: Array = parameters((2, 2, 3), 1, MOST_MOVES, "fields of a move of infantry, archers, cavalry (G6)")
    unit_cost: Array = parameters((1, 1, 2), 0, 1_000_000, "coins for infantry, archers, cavalry")
    engine_move: Array = parameters(
        (1, 1, 1, 3), 1, MOST_MOVES, "fields of a move of tower, ram, trebuchet, ship (G8, G9)"
    )
    engine_cost: Array = parameters((4, 4, 4, 4), 0, 1_000_000, "coins for tower, ram, trebuchet, ship")
    building_cost: Array = parameters(
        (8, 8, 8, 32, 4, 4, 1), 0, 1_000_000, "coins for barracks, workshop, port, camp, wall, gate, ladder"
    )
    build_distance: Array = parameters(
        (5, 5, 5, 20, 10, 10, 10),
        0,
        80,
        "greatest distance from the castle of barracks, workshop, port, camp, wall, gate, ladder (G19)",
    )
    archers_range: int = parameter(2, 0, 80, "how far archers shoot (G12)")
    height_bonus: int = parameter(1, 0, 80, "how much height adds to or takes from archers' range (G12)")
    archers_hit: int = parameter(5, 1, DIE + 1, "lowest roll with which archers hit (G12)")
    ram_breaks_wall: int = parameter(5, 1, DIE + 1, "lowest roll with which a ram destroys a wall (G14)")
    ram_breaks: int = parameter(4, 1, DIE + 1, "lowest roll with which a ram destroys another building (G14)")
    trebuchet_fields: Array = parameters(
        (0, 0, 0, 3, 4, 5), 0, LARGEST, Each("field that a trebuchet hits, 0: a miss (G15)", ROLLS)
    )
    start_coins: int = parameter(64, 0, 1_000_000, "coins of each player at the start (G23, G24)")
    second_coins: int = parameter(
        0, 0, 1_000_000, "extra coins for Blue, who moves second, in standard mode (G28)", usual=(0, 64)
    )
    half_first_turn: int = parameter(False, 0, 1, "in the first turn, Red's castle can only take coins (G28)")
    castle_coins: int = parameter(4, 0, 1_000_000, "coins that a castle takes (G20)")
    siege_coins: int = parameter(1, 0, 1_000_000, "coins that a castle yields each turn in siege mode (G24)")
    castle_distance: int = parameter(16, 2, 76, "least distance from the first castle in the set-up (G23, G24)")
    free_camps: int = parameter(2, 1, 2, "camps that the attacker places (G24)")
    barracks_units: int = parameter(2, 1, MOST_MADE, "the most land units that barracks make in a turn (G20)")
    capture_units: int = parameter(3, 1, 12, "land units beside a castle or camp that capture it (G22)")
    army_turns: int = parameter(10, 1, BILLION, "turns by whose end a player must have owned a land unit (G26)")
    homeless_turns: int = parameter(3, 1, BILLION, "turns without a castle or camp that lose the game (G26)")
    max_turns: int = parameter(150, 1, BILLION, "turns of each player after which it is over (G27)")
    most_units: int = parameter(MOST_UNITS, 1, MOST_UNITS, "land units of a player (G21)", tunable=False)
    most_buildings: int = parameter(MOST_BUILDINGS, 4, MOST_BUILDINGS, "buildings of a player (G21)", tunable=False)
    most_works: int = parameter(MOST_WORKS, 1, MOST_WORKS, "walls, gates and ladders in all (G21)", tunable=False)
    most_engines: int = parameter(MOST_ENGINES, 1, MOST_ENGINES, "siege units and ships in all (G21)", tunable=False)
    income_turns: int = parameter(
        0, 0, BILLION, "turns of a player in which castles bring coins; 0: all (G29)", usual=(0, 20), later=True
    )
    settle_draws: int = parameter(
        False, 0, 1, "after the last turn more castles win, then more land units (G30)", later=True
    )
    siege_start_coins: Array = parameters(
        (0, 0),
        0,
        1_000_000,
        "extra coins in siege mode of Blue, who defends, and of Red, who attacks (G24)",
        usual=(0, 16),
        later=True,
    )
    max_steps: int = parameter(50_000, 1, BILLION, "actions after which any game ends", tunable=False)
    mode: int = parameter(0, 0, 1, "0: standard, 1: siege (G23, G24)", tunable=False)
    rows: int = parameter(32, 0, LARGEST, "rows of the map; 0: the map is drawn from the seed (G1)", tunable=False)
    columns: int = parameter(32, 0, LARGEST, "columns of the map (G1)", tunable=False)
    ground: Array = parameters(
        (0,) * FIELD_CAPACITY, 0, 2, "row by row: 0 grass, 1 water, 2 rock (G1)", np.int8, tunable=False
    )


def played_board(p: Rules) -> tuple[int, int]:
    """G1: the rows and columns of the map, or of the largest if it is drawn from the seed."""
    return int(p.rows) or LARGEST, int(p.columns) or LARGEST
