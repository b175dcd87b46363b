"""A toy in which something is chosen and walks: three steps at most, around a wall, past a guard whom it hits from any
field beside him; a swamp throws dice. `python marching.py` looks at every way that its scenes offer."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.game import load
from garrison.core.position import Position
from garrison.look.scene import Board, Way

FACTS = """
TITLE, SUMMARY = "Marching", "Three steps at a time."
BOARD, PLANES, REASONS = (3, 6), ("marcher",), ("", "limit")
"""
STATE = """
from garrison.core.engine.events import EventKind, Field, kind
from garrison.core.engine.record import StateRecord, number
from garrison.core.parameters import ParameterRecord, parameter


class Happening(EventKind):
    WALKED = kind(1, Field("start"), Field("end"))
    HIT = kind(2, Field("field"), "damage")


class State(StateRecord, events=4):
    place: int = number(0, 17)
    left: int = number(0, 3)  # steps; 0: nobody is chosen
    health: int = number(-9, 9)


class Rules(ParameterRecord):
    max_steps: int = parameter(60, 1, 100, "limit")
"""
RULES = """
from garrison.core.engine.events import log
from garrison.core.engine.rng import roll
from garrison.core.engine.rule import rule
from PACKAGE.state import Happening

GUARD, WALL, SWAMP, PASS = 9, 1, 14, 17


@rule
def new(p, s):
    s.waiting = 1
    s.place = 6
    s.health = 9


@rule
def is_beside(one, other):
    return abs(one // 6 - other // 6) + abs(one % 6 - other % 6) == 1


@rule
def legal(p, s, player, mask):
    if player == 1:
        mask[PASS] = 1
        return
    mask[s.place] = 1
    for field in range(18):
        if s.left > 0 and is_beside(s.place, field) and field != WALL and field != GUARD:
            mask[field] = 1


@rule
def step(p, s, player, action):
    if player == 0 and s.left == 0:
        s.left = 3
        return
    if player == 0 and action != s.place:
        walk(s, action)
        if s.left > 0:
            return
    s.left = 0
    s.turn += 1
    s.waiting = 2 >> player


@rule
def walk(s, field):
    log(s, Happening.WALKED, s.place, field)
    s.place = field
    s.left -= 1
    if is_beside(field, GUARD):
        s.health -= 1
        log(s, Happening.HIT, GUARD, 1)
    if field == SWAMP and roll(s, 2) == 1:
        s.left = 0


@rule
def observe(p, s, player, planes):
    planes[:] = 0
    planes[0, s.place // 6, s.place % 6] = 1


@rule
def score(p, s, out):
    out[0] = 9 - s.health
    out[1] = s.health
"""
SHOW = """
from garrison.look.scene import Board, Piece, Scene, Terrain
from PACKAGE.state import Happening


def scene(p, s, player):
    place, guard = divmod(int(s.place), 6), divmod(9, 6)
    pieces = (
        Piece("m", "marcher", *place, "marcher", "m", "blue", owner=0),
        Piece("g", "guard", *guard, "guard", "g", "red", owner=1),
    )
    near = lambda field: abs(field // 6 - place[0]) + abs(field % 6 - place[1]) <= s.left
    chosen = {"chosen_fields": (int(s.place),), "range_fields": tuple(filter(near, range(18)))} if s.left else {}
    ground = {sign: Terrain(sign, sign, sign) for sign in ".#~"}
    board = Board(3, 6, (".#....", "......", "..~..."), ground, pieces, **chosen)
    return Scene(boards=(board,), prompt="Walk.")


def describe(event):
    is_blow = event.kind == Happening.HIT
    return f"The guard loses {event.damage}." if is_blow else f"The marcher goes to {event.at('end')}."
"""
FEEDBACK = """
from garrison.look.feedback import Feedback
from PACKAGE.state import Happening

FEEDBACK = {Happening.HIT: Feedback("blow", "blow", "red", "damage", "-")}
"""
MARCHING = {"__init__": FACTS, "state": STATE, "rules": RULES, "show": SHOW, "feedback": FEEDBACK, "bots": ""}
GUARD, WALL, SWAMP, STEPS = 9, 1, 14, 3


def reachable(start: int) -> set[int]:
    """Where three steps lead, none of them through a wall, the guard, or on from the swamp."""
    found = {start: 0}
    for field in (queue := [start]):
        for other in range(18):
            is_beside = abs(field // 6 - other // 6) + abs(field % 6 - other % 6) == 1
            is_open = other not in (WALL, GUARD) and field != SWAMP and found[field] < STEPS
            if is_beside and is_open and other not in found:
                found[other] = found[field] + 1
                queue.append(other)
    return set(found) - {start}


def looked_at(position: Position, board: Board) -> Iterator[Way]:
    """The ways of a position, each of which was played."""
    for way in board.ways:
        twin, told = position.copy(), []
        for action in way.actions:
            assert action in twin.actions(0), way
            twin.play(0, action)
            told += twin.sentences
        damage = int(position.state[0].health) - int(twin.state[0].health)
        assert twin.state[0].place == way.fields[-1], way
        assert way.text.count("The guard loses 1.") == damage or SWAMP in way.fields, (way, told)
        assert way.hits == ((GUARD,) if damage else ()) or SWAMP in way.fields, way
        assert SWAMP not in way.fields[:-1], "its dice end what is foretold"
        assert WALL not in way.fields
        yield way


def main() -> None:
    """March through a game, choosing the farthest way each time."""
    position, count, blows = load("marching").new(3), 0, 0
    while not position.over:
        position.play(0, int(position.state[0].place))
        if position.over:
            break
        start, board = int(position.state[0].place), position.scene(0).boards[0]
        ways = list(looked_at(position, board))
        ends = {way.field for way in ways if way.field != GUARD}
        assert ends == reachable(start), (start, ends)
        count, blows = count + len(ways), blows + sum(way.field == GUARD for way in ways)
        for action in max(ways, key=lambda way: (len(way.actions), way.field * 7 % 18)).actions:
            position.play(0, action)
        while 0 in position.waiting:
            position.play(0, int(position.state[0].place))
        if not position.over:
            position.play(1, 17)
    assert count > 50, count
    assert blows > 0, "who can be struck, but not walked onto, is clicked too"
    print("every way leads there")


if __name__ == "__main__":
    main()
