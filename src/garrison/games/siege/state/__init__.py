"""Siege's record, its constants and its rule parameters."""

from enum import IntEnum

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.engine.record import MOST_STEPS, Number, state_record
from garrison.core.facts import numbered
from garrison.core.parameters import BILLION, Parameter, Parameters
from garrison.games.siege import (
    BUILDING_CAPACITY,
    BUTTONS,
    ENTITIES,
    LARGEST,
    MOST_BUILDINGS,
    MOST_ENGINES,
    MOST_MADE,
    MOST_MOVES,
    MOST_UNITS,
    MOST_WORKS,
    NUMBERS,
    PLANES,
    REACH,
    REASONS,
    RICHES,
)
from garrison.games.siege.state.terrain import Ground

FIELD_CAPACITY = LARGEST * LARGEST
WORKS_FROM = 2 * MOST_BUILDINGS  # where the indices of walls, gates and ladders begin
ALL_COLUMNS = (1 << LARGEST) - 1  # a bit for each
NOBODY = -1  # no unit, engine, building, owner or field
DIE = 6
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
    STEPPED = kind(5, UNIT, Field("start"), Field("end"), "player", told=False)
    MOVED = kind(6, ENGINE, Field("start"), Field("end"), told=False)
    TURNED = kind(7, ENGINE, Field("start"), Field("end"), told=False)
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
    "reason": (Reason.ARMY, Reason.TURNS),
}


# Rows and columns that a piece covers, by its kind and which way it lies.
ENGINE_ROWS = np.array([[0, 0], [2, 2], [1, 2], [1, 2], [1, 3]])
ENGINE_COLUMNS = np.array([[0, 0], [2, 2], [2, 1], [2, 1], [3, 1]])
BUILDING_ROWS = np.array([[0, 0], [3, 3], [2, 2], [2, 2], [2, 2], [3, 3], [1, 3], [1, 2], [1, 1]])
BUILDING_COLUMNS = np.array([[0, 0], [3, 3], [2, 2], [2, 2], [2, 2], [3, 3], [3, 1], [2, 1], [1, 1]])

STATE = state_record(
    [
        Number("phase", Phase.CASTLE, Phase.PLACE),
        Number("rows", 1, LARGEST),  # of the map
        Number("columns", 1, LARGEST),
        Number("coins", 0, RICHES, np.int64, 2),
        Number("turns", 0, MOST_STEPS, np.int64, 2),  # completed by each player
        Number("homeless", 0, MOST_STEPS, np.int64, 2),  # of those, turns without a castle or camp
        Number("housed", 0, 1),  # 1: the player has owned a castle or camp in this turn
        Number("armed", 0, 1, np.int64, 2),  # 1: the player has owned a land unit
        Number("army", 0, MOST_UNITS, np.int64, 2),  # land units of each player
        Number("estate", 0, WORKS_FROM, np.int64, 2),  # buildings of each, walls, gates and ladders not counted
        Number("bases", 0, WORKS_FROM, np.int64, 2),  # castles and camps of each
        Number("engines", 0, MOST_ENGINES),  # siege units and ships
        Number("works", 0, MOST_WORKS),  # walls, gates and ladders
        Number("unit", NOBODY, 2 * MOST_UNITS - 1),  # the chosen land unit, or NOBODY
        Number("engine", NOBODY, MOST_ENGINES - 1),  # the chosen siege unit, or NOBODY
        Number("ship", NOBODY, MOST_ENGINES - 1),  # the chosen ship, or NOBODY
        Number("building", NOBODY, BUILDING_CAPACITY - 1),  # the chosen building, or NOBODY
        Number("spot", NOBODY, FIELD_CAPACITY - 1),  # the clicked field while the player is asked which unit on it
        Number("steps_left", 0, MOST_MOVES),  # of the chosen unit's move
        Number("making", 0, Press.LADDER),  # the button of what is being made
        Number("way", ACROSS, UPRIGHT),
        Number("made", 0, MOST_MADE),  # land units that the chosen building has made in this turn
        Number("unit_top", 0, MOST_UNITS, np.int64, 2),  # one above each player's highest index in use
        Number("engine_top", 0, MOST_ENGINES),  # the same for siege units and ships
        Number("building_top", 0, WORKS_FROM),  # for buildings
        Number("works_top", 0, MOST_WORKS),  # and for walls, gates and ladders, counted from WORKS_FROM
        Number("unit_kind", 0, Unit.CAVALRY, np.int8, 2 * MOST_UNITS),  # a Unit, or 0; player 1 has the second half
        Number("unit_spent", 0, 1, np.int8, 2 * MOST_UNITS),  # 1: exhausted
        Number("unit_field", 0, FIELD_CAPACITY - 1, np.int16, 2 * MOST_UNITS),
        Number("engine_kind", 0, Engine.SHIP, np.int8, MOST_ENGINES),  # an Engine, or 0
        Number("engine_way", ACROSS, UPRIGHT, np.int8, MOST_ENGINES),
        Number("engine_field", 0, FIELD_CAPACITY - 1, np.int16, MOST_ENGINES),  # its top left field
        Number("building_kind", 0, Building.LADDER, np.int8, BUILDING_CAPACITY),  # a Building, or 0
        Number("building_way", ACROSS, UPRIGHT, np.int8, BUILDING_CAPACITY),
        Number("building_owner", NOBODY, 1, np.int8, BUILDING_CAPACITY),  # a player, or NOBODY
        Number("building_acted", 0, 1, np.int8, BUILDING_CAPACITY),  # 1: in this turn
        Number("building_field", 0, FIELD_CAPACITY - 1, np.int16, BUILDING_CAPACITY),  # its top left field
        Number("building_castle", NOBODY, BUILDING_CAPACITY - 1, np.int16, BUILDING_CAPACITY),  # that built it
        Number("free", 0, ALL_COLUMNS, np.int64, LARGEST),  # one bit per column of each row: grass with nothing on it
        Number("near", 0, ALL_COLUMNS, np.int64, LARGEST),  # the same: in or around a building that keeps apart (G19)
        Number("unit_at", 0, 2 * MOST_UNITS, np.int16, FIELD_CAPACITY),  # the land unit, counted from 1; 0: none
        Number("building_at", 0, BUILDING_CAPACITY, np.int16, FIELD_CAPACITY),  # the building
        Number("siege_at", 0, MOST_ENGINES, np.int8, FIELD_CAPACITY),  # the siege unit
        Number("ship_at", 0, MOST_ENGINES, np.int8, FIELD_CAPACITY),  # the ship
        Number("ground", Ground.GRASS, Ground.ROCK, np.int8, FIELD_CAPACITY),
    ],
    events=EVENT_CAPACITY,
)
Clash = clashes(STATE)

PARAMETERS = Parameters(
    Parameter("unit_move", (2, 2, 3), 1, MOST_MOVES, "fields of a move of infantry, archers, cavalry (G6)"),
    Parameter("unit_cost", (1, 1, 2), 0, 1_000_000, "coins for infantry, archers, cavalry"),
    Parameter("engine_move", (1, 1, 1, 3), 1, MOST_MOVES, "fields of a move of tower, ram, trebuchet, ship (G8, G9)"),
    Parameter("engine_cost", (4, 4, 4, 4), 0, 1_000_000, "coins for tower, ram, trebuchet, ship"),
    Parameter(
        "building_cost",
        (8, 8, 8, 32, 4, 4, 1),
        0,
        1_000_000,
        "coins for barracks, workshop, port, camp, wall, gate, ladder",
    ),
    Parameter(
        "build_distance",
        (5, 5, 5, 20, 10, 10, 10),
        0,
        80,
        "greatest distance from the castle of barracks, workshop, port, camp, wall, gate, ladder (G19)",
    ),
    Parameter("archers_range", 2, 0, 80, "how far archers shoot (G12)"),
    Parameter("height_bonus", 1, 0, 80, "how much height adds to or takes from archers' range (G12)"),
    Parameter("archers_hit", 5, 1, DIE + 1, "lowest roll with which archers hit (G12)"),
    Parameter("ram_breaks_wall", 5, 1, DIE + 1, "lowest roll with which a ram destroys a wall (G14)"),
    Parameter("ram_breaks", 4, 1, DIE + 1, "lowest roll with which a ram destroys another building (G14)"),
    Parameter("trebuchet_fields", (0, 0, 0, 3, 4, 5), 0, LARGEST, "field that each roll hits; 0: a miss (G15)"),
    Parameter("start_coins", 64, 0, 1_000_000, "coins of each player at the start (G23, G24)"),
    Parameter(
        "second_coins",
        0,
        0,
        1_000_000,
        "extra coins for Blue, who moves second, in standard mode (G28)",
        usual=(0, 64),
    ),
    Parameter("half_first_turn", False, 0, 1, "in the first turn, Red's castle can only take coins (G28)"),
    Parameter("castle_coins", 4, 0, 1_000_000, "coins that a castle takes (G20)"),
    Parameter("siege_coins", 1, 0, 1_000_000, "coins that a castle yields each turn in siege mode (G24)"),
    Parameter("castle_distance", 16, 2, 76, "least distance from the first castle in the set-up (G23, G24)"),
    Parameter("free_camps", 2, 1, 2, "camps that the attacker places (G24)"),
    Parameter("barracks_units", 2, 1, MOST_MADE, "the most land units that barracks make in a turn (G20)"),
    Parameter("capture_units", 3, 1, 12, "land units beside a castle or camp that capture it (G22)"),
    Parameter("army_turns", 10, 1, BILLION, "turns by whose end a player must have owned a land unit (G26)"),
    Parameter("homeless_turns", 3, 1, BILLION, "turns without a castle or camp that lose the game (G26)"),
    Parameter("max_turns", 150, 1, BILLION, "turns of each player after which it is over (G27)"),
    Parameter("most_units", MOST_UNITS, 1, MOST_UNITS, "land units of a player (G21)", tunable=False),
    Parameter("most_buildings", MOST_BUILDINGS, 4, MOST_BUILDINGS, "buildings of a player (G21)", tunable=False),
    Parameter("most_works", MOST_WORKS, 1, MOST_WORKS, "walls, gates and ladders in all (G21)", tunable=False),
    Parameter("most_engines", MOST_ENGINES, 1, MOST_ENGINES, "siege units and ships in all (G21)", tunable=False),
    Parameter("max_steps", 50_000, 1, BILLION, "actions after which any game ends", tunable=False),
    Parameter("mode", 0, 0, 1, "0: standard, 1: siege (G23, G24)", tunable=False),
    Parameter("rows", 32, 0, LARGEST, "rows of the map; 0: the map is drawn from the seed (G1)", tunable=False),
    Parameter("columns", 32, 0, LARGEST, "columns of the map (G1)", tunable=False),
    Parameter(
        "ground", (0,) * FIELD_CAPACITY, 0, 2, "row by row: 0 grass, 1 water, 2 rock (G1)", np.int8, tunable=False
    ),
)


def played_board(p) -> tuple[int, int]:
    """G1: the rows and columns of the map, or of the largest if it is drawn from the seed."""
    return int(p.rows) or LARGEST, int(p.columns) or LARGEST
