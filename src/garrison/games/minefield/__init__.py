"""Minefield: collect numbers, outrun X and Y, and leave mines behind you."""

from garrison.core.facts import Button, UpTo

TITLE = "Minefield"
SUMMARY = "Collect numbers, outrun X and Y, and leave mines behind you."
PLAYERS = (1, 1)
SEATS = ("P",)
BOARD = (23, 53)
FIELDS = 0  # nothing is clicked: there are only ten buttons
BUTTONS = (
    Button("stay", "Stay", (), on_tick=True),
    Button("up", "Up", ("up",), on_tick=True),
    Button("right", "Right", ("right",), on_tick=True),
    Button("down", "Down", ("down",), on_tick=True),
    Button("left", "Left", ("left",), on_tick=True),
    Button("mine", "Drop a mine", ("space",), on_tick=True),
    Button("up+mine", "Up, mine", ("up", "space"), on_tick=True),
    Button("right+mine", "Right, mine", ("right", "space"), on_tick=True),
    Button("down+mine", "Down, mine", ("down", "space"), on_tick=True),
    Button("left+mine", "Left, mine", ("left", "space"), on_tick=True),
)
PLANES = (UpTo("objects", 8), "facts")
REASONS = ("", "limit", "caught", "mine", "time")
FIRST_VARIANT = "head_start"
RULES_VERSION = 2
TICK_MS = 200
TICK_ACTION = 0
TICK_RANGE = (200, 200)
GUIDE = (
    (
        "You are P",
        "Walk with the arrow keys and collect numbers: a 1 is 10 points, a 2 is 30 and gives energy, a 3 is 90 "
        "and gives energy and a mine. A step costs 1 energy; with none left you are half as fast.",
    ),
    (
        "X and Y are after you",
        "They come one field closer each time unit: X along its row first, Y along its column first. "
        "Walls and each other stop them, and they never go around. If one reaches you, the game is over.",
    ),
    (
        "Leave a mine behind you",
        "Space drops a mine on the field behind you. An enemy that steps on it is gone: 300 "
        "points for you. Do not step on it yourself.",
    ),
    (
        "The maze shifts",
        "In every time unit one wall appears or disappears, numbers keep coming, and now and then another enemy. "
        "The clock starts with your first key.",
    ),
)
