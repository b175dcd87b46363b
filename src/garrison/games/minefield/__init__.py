"""Minefield: collect numbers, outrun X and Y, and leave mines behind you."""

from garrison.core.facts import Button

TITLE = "Minefield"
SUMMARY = "Collect numbers, outrun X and Y, and leave mines behind you."
PLAYERS = (1, 1)
SEATS = ("P",)
BOARD = (23, 53)
FIELDS = 0  # nothing is clicked: ten buttons are all there is
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
PLANES = ("objects", "facts")
REASONS = ("", "limit", "caught", "mine", "time")
OPTIONS: dict[str, tuple[str, ...]] = {}
TICK_MS = 200
TICK_ACTION = 0
TICK_RANGE = (200, 200)
TIMEOUT_MS = 0
TIMEOUT_ACTION = -1
RULES_VERSION = 1
