"""The command line, as a person or a script starts it: what it refuses, in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from playing import NAMES
from starting import refusal, saved_replay

LONG = "Z" * 3000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("juggle", "There is no command called 'juggle'. garrison --help lists them."),
        ("sim", "garrison sim needs GAME: a game's name; `garrison games` lists them."),
        ("sim chess", "There is no game called 'chess'"),
        ("rules minefeld", "Did you mean minefield?"),
        ("build chess", "There is no game called 'chess'"),
        ("bench chess", "There is no game called 'chess'"),
        ("sim minefield --seed many", "--seed takes a whole number, not 'many'."),
        ("sim minefield --seed -1", "A seed is a whole number from 0 to 2**64 - 1, not -1."),
        ("sim minefield -n 0", "A simulation plays 1 to 100,000,000 games, not 0."),
        ("sim minefield -n 999999999999999999999", "A simulation plays 1 to"),
        ("sim minefield --colour blue", "minefield has no option --colour; it takes none of its own."),
        ("sim skirmish --setup", "--setup needs a value."),
        ("sim skirmish --setup picnic", "There is no set-up called 'picnic'"),
        ("sim skirmish extra", "skirmish has no option extra; it takes --setup."),
        (
            "sim minefield --variant fast",
            "There is no variant called 'fast'; there are: standard, calm, former, head_start, seed, sprint, stubborn, "
            "three_minutes.",
        ),
        ("sim minefield --variant nowhere.toml", "nowhere.toml: the file can't be read (No such file or directory)."),
        ("sim minefield --rule max_steps", "--rule takes NAME=VALUE, not 'max_steps'."),
        ("sim minefield --rule max_steps=many", "--rule max_steps: 'many' is not a number"),
        ("sim minefield --rule max_steps=0", "minefield rules: max_steps must be from 1 to 1000000000, not 0."),
        ("sim minefield --rule speed=1", "minefield rules: there is no rule parameter called speed"),
        (f"sim minefield --rule max_steps={'1' * 5000}", "--rule max_steps: '111"),
        ("bench --json --seconds nan", "A measurement takes more than 0"),
        ("bench --speed 3", "There is no option --speed. Did you mean --seconds?"),
        ("arena skirmish", "garrison arena needs --bots: who takes part"),
        (
            "arena boneyard --bots ,",
            "An arena of boneyard takes at least 2 bots, each named once, or 3 that sit at every table.",
        ),
        ("arena skirmish --bots random", "An arena of skirmish takes at least 2 bots, each named once."),
        ("arena skirmish --bots random,genius", "There is no bot called 'genius' for skirmish"),
        ("arena skirmish --bots easy,random -n 0", "An arena plays 1 to 1,000,000 games, not 0."),
        ("arena skirmish --bots easy,random --seconds nan", "A bot may take up to 3600 s for an action, not nan."),
        ("arena skirmish --bots easy,random --until tired", "--until takes settled, not 'tired'."),
        ("arena skirmish --bots easy,random --on mars", "An arena is held here or on ray, not on 'mars'."),
        ("arena skirmish --bots easy,random --json --html", "Use --json or --html, not both."),
        ("lab report skirmish --budget soon", "A budget is a time such as 90s, 10m or 1h, not 'soon'."),
        ("lab report skirmish --measure beauty", "There is no measure called beauty; there are: win_rate"),
        ("lab report skirmish --bots genius", "There is no bot called 'genius' for skirmish"),
        ("lab report skirmish --on mars", "Games are played here or on ray, not on 'mars'."),
        ("lab report skirmish --out nowhere/report.html", "nowhere/report.html: the file can't be written"),
        ("lab sweep skirmish --rule spoon=1:3", "skirmish rules: there is no rule parameter called spoon"),
        ("lab sweep skirmish --rule healing=-5", "skirmish rules: healing must be from 0 to 1000000, not -5."),
        ("lab sweep skirmish --rule healing", "--rule takes NAME=FROM:TO:STEP"),
        ("lab sweep skirmish --rule healing=1 --out t.xls", "t.xls: a table's name ends with .csv, .parquet"),
        ("lab compare standard quick", "Of which game are these variants? Name it with --game."),
        ("lab tune skirmish --goal win_rate --change healing", "A goal is written like win_rate=0.5"),
        ("analyse nowhere.json", "nowhere.json: the file can't be read (No such file or directory)."),
        ("replay nowhere.json", "nowhere.json: the file can't be read (No such file or directory)."),
        ("picture minefield one.jpg", "one.jpg: a picture's name ends with .png or .svg."),
        (
            "picture minefield nowhere/one.svg",
            "nowhere/one.svg: the file can't be written (No such file or directory).",
        ),
        (f"picture minefield {'x' * 300}.svg", "the file can't be written (File name too long)."),
        ("play minefield", "Playing needs a terminal, and this is not one; with --text, garrison play needs none."),
        ("play skirmish --seats bot:genius", "There is no bot called 'genius' for skirmish"),
        ("--terminal", "Playing needs a terminal, and this is not one; garrison games lists the games."),
        ("serve --origin nonsense", "'nonsense' is not an origin. An example is https://games.example.org."),
        (
            "serve --database nonsense",
            "'nonsense' is not the address of a database. An example is sqlite:///matches.sqlite.",
        ),
    ],
    ids=lambda words: words[:40],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: str, words: str) -> None:
    assert words in refusal(tmp_path, *arguments.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (LONG, "There is no command called 'ZZZ"),
        (f"games --{LONG}", "There is no option --ZZZ"),
        (f"sim minefield --seed {LONG}", "--seed takes a whole number, not 'ZZZ"),
        (f"sim minefield --{LONG}", "minefield has no option --ZZZ"),
        (f"sim minefield --rule {LONG}=Z", "--rule ZZZ"),
        (f"sim minefield --rule {LONG}=1", "there is no rule parameter called ZZZ"),
        (f"serve --host {LONG}", "The server can't listen on any port from 8000 to 8049 of ZZZ"),
        (f"serve --host ä{LONG}", "is not an address to listen on."),
    ],
    ids=lambda words: words[:40],
)
def test_little_of_a_long_word_is_repeated(tmp_path: Path, arguments: str, words: str) -> None:
    said = refusal(tmp_path, *arguments.split())
    assert words in said
    assert said.count("Z") <= 100


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[rules", "this is not TOML"),
        ("[rules]\nmax_steps = -1", "max_steps must be from 1 to 1000000000, not -1."),
        ('[rules]\n"max\\nsteps\\u001b[2J" = 1', "there is no rule parameter called max\\nsteps\\x1b[2J"),
        ("[options]\ncolour = 1", "has no option called 'colour'"),
    ],
)
def test_a_bad_variant_is_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    assert words in refusal(tmp_path, "sim", "minefield", "--variant", "own.toml")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"format": "chess"}, "game.json: this is not a replay"),
        ({"actions": [[0, 22], [0, 0]]}, "The replay breaks off at action 2 of 2: 0,0 can't be chosen now"),
        ({"game": "che\nss"}, "There is no game called 'che\\nss'"),
        ({"rules": {"a\nb": 1}}, "there is no rule parameter called a\\nb"),
    ],
)
def test_a_bad_replay_is_one_sentence(tmp_path: Path, changed: dict[str, object], words: str) -> None:
    assert words in refusal(tmp_path, "replay", saved_replay(tmp_path, **changed).name)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seed": 2}, "game.json is false: it did not begin from this seed with these rules."),
        (
            {"actions": [[0, 22], [0, 0]]},
            "game.json is false: move 2 of 2 (Calliance, 0,0) is not legal. 0,0 can't be chosen now",
        ),
        ({"checksums": "123"}, "game.json: checksums must be 4 hexadecimal digits a position, not '123'."),
        ({"rules_version": 99}, "It can't be verified here: game.json was played under version 99"),
    ],
)
def test_a_replay_that_is_not_what_it_says_is_refused(tmp_path: Path, changed: dict[str, object], words: str) -> None:
    assert words in refusal(tmp_path, "replay", saved_replay(tmp_path, **changed).name, "--verify")


def test_a_folder_is_no_replay_and_no_picture(tmp_path: Path) -> None:
    (tmp_path / "one.svg").mkdir()
    assert "the file can't be read (Is a directory)" in refusal(tmp_path, "replay", "one.svg")
    assert "the file can't be written (Is a directory)" in refusal(tmp_path, "picture", "minefield", "one.svg")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "garrison", "games"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
    assert done.returncode == 2
    assert done.stderr == "garrison: the output can't be used (No space left on device).\n"


def test_a_reader_that_stops_is_no_error_to_be_told(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "garrison", "rules", NAMES[0]], stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path
    )
    os.close(writing)
    assert done.stderr == b""
