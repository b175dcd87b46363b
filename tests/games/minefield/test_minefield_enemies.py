"""M10 and M11: the enemies chase P."""

import pytest
from minefield_drawing import FROZEN, arrivals, draw, field, field_of_cores, picture, played, value

import garrison

pytestmark = pytest.mark.lane

TWO_WAYS = {  # an enemy with both distances open: where X goes and where Y goes
    "e..\n...\n..P": (".e.\n...\n..P", "...\ne..\n..P"),
    "..e\n...\nP..": (".e.\n...\nP..", "...\n..e\nP.."),
    "P..\n...\n..e": ("P..\n...\n.e.", "P..\n..e\n..."),
    "..P\n...\ne..": ("..P\n...\n.e.", "..P\ne..\n..."),
}


def stayed(drawing, **facts):
    return picture(played(draw(drawing, **facts), "stay"))


@pytest.mark.parametrize("before", TWO_WAYS)
def test_M10_x_closes_the_column_distance_first_and_y_the_row_distance(before):
    for_x, for_y = TWO_WAYS[before]
    assert stayed(before.replace("e", "X")) == field(for_x.replace("e", "X"))
    assert stayed(before.replace("e", "Y")) == field(for_y.replace("e", "Y"))


def test_M10_an_axis_comes_first_even_when_its_distance_is_smaller():
    assert stayed("X....\n.....\n.....\n.P...") == field(".X...\n.....\n.....\n.P...")
    assert stayed("Y....\n...P.") == field(".....\nY..P.")


@pytest.mark.parametrize("enemy", list("XY"))
@pytest.mark.parametrize(
    "before, after", [("e..P", ".e.P"), ("P..e", "P.e."), ("e\n.\n.\nP", ".\ne\n.\nP"), ("P\n.\n.\ne", "P\n.\ne\n.")]
)
@pytest.mark.parametrize("stubborn", [False, True])
def test_M10_when_a_distance_is_0_the_enemy_uses_the_other_axis(enemy, before, after, stubborn):
    assert stayed(before.replace("e", enemy), stubborn=stubborn) == field(after.replace("e", enemy))


BLOCKED = [  # the first axis is blocked; where the enemy goes instead
    ("X#.\n...\n..P", ".#.\nX..\n..P"),
    ("Y..\n#..\n..P", ".Y.\n#..\n..P"),
    ("P..\n...\n.#X", "P..\n..X\n.#."),
    ("P..\n..#\n..Y", "P..\n..#\n.Y."),
]


@pytest.mark.parametrize("before, after", BLOCKED)
def test_M10_blocked_by_a_wall_it_tries_the_other_axis(before, after):
    assert stayed(before) == field(after)


@pytest.mark.parametrize("before, after", BLOCKED)
def test_M10_stubborn_enemies_are_stuck_when_the_first_axis_is_blocked(before, after):
    assert stayed(before, stubborn=True) == field(before)


@pytest.mark.parametrize("variant, is_stuck", [("seed", True), ("standard", False), ("head_start", False)])
def test_M10_they_are_stuck_on_obstacles_in_seed(variant, is_stuck):
    stubborn = garrison.load("minefield", variant=variant).parameters["stubborn"]
    for before, after in BLOCKED:
        assert stayed(before, stubborn=stubborn) == field(before if is_stuck else after)


def test_M10_stubborn_enemies_move_when_the_first_axis_is_free():
    assert stayed("X..\n#..\n..P", stubborn=True) == field(".X.\n#..\n..P")
    assert stayed("Y#.\n...\n..P", stubborn=True) == field(".#.\nY..\n..P")


def test_M10_blocked_by_another_enemy_it_tries_the_other_axis():
    """The X in front is stuck, so the other one, which would follow it, goes down."""
    before = """
        XX#.
        ..#.
        ...P
    """
    after = """
        ..#.
        XX#.
        ...P
    """
    assert stayed(before) == field(after)
    before = """
        XX#.
        .##.
        ...P
    """
    after = """
        .X#.
        X##.
        ...P
    """
    assert stayed(before) == field(after)
    assert stayed(before, stubborn=True) == field(before)


@pytest.mark.parametrize("enemy", list("XY"))
@pytest.mark.parametrize("before", ["e#.\n#..\n..P", "e#P", "P#e", "e\n#\nP", "P\n#\ne", "e#...\n#####\n....P"])
def test_M10_an_enemy_that_cannot_come_nearer_is_stuck(enemy, before):
    """It never walks away from P to get around an obstacle."""
    drawing = before.replace("e", enemy)
    assert stayed(drawing) == field(drawing)


def test_M10_stuck_between_a_wall_and_an_enemy():
    drawing = """
        XX#.
        ###.
        ...P
    """
    assert stayed(drawing) == field(drawing)


def test_M10_numbers_and_mines_do_not_block():
    assert stayed("X1.P") == field(".X.P")
    assert stayed("X+.P") == field("...P")
    assert stayed("Y\n3\n.\nP") == field(".\nY\n.\nP")


def test_M10_enemies_move_one_square_a_time_unit():
    position = draw("X......P")
    assert picture(played(position, "stay")) == field(".X.....P")
    assert picture(played(position, "stay", "stay")) == field("...X...P")


def test_M10_enemies_move_in_order_of_arrival():
    """The Y leaves the square that the X wants, but only if it moves first."""
    before = """
        XY..
        ....
        ...P
    """
    y_first = """
        .X..
        .Y..
        ...P
    """
    x_first = """
        ....
        XY..
        ...P
    """
    assert stayed(before, order=[(0, 1), (0, 0)]) == field(y_first)
    assert stayed(before, order=[(0, 0), (0, 1)]) == field(x_first)


def test_M10_an_enemy_frees_its_square_for_a_later_one():
    assert stayed("XX..P", order=[(0, 1), (0, 0)]) == field(".XX.P")
    assert stayed("XX..P", order=[(0, 0), (0, 1)]) == field("X.X.P")


def test_M10_two_enemies_want_the_same_square_and_the_first_gets_it():
    before = """
        X..
        ..P
        Y..
    """
    assert stayed(before.replace("Y", "X")) == field(".X.\n..P\n.X.")
    before = """
        .Y.
        X.P
        ...
    """
    assert stayed(before, order=[(1, 0), (0, 1)]) == field("..Y\n.XP\n...")
    assert stayed(before, order=[(0, 1), (1, 0)]) == field("...\nXYP\n...")


@pytest.mark.parametrize("enemy", list("XY"))
@pytest.mark.parametrize("around", ["eP", "Pe", "e\nP", "P\ne"])
def test_M11_an_enemy_entering_ps_square_ends_the_game(enemy, around):
    position = played(draw(around.replace("e", enemy), energy=5, points=7), "stay")
    assert position.over
    assert position.outcome.reason == "caught"
    assert position.outcome.winners == ()
    assert value(position, "energy") == 5
    assert value(position, "points") == 7
    assert picture(position).count(enemy) == 1
    assert position.actions(0) == []


def test_M11_p_is_caught_after_its_own_step_and_drop():
    position = played(draw(".P.\n...\n.Y.", mines=1), "down+mine")
    assert position.outcome.reason == "caught"
    assert picture(position) == field(".+.\n.Y.\n...")
    assert value(position, "energy") == 4
    assert value(position, "mines") == 0


def test_M11_after_a_catch_nothing_else_happens():
    """Enemies that would move later stay, no wall changes, nothing appears and time does not run out."""
    everything = {"wall_period": 1, "number_period": 1, "enemy_period": 1, "time_limit": 1}
    open_core = """
        ####
        ....
        ....
        ....
    """
    before = field_of_cores(FROZEN, {(0, 0): open_core}, top="X...XP...Y")
    position = played(draw(before, order=[(1, 1), (1, 5), (1, 10)], **everything), "stay")
    assert position.outcome.reason == "caught"
    assert picture(position) == field_of_cores(FROZEN, {(0, 0): open_core}, top=".X...X...Y")


@pytest.mark.parametrize("enemy", list("XY"))
@pytest.mark.parametrize("number", list("123"))
def test_M11_an_enemy_entering_a_number_destroys_it(enemy, number):
    position = draw(f"{enemy}{number}..P", points=7)
    assert picture(played(position, "stay")) == field(f".{enemy}..P")
    assert picture(played(position, "stay")) == field(f"..{enemy}.P")
    assert [value(position, name) for name in ("energy", "mines", "points")] == [5, 0, 7]


@pytest.mark.parametrize("enemy", list("XY"))
def test_M11_an_enemy_entering_a_mine_disappears_with_it_and_p_gains_300_points(enemy):
    position = played(draw(f"{enemy}+..P", points=7), "stay")
    assert picture(position) == field("....P")
    assert value(position, "points") == 307
    assert value(position, "enemy_count") == 0
    assert not position.over


def test_M11_a_mine_dropped_now_works_now():
    position = played(draw("XP..", mines=1), "right+mine")
    assert picture(position) == field("..P.")
    assert value(position, "points") == 300


def test_M11_enemies_do_not_see_mines():
    """The X could go down as well, and walks into the mine all the same."""
    assert stayed("X+.\n...\n..P") == field("...\n...\n..P")


def test_M11_a_mine_takes_one_enemy_only():
    position = played(draw("XX+..P", order=[(0, 1), (0, 0)]), "stay")
    assert picture(position) == field(".X...P")
    assert picture(played(position, "stay")) == field("..X..P")
    assert value(position, "points") == 300


def test_M11_the_others_keep_their_order_and_all_of_them_move():
    position = draw("X......Y\nX+....P.\nX......X", order=[(2, 0), (1, 0), (0, 7), (0, 0), (2, 7)])
    played(position, "stay")
    assert picture(position) == field(".X......\n......PY\n.X....X.")
    kinds_and_places = [(kind, row - 8, column - 20) for kind, row, column in arrivals(position)]
    assert kinds_and_places == [("X", 2, 1), ("Y", 1, 7), ("X", 0, 1), ("X", 2, 6)]
    assert list(position.state["enemy_serials"][0, :4]) == [1, 3, 4, 5]


def test_M11_two_enemies_in_a_row_are_blown_up():
    position = played(draw("X+....P\nX+.....\nX......"), "stay")
    assert picture(position) == field("......P\n.......\n.X.....")
    assert value(position, "points") == 600
    assert value(position, "enemy_count") == 1
