"""Minefield: collect numbers, outrun X and Y, and leave mines behind you."""

from math import inf

from garrison.core.facts import Button, Tool, UpTo, coded, optional

TITLE = "Minefield"
SUMMARY = "Collect numbers, outrun X and Y, and leave mines behind you."
STARTER = True
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
PLANES = (coded("objects", "what is on each square", "empty", "wall", "one", "two", "three", "mine", "P", "X", "Y"),)
REASONS = ("", "limit", "caught", "mine", "time")
LIMITS = ("limit", "time")
RICHES = 1_000_000_000  # energy, mines and points stop here
MOST_ENEMIES = 64
NUMBERS = (
    UpTo("points", RICHES, "the score"),
    UpTo("energy", RICHES, "steps that P can still make at full speed"),
    UpTo("mines", RICHES, "mines in stock"),
    coded("facing", "the direction of P's last step or bump", "up", "right", "down", "left"),
    UpTo("tired", 1, "1: P cannot step in this time unit"),
    UpTo("row", BOARD[0] - 1, "of P's square"),
    UpTo("column", BOARD[1] - 1, "of P's square"),
    UpTo("enemies", MOST_ENEMIES, "Xs and Ys on the field"),
    UpTo("time", RICHES, "time units since the start"),
    optional("time left", "until the time limit; -1 if there is none", "limited", 0, UpTo("time units", RICHES)),
    coded("reason", "why the game is over", *REASONS),
    UpTo("won", 1, "1: P has won"),
)
EYE = ("row", "column")
UTILITY = (0.0, inf)
ENVIRONMENTS = ("former", "standard")  # -v0, -v1
RULES_VERSION = 2
TICK_MS = 200
TICK_ACTION = 0
TICK_RANGE = (200, 200)
