"""What holds in every game holds in every kind of game: with other rules, options and numbers of players.

`garrison check` plays the standard rules in all lanes at once; here its properties are held against scenarios in which
more happens, in the lane that the tests run in.
"""

from __future__ import annotations

from typing import Any

import pytest

from garrison.core.engine.lane import COMPILED
from garrison.lab.check import blank
from garrison.lab.check.explore import Explorer
from garrison.lab.check.trouble import Watch
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
FULL_YARD = {"first_spawns": 100, "spawns": 60, "layers": 1000, "houses": 1000}
NARROW = {"rows": 9, "columns": 26, "castle_distance": 8, "ground": [0] * 1600}
# The game, its options and rules, and how many steps a game may last.
CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    "minefield": ("minefield", {}, 60),
    "minefield, lively": ("minefield", {"rules": CROWDED_FIELD}, 60),
    "minefield, full": ("minefield", {"rules": {"start_numbers": 500, "number_period": 1, "enemy_period": 1}}, 30),
    "minefield, stubborn": ("minefield", {"variant": "stubborn", "rules": {"start_x": 32, "start_y": 31}}, 60),
    "skirmish": ("skirmish", {"setup": "classic"}, 200),
    "skirmish, duel without turns": ("skirmish", {"rules": {"alternate": False}}, 60),
    "skirmish, random": ("skirmish", {"setup": "random"}, 60),
    "loop": ("loop", {"world": "medium"}, 300),
    "loop, lively": ("loop", {"rules": LIVELY_LOOP}, 300),
    "loop, confusing": ("loop", {"world": "large", "mode": "confusing", "rules": LIVELY_LOOP}, 300),
    "loop, crowded": ("loop", {"mode": "survival", "rules": {"inventory_room": 3, "most_enemies": 5}}, 300),
    "boneyard, 1": ("boneyard", {"players": 1, "traps": "all"}, 200),
    "boneyard, 3": ("boneyard", {"players": 3, "traps": "all"}, 200),
    "boneyard, 6": ("boneyard", {"players": 6, "traps": "basic"}, 200),
    "boneyard, full": ("boneyard", {"players": 2, "traps": "all", "rules": FULL_YARD}, 100),
    "siege": ("siege", {"rules": NARROW}, 400),
    "siege, siege": ("siege", {"mode": "siege", "rules": NARROW}, 400),
}


@pytest.mark.parametrize("case", CASES)
def test_what_every_game_must_be(case: str) -> None:
    name, options, most = CASES[case]
    rules = {**options.get("rules", {}), "max_steps": most if COMPILED else max(most // 4, 20)}
    game = game_of(name, **{**options, "rules": rules})
    report = blank(game, 2, 0)
    explorer = Explorer(game, report, Watch())
    for seed in range(2 if COMPILED else 1):
        explorer.play(seed)
    assert report.passed, [str(line) for line in report.lines.values() if line.counterexample]
    assert report.lines["copies"].looked > 0
