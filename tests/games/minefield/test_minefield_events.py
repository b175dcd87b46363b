"""What a time unit leaves in the log, in words, and what a network sees."""

import pytest
from minefield_drawing import CELL, FROZEN, INNER, draw, field_of_cores, inner, picture, played, value

from garrison.core.engine import memory
from garrison.core.engine.events import log
from garrison.games.minefield.state import EVENT_CAPACITY, Happening, Object, Reason, State
from seeing import numbers_of

pytestmark = pytest.mark.lane

ADDED = field_of_cores(FROZEN, {(1, 2): "####\n1..1\n....\n...."}, top="P")
DELETED = field_of_cores(FROZEN, {(1, 2): "####\n#...\n#...\n####"}, top="P")
STORIES = {  # what is played, and what the log says about it
    Happening.STEPPED: (lambda: draw("P."), "right", ["P steps to 8,21."]),
    Happening.BUMPED: (lambda: draw("P#"), "right", ["P bumps into a wall, going right."]),
    Happening.TOOK: (lambda: draw("P2"), "right", ["P steps to 8,21.", "P takes a 2: 30 points."]),
    Happening.DROPPED: (lambda: draw(".P", mines=1), "mine", ["P leaves a mine on 8,20."]),
    Happening.BLEW_UP_PLAYER: (
        lambda: draw("P+"),
        "right",
        ["P steps to 8,21.", "P steps on a mine and is blown up."],
    ),
    Happening.RAN_INTO: (lambda: draw("PX"), "right", ["P steps to 8,21.", "P runs into an enemy."]),
    Happening.ENEMY_MOVED: (lambda: draw("P..X"), "stay", ["Enemy 1 moves to 8,22."]),
    Happening.ENEMY_ATE: (
        lambda: draw("P.3Y"),
        "stay",
        ["Enemy 1 moves to 8,22.", "An enemy tramples a 3."],
    ),
    Happening.ENEMY_BLOWN_UP: (
        lambda: draw("P.+Y"),
        "stay",
        ["Enemy 1 moves to 8,22.", "Y walks into a mine: 300 points."],
    ),
    Happening.CAUGHT: (lambda: draw("PX"), "stay", ["Enemy 1 moves to 8,20.", "X catches P."]),
    Happening.WALL_ADDED: (lambda: draw(ADDED, wall_period=1), "stay", ["A wall rises on side down of core 12."]),
    Happening.WALL_DELETED: (
        lambda: draw(DELETED, wall_period=1, chance=[(160, 12 * 4 + 3)]),
        "stay",
        ["The wall on side left of core 12 is gone."],
    ),
    Happening.NUMBER_APPEARED: (
        lambda: draw("P", number_period=1, chance=[(INNER, inner(1, 2)), (100, 99)]),
        "stay",
        ["A 3 appears on 1,2."],
    ),
    Happening.ENEMY_APPEARED: (
        lambda: draw("P", enemy_period=1, chance=[(2, 1), (INNER, inner(1, 2))]),
        "stay",
        ["Another Y appears on 1,2."],
    ),
    Happening.TIME_UP: (lambda: draw("P", time_limit=1), "stay", ["Time is up."]),
}


@pytest.mark.parametrize("kind", Happening, ids=lambda kind: kind.name.lower())
def test_events_become_sentences(kind):
    position, action, sentences = STORIES[kind][0](), *STORIES[kind][1:]
    played(position, action)
    assert [position.game.describe(event) for event in position.events] == sentences
    assert position.events[-1].kind == kind


def test_events_are_emptied_at_the_start_of_every_step():
    position = played(draw("P..X#####"), "stay")
    assert len(position.events) == 1
    assert played(position, "left").events[0].kind == Happening.STEPPED
    position = played(draw("P#"), "right", "stay")
    assert position.events == ()


def test_events_come_in_the_order_of_the_rules():
    rules = {"wall_period": 1, "number_period": 1, "enemy_period": 1, "time_limit": 1}
    top = "P3....+X..1X"
    position = draw(field_of_cores(FROZEN, {(1, 2): "####\n1..1\n....\n...."}, top=top), **rules)
    played(position, "right+mine")
    moved, dead, ate = Happening.ENEMY_MOVED, Happening.ENEMY_BLOWN_UP, Happening.ENEMY_ATE
    expected = [Happening.STEPPED, Happening.TOOK, Happening.DROPPED, moved, dead, moved, ate, Happening.WALL_ADDED]
    expected += [Happening.NUMBER_APPEARED, Happening.ENEMY_APPEARED, Happening.TIME_UP]
    assert [event.kind for event in position.events] == expected


def test_events_of_the_busiest_time_unit_fit_the_log():
    """All enemies trample a number, and everything else happens as well."""
    crowd = "\n".join("#" + "1X" * 16 + "." for _ in range(4))
    before = "3P..............................\n" + "#" * 33 + "\n" + crowd
    rules = {"wall_period": 1, "number_period": 1, "enemy_period": 1, "time_limit": 1}
    position = played(draw(before, at=(8, 2), mines=1, **rules), "left+mine")
    assert value(position, "event_overflow") == 0
    assert len(position.events) >= 2 * 64 + 3


def test_events_beyond_the_logs_room_set_a_flag():
    state = memory.empty(State.dtype)
    for number in range(EVENT_CAPACITY):
        log(state[0], Happening.DROPPED, number)
        assert state["event_overflow"][0] == 0
    log(state[0], Happening.DROPPED, 1)
    assert state["event_overflow"][0] == 1
    assert state["event_count"][0] == EVENT_CAPACITY
    assert list(state["events"][0, :, 1]) == list(range(EVENT_CAPACITY))


def test_the_observation_shows_the_field_and_what_p_knows_of_itself():
    position = draw("P1X\n#+Y", energy=2 * 256 + 7, mines=300, facing="down", points=70_000)
    planes, numbers = position.observe(0), numbers_of(position)
    assert planes.shape == (1, 23, 53)
    assert planes[0].tobytes() == position.state["squares"].tobytes()
    assert planes[0, 8, 20] == Object.PLAYER
    assert (numbers["points"], numbers["energy"], numbers["mines"]) == (70_000, 519, 300)
    assert (numbers["facing"], numbers["row"], numbers["column"], numbers["enemies"]) == (2, 8, 20, 2)
    assert (numbers["time"], numbers["time left"]) == (0, -1)


def test_the_observation_of_a_tired_and_of_a_lost_p():
    numbers = numbers_of(played(draw("P..", energy=0, facing="up", time_limit=9), "right"))
    assert (numbers["tired"], numbers["facing"], numbers["column"]) == (1, 1, 21)
    assert (numbers["time"], numbers["time left"], numbers["reason"]) == (1, 8, 0)
    assert numbers_of(played(draw("P+", energy=300), "right"))["reason"] == Reason.MINE


def test_the_scene_of_a_drawn_position():
    position = draw(CELL)
    assert [(piece.id, piece.row, piece.column) for piece in position.scene(0).boards[0].pieces] == [("P", 9, 21)]
    assert picture(position) == "\n".join(
        "".join("P" if (row, column) == (9, 21) else mark for column, mark in enumerate(line))
        for row, line in enumerate(position.scene(0).boards[0].terrain)
    )
