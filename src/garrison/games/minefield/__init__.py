"""Minefield: collect numbers, outrun X and Y, and leave mines behind you."""

from garrison.core.facts import Button, Tool, UpTo

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
TOOLS = (
    Tool("mine", "Mines", ("mine", "up+mine", "right+mine", "down+mine", "left+mine")),
    Tool("stay", "Standing still", ("stay",)),
)
PLANES = (UpTo("objects", 8), "facts")
REASONS = ("", "limit", "caught", "mine", "time")
FIRST_VARIANT = "head_start"
RULES_VERSION = 2
TICK_MS = 200
TICK_ACTION = 0
TICK_RANGE = (200, 200)
