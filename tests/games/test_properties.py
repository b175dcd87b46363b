"""What holds in every game holds in every kind of game: with other rules, options and numbers of players.

`garrison check` plays the standard rules in all lanes at once; here its properties are held against scenarios in which
more happens, in the lane that the tests run in. The cheap ones are held against every single position on the way.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from garrison.core.engine.lane import COMPILED
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.soundness import why_unsound
from garrison.games import siege
from garrison.lab.check import blank
from garrison.lab.check.explore import Explorer
from playing import game_of

pytestmark = pytest.mark.lane

CROWDED_FIELD = {"start_energy": 12, "start_mines": 3, "start_numbers": 150, "number_period": 2, "enemy_period": 3}
LIVELY_LOOP = {
    "slugs": [2, 6],
    "doggie_cycle": 1,
    "elan_cycle": 2,
    "elan_experience": 0,
    "vampire_period": 1,
    "sword_chance": 90,
    "rare_chance": 60,
    "rare_items": [1, 1, 1],
    "hero_health": 400,
    "enemy_gold": [400, 400, 400, 0, 0],
    "shop_gap_growth": 0,
}
ALL_CARDS = {**LIVELY_LOOP, "card_odds": [[1] * 7] * 5}
CROWD = {"O0": (0, 0), "T0": (0, 1), "G0": (0, 3), "G1": (1, 0), "H0": (1, 2), "E0": (1, 4), "D0": (2, 1), "O1": (2, 3)}
CROWD |= {"E1": (3, 0), "G2": (3, 2), "H1": (3, 4)}
CROWDED_BOARD = {
    "width": 5,
    "army_kinds": ["OTGHED".index(name[0]) + 1 for name in CROWD],
    "army_rows": [row for row, _ in CROWD.values()],
    "army_columns": [column for _, column in CROWD.values()],
    "army_ids": [ord(name[0]) * 65536 + ord(name[1]) for name in CROWD],
    "max_moves": 12,
}
FULL_YARD = {"first_spawns": 100, "spawns": 60, "layers": 1000, "houses": 1000}
NARROW = {"rows": 9, "columns": 26, "castle_distance": 8, "ground": [0] * siege.LARGEST**2}
# The game, its options and rules, and how many steps a game may last.
CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    "minefield": ("minefield", {}, 60),
    "minefield, lively": ("minefield", {"rules": CROWDED_FIELD}, 60),
    "minefield, lively, from a corner": ("minefield", {"rules": {**CROWDED_FIELD, "start_x": 6, "start_y": 6}}, 60),
    "minefield, lively, stubborn and short": (
        "minefield",
        {"rules": {**CROWDED_FIELD, "stubborn": True, "start_x": 32, "start_y": 31, "time_limit": 40}},
        60,
    ),
    "minefield, full": ("minefield", {"rules": {"start_numbers": 500, "number_period": 1, "enemy_period": 1}}, 30),
    "minefield, stubborn": ("minefield", {"variant": "stubborn", "rules": {"start_x": 32, "start_y": 31}}, 60),
    "skirmish": ("skirmish", {"setup": "classic"}, 200),
    "skirmish, crowded": ("skirmish", {"rules": CROWDED_BOARD}, 40),
    "skirmish, crowded, without turns": ("skirmish", {"rules": {**CROWDED_BOARD, "alternate": False}}, 40),
    "skirmish, crowded, Zorde begins": ("skirmish", {"rules": {**CROWDED_BOARD, "first_side": 1}}, 40),
    "skirmish, strong": ("skirmish", {"rules": {**CROWDED_BOARD, "attack": [90] * 6, "shot_attack": 90}}, 40),
    "skirmish, short duel": ("skirmish", {"rules": {"max_moves": 12}}, 40),
    "skirmish, duel without turns": ("skirmish", {"rules": {"alternate": False}}, 60),
    "skirmish, random": ("skirmish", {"setup": "random"}, 60),
    "loop": ("loop", {"world": "medium"}, 300),
    "loop, lively": ("loop", {"rules": LIVELY_LOOP}, 300),
    "loop, confusing": ("loop", {"world": "large", "mode": "confusing", "rules": LIVELY_LOOP}, 300),
    "loop, crowded": ("loop", {"mode": "survival", "rules": {"inventory_room": 3, "most_enemies": 5}}, 300),
    "loop, crowded and lively": (
        "loop",
        {"world": "medium", "mode": "survival", "rules": {**LIVELY_LOOP, "inventory_room": 3, "most_enemies": 5}},
        400,
    ),
    "loop, berserker": ("loop", {"mode": "berserker", "rules": ALL_CARDS}, 400),
    "loop, one soldier": ("loop", {"rules": {**ALL_CARDS, "most_soldiers": 1}}, 400),
    "boneyard, 1": ("boneyard", {"players": 1, "traps": "all"}, 200),
    "boneyard, 3": ("boneyard", {"players": 3, "traps": "all"}, 200),
    "boneyard, 6": ("boneyard", {"players": 6, "traps": "basic"}, 200),
    "boneyard, full": ("boneyard", {"players": 2, "traps": "all", "rules": FULL_YARD}, 100),
    "siege": ("siege", {"rules": NARROW}, 400),
    "siege, siege": ("siege", {"mode": "siege", "rules": NARROW}, 400),
}


def case_of(case: str, share: int = 4) -> Game:
    """A game that ends after its steps; where plain Python plays it, after that share of them."""
    name, options, most = CASES[case]
    rules = {**options.get("rules", {}), "max_steps": most if COMPILED else max(most // share, 20)}
    return game_of(name, **{**options, "rules": rules})


@pytest.mark.parametrize("case", CASES)
def test_what_every_game_must_be(case: str) -> None:
    game = case_of(case)
    report = blank(game, 2, 0)
    explorer = Explorer(game, report)
    for seed in range(2 if COMPILED else 1):
        explorer.play(seed)
    assert report.passed, [str(line) for line in report.lines.values() if line.counterexample]
    assert report.lines["copies"].looked > 0


@pytest.mark.parametrize("case", CASES)
def test_every_position_on_the_way_is_sound_and_every_game_ends(case: str) -> None:
    game = case_of(case, share=2)
    for seed in range(10 if COMPILED else 2):
        position, dice = game.new(seed), Random(seed)
        check_position(position)
        while not position.over:
            play_one(position, dice)
            check_position(position)
        check_end(position)


def play_one(position: Position, dice: Random) -> None:
    """Anything legal; a third of the time the tick, so that time goes on."""
    player, tick = dice.choice(position.waiting), position.game.facts.tick_action
    legal = position.actions(player)
    position.play(player, tick if tick in legal and dice.random() < 1 / 3 else dice.choice(legal))


def check_position(position: Position) -> None:
    """The numbers are within their ranges and agree, and someone can act exactly while the game is not over."""
    assert why_unsound(position.game, position.state) == ""
    assert position.over == (position.waiting == ())
    for player in range(position.game.players):
        assert bool(position.actions(player)) == (player in position.waiting)


def check_end(position: Position) -> None:
    """The limit ends a game when it is reached, and not before."""
    limit = position.game.parameters["max_steps"]
    assert position.steps <= limit
    assert position.outcome is not None
    assert position.outcome.reason in position.game.facts.reasons[1:]
    assert position.outcome.reason != "limit" or (position.steps == limit and position.outcome.winners == ())
