"""S11-S13, and S17 for them: the file with the moves."""

import re

import pytest
from skirmish_runs import CALLIANCE_WINS, WRONG_NUMBER, block, files, initials, output

from garrison import load
from garrison.errors import BadFile
from garrison.games.skirmish.commands.moves import read_commands
from garrison.games.skirmish.commands.output import game_of, run
from garrison.games.skirmish.scenario.initials import read_initials

pytestmark = pytest.mark.lane

START = """
H0 .. .. ..
.. .. .. ..
.. .. .. ..
G0 .. .. T0
"""
GOOD = "H0 1;0;1;0;0;1;\nT0 -1;-1;\n"


def read(folder, text):
    path = folder / "commands.txt"
    path.write_bytes(text.encode())
    return [tuple(command) for command in read_commands(path)]


def test_S11_an_id_and_its_numbers(tmp_path):
    assert read(tmp_path, GOOD) == [("H0", [1, 0, 1, 0, 0, 1]), ("T0", [-1, -1])]


def test_S11_first_across_then_down(tmp_path):
    assert output(tmp_path, START, "T0 -1;0\nT0 0;-1\n") == block(START) + block(
        """
        H0 .. .. ..
        .. .. .. ..
        .. .. .. ..
        G0 .. T0 .."""
    ) + block(
        """
        H0 .. .. ..
        .. .. .. ..
        .. .. T0 ..
        G0 .. .. .."""
    )


WRITTEN_DIFFERENTLY = {
    "CRLF": GOOD.replace("\n", "\r\n"),
    "no last ;": GOOD.replace(";\n", "\n"),
    "CRLF, no last ;": GOOD.replace(";\n", "\r\n"),
    "no last newline": GOOD.rstrip("\n"),
    "neither last ; nor newline": GOOD.rstrip(";\n"),
    "blank lines": GOOD.replace("\n", "\n\n"),
    "blank lines at both ends": "\n\r\n" + GOOD + "   \n\n",
    "blanks at line ends": GOOD.replace("\n", " \n"),
}


@pytest.mark.parametrize("text", WRITTEN_DIFFERENTLY.values(), ids=WRITTEN_DIFFERENTLY.keys())
def test_S11_the_same_commands_written_differently(tmp_path, text):
    assert read(tmp_path, text) == read(tmp_path, GOOD)
    start = initials(START)
    assert run(*files(tmp_path, start, text)) == run(*files(tmp_path, start, GOOD))


def test_S11_no_commands_at_all(tmp_path):
    assert output(tmp_path, START, "") == block(START)
    assert output(tmp_path, START, "\n\r\n") == block(START)


# --- S12


def test_S12_any_line_may_name_either_side(tmp_path):
    """Zorde begins and moves twice running."""
    result = output(tmp_path, START, "T0 0;-1\nT0 0;-1\nH0 0;0;0;0;0;0\n")
    assert result.count("H0\t100\t(100)\n") == 4
    assert "Error" not in result


@pytest.mark.parametrize("line", ["X9 1;0", "X9", "X9 1;0;1", "h0 1;0;1;0;1;0", "H00 1;0;1;0;1;0", "H -1;0"])
def test_S12_a_line_naming_an_unknown_id_is_skipped(tmp_path, line):
    """Also with a wrong number of integers, or a step off the board."""
    assert output(tmp_path, START, f"{line}\nT0 0;-1\n") == output(tmp_path, START, "T0 0;-1\n")


@pytest.mark.parametrize("line", ["G0 1;0;1;0;1;0;1;0", "G0", "G0 1;0", "G0 0;1;0;1;0;1;0;1"])
def test_S12_a_line_naming_the_dead_is_skipped(tmp_path, line):
    """The Human kills the Goblin in a fight; then a line names it."""
    kill, after = "H0 0;1;0;1;0;1\n", "T0 0;-1\n"
    killed = block(START) + block(".. .. .. ..\n.. .. .. ..\n.. .. .. ..\nH0 .. .. T0", health={"H0": 50})
    assert output(tmp_path, START, kill) == killed
    assert output(tmp_path, START, f"{kill}{line}\n") == killed
    assert output(tmp_path, START, f"{kill}{line}\n{after}") == output(tmp_path, START, kill + after)


def test_S12_the_same_character_may_move_again_and_again(tmp_path):
    """A run from files has no turns and no last move: 201 lines for one character are 201 moves."""
    result = output(tmp_path, START, "T0 0;0\n" * 201)
    assert result == block(START) * 202


# --- S13


WRONG = {
    "H0": ["", "1;0", "1;0;1;0", "1;0;1;0;1", "1;0;1;0;1;0;1", "1;0;1;0;1;0;1;0"],
    "T0": ["", "1", "0;-1;0", "0;-1;0;-1"],
    "G0": ["1;0;1;0;1;0", "1;0;1;0;1;0;1;0;1;0"],
}


@pytest.mark.parametrize("line", [f"{name} {numbers}".strip() for name in WRONG for numbers in WRONG[name]])
def test_S13_wrong_number_of_integers(tmp_path, line):
    """Nothing happens, no board is printed, and the next line is carried out."""
    assert output(tmp_path, START, f"{line}\n") == block(START) + WRONG_NUMBER
    assert output(tmp_path, START, f"{line}\nT0 0;0\n") == block(START) + WRONG_NUMBER + block(START)


@pytest.mark.parametrize("kind, count", [("O", 2), ("T", 2), ("G", 8), ("H", 6), ("E", 8), ("D", 4)])
def test_S13_the_right_number_is_twice_the_steps(tmp_path, kind, count):
    name, other = f"{kind}0", "H9" if kind in "OTG" else "T9"
    picture = f"{name} .. .. .. .. .. {other}"
    for numbers in range(12):
        line = f"{name} {';'.join(['0'] * numbers)}".strip() + "\n"
        expected = block(picture) if numbers == count else WRONG_NUMBER
        assert output(tmp_path, picture, line) == block(picture) + expected


def test_S13_no_heal(tmp_path):
    """The Human wounds Ork and Troll; the Ork's wrong line heals nobody, its next one does."""
    picture = """
        .. .. T0 ..
        H0 .. O0 ..
        .. .. .. .."""
    wound, wrong, right = "H0 0;1;1;0;0;-1\n", "O0 0;0;0;0\n", "O0 0;0\n"
    wounded = """
        .. .. T0 ..
        .. H0 O0 ..
        .. .. .. .."""
    assert output(tmp_path, picture, wound + wrong + right) == (
        block(picture)
        + block(wounded, health={"T0": 120, "O0": 170})
        + WRONG_NUMBER
        + block(wounded, health={"T0": 130, "O0": 180})
    )


@pytest.mark.parametrize("line", ["H0 0;-1", "H0 -1;0;0;-1", "T0 1;0;1;0", "T0 0;1;0", "G0 0;1;0;1"])
def test_S13_is_tested_before_S14(tmp_path, line):
    """The first step would leave the board."""
    assert output(tmp_path, START, line) == block(START) + WRONG_NUMBER


def test_S13_the_error_line_to_the_byte(tmp_path):
    result = output(tmp_path, START, "T0 0;1;0;1\n")
    error = "Error : Move sequence contains wrong number of move steps. Input line ignored.\n\n"
    assert result.removeprefix(block(START)) == error


# --- S17

BROKEN = {
    "2": ("T0 0;-1\nT0 2;0\n", 2),
    "-2": ("T0 -2;0\n", 1),
    "10": ("T0 0;10\n", 1),
    "a letter": ("T0 0;a\n", 1),
    "a fraction": ("T0 0;0.5\n", 1),
    "an empty number": ("T0 0;;-1\n", 1),
    "two ; at the end": ("T0 0;-1;;\n", 1),
    "commas": ("T0 0,-1\n", 1),
    "numbers apart": ("H0 1;0; 1;0; 0;1;\n", 1),
    "after blank lines": ("\n\nT0 0;-1\n\nT0 0;3\n", 5),
    "in CRLF": ("\r\nT0 0;-1\r\nT0 0;3\r\n", 3),
    "for an unknown id": ("X9 0;5\n", 1),
    "with a wrong number of integers": ("T0 0;0;9\n", 1),
}


@pytest.mark.parametrize("text, line", BROKEN.values(), ids=BROKEN.keys())
def test_S17_commands_that_break_S11_get_a_sentence_with_file_and_line(tmp_path, text, line):
    """Also where the line would be skipped: the file is checked whole."""
    start, commands = files(tmp_path, initials(START), text)
    with pytest.raises(BadFile) as error:
        run(start, commands)
    sentence = str(error.value)
    assert str(commands) in sentence
    assert re.findall(r"\bline (\d+)\b", sentence) == [str(line)]
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_S17_a_broken_line_after_the_end_of_the_game_is_found_as_well(tmp_path):
    """The Human's line ends the game, so those after it would never be carried out."""
    without_troll = START.replace("T0", "..")
    assert output(tmp_path, without_troll, "H0 0;1;0;1;0;1\n").endswith(CALLIANCE_WINS)
    with pytest.raises(BadFile, match="line 4"):
        output(tmp_path, without_troll, "H0 0;1;0;1;0;1\nH0\nG0 0;0\nG0 7;0\n")


def test_S12_files_are_played_by_the_rules_of_seed(tmp_path):
    start, _ = files(tmp_path, initials(START), "")
    seed = load("skirmish", variant="seed", setup=str(start)).parameters
    assert game_of(read_initials(start)).parameters == {**seed, "alternate": False, "max_steps": 1_000_000_000}
    assert game_of(read_initials(start)).variant == "seed"


def test_S12_no_number_of_lines_is_too_many(tmp_path):
    """In what is recommended, the game would be over after 200 moves."""
    assert output(tmp_path, START, "H0 0;0;0;0;0;0\n" * 201) == block(START) * 202
