"""Boneyard: skeletons come out of the forest; save your tower and village, and send the bones to your neighbours."""

from math import inf

from garrison.core.facts import Button, Offer, Tool, UpTo, coded, optional, packed

TITLE = "Boneyard"
SUMMARY = "Skeletons come out of the forest: save your tower and village, and send the bones to your neighbours."
SEATS = ("Ash", "Bramble", "Cinder", "Dusk", "Ember", "Flint")
PLAYERS = (1, len(SEATS))
BOARD = (5, 5)
FIELDS = BOARD[0] * BOARD[1]  # of the player's own board
TRAP_BUTTONS = (  # in the order of the rulebook's table
    Button("wall", "Wall", ("w",)),
    Button("dragon", "Dragon", ("d",)),
    Button("catapult", "Catapult", ("c",)),
    Button("treasure", "Treasure", ("t",)),
    Button("bomb", "Bomb", ("b",)),
    Button("labyrinth", "Labyrinth", ("l",)),
    Button("hearse", "Hearse", ("h",)),
    Button("palisade", "Palisade", ("i",)),
    Button("spring", "Spring", ("j",)),
    Button("portal", "Portal", ("o",)),
    Button("ballista", "Ballista", ("a",)),
    Button("fan", "Fan", ("f",)),
    Button("distress", "Skeleton in distress", ("e",)),
    Button("shield", "Shield", ("v",)),
)
BUTTONS = (
    Button("pass", "Pass", (".",)),
    *TRAP_BUTTONS,  # so that a trap's action is that of "pass" and its number, which counts from 1
    Button("rising", "Wall /", ("/",)),
    Button("falling", "Wall \\", ("\\",)),
    Button("up", "Up", ("up",), sprite="arrow_up"),
    Button("right", "Right", ("right",), sprite="arrow_right"),
    Button("down", "Down", ("down",), sprite="arrow_down"),
    Button("left", "Left", ("left",), sprite="arrow_left"),
    *(Button(f"graveyard {number}", f"To {seat}", (str(number),)) for number, seat in enumerate(SEATS, 1)),
)
TOOLS = tuple(Tool(button.name, button.label, (button.name,)) for button in TRAP_BUTTONS)
ENVIRONMENTS = ("former", "standard")  # -v0, -v1
TURN_SECONDS = 30.0
COLOURS = ("purple", "yellow", "red", "blue", "green")
WAYS = ("up", "right", "down", "left")
PLACES = ("own", *(f"right {steps}" for steps in range(1, PLAYERS[1])))  # the player's own, then in seat order
KINDS = BOARD[1] + 2 * BOARD[0]  # of skeletons: five come from above, five from the left, five from the right
MOST_SKELETONS = 128  # B10: of one player
MOST_TRAPS = len(TRAP_BUTTONS)  # B5: that a player gets
MOST_HEARSES = MOST_TRAPS * PLAYERS[1]  # in one place: they drive from player to player
MOST_USES = 99
MOST_PARTS = 1000  # layers of a tower, houses of a village
CRATER = MOST_TRAPS + 1  # where traps are told by their numbers
TRAP_NAMES = tuple(button.name for button in TRAP_BUTTONS)
SHIELD_STEP = len(WAYS)  # what a shield counts in the plane of facings
USES = optional("uses", "that a trap has left; 0 without a limit", "limited", 1, UpTo("further uses", MOST_USES - 1))
BOARD_PLANES = (
    coded("traps", "the trap on each field", "none", *TRAP_NAMES, "crater"),
    USES,
    packed(
        "facings",
        "how a trap stands",
        {1: coded("way", "where it faces", *WAYS), SHIELD_STEP: UpTo("shield", 1, "it has a shield")},
    ),
    UpTo("lost", MOST_SKELETONS, "skeletons that stay in the next move, because they are lost in the labyrinth"),
    *(
        UpTo(f"{colour} {way}", MOST_SKELETONS, f"{colour} skeletons facing {way}")
        for colour in COLOURS
        for way in WAYS
    ),
)
PLANES = (
    coded("arrows", "the arrow on each field", "none", *WAYS),
    *(plane.about(place) for place in PLACES for plane in BOARD_PLANES),
)
MOST_ROUNDS = 1_000_000_001
MOST_POINTS = 2_000_000_000
REASONS = ("", "limit", "fallen", "survived", "rounds")
LIMITS = ("limit", "rounds")
ROW_AND_COLUMN = {BOARD[1]: UpTo("row", BOARD[0] - 1), 1: UpTo("column", BOARD[1] - 1)}
BOARD_NUMBERS = (
    UpTo("score", MOST_POINTS, "points, and rounds for a player alone"),
    UpTo("won", 1, "1: has won"),
    packed("hero", "the field of the hero", ROW_AND_COLUMN),
    UpTo("layers", MOST_PARTS, "of the tower"),
    UpTo("houses", MOST_PARTS, "of the village"),
    UpTo("skeletons", MOST_SKELETONS, "on the board and in the forest"),
    UpTo("buried", MOST_SKELETONS, "skeletons in the graveyard"),
    UpTo("hearses", MOST_HEARSES, "in the graveyard"),
    UpTo("waiting", 1, "1: is to act"),
    coded("asks", "what the board asks for", "nothing", "a graveyard", "a direction"),
    coded("stage", "what the question is about", "nothing", "a trap", "those that left at the top", "a hearse"),
    optional(
        "asked field", "whose trap asks, counted from 1; 0 none", "on the board", 1, packed("field", "", ROW_AND_COLUMN)
    ),
    UpTo("leaving", MOST_SKELETONS, "skeletons that left at the top and need a graveyard"),
    coded("asked colour", "of the skeletons that the dragon asks about", "none", *COLOURS),
    coded("asked way", "that they face", "none", *WAYS),
    UpTo("asked count", MOST_SKELETONS, "how many there are"),
    *(
        UpTo(
            f"leaving {colour} {way}",
            MOST_SKELETONS,
            f"{colour} ones among those that left at the top, facing {way}",
        )
        for colour in COLOURS
        for way in WAYS
    ),
    *(UpTo(f"stash {trap}", MOST_HEARSES, "of these in the stash") for trap in TRAP_NAMES),
    *(UpTo(f"forest {kind}", MOST_SKELETONS, "of this kind in the forest") for kind in range(KINDS)),
    *(UpTo(f"graves {kind}", MOST_SKELETONS, "of this kind in the graveyard") for kind in range(KINDS)),
)
NUMBERS = (
    coded("phase", "what the players decide about", "none", "hero", "traps", "skeletons"),
    UpTo("round", MOST_ROUNDS, "that has begun"),
    UpTo("rounds in all", MOST_ROUNDS, "after which the game is over"),
    coded("seat", "the player's own", *SEATS),
    coded("chosen trap", "that the player is placing", "none", *TRAP_NAMES, private=True),
    coded("chosen facing", "how it is to stand", "not chosen", *WAYS, private=True),
    coded(
        "choice",
        "the field, direction or graveyard that the player has chosen, counted from 1",
        "none",
        *map(str, range(1, FIELDS + 2)),
        private=True,
    ),
    coded("reason", "why the game is over", *REASONS),
    *(number.about(place) for place in PLACES for number in BOARD_NUMBERS),
)
ENTITIES = (
    coded("kind", "what it is", "nothing", "hero", "skeleton", "crater", *TRAP_NAMES),
    coded("board", "whose board it is on", *PLACES),
    UpTo("row", BOARD[0] - 1, "of its field"),
    UpTo("column", BOARD[1] - 1, "of its field"),
    coded("colour", "of a skeleton", "none", *COLOURS),
    coded("way", "how a skeleton faces, or a trap stands", "none", *WAYS),
    USES,
    UpTo("shield", 1, "1: a trap has a shield"),
    UpTo("lost", 1, "1: a skeleton stays in the next move, because it is lost in the labyrinth"),
)
MOST_ON_BOARD = 1 + FIELDS + MOST_SKELETONS  # a hero, a trap or crater on each field, and skeletons
MOST_ENTITIES = PLAYERS[1] * MOST_ON_BOARD
UTILITY = (0.0, inf)
SIMULTANEOUS = True  # B6-B8
OPTIONS = {
    "players": ("2", "3", "4", "5", "6", Offer("1", "Alone: survive ten rounds.")),
    "traps": (
        Offer("eight", "Wall, dragon, catapult, treasure, bomb, hearse, palisade and spring."),
        Offer("basic", "Two walls, two catapults, a dragon and a treasure."),
        Offer("all", "One of each of the fourteen kinds."),
        Offer("weekly", "Six kinds, the same for everybody during a week."),
    ),
}
TIMEOUT_MS = 45_000  # B11: for each decision
TIMEOUT_ACTION = FIELDS  # B11: pass if possible, which is in phase 2; else anything legal
