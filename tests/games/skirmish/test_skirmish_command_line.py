"""S10-S17 from the outside: `garrison skirmish INITIALS COMMANDS OUTPUT`."""

from pathlib import Path

import pytest
from skirmish_runs import CALLIANCE_WINS, OFF_THE_BOARD, block, files, initials

from starting import run_here

START = "H0 G0 ..\n.. .. ..\n.. .. .."
AFTER = ".. H0 ..\n.. .. ..\n.. .. .."


def garrison(*arguments):
    """Run the program; status, standard output, standard error."""
    done = run_here(Path.cwd(), "skirmish", *map(str, arguments))
    return done.returncode, done.stdout, done.stderr


def test_S16_a_run_writes_its_output_to_the_byte(tmp_path):
    result = tmp_path / "output.txt"
    commands = "H0 0;-1;0;0;0;0;\r\nH0 1;0;0;0;0;0"
    assert garrison(*files(tmp_path, initials(START), commands), result) == (0, "", "")
    expected = block(START) + OFF_THE_BOARD + block(AFTER, health={"H0": 50}) + CALLIANCE_WINS
    assert result.read_bytes() == expected.encode()


def test_S15_an_output_that_was_there_is_replaced(tmp_path):
    result = tmp_path / "output.txt"
    result.write_text("something much longer than the new output will be\n" * 100)
    assert garrison(*files(tmp_path, initials(START), ""), result)[0] == 0
    assert result.read_bytes() == block(START).encode()


@pytest.mark.parametrize("number", [1, 2])
def test_S15_the_official_sample_runs_from_the_command_line(samples, tmp_path, number):
    folder, result = samples / "skirmish-samples", tmp_path / "output.txt"
    assert garrison(folder / f"initials{number}.txt", folder / f"commands{number}.txt", result)[0] == 0
    assert result.read_bytes() == (folder / f"output{number}.txt").read_bytes().replace(b"\r\n", b"\n")


GOOD = initials(START)
BROKEN = {
    "unknown type": (GOOD.replace("GOBLIN", "DRAGON"), "", "initials.txt", 8),
    "two characters on a cell": (GOOD.replace("G0 1 0", "G0 0 0"), "", "initials.txt", 8),
    "off the board": (GOOD.replace("G0 1 0", "G0 1 3"), "", "initials.txt", 8),
    "duplicate id": (GOOD.replace("G0", "H0"), "", "initials.txt", 8),
    "not NxN": (GOOD.replace("3x3", "3x4"), "", "initials.txt", 2),
    "a number that is not -1, 0 or 1": (GOOD, "\nH0 1;0;0;0;0;0\nH0\nH0\nG0 0;2\n", "commands.txt", 5),
    "both files": (GOOD.replace("3x3", "3x4"), "H0 5", "initials.txt", 2),
}


@pytest.mark.parametrize("start, commands, file, line", BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("existing", [None, b"kept as it is\r\n"], ids=["no output", "an older output"])
def test_S17_a_broken_file_gets_one_sentence_and_no_output(tmp_path, start, commands, file, line, existing):
    """In commands, also when the game would have ended before the broken line."""
    result = tmp_path / "output.txt"
    if existing is not None:
        result.write_bytes(existing)
    status, printed, sentence = garrison(*files(tmp_path, start, commands), result)
    assert status == 2
    assert printed == ""
    check_sentence(sentence, tmp_path / file)
    assert f"line {line}" in sentence
    check_untouched(result, existing)


@pytest.mark.parametrize("missing", ["initials.txt", "commands.txt"])
def test_S17_a_missing_file_gets_one_sentence_and_no_output(tmp_path, missing):
    paths, result = files(tmp_path, GOOD, ""), tmp_path / "output.txt"
    (tmp_path / missing).unlink()
    status, printed, sentence = garrison(*paths, result)
    assert (status, printed) == (2, "")
    check_sentence(sentence, tmp_path / missing)
    check_untouched(result, None)


def test_S17_an_output_that_cannot_be_written_gets_one_sentence(tmp_path):
    result = tmp_path / "no such folder" / "output.txt"
    status, _, sentence = garrison(*files(tmp_path, GOOD, ""), result)
    assert status == 2
    check_sentence(sentence, result)


def check_sentence(text, path):
    """One line that names the file and ends like a sentence."""
    assert text.count("\n") == 1
    assert str(path) in text
    assert text.endswith(".\n")
    assert "Traceback" not in text


def check_untouched(result, existing):
    if existing is None:
        assert not result.exists()
    else:
        assert result.read_bytes() == existing
    assert {path.name for path in result.parent.iterdir()} <= {"initials.txt", "commands.txt", "output.txt", "data"}
