"""Boneyard: skeletons come out of the forest; save your tower and village, and send the bones to your neighbours."""

from garrison.core.facts import Button, Offer, Tool, UpTo

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
# Eight planes per board: the player's own first, then the others in seat order to the right.
PLANES = tuple(
    UpTo(f"{board} {plane}", most)
    for board in ("own", "right 1", "right 2", "right 3", "right 4", "right 5")
    for plane, most in (
        ("traps", 15),
        ("uses", 255),
        ("facing up", 128),
        ("facing right", 128),
        ("facing down", 128),
        ("facing left", 128),
        ("kinds", 255),
        ("facts", 255),
    )
)
REASONS = ("", "limit", "fallen", "survived", "rounds")
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
