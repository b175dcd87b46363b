"""Toy games that have all properties, to be broken in one way each: see broken.py."""

from __future__ import annotations

import toy
from bare import BARE

# Two players choose a number at the same time; the larger one wins.
CHOOSING_STATE = toy.STATE.replace(
    "total: int = number(0, 100)", "choices: Array = numbers(2, 0, 2)\n    last: int = number(0, 1)"
)
CHOOSING_RULES = """
from garrison.core.engine.events import finish, log
from garrison.core.engine.rule import rule
from PACKAGE.state import Happening


@rule
def new(p, s):
    s.waiting = 3


@rule
def legal(p, s, player, mask):
    mask[:] = 1


@rule
def step(p, s, player, action):
    s.choices[player] = action + 1
    s.waiting &= ~(1 << player)
    if s.waiting == 0:
        s.turn += 1
        log(s, Happening.COUNTED, s.turn)
        s.waiting = 3
        if s.turn == p.target:
            finish(s, 2, 1 if s.choices[0] > s.choices[1] else 2)
        s.choices[:] = 0


@rule
def observe(p, s, player, planes):
    planes[:] = 0


@rule
def score(p, s, out):
    out[:] = 0
"""
CHOOSING_FACTS = toy.FACTS + "SIMULTANEOUS = True\n"
CHOOSING_SKILL = """
from garrison.core.engine.rule import rule


@rule
def hide(p, s, player):
    s.choices[1 - player] = 0
    s.waiting |= 2 >> player
"""
CHOOSING_SCENE = toy.SCENE.replace("{s.total} so far", "Choose in round {s.turn}")

# A pawn and a knight on a strip of three fields: choose one, then its next field.
WALKING_FACTS = """
from garrison.core.facts import Click

TITLE, SUMMARY = "Walking", "Walk on a strip."
BOARD, PLANES, REASONS = (1, 3), ("pieces",), ("", "limit")
REACH = (Click("steps", exact=True),)
"""
WALKING_STATE = toy.STATE.replace(
    "total: int = number(0, 100)", "places: Array = numbers(2, 0, 2)\n    chosen: int = number(0, 1)"
)
WALKING_STATE = WALKING_STATE.replace("parameter(50", "parameter(20")
WALKING_RULES = """
from garrison.core.engine.rule import rule


@rule
def new(p, s):
    s.waiting = 1
    s.places[1] = 2


@rule
def legal(p, s, player, mask):
    if s.chosen == 0:
        mask[s.places[player]] = 1
        return
    for field in range(3):
        if field != s.places[1 - player]:
            mask[field] = 1


@rule
def step(p, s, player, action):
    s.chosen = 1 - s.chosen
    if s.chosen == 0:
        s.places[player] = action
        s.waiting = 2 >> player
        s.turn += 1


@rule
def observe(p, s, player, planes):
    planes[:] = 0


@rule
def score(p, s, out):
    out[:] = 0


@rule
def reach(p, s, player, field, planes):
    for near in range(3):
        planes[0, 0, near] = near != s.places[1 - player]
"""
WALKING_SCENE = """
from garrison.look.scene import Board, Piece, Scene, Terrain


def scene(p, s, player, reach):
    pieces = [
        Piece("pawn", "pawn", 0, int(s.places[0]), "a pawn", "p", "blue", owner=0),
        Piece("knight", "knight", 0, int(s.places[1]), "a knight", "k", "red", owner=1),
    ]
    chosen = (int(s.places[0 if s.waiting == 1 else 1]),) if s.chosen else ()
    ground = {".": Terrain("floor", "floor", ".")}
    return Scene(boards=(Board(1, 3, ("...",), ground, tuple(pieces), chosen_fields=chosen),), prompt="Walk.")


def describe(event):
    return "Somebody walks."
"""

# The same with fields besides, and with numbers, lists of entities and reach that tell players what they chose.
LISTING_FACTS = (
    CHOOSING_FACTS.replace("FIELDS, BUTTONS = 0", "FIELDS, BUTTONS = 3")
    + 'ENTITIES, MOST_ENTITIES, REACH, NUMBERS = ("kind", "choice"), 2, ("choice",), ("choice",)\n'
)
LISTING_STATE = CHOOSING_STATE.replace("numbers(2, 0, 2)", "numbers(2, 0, 5)")
LISTING_RULES = (
    CHOOSING_RULES
    + """

@rule
def measure(p, s, player, numbers):
    numbers[0] = s.choices[player]


@rule
def muster(p, s, player, entities):
    entities[0, 0] = 1
    entities[0, 1] = s.choices[player]
    return 1


@rule
def reach(p, s, player, field, planes):
    planes[0, 0, field] = s.choices[player]
"""
)
LISTING_SCENE = CHOOSING_SCENE.replace("scene(p, s, player)", "scene(p, s, player, reach)")

# Five pawns on every other field of a strip: whichever is clicked leaves.
LEAVING_FACTS = """
TITLE, SUMMARY = "Leaving", "Leave one after the other."
BOARD, PLANES, REASONS = (1, 9), ("pawns",), ("", "limit", "empty")
"""
LEAVING_STATE = toy.STATE.replace("total: int = number(0, 100)", "pawns: Array = numbers(9, 0, 1)")
LEAVING_RULES = """
from garrison.core.engine.events import finish
from garrison.core.engine.rule import rule


@rule
def new(p, s):
    s.waiting = 1
    s.pawns[::2] = 1


@rule
def legal(p, s, player, mask):
    for field in range(9):
        mask[field] = s.pawns[field]


@rule
def step(p, s, player, action):
    s.pawns[action] = 0
    s.turn += 1
    if not s.pawns.any():
        finish(s, 2, 0)


@rule
def observe(p, s, player, planes):
    planes[0, 0] = s.pawns


@rule
def score(p, s, out):
    out[:] = 0
"""
LEAVING_SCENE = """
from garrison.look.scene import Board, Piece, Scene, Terrain


def scene(p, s, player):
    fields = [field for field in range(9) if s.pawns[field]]
    names = [f"pawn-{field}" for field in fields]
    pieces = [Piece(name, "pawn", 0, field, "a pawn", "p", "blue") for name, field in zip(names, fields)]
    ground = {".": Terrain("floor", "floor", ".")}
    return Scene(boards=(Board(1, 9, ("." * 9,), ground, tuple(pieces)),), prompt="Leave.")


def describe(event):
    return "Somebody leaves."
"""

# Four pawns on a strip: whichever is clicked hops to some other field.
HOPPING_FACTS = LEAVING_FACTS.replace('"limit", "empty"', '"limit"').replace("Leaving", "Hopping")
HOPPING_STATE = toy.STATE.replace("total: int = number(0, 100)", "places: Array = numbers(4, 0, 8)")
HOPPING_RULES = """
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule


@rule
def new(p, s):
    s.waiting = 1
    for pawn in range(4):
        s.places[pawn] = 2 * pawn


@rule
def legal(p, s, player, mask):
    for pawn in range(4):
        mask[s.places[pawn]] = 1


@rule
def step(p, s, player, action):
    s.turn += 1
    target = pick(s, 9)
    while (s.places == target).any():
        target = pick(s, 9)
    for pawn in range(4):
        if s.places[pawn] == action:
            s.places[pawn] = target


@rule
def observe(p, s, player, planes):
    planes[:] = 0


@rule
def score(p, s, out):
    out[:] = 0
"""
HOPPING_SCENE = LEAVING_SCENE.replace(
    """    fields = [field for field in range(9) if s.pawns[field]]
    names = [f"pawn-{field}" for field in fields]
""",
    """    fields = s.places.tolist()
    names = [f"pawn-{pawn}" for pawn in range(4)]
""",
)

COUNTING = {"__init__": toy.FACTS, "state": toy.STATE, "rules": toy.RULES, "show": toy.SCENE}
CHOOSING = {
    "__init__": CHOOSING_FACTS,
    "state": CHOOSING_STATE,
    "rules": CHOOSING_RULES,
    "show": CHOOSING_SCENE,
    "skill": CHOOSING_SKILL,
}
LISTING = {
    "__init__": LISTING_FACTS,
    "state": LISTING_STATE,
    "rules": LISTING_RULES,
    "show": LISTING_SCENE,
    "skill": CHOOSING_SKILL,
}
WALKING = {"__init__": WALKING_FACTS, "state": WALKING_STATE, "rules": WALKING_RULES, "show": WALKING_SCENE}
LEAVING = {"__init__": LEAVING_FACTS, "state": LEAVING_STATE, "rules": LEAVING_RULES, "show": LEAVING_SCENE}
HOPPING = {"__init__": HOPPING_FACTS, "state": HOPPING_STATE, "rules": HOPPING_RULES, "show": HOPPING_SCENE}
# What is counted is seen as the sum of two parts, and told as a number that begins at 5.
PACKING = COUNTING | {
    "__init__": "from garrison.core.facts import UpTo, optional, packed\n"
    + toy.FACTS.replace('BOARD, PLANES, REASONS = (1, 3), ("count",)', "BOARD, REASONS = (1, 3)")
    + 'PLANES = (packed("count", "", {1: UpTo("odd", 1), 4: UpTo("twos", 4)}),)\n'
    + 'NUMBERS = (optional("left", "", "there", 5, UpTo("total", 9)),)\n',
    "rules": toy.RULES.replace("planes[0, 0, 0] = s.total", "planes[0, 0, 0] = s.total % 2 + s.total // 2 * 4")
    + "\n\n@rule\ndef measure(p, s, player, numbers):\n    numbers[0] = s.total + 5 if s.total > 0 else 0\n",
}
SOUND = {
    "counting": COUNTING,
    "choosing": CHOOSING,
    "listing": LISTING,
    "walking": WALKING,
    "leaving": LEAVING,
    "hopping": HOPPING,
    "bare": BARE,
    "packing": PACKING,
}
