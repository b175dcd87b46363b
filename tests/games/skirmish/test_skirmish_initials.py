"""S10, and S17 for it: the file with the board and both armies."""

import re

import pytest
from skirmish_drawing import board, drawn
from skirmish_runs import files

from garrison import load
from garrison.errors import BadFile
from garrison.games.skirmish.commands.output import run
from garrison.games.skirmish.scenario.initials import read_initials
from garrison.games.skirmish.state import Kind

pytestmark = pytest.mark.lane

GOOD = """BOARD
4x4

CALLIANCE
HUMAN H0 2 3
ELF E0 0 1

ZORDE
ORK O0 1 0
"""
PICTURE = """
.. O0 .. ..
E0 .. .. ..
.. .. .. ..
.. .. H0 ..
"""


def read(folder, text):
    """The set-up in the file, as a set."""
    path = folder / "initials.txt"
    path.write_bytes(text.encode())
    size, characters = read_initials(path)
    return size, {tuple(character) for character in characters}


def position_of(folder, text):
    return load("skirmish", variant="former", setup=str(files(folder, text, "")[0])).new()


def test_S10_board_sections_and_characters(tmp_path):
    assert read(tmp_path, GOOD) == (
        4,
        {(Kind.HUMAN, "H0", 2, 3), (Kind.ELF, "E0", 0, 1), (Kind.ORK, "O0", 1, 0)},
    )


def test_S10_x_is_the_column_and_y_the_row_from_the_top_left(tmp_path):
    assert drawn(position_of(tmp_path, GOOD)) == board(PICTURE)


@pytest.mark.parametrize("name", ["HUMAN", "ELF", "DWARF", "ORK", "TROLL", "GOBLIN"])
def test_S10_every_type_can_be_named(tmp_path, name):
    text = GOOD.replace("HUMAN", name) if name in ("HUMAN", "ELF", "DWARF") else GOOD.replace("ORK", name)
    assert name in {kind.name for kind, *_ in read(tmp_path, text)[1]}


WRITTEN_DIFFERENTLY = {
    "CRLF": GOOD.replace("\n", "\r\n"),
    "no last newline": GOOD.rstrip(),
    "CRLF, no last newline": GOOD.rstrip().replace("\n", "\r\n"),
    "sections swapped": "BOARD\n4x4\n\nZORDE\nORK O0 1 0\n\nCALLIANCE\nHUMAN H0 2 3\nELF E0 0 1\n",
    "more blank lines": GOOD.replace("\n\n", "\n\n\n\n"),
    "blanks in the blank lines": GOOD.replace("\n\n", "\n  \n"),
    "blank lines at both ends": "\n" + GOOD + "\n\n",
    "a blank line in a section": GOOD.replace("ELF", "\nELF"),
}


@pytest.mark.parametrize("text", WRITTEN_DIFFERENTLY.values(), ids=WRITTEN_DIFFERENTLY.keys())
def test_S10_the_same_file_written_differently(tmp_path, text):
    assert read(tmp_path, text) == read(tmp_path, GOOD)


def test_S10_ids_are_any_two_characters(tmp_path):
    text = GOOD.replace("H0", "xy").replace("O0", "#!").replace("E0", "7Z")
    assert {name for _, name, *_ in read(tmp_path, text)[1]} == {"xy", "#!", "7Z"}


def army(count, size=32):
    """The initials of `count` characters on a board: one Human and Goblins, a row after another."""
    goblins = [f"GOBLIN {chr(65 + i // 26)}{chr(97 + i % 26)} {i % size} {i // size}\n" for i in range(count - 1)]
    return f"BOARD\n{size}x{size}\n\nCALLIANCE\nHUMAN H0 {size - 1} {size - 1}\n\nZORDE\n{''.join(goblins)}"


def test_S10_a_board_of_32x32_with_64_characters(tmp_path):
    position = position_of(tmp_path, army(64))
    assert position.state["living"][0].tolist() == [1, 63]
    assert position.state["fields"][0].max() == 32 * 32 - 1
    assert position.actions(0) == [32 * 32 - 1]


def test_S10_a_run_on_the_largest_board_with_the_largest_armies(tmp_path):
    output = run(*files(tmp_path, army(64), "H0 -1;-1;-1;-1;-1;-1;\n"))
    assert output.count("\n") == 2 * (34 + 1 + 64 + 1)
    assert output.count("H0\t100\t(100)\n") == 2


# --- S17

BROKEN = {
    "unknown type": (GOOD.replace("ELF", "WIZARD"), 6),
    "a type of the other side": (GOOD.replace("ELF", "TROLL"), 6),
    "two characters on a cell": (GOOD.replace("1 0", "2 3"), 9),
    "two friends on a cell": (GOOD.replace("0 1", "2 3"), 6),
    "x off the board": (GOOD.replace("2 3", "4 3"), 5),
    "y off the board": (GOOD.replace("2 3", "2 4"), 5),
    "x below 0": (GOOD.replace("2 3", "-1 3"), 5),
    "y below 0": (GOOD.replace("2 3", "2 -1"), 5),
    "x is not a number": (GOOD.replace("2 3", "two 3"), 5),
    "y is not a whole number": (GOOD.replace("2 3", "2 3.0"), 5),
    "an enormous x": (GOOD.replace("2 3", "99999999999999999999 3"), 5),
    "duplicate id in a side": (GOOD.replace("E0", "H0"), 6),
    "duplicate id in both sides": (GOOD.replace("O0", "H0"), 9),
    "id of one character": (GOOD.replace("H0", "H"), 5),
    "id of three characters": (GOOD.replace("H0", "H00"), 5),
    "y is missing": (GOOD.replace("2 3", "2"), 5),
    "a word too many": (GOOD.replace("2 3", "2 3 1"), 5),
    "not NxN": (GOOD.replace("4x4", "4x5"), 2),
    "a size that is one number": (GOOD.replace("4x4", "4"), 2),
    "a size of three numbers": (GOOD.replace("4x4", "4x4x4"), 2),
    "a size in words": (GOOD.replace("4x4", "fourxfour"), 2),
    "a size without numbers": (GOOD.replace("4x4", "x"), 2),
    "a size of 0": (GOOD.replace("4x4", "0x0"), 2),
    "a size below 0": (GOOD.replace("4x4", "-4x-4"), 2),
    "a board over 32x32": (GOOD.replace("4x4", "33x33"), 2),
    "no size": (GOOD.replace("4x4\n", ""), 3),
    "nothing after BOARD": ("BOARD\n", 1),
    "no BOARD": (GOOD.replace("BOARD\n", ""), 1),
    "an empty file": ("", 1),
    "a character before the sections": (GOOD.replace("CALLIANCE\n", ""), 4),
    "an unknown section": (GOOD.replace("ZORDE", "HORDE"), 8),
    "a section twice": (GOOD + "CALLIANCE\nDWARF D0 3 0\n", 10),
    "more than 64 characters": (army(65), 6 + 2 + 64 - 1),
}


@pytest.mark.parametrize("text, line", BROKEN.values(), ids=BROKEN.keys())
def test_S17_initials_that_break_S10_get_a_sentence_with_file_and_line(tmp_path, text, line):
    initials, commands = files(tmp_path, text, "H0 0;-1;0;-1;0;-1;\n")
    with pytest.raises(BadFile) as error:
        run(initials, commands)
    sentence = str(error.value)
    assert str(initials) in sentence
    assert re.findall(r"\bline (\d+)\b", sentence) == [str(line)]
    assert sentence.endswith(".")
    assert "\n" not in sentence


ONE_SIDED = {
    "empty ZORDE": GOOD.replace("ORK O0 1 0\n", ""),
    "no ZORDE": GOOD.replace("\nZORDE\nORK O0 1 0\n", ""),
    "empty CALLIANCE": GOOD.replace("HUMAN H0 2 3\nELF E0 0 1\n", ""),
    "no CALLIANCE": "BOARD\n4x4\n\nZORDE\nORK O0 1 0\n",
    "no sections": "BOARD\n4x4\n",
}


@pytest.mark.parametrize("text", ONE_SIDED.values(), ids=ONE_SIDED.keys())
def test_S17_a_side_without_characters_gets_a_sentence(tmp_path, text):
    initials, commands = files(tmp_path, text, "")
    with pytest.raises(BadFile, match="characters") as error:
        run(initials, commands)
    assert str(initials) in str(error.value)


@pytest.mark.parametrize("text", ONE_SIDED.values(), ids=ONE_SIDED.keys())
def test_S17_the_sentence_about_a_side_without_characters_has_a_line(tmp_path, text):
    with pytest.raises(BadFile, match=r"\bline \d+\b"):
        run(*files(tmp_path, text, ""))


def test_S17_initials_in_unreadable_bytes_get_a_sentence_with_file_and_line(tmp_path):
    initials, commands = files(tmp_path, GOOD, "")
    initials.write_bytes(GOOD.encode().replace(b"E0", b"\xff\xfe"))
    with pytest.raises(BadFile) as error:
        run(initials, commands)
    assert str(initials) in str(error.value)
    assert re.findall(r"\bline (\d+)\b", str(error.value)) == ["6"]


@pytest.mark.parametrize("missing", ["initials.txt", "commands.txt"])
def test_S17_a_missing_file_gets_a_sentence_with_its_name(tmp_path, missing):
    initials, commands = files(tmp_path, GOOD, "")
    (tmp_path / missing).unlink()
    with pytest.raises(BadFile) as error:
        run(initials, commands)
    assert str(tmp_path / missing) in str(error.value)
    assert "\n" not in str(error.value)


def test_S17_also_as_a_set_up_of_the_game(tmp_path):
    path = tmp_path / "broken.txt"
    path.write_text(GOOD.replace("4x4", "4x5"))
    with pytest.raises(BadFile, match="line 2"):
        load("skirmish", variant="former", setup=str(path))
