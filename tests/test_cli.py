"""The command line, as a person or a script starts it: what it answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import garrison
import toy
from garrison.core import discovery
from garrison.lab.speed.bench import Speed, speed_line
from playing import NAMES, game_of, numbers_of, play_on
from starting import answer, answer_here, run_here, saved_replay

PNG = b"\x89PNG\r\n\x1a\n"


def test_games_lists_every_game_with_variants_and_options(tmp_path: Path) -> None:
    listed = answer(tmp_path, "games")
    for name in garrison.game_names():
        assert name in listed
    assert "real time, 200 ms ticks" in listed
    assert "variants: standard, even, former, seed, zorde_first; option: --setup" in listed


def test_a_long_name_does_not_run_into_what_is_said_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "names", lambda: ("breakthroughs", "minefield"))
    broken, first, second, _ = answer_here(tmp_path, "games").splitlines()
    assert broken.startswith("breakthroughs  There is no game called 'breakthroughs'")
    assert first.startswith("minefield         1 player ")
    assert second.startswith(" " * 15 + "Collect")


def test_listing_games_imports_little(tmp_path: Path) -> None:
    program = """
import sys
from garrison.cli import main
try:
    main(["games"])
except SystemExit as end:
    slow = {"asyncio", "importlib.metadata", "llvmlite", "numba", "numpy", "rich", "textual"}
    print(end.code, sorted(slow & set(sys.modules)), len(sys.modules) < 200)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0 [] True"


@pytest.mark.parametrize("command", ["play", "sim", "check", "evaluate", "dataset", "arena", "train", "lab report"])
def test_help_lists_the_options_of_all_games(tmp_path: Path, command: str) -> None:
    text = answer_here(tmp_path, *command.split(), "--help")
    for name in NAMES:
        for option, values in discovery.find(name).facts.options.items():
            (line,) = [line for line in text.splitlines() if line.startswith(f"  --{option} ({name}) ")]
            assert str(values[0]) in line


@pytest.mark.parametrize("options", [(), ("-W", "default")])
@pytest.mark.parametrize("command", ["games", "arena counting --bots random,counter -n 2"])
def test_only_those_who_ask_for_warnings_of_libraries_get_them(
    tmp_path: Path, command: str, options: tuple[str, ...]
) -> None:
    environment = toy.install(tmp_path, __init__=f"import warnings\nwarnings.warn('It is old.')\n{toy.FACTS}")
    environment |= {"PYTHONWARNINGS": "", "GARRISON_LANE": "interpreted"}
    done = toy.python(environment, *options, "-m", "garrison", *command.split())
    assert done.returncode == 0, done.stderr
    assert ("It is old." in done.stderr) == bool(options)


@pytest.mark.parametrize("name", NAMES)
def test_rules_prints_the_rulebook(tmp_path: Path, name: str) -> None:
    assert answer_here(tmp_path, "rules", name).startswith("# ")


def test_sim_prints_json_that_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    arguments = ("sim", "skirmish", "--json", "-n", "30", "--seed", "5", "--setup", "duel", "--rule", "max_moves=20")
    first, second = answer(tmp_path, *arguments), answer_here(tmp_path, *arguments)
    assert first == second
    summary = json.loads(first)
    assert list(summary)[:6] == ["game", "games", "seed", "mean_length", "mean_scores", "outcomes"]
    assert (summary["game"], summary["games"], summary["seed"]) == ("skirmish", 30, 5)
    game = garrison.load("skirmish", setup="duel", rules={"max_moves": 20})
    assert summary["rules_hash"] == game.rules_hash


def test_sim_takes_variants_and_lists_and_tells_people(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[rules]\nmax_steps = 5\n")
    told = answer_here(
        tmp_path, "sim", "minefield", "-n", "4", "--variant", str(own), "--rule", "number_odds=[1, 0, 0]"
    )
    assert told.startswith("4 random games of minefield (own, number_odds=[1, 0, 0]), seed 0\nmean length  ")
    assert "limit" in told


def test_bench_prints_a_line_of_json_a_measurement(tmp_path: Path) -> None:
    lines = answer_here(tmp_path, "bench", "--json", "--seconds", "0.05", "skirmish").splitlines()
    speeds = [json.loads(line) for line in lines]
    assert len([speed for speed in speeds if speed["api"] == "kernel"]) in (2, 4)  # one thread, and all there are
    assert {speed["positions"] for speed in speeds if speed["api"] == "batch"} == {1, 64, 1024, 4096}
    for speed in speeds:
        assert speed["game"] == "skirmish"
        assert speed["threads"] >= 1
        assert speed["steps_per_second"] > 0


def test_a_long_name_does_not_run_into_its_figures() -> None:
    assert speed_line(Speed("breakthrough", 1, False, 2e6, 60.0)).startswith("breakthrough 1 thread  ")


def test_replay_prints_the_last_position_where_there_is_no_terminal(tmp_path: Path) -> None:
    game = game_of("skirmish")
    position = game.new(1)
    play_on(position, numbers_of(1, 9))
    assert answer_here(tmp_path, "replay", str(saved_replay(tmp_path))) == f"{position}\n"


def test_replay_says_whether_a_game_went_as_it_says(tmp_path: Path) -> None:
    words = "Verified here: 9 moves, the dice came from the seed, nobody's move was changed.\n"
    assert answer_here(tmp_path, "replay", str(saved_replay(tmp_path)), "--verify") == words


def test_replay_of_other_rules_is_shown_with_a_warning(tmp_path: Path) -> None:
    done = run_here(tmp_path, "replay", str(saved_replay(tmp_path, rules_version=99)))
    assert done.returncode == 0
    assert "played under version 99" in done.stderr
    assert done.stdout.startswith("Skirmish, step 9")


def test_picture_draws_svg_the_same_for_the_same_seed(tmp_path: Path) -> None:
    for file in ("one.svg", "two.svg"):
        assert answer_here(tmp_path, "picture", "skirmish", file, "--seed", "3", "--steps", "5", "--setup=duel") == ""
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg")


def test_picture_draws_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="pictures as PNG (resvg-py is not installed)")
    assert answer_here(tmp_path, "picture", "minefield", "one.png", "--field-size", "16") == ""
    assert (tmp_path / "one.png").read_bytes().startswith(PNG)


def test_build_says_when_nothing_is_left_to_do(tmp_path: Path) -> None:
    assert answer(tmp_path, "build", NAMES[0]).startswith(("Built in ", "Everything is built already."))
    assert answer(tmp_path, "build", NAMES[0]) == "Everything is built already.\n"


@pytest.mark.parametrize("arguments", ["--help", "sim --help", "play --help"])
def test_help_is_an_answer(tmp_path: Path, arguments: str) -> None:
    assert answer_here(tmp_path, *arguments.split()).strip().startswith("Usage: garrison")
