"""Siege: castles, crews and engines; take your opponent's castle, or leave them without an army."""

from garrison.core.facts import Button, Click, Offer, Tool, UpTo, coded, identity, packed

TITLE = "Siege"
SUMMARY = "Castles, crews and engines: take your opponent's castle, or leave them without an army."
SEATS = ("Blue", "Red")
LARGEST = 40  # fields along a side of the largest map
BOARD = (LARGEST, LARGEST)
MOST_UNITS = 128  # land units of a player
MOST_BUILDINGS = 64  # of a player, walls, gates and ladders not counted
MOST_WORKS = 128  # walls, gates and ladders together
MOST_ENGINES = 64  # siege units and ships together
BUILDING_CAPACITY = 2 * MOST_BUILDINGS + MOST_WORKS  # buildings of all kinds
MOST_MOVES = 16  # fields that anything moves in a turn
MOST_MADE = 16  # land units that a building makes in a turn
RICHES = 10**17  # coins: more than all turns can bring
BUTTONS = (
    Button("done", "Done", ("f",)),
    Button("end_units", "End the units' part", ("e",)),
    Button("end_turn", "End the turn", ("e",)),
    Button("end_setup", "End the set-up", ("e",)),
    Button("up", "Up", ("w",)),
    Button("right", "Right", ("d",)),
    Button("down", "Down", ("s",)),
    Button("left", "Left", ("a",)),
    Button("turn_left", "Turn left", (",",)),
    Button("turn_right", "Turn right", (".",)),
    Button("play_unit", "The land unit", ("1",)),
    Button("play_engine", "The siege unit", ("2",)),
    Button("play_ship", "The ship", ("3",)),
    Button("across", "Lying across", ("h",)),
    Button("upright", "Lying up and down", ("v",)),
    Button("coins", "Take coins", ("c",)),
    Button("infantry", "Infantry", ("1",)),
    Button("archers", "Archers", ("2",)),
    Button("cavalry", "Cavalry", ("3",)),
    Button("tower", "Siege tower", ("4",)),
    Button("ram", "Ram", ("5",)),
    Button("trebuchet", "Trebuchet", ("6",)),
    Button("ship", "Ship", ("7",)),
    Button("barracks", "Barracks", ("1",)),
    Button("workshop", "Workshop", ("2",)),
    Button("port", "Port", ("3",)),
    Button("camp", "Camp", ("4",)),
    Button("wall", "Wall", ("5",)),
    Button("gate", "Gate", ("6",)),
    Button("ladder", "Ladder", ("7",)),
)
TOOLS = tuple(Tool(button.name, button.label, (button.name,)) for button in BUTTONS[15:])  # what buildings make
TURN_SECONDS = 30.0
UNITS, ENGINES, WORKS = (
    ("infantry", "archers", "cavalry"),
    ("siege tower", "ram", "trebuchet", "ship"),
    ("castle", "barracks", "workshop", "port", "camp", "wall", "gate", "ladder"),
)
OWNERS = ("own", "the other player's", "nobody's")
# What a part counts in a number that is the sum of several.
SPENT_STEP, OWNER_STEP = 8, 16  # of land units, and of buildings
ACTED_STEP, WAY_STEP = 16, 32  # of buildings, above their fields
ENGINE_WAY_STEP, ENGINE_KIND_STEP = 4, 8  # of siege units and ships, above their fields
LIES_UPRIGHT = UpTo("upright", 1, "it lies up and down")
PLANES = (
    coded("ground", "what each field is", "off the map", "grass", "water", "rock"),
    packed(
        "buildings",
        "what is built there",
        {1: coded("kind", "what it is", "nothing", *WORKS), OWNER_STEP: coded("owner", "whose it is", *OWNERS)},
    ),
    packed(
        "parts",
        "of what is built there",
        {
            1: coded("field", "which of its fields this is", "none", *map(str, range(1, 10))),
            ACTED_STEP: UpTo("acted", 1, "it has acted"),
            WAY_STEP: LIES_UPRIGHT,
        },
    ),
    identity("castles", 255, "the number of the castle that a building belongs to; a castle has its own"),
    packed(
        "ships",
        "what lies there",
        {
            1: coded("field", "which of its fields this is", "first", "second", "third"),
            ENGINE_WAY_STEP: LIES_UPRIGHT,
            len(ENGINES) * ENGINE_KIND_STEP: UpTo("ship", 1, "it is a ship"),
        },
    ),
    packed(
        "engines",
        "what lies there",
        {
            1: coded("field", "which of its fields this is", "first", "second", "third", "fourth"),
            ENGINE_WAY_STEP: LIES_UPRIGHT,
            ENGINE_KIND_STEP: coded("kind", "what it is", "nothing", *ENGINES[:-1]),
        },
    ),
    packed(
        "units",
        "the land unit there",
        {
            1: coded("kind", "what it is", "nobody", *UNITS),
            SPENT_STEP: UpTo("exhausted", 1, "it is exhausted"),
            OWNER_STEP: coded("owner", "whose it is", *OWNERS[:2]),
        },
    ),
    coded("marks", "what is chosen", "nothing", "ship", "siege unit", "land unit", "building", "field"),
)
REACH = (
    Click("steps"),  # that the land unit on the field needs to get there
    "first_steps",  # of these ways: 1 up, 2 right, 3 down, 4 left
    "range",  # 1: its attack reaches that far from where it stands
    Click("targets"),  # the lowest roll that hits the enemy there
    "threats",  # where the field itself can be attacked from: 1 by striking, 2 by shooting, 3 by both
    "open",  # 1: a land unit of the player may enter it from anywhere, whoever stands there
    "moves",  # that the siege unit or ship on the field needs to lie there
    Click("turns"),  # 1: one of its ends lies there after a turn
    "aims",  # 1: in front of a ram; for a trebuchet a bit for each roll, from 1 on, that brings its stone down there
    "struck",  # what that stone would destroy: 1 a land unit, 2 a siege unit, 3 a ship
    Click("actions"),  # the lowest roll with which its action succeeds, on the field to click for it; 7: none does
    "beside",  # 1: touches the building on the field by a side, 2: and there is room for a new land unit
    "building_range",  # a bit for each kind, barracks first: within its build distance from the castle on the field
    Click("places", exact=True),  # 1: what the building on the field is making may be put there
)
REASONS = ("", "limit", "army", "homeless", "turns", "strength")
LIMITS = ("limit", "turns", "strength")
MOST_TURNS = 1_000_000_000
PHASES = (
    "a castle's place",
    "what to set up",
    "a camp's place",
    "a unit's turn",
    "which on the field",
    "a land unit's turn",
    "a siege unit or ship",
    "one that has moved",
    "a siege unit's action",
    "whom to attack",
    "a building's turn",
    "what to make",
    "which way it lies",
    "its place",
)
OUTCOMES = ("lost", "neither", "won")
NUMBERS = (
    coded("side", "the player's own", *SEATS),
    coded("phase", "what is asked, in the order of the rulebook's turn", *PHASES),
    UpTo("own turn", 1, "1: the player may act"),
    UpTo("begun", 1, "1: the set-up is over"),
    UpTo("steps left", MOST_MOVES, "of the chosen unit's move"),
    coded("making", "the button of what is being made", "none", *(button.name for button in BUTTONS)),
    coded("way", "which way it is to lie", "across", "up and down"),
    UpTo("made", MOST_MADE, "land units that the chosen building has made in this turn"),
    coded("mode", "how the game begins", "standard", "siege"),
    coded("reason", "why the game is over", *REASONS),
    UpTo("result", 1, "how the game ended for the player", -1, OUTCOMES),
    UpTo("turns in all", MOST_TURNS, "of each player, after which the game is over"),
    *(
        UpTo(f"{whose} {what}", most, meaning)
        for whose in ("own", "enemy")
        for what, most, meaning in (
            ("coins", RICHES, "in the treasury"),
            ("turns", MOST_TURNS, "completed"),
            ("turns without a base", MOST_TURNS, "of those, without a castle or camp"),
            ("armed", 1, "1: has owned a land unit"),
            ("army", MOST_UNITS, "land units"),
            ("bases", 2 * MOST_BUILDINGS, "castles and camps"),
            ("buildings", 2 * MOST_BUILDINGS, "walls, gates and ladders not counted"),
        )
    ),
)
ENTITIES = (
    coded("kind", "what it is", "nothing", *UNITS, *ENGINES, *WORKS, "clicked field"),
    coded("owner", "whose it is", *OWNERS),
    UpTo("row", LARGEST - 1, "of its top left field"),
    UpTo("column", LARGEST - 1, "of its top left field"),
    UpTo("rows", 3, "that it covers"),
    UpTo("columns", 3, "that it covers"),
    UpTo("way", 1, "1: it lies up and down"),
    UpTo("spent", 1, "1: a land unit is exhausted, a building has acted"),
    identity(
        "castle",
        2 * MOST_BUILDINGS + MOST_WORKS,
        "the number of the castle that a building belongs to; a castle has its own, others 0",
    ),
    UpTo("chosen", 1, "1: it is chosen"),
)
MOST_ENTITIES = (
    2 * MOST_UNITS + MOST_ENGINES + 2 * MOST_BUILDINGS + MOST_WORKS + 1
)  # land units, siege units and ships, buildings, the clicked field
SELDOM = ("free", "near", "unit_at", "building_at", "siege_at", "ship_at")  # by fields, of which a step reads a few
OPTIONS = {
    "map": (
        Offer("plain", "Open grassland with a few rocks and ponds."),
        Offer("river", "A river divides the land; three fords lead across."),
        Offer("islands", "Mostly water: the war is fought with ships."),
        Offer("pass", "Mountains between the sides, with three narrow ways through."),
        Offer("meadow", "A small meadow, for a first game."),
        Offer("random", "A new landscape in every match."),
    ),
    "mode": (
        Offer("standard", "Both sides build a castle, and the better army wins."),
        Offer("siege", "Blue builds a fortress and defends it; Red besieges it from two camps."),
    ),
}
ENVIRONMENTS = ("former", "standard")  # -v0, -v1
RULES_VERSION = 2
