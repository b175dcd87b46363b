"""S14-S16: steps off the board, what a run prints, and how it ends."""

import pytest
from skirmish_runs import (
    CALLIANCE_WINS,
    DRAW,
    OFF_THE_BOARD,
    WRONG_NUMBER,
    ZORDE_WINS,
    block,
    files,
    initials,
    output,
)

from garrison.cli.command_line import CommandGroup
from garrison.games.skirmish.commands import register
from garrison.games.skirmish.commands.output import run

pytestmark = pytest.mark.lane


@pytest.mark.parametrize(
    "line",
    [
        "H0 -1;0;1;0;1;0",
        "H0 0;-1;1;0;1;0",
        "H0 -1;-1;1;0;1;0",
        "H0 -1;1;0;0;0;0",
        "T0 1;0",
        "T0 0;1",
        "T0 1;1",
        "T0 1;-1",
    ],
)
def test_S14_off_the_board_at_the_first_step_nothing_happens(tmp_path, line):
    picture = "H0 ..\n.. T0"
    assert output(tmp_path, picture, line) == block(picture) + OFF_THE_BOARD


def test_S14_off_the_board_at_the_first_step_the_ork_does_not_heal(tmp_path):
    """The Human wounds Ork and Troll. The Ork leaves the board, then it stays: only the second heals."""
    picture = """
        .. .. T0
        H0 .. O0
        .. .. .."""
    wounded = """
        .. .. T0
        .. H0 O0
        .. .. .."""
    assert output(tmp_path, picture, "H0 0;1;1;0;0;-1\nO0 1;0\nO0 0;0\n") == (
        block(picture)
        + block(wounded, health={"T0": 120, "O0": 170})
        + OFF_THE_BOARD
        + block(wounded, health={"T0": 130, "O0": 180})
    )


@pytest.mark.parametrize("line, place", [("H0 1;0;0;-1;0;0", ".. H0 .."), ("H0 1;0;1;0;1;0", ".. .. H0")])
def test_S14_at_a_later_step_the_board_comes_first(tmp_path, line, place):
    """The steps before it stay made; the Human, which attacks after its final step, does not attack."""
    below = "\n.. T0 ..\n.. .. .."
    assert (
        output(tmp_path, "H0 .. .." + below, line) == block("H0 .. .." + below) + block(place + below) + OFF_THE_BOARD
    )


def test_S14_the_attacks_of_the_steps_before_it_stay_made(tmp_path):
    """The Goblin attacks after each of two steps, then leaves the board: 20, and nothing at the third step."""
    before = """
        G0 .. .. ..
        .. .. D0 ..
        .. .. .. ..
        .. .. .. .."""
    after = """
        .. .. G0 ..
        .. .. D0 ..
        .. .. .. ..
        .. .. .. .."""
    result = output(tmp_path, before, "G0 1;0;1;0;0;-1;1;0")
    assert result == block(before) + block(after, health={"D0": 100}) + OFF_THE_BOARD


def test_S14_the_elf_that_leaves_the_board_at_its_last_step_does_not_shoot(tmp_path):
    """T0 was beside the third step; T1, 2 cells away, is not hit, and T0 is not hit again."""
    before = """
        E0 .. .. .. ..
        .. .. .. .. T0
        .. .. .. T1 .."""
    after = """
        .. .. .. E0 ..
        .. .. .. .. T0
        .. .. .. T1 .."""
    result = output(tmp_path, before, "E0 1;0;1;0;1;0;0;-1")
    assert result == block(before) + block(after, health={"T0": 135}) + OFF_THE_BOARD


@pytest.mark.parametrize("line", ["H0 1;0;0;-1;0;-1", "H0 0;0;0;-1;0;-1"])
def test_S14_steps_after_a_friend_are_not_made_and_do_not_leave_the_board(tmp_path, line):
    picture = "H0 D0 ..\n.. .. ..\n.. .. T0"
    assert output(tmp_path, picture, line) == block(picture) * 2


def test_S14_steps_after_a_fight_are_not_made_and_do_not_leave_the_board(tmp_path):
    before, after = "H0 G0 ..\n.. .. ..\n.. .. T0", ".. H0 ..\n.. .. ..\n.. .. T0"
    assert output(tmp_path, before, "H0 1;0;0;-1;0;-1") == block(before) + block(after, health={"H0": 50})


def test_S14_the_next_line_is_carried_out(tmp_path):
    """Also for another character, when the one that left the board had steps left."""
    picture, moved = "H0 .. ..\n.. .. ..\n.. .. T0", ".. H0 ..\n.. .. ..\n.. .. T0"
    later = ".. H0 ..\n.. .. ..\n.. T0 .."
    result = output(tmp_path, picture, "H0 1;0;0;-1;0;0\nT0 -1;0\n")
    assert result == block(picture) + block(moved) + OFF_THE_BOARD + block(later)


# --- S15


def test_S15_the_whole_output_to_the_byte(tmp_path):
    result = output(tmp_path, ".. O0 ..\n.. .. ..\nH0 .. E0", "O0 0;1\nH0 1;0\nE0 0;1;0;0;0;0;0;0\n")
    first = "********\n*  O0  *\n*      *\n*H0  E0*\n********\n\nE0\t70\t(70)\nH0\t100\t(100)\nO0\t200\t(200)\n\n"
    second = "********\n*      *\n*  O0  *\n*H0  E0*\n********\n\nE0\t40\t(70)\nH0\t70\t(100)\nO0\t200\t(200)\n\n"
    wrong = "Error : Move sequence contains wrong number of move steps. Input line ignored.\n\n"
    left = "Error : Game board boundaries are exceeded. Input line ignored.\n\n"
    assert result == first + second + wrong + left


def test_S15_a_block_at_the_start_and_one_for_every_executed_line(tmp_path):
    picture = "H0 .. ..\n.. .. ..\n.. .. T0"
    result = output(tmp_path, picture, "T0 0;0\nX0 0;0\nT0 0;0\nT0\nT0 0;0\n")
    assert result == block(picture) * 3 + WRONG_NUMBER + block(picture)


def test_S15_sorted_by_id_and_not_by_side_or_place(tmp_path):
    result = output(tmp_path, "TZ HZ T0\nGa Ha G0\nDD E9 OO", "")
    listed = [line.split("\t")[0] for line in result.splitlines() if "\t" in line]
    assert listed == ["DD", "E9", "G0", "Ga", "HZ", "Ha", "OO", "T0", "TZ"]


def test_S15_the_dead_are_not_listed(tmp_path):
    before, after = "H0 G0 ..\n.. .. ..\n.. .. T0", ".. H0 ..\n.. .. ..\n.. .. T0"
    result = output(tmp_path, before, "H0 1;0;0;0;0;0")
    assert result == block(before) + block(after, health={"H0": 50})
    assert result.count("G0") == 2


@pytest.mark.parametrize("size", [2, 9, 32])
def test_S15_lines_of_2N_plus_2(tmp_path, size):
    rows = [[".."] * size for _ in range(size)]
    rows[0][0], rows[-1][-1] = "H0", "T0"
    lines = output(tmp_path, "\n".join(" ".join(row) for row in rows), "").split("\n")
    assert lines[0] == lines[size + 1] == "*" * (2 * size + 2)
    assert all(len(line) == 2 * size + 2 and line[0] == line[-1] == "*" for line in lines[: size + 2])
    assert lines[1].startswith("*H0 ")
    assert lines[size].endswith(" T0*")


@pytest.mark.parametrize("number", [1, 2])
def test_S15_the_official_sample_runs(samples, number):
    folder = samples / "skirmish-samples"
    expected = (folder / f"output{number}.txt").read_bytes().replace(b"\r\n", b"\n")
    result = run(folder / f"initials{number}.txt", folder / f"commands{number}.txt")
    assert result.encode() == expected


# --- S16

TWO = "H0 G0 ..\n.. .. .."
WON = ".. H0 ..\n.. .. .."


def test_S16_calliance_wins(tmp_path):
    result = output(tmp_path, TWO, "H0 1;0;0;0;0;0\n")
    assert result == block(TWO) + block(WON, health={"H0": 50}) + CALLIANCE_WINS
    assert result.endswith("(100)\n\n\nGame Finished\nCalliance Wins")


def test_S16_zorde_wins(tmp_path):
    result = output(tmp_path, "T0 E0", "T0 1;0\n")
    assert result == block("T0 E0") + block(".. T0", health={"T0": 100}) + ZORDE_WINS


def test_S16_a_draw(tmp_path):
    """The Goblin's first step hits the Human for 10, the fight's blow again: 80 against 80."""
    result = output(tmp_path, "G0 .. H0", "G0 1;0;1;0;0;0;0;0\n")
    assert result == block("G0 .. H0") + block(".. .. ..") + DRAW
    assert result.endswith("********\n\n\n\nGame Finished\nDraw")


def test_S16_later_lines_are_ignored(tmp_path):
    """Also those that would print an error."""
    later = "H0 0;1;0;0;0;0\nH0\nH0 0;-1;0;0;0;0\nG0 0;0\n\n"
    assert output(tmp_path, TWO, "H0 1;0;0;0;0;0\n" + later) == output(tmp_path, TWO, "H0 1;0;0;0;0;0\n")


def test_S16_if_the_commands_run_out_first_nothing_is_added(tmp_path):
    assert output(tmp_path, TWO, "H0 0;1;0;0;0;0\n").endswith("H0\t100\t(100)\n\n")


def test_S16_the_last_enemy_dies_and_the_same_line_leaves_the_board(tmp_path):
    """The Goblin's attacks kill the Elf over several lines; in the last one it leaves the board after the kill."""
    picture = "G0 .. ..\n.. .. ..\nE0 .. .."
    # Each step to the middle row and back: down hits (10), up does not.
    lines = "G0 0;1;0;-1;0;1;0;-1\n" * 3 + "G0 0;1;-1;0;0;0;0;0\n"
    after = ".. .. ..\nG0 .. ..\n.. .. .."
    blocks = "".join(block(picture, health={"E0": 70 - 20 * number}) for number in range(4))
    assert output(tmp_path, picture, lines) == blocks + block(after) + OFF_THE_BOARD + ZORDE_WINS


def test_S16_line_ends_are_LF(tmp_path):
    assert "\r" not in output(tmp_path, TWO, "H0 0;0;0;0;0;0\r\nH0\r\nH0 1;0;0;0;0;0\r\n")


def test_S15_the_command_writes_what_a_run_prints(tmp_path):
    app, start, result = CommandGroup("test", ""), "H0 .. G0\n.. .. ..\n.. .. ..", tmp_path / "output.txt"
    register(app)
    app.run(["skirmish", *map(str, files(tmp_path, initials(start), "")), str(result)])
    assert result.read_text() == block(start)
