"""Skirmish: Calliance against Zorde on a small board, to the last one standing."""

from garrison.core.facts import Click, Offer, Tool, UpTo, coded, optional

TITLE = "Skirmish"
SUMMARY = "Calliance against Zorde on a small board, to the last one standing."
SEATS = ("Calliance", "Zorde")
BOARD = (32, 32)  # a move is a click on a character and one on each field of its path
CHARACTERS = ("Ork", "Troll", "Goblin", "Human", "Elf", "Dwarf")  # S1: their kinds, from number 1 on
MOST_CHARACTERS = 64  # on a board
MOST_OWN_STEPS = 16  # of one move
CHOSEN_MARK = 8  # in the plane of marks, with no steps left
TOOLS = tuple(  # clicked to begin a move, while nobody has been chosen
    Tool(name.lower(), name, holds=("standing", "kinds"), kind=kind, when=("chosen", -1))
    for kind, name in enumerate(CHARACTERS, 1)
)
ENVIRONMENTS = ("former", "standard")  # -v0, -v1
TURN_SECONDS = 20.0
PLANES = (
    coded(
        "kinds",
        "who stands on each field; a side's three kinds are Human, Elf, Dwarf or Ork, Troll, Goblin",
        "nobody",
        "own first",
        "own second",
        "own third",
        "enemy first",
        "enemy second",
        "enemy third",
        "off the board",
    ),
    UpTo("health", 255, "of whoever stands there, without the whole 256s"),
    UpTo("health 256s", 255, "and how many of those"),
    UpTo("health 65536s", 255, "and of these"),
    optional(
        "marks",
        "the field of the character that is moving",
        "moving",
        CHOSEN_MARK,
        UpTo("steps left", MOST_OWN_STEPS, "that it has left"),
    ),
)
REACH = (
    Click("next", exact=True),  # 1: the character on the field may be sent there next
    "steps",  # that it needs to get there in its move
    "targets",  # 1: an enemy that it can hit in its move
)
REASONS = ("", "limit", "elimination", "moves")
LIMITS = ("limit", "moves")
MOST_MOVES = 1_000_000_001
NUMBERS = (
    coded("side", "the player's own", *SEATS),
    UpTo("moves", MOST_MOVES, "complete moves of both sides together"),
    optional("moves left", "until it is a draw; -1 if there is no limit", "limited", 0, UpTo("moves", MOST_MOVES)),
    UpTo("own living", MOST_CHARACTERS, "characters of the player's side"),
    UpTo("enemy living", MOST_CHARACTERS, "characters of the other side"),
    UpTo("steps made", MOST_OWN_STEPS, "in this move"),
    UpTo("own turn", 1, "1: the player may act"),
    UpTo("enemy turn", 1, "1: the other may act"),
    coded("reason", "why the game is over", *REASONS),
    UpTo("result", 1, "how the game ended for the player", -1, ("lost", "neither", "won")),
)
OPTIONS = {
    "setup": (
        Offer("small", "Four against four on 8 x 8 fields."),
        Offer("classic", "Four against four on 10 x 10 fields."),
        Offer("duel", "A Human against a Troll on 5 x 5 fields."),
        Offer("war", "Twelve against twelve on 16 x 16 fields."),
        Offer("random", "A random board, and two random armies whose health differs by a tenth at most."),
    )
}
BOTTOM = 0
