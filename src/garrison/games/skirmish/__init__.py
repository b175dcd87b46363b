"""Skirmish: Calliance against Zorde on a small board, to the last one standing."""

from garrison.core.facts import Click, Offer, Tool, UpTo

TITLE = "Skirmish"
SUMMARY = "Calliance against Zorde on a small board, to the last one standing."
SEATS = ("Calliance", "Zorde")
BOARD = (32, 32)  # a move is a click on a character and one on each field of its path
TOOLS = tuple(  # clicked to begin a move, while nobody has been chosen
    Tool(name.lower(), name, holds=("standing", "kinds"), kind=kind, when=("chosen", -1))
    for kind, name in enumerate(("Ork", "Troll", "Goblin", "Human", "Elf", "Dwarf"), 1)
)
TURN_SECONDS = 20.0
PLANES = (UpTo("kinds", 7), "health", UpTo("marks", 24))
REACH = (
    Click("next", exact=True),  # 1: the character on the field may be sent there next
    "steps",  # that it needs to get there in its move
    "targets",  # 1: an enemy that it can hit in its move
)
REASONS = ("", "limit", "elimination", "moves")
OPTIONS = {
    "setup": (
        Offer("classic", "Four against four on 10 x 10 fields."),
        Offer("duel", "A Human against a Troll on 5 x 5 fields."),
        Offer("war", "Twelve against twelve on 16 x 16 fields."),
        Offer("random", "A board and two armies drawn by chance, equally strong within a tenth."),
    )
}
BOTTOM = 0
