"""Skirmish: Calliance against Zorde on a small board, to the last one standing."""

from garrison.core.facts import Click, UpTo

TITLE = "Skirmish"
SUMMARY = "Calliance against Zorde on a small board, to the last one standing."
SEATS = ("Calliance", "Zorde")
BOARD = (32, 32)  # a move is a click on a character and one on each field of its path
PLANES = (UpTo("kinds", 7), "health", UpTo("marks", 24))
REACH = (
    Click("next", exact=True),  # 1: the character on the field may be sent there next
    "steps",  # that it needs to get there in its move
    "targets",  # 1: an enemy that it can hit in its move
)
REASONS = ("", "limit", "elimination", "moves")
OPTIONS = {"setup": ("classic", "duel", "war", "random")}
