"""Skirmish: Calliance against Zorde on a small board, to the last one standing."""

TITLE = "Skirmish"
SUMMARY = "Calliance against Zorde on a small board, to the last one standing."
PLAYERS = (2, 2)
SEATS = ("Calliance", "Zorde")
BOARD = (32, 32)
FIELDS = 32 * 32
BUTTONS = ()  # a move is a click on a character and one on each field of its way
PLANES = ("kinds", "health", "marks")
REASONS = ("", "limit", "elimination", "moves")
OPTIONS = {"setup": ("classic", "duel", "war", "random")}
TICK_MS = 0
TICK_ACTION = -1
TICK_RANGE = (0, 0)
TIMEOUT_MS = 0
TIMEOUT_ACTION = -1
RULES_VERSION = 1
