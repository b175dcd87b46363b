"""What networks are told of a position: how hunted P is, and what is in its reach."""

from __future__ import annotations

import pytest
from minefield_drawing import draw

from garrison.bots.network import cues_of
from garrison.core.position import Position
from garrison.games.minefield.skill.cues import CUES, FADING, FAR, LURE, ROOM, STEPS


def told(position: Position) -> dict[str, float]:
    """Every cue by its name."""
    return dict(zip(CUES, cues_of(position, 0).tolist(), strict=True))


def test_what_p_has() -> None:
    cues = told(draw("PX", energy=30, mines=1, points=1000, turn=150, time_limit=600))
    assert (cues["points"], cues["time left"], cues["energy"], cues["short of energy"]) == (0.25, 0.75, 30 / 400, 0.5)
    assert (cues["mines"], cues["unarmed"], cues["enemies"], cues["prey"]) == (0.25, 0, 1 / 8, 0.25)
    assert told(draw("P", turn=150))["time left"] == 1  # without a limit, there is always time
    assert told(draw("P", mines=2))["prey"] == 0  # there is nobody


def test_an_enemy_behind_a_wall_is_stuck_and_one_in_the_open_comes() -> None:
    cues = told(draw("P#X"))
    assert (cues["enemies that come near"], cues["enemies that are stuck near"]) == (0, FADING[2])
    assert cues["enemies beside, above or below"] == 0
    cues = told(draw("P..X\n.\n.\nY"))
    assert (cues["enemies that come near"], cues["enemies that are stuck near"]) == (2 * FADING[3], 0)
    assert cues["enemies beside, above or below"] == 0.5
    assert (cues["nearest enemy"], cues["next nearest enemy"]) == (3 / FAR, 3 / FAR)
    assert (cues["enemies within four steps"], cues["enemies within eight steps"]) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("drawing", "exits", "longest"),
    [
        ("###\n#P#\n###", 0, 0),
        ("#####\n#P..#\n#####", 1, 2),
        ("###\n#P#\n#.#\n#+#", 1, 1),
        ("##X\n.P.\n#.#\n###", 3, None),
    ],
)
def test_ways_end_at_walls_and_mines(drawing: str, exits: int, longest: int | None) -> None:
    cues = told(draw(drawing))
    assert cues["exits"] == exits / 4
    if longest is not None:
        assert cues["longest corridor"] == longest / FAR


def test_numbers_count_by_kind_and_distance() -> None:
    cues = told(draw("P1.2\n...3"))
    assert (cues["ones near"], cues["twos near"], cues["threes near"]) == (LURE[1] / 2, LURE[3] / 2, LURE[4] / 2)
    assert (cues["nearest energy"], cues["numbers"]) == (3 / FAR, 3 / 40)


def test_room_ends_where_an_enemy_could_be_first() -> None:
    closed = told(draw("#####\n#P..#\n#####"))
    assert (closed["room nearby"], closed["room"], closed["way out"]) == (3 / 16, 3 / ROOM, 2 / STEPS)
    hunted = told(draw("########\n#P....X#\n########"))  # after two steps, both could be on the third square
    assert (hunted["room"], hunted["way out"]) == (3 / ROOM, 2 / STEPS)
    free = told(draw("P"))
    assert free["way out"] == 1
    assert free["room"] > 1
