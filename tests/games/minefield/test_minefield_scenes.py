"""What the words on the screen say about things is what the rules do with them."""

import pytest
from minefield_drawing import draw

import garrison
from garrison.core.about import explanations
from garrison.core.plain import plain
from garrison.games.minefield.rules import chase_steps
from garrison.games.minefield.state import COLUMNS, MOST_ENEMIES, Rules

pytestmark = pytest.mark.lane


def labels(position, *kinds):
    return {piece.kind: piece.label for piece in position.scene(0).boards[0].pieces if piece.kind in kinds}


@pytest.mark.parametrize(("mark", "word"), [("X", "row"), ("Y", "column")])
def test_M10_an_enemys_label_says_along_which_line_it_comes_first(mark, word):
    position = draw(f"{mark}..\n...\n..P")
    s = position.state[0]
    first, _ = plain(chase_steps)(
        position.game.record[0], s, 0, int(s.enemy_squares[0]), int(s.player) // COLUMNS, int(s.player) % COLUMNS
    )
    assert word == ("row" if abs(first) == 1 else "column")
    name = mark.lower()
    assert labels(position, name)[name].endswith(f"closes in along its {word} first")
    assert f"along its {word} first" in explanations(position.game)[name]


def test_M7_a_numbers_label_says_what_it_gives():
    rules = {"number_points": (1, 2, 0), "number_energy": (0, 1, 0), "number_mines": (1, 2, 0)}
    found = labels(draw("P.1.2.3", **rules), "one", "two", "three")
    assert found == {
        "one": "a 1: 1 point, 1 mine",
        "two": "a 2: 2 points, 1 energy, 2 mines",
        "three": "a 3: nothing",
    }


def test_what_depends_on_parameters_is_not_said_of_all_games():
    told = explanations(
        garrison.load("minefield", variant="former", rules={"wall_period": 0, "number_energy": (5, 0, 0)})
    )
    assert "come and go" not in told["wall"]
    assert not any("energy" in told[name] for name in ("one", "two", "three"))


def test_M15_x_and_y_tell_when_they_rest():
    told = explanations(garrison.load("minefield"))
    assert told["x"].endswith("a mine destroys it for 300 points. They all rest in every 4th time unit.")
    assert told["y"].startswith("Chases you, along its column first. ")
    assert "rest" not in explanations(garrison.load("minefield", variant="former"))["x"]


def test_there_is_room_for_all_enemies_of_the_start():
    parameters = Rules.__parameters__
    most = {parameter.name: parameter.high for parameter in parameters if parameter.name in ("start_x", "start_y")}
    assert sum(most.values()) <= MOST_ENEMIES
