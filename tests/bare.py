"""A game with nothing that a game need not have: two players click the one field in turn, until the limit ends it."""

FACTS = """
TITLE, SUMMARY = "Bare", "Click in turns."
BOARD, PLANES, REASONS = (1, 1), ("turn",), ("", "limit")
"""
STATE = """
from garrison.core.engine.events import EventKind
from garrison.core.engine.record import StateRecord
from garrison.core.parameters import ParameterRecord, parameter


class Happening(EventKind):
    pass


class State(StateRecord, events=0):
    pass


class Rules(ParameterRecord):
    max_steps: int = parameter(6, 1, 100, "actions after which the game ends")
"""
RULES = """
from garrison.core.engine.rule import rule


@rule
def new(p, s):
    s.waiting = 1


@rule
def legal(p, s, player, mask):
    mask[0] = 1


@rule
def step(p, s, player, action):
    s.turn += 1
    s.waiting = 2 >> player


@rule
def observe(p, s, player, planes):
    planes[0, 0, 0] = s.turn


@rule
def score(p, s, out):
    out[0] = 0
    out[1] = 0
"""
SHOW = """
from garrison.look.scene import Board, Scene, Terrain


def scene(p, s, player):
    return Scene(boards=(Board(1, 1, (".",), {".": Terrain("floor", "floor", ".")}),), prompt="Click.")


def describe(event):
    return ""
"""
BARE = {"__init__": FACTS, "state": STATE, "rules": RULES, "show": SHOW, "bots": ""}
