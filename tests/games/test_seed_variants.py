"""The variant `seed` of our five games: the game as it was first written down, beside what we recommend."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import garrison
from garrison import bots
from garrison.bots.limits import Limits, within
from garrison.core.discovery import find
from garrison.core.replay import Replay, parse
from garrison.lab.games.simulate import simulate
from garrison.play.server.work.catalogue import game_view
from playing import numbers_of, play_on

# The numbers that the seeds give, also where today's defaults are the same.
NUMBERS: dict[str, dict[str, Any]] = {
    "minefield": {
        "start_x": 2,
        "start_y": 2,
        "start_distance": 0,
        "start_mines": 0,
        "start_energy": 200,
        "wall_period": 1,
        "number_period": 10,
        "enemy_period": 150,
        "stubborn": True,
    },
    "skirmish": {"max_moves": 0, "first_side": 0, "alternate": True, "health": [200, 150, 80, 100, 70, 120]},
    "loop": {
        "enemy_strength": 100,
        "enemy_attack": [3, 5, 7, 6, 17],
        "card_odds": [1, 1, 0, 0, 0, 0, 0, *[0, 0, 0, 1, 0, 0, 0], *[0, 0, 0, 0, 0, 1]],
        "sword_chance": 20,
        "trance_bosses": True,
    },
    "boneyard": {"traps": list(range(1, 15)), "first_spawns": 3, "spawns": 3},
    "siege": {"army_turns": 1, "start_coins": 64, "second_coins": 0, "half_first_turn": False},
}
GOLDEN = Path(__file__).parent
SHORT = 60  # actions of a random game here
DECISIONS = 6  # of every bot
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "minefield": [{}],
    "skirmish": [{}, {"setup": "random"}],
    "loop": [{"world": world} for world in ("small", "medium", "large")],
    "boneyard": [{"players": players} for players in (1, 2, 6)],
    "siege": [{"mode": mode} for mode in ("standard", "siege")],
}
CASES = [(name, options) for name, each in OPTIONS.items() for options in each]


def departures(name: str) -> set[str]:
    """The parameters in which what we recommend is not the seed."""
    seed = garrison.load(name, variant="seed").parameters
    recommended = garrison.load(name).parameters
    return {key for key, value in seed.items() if recommended[key] != value}


@pytest.mark.parametrize("name", NUMBERS)
def test_seed_has_the_numbers_of_the_seed(name: str) -> None:
    rules = garrison.load(name, variant="seed").parameters
    assert {key: rules[key] for key in NUMBERS[name]} == NUMBERS[name]


@pytest.mark.parametrize("name", NUMBERS)
def test_seed_changes_nothing_else(name: str) -> None:
    """What no seed says is left to the rulebook's defaults."""
    seed, rulebook = (garrison.load(name, variant=variant).parameters for variant in ("seed", "former"))
    assert {key for key in seed if seed[key] != rulebook[key]} <= set(NUMBERS[name])


@pytest.mark.parametrize("name", NUMBERS)
def test_recorded_games_of_seed_have_its_numbers(name: str) -> None:
    """What they lead to must never change: test_golden.py plays them."""
    games = [json.loads(file.read_text())["replay"] for file in sorted(GOLDEN.glob(f"{name}/golden/seed*.json"))]
    assert games
    assert {game["variant"] for game in games} == {"seed"}
    for game in games:
        assert {key: game["rules"][key] for key in NUMBERS[name]} == NUMBERS[name]


@pytest.mark.parametrize("name", NUMBERS)
def test_the_rulebook_lists_every_departure_with_its_rule_parameter_and_reason(name: str) -> None:
    part = re.split(r"^## (.*)$", find(name).rulebook, flags=re.MULTILINE)
    table = part[part.index("The variant `seed`") + 1]
    head, _, *rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    assert head == ["rule", "`seed`", "what we recommend", "parameter", "why"]
    assert all(len(row) == len(head) and all(row) for row in rows)
    assert {parameter for row in rows for parameter in re.findall(r"`(\w+)`", row[3])} == departures(name)


@pytest.mark.parametrize("name", NUMBERS)
def test_seed_is_offered_with_a_sentence(name: str) -> None:
    package = find(name)
    assert "seed" in package.variants
    view = next(view for view in game_view(package).variants if view.name == "seed")
    assert view.summary.startswith("The game as it was first written down: ")
    assert view.summary.endswith(".")


@pytest.mark.lane
@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_game_of_seed_is_played_and_its_replay_is_the_same_game(name: str, options: dict[str, Any]) -> None:
    game = garrison.load(name, variant="seed", rules={"max_steps": SHORT}, **options)
    position = game.new(5)
    moves = play_on(position, numbers_of(5, SHORT))
    assert position.over
    assert parse(Replay(game, 5, moves).to_json()).verify() == position
    assert position.outcome is not None
    assert position.outcome.reason in ("limit", "army", "caught", "killed", "fallen")


@pytest.mark.parametrize("name", NUMBERS)
def test_every_bot_plays_seed(name: str) -> None:
    """A few decisions of each, with hardly any time to think."""
    package, game = find(name), garrison.load(name, variant="seed")
    for bot in sorted({*bots.names(package)} - {*bots.installed(), "still"}):  # who does nothing may lose before
        position, dice = game.new(2), Random(2)
        while not position.over and position.steps < DECISIONS:
            with within(Limits(share=0.01, milliseconds=1.0)):
                who = position.waiting[0]
                position.play(who, bots.find(bot, package)(position, who, dice))
        assert position.steps == DECISIONS


@pytest.mark.parametrize(("name", "options"), CASES)
def test_random_games_of_seed_end_by_their_rules(name: str, options: dict[str, Any]) -> None:
    """The limit of actions ends none."""
    summary = simulate(garrison.load(name, variant="seed", **options), 20)
    assert sum(summary.outcomes.values()) == 20
    assert not any("limit" in outcome for outcome in summary.outcomes)
