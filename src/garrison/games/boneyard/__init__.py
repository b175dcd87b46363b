"""Boneyard: skeletons come out of the forest; save your tower and village, and send the bones to your neighbours."""

from math import inf

from garrison.core.facts import Button, Offer, Tool, UpTo, coded

TITLE = "Boneyard"
SUMMARY = "Skeletons come out of the forest: save your tower and village, and send the bones to your neighbours."
PLAYERS = (1, 6)
SEATS = ("Ash", "Bramble", "Cinder", "Dusk", "Ember", "Flint")
BOARD = (5, 5)
FIELDS = 25  # of the player's own board
BUTTONS = (
    Button("pass", "Pass", (".",)),
    # The traps follow in the order of their numbers, so that a trap's action is that of "pass" + its number.
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
    Button("rising", "Wall /", ("/",)),
    Button("falling", "Wall \\", ("\\",)),
    Button("up", "Up", ("up",), sprite="arrow_up"),
    Button("right", "Right", ("right",), sprite="arrow_right"),
    Button("down", "Down", ("down",), sprite="arrow_down"),
    Button("left", "Left", ("left",), sprite="arrow_left"),
    Button("graveyard 1", f"To {SEATS[0]}", ("1",)),
    Button("graveyard 2", f"To {SEATS[1]}", ("2",)),
    Button("graveyard 3", f"To {SEATS[2]}", ("3",)),
    Button("graveyard 4", f"To {SEATS[3]}", ("4",)),
    Button("graveyard 5", f"To {SEATS[4]}", ("5",)),
    Button("graveyard 6", f"To {SEATS[5]}", ("6",)),
)
TOOLS = tuple(Tool(button.name, button.label, (button.name,)) for button in BUTTONS[1:15])  # the traps
TURN_SECONDS = 30.0
COLOURS = ("purple", "yellow", "red", "blue", "green")
WAYS = ("up", "right", "down", "left")
PLACES = ("own", "right 1", "right 2", "right 3", "right 4", "right 5")  # the player's own, then in seat order
KINDS = 15  # of skeletons: five come from above, five from the left, five from the right
TRAP_NAMES = tuple(button.name for button in BUTTONS[1:15])
PLANES = (
    coded("arrows", "the arrow on each field", "none", *WAYS),
    *(
        UpTo(f"{place} {what}", most, meaning)
        for place in PLACES
        for what, most, meaning in (
            ("traps", 15, "by their numbers from 1 (wall) to 14; 15: a crater"),
            ("uses", 99, "that a trap has left; 0 without a limit"),
            ("facings", 7, "how a trap stands, 0 to 3; 4 more if it has a shield"),
            ("lost", 128, "skeletons that stay in the next move, because they are lost in the labyrinth"),
            *((f"{colour} {way}", 128, f"{colour} skeletons facing {way}") for colour in COLOURS for way in WAYS),
        )
    ),
)
MOST_ROUNDS = 1_000_000_001
MOST_POINTS = 2_000_000_000
REASONS = ("", "limit", "fallen", "survived", "rounds")
NUMBERS = (
    coded("phase", "what the players decide about", "none", "hero", "traps", "skeletons"),
    UpTo("round", MOST_ROUNDS, "that has begun"),
    UpTo("rounds in all", MOST_ROUNDS, "after which the game is over"),
    UpTo("seat", 5, "the player's own"),
    UpTo("chosen trap", 14, "that the player is placing; 0 none", private=True),
    UpTo("chosen facing", 4, "how it is to stand, counted from 1; 0 not chosen", private=True),
    UpTo("choice", 26, "the field, direction or graveyard that the player has chosen, counted from 1", private=True),
    coded("reason", "why the game is over", *REASONS),
    *(
        UpTo(f"{place} {what}", most, meaning)
        for place in PLACES
        for what, most, meaning in (
            ("score", MOST_POINTS, "points, and rounds for a player alone"),
            ("won", 1, "1: has won"),
            ("hero", 24, "the field of the hero"),
            ("layers", 1000, "of the tower"),
            ("houses", 1000, "of the village"),
            ("skeletons", 128, "on the board and in the forest"),
            ("buried", 128, "skeletons in the graveyard"),
            ("hearses", 84, "in the graveyard"),
            ("waiting", 1, "1: is to act"),
            ("asks", 2, "1: for a graveyard, 2: for a direction"),
            ("stage", 3, "what the question is about: 1 a trap, 2 those that left at the top, 3 a hearse"),
            ("asked field", 25, "whose trap asks, counted from 1; 0 none"),
            ("leaving", 128, "skeletons that left at the top and need a graveyard"),
            ("asked colour", 5, "of the skeletons that the dragon asks about, counted from 1; 0 none"),
            ("asked way", 4, "that they face, counted from 1; 0 none"),
            ("asked count", 128, "how many there are"),
            *(
                (f"leaving {colour} {way}", 128, f"{colour} ones among those that left at the top, facing {way}")
                for colour in COLOURS
                for way in WAYS
            ),
            *((f"stash {trap}", 84, "of these in the stash") for trap in TRAP_NAMES),
            *((f"forest {kind}", 128, "of this kind in the forest") for kind in range(KINDS)),
            *((f"graves {kind}", 128, "of this kind in the graveyard") for kind in range(KINDS)),
        )
    ),
)
ENTITIES = (
    coded("kind", "what it is", "nothing", "hero", "skeleton", "crater", *TRAP_NAMES),
    coded("board", "whose board it is on", *PLACES),
    UpTo("row", 4, "of its field"),
    UpTo("column", 4, "of its field"),
    coded("colour", "of a skeleton", "none", *COLOURS),
    UpTo("way", 4, "how a skeleton faces, or a trap stands, counted from 1; 0 for others"),
    UpTo("uses", 99, "that a trap has left; 0 without a limit"),
    UpTo("shield", 1, "1: a trap has a shield"),
    UpTo("lost", 1, "1: a skeleton stays in the next move, because it is lost in the labyrinth"),
)
MOST_ON_BOARD = 1 + FIELDS + 128  # a hero, a trap or crater on each field, and skeletons
MOST_ENTITIES = PLAYERS[1] * MOST_ON_BOARD
UTILITY = (0.0, inf)
SIMULTANEOUS = True  # B6-B8
OPTIONS = {
    "players": ("2", "3", "4", "5", "6", Offer("1", "Alone: survive ten rounds.")),
    "traps": (
        Offer("basic", "Two walls, two catapults, a dragon and a treasure."),
        Offer("all", "One of each of the fourteen kinds."),
        Offer("weekly", "Six kinds, the same for everybody during a week."),
    ),
}
TIMEOUT_MS = 45_000  # B11: for each decision
TIMEOUT_ACTION = FIELDS  # B11: pass if possible, which is in phase 2; else anything legal
