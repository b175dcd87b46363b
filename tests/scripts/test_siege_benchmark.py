"""What benchmarks/siege.py says of a tool: the same games with it and without it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
if not FOLDER.is_dir():
    pytest.skip("the benchmarks are not part of this installation", allow_module_level=True)
sys.path.append(str(FOLDER))

from siege import loss  # noqa: E402
from siege_lines import lines  # noqa: E402


def test_a_line_without_a_tool_has_the_seeds_of_its_ground() -> None:
    every = lines()
    seeds = {line.name: line.first_seed for line in every if line.part != "tools"}
    assert len(set(seeds.values())) == len(seeds)
    tools = [line for line in every if line.part == "tools"]
    assert tools
    assert all(line.first_seed == seeds[f"standard {line.options['map']}"] for line in tools)


def test_what_a_tool_is_worth_is_the_difference_of_the_same_games() -> None:
    """The tool's player won both games of the first seed with it and one without; nothing else can be compared."""
    usual = [{"seed": seed, "seat": seat, "winner": seat} for seed in (1, 2) for seat in (0, 1)]
    without = [
        {"seed": 1, "seat": 0, "winner": 1},
        {"seed": 1, "seat": 1, "winner": 1},
        {"seed": 3, "seat": 0, "winner": 1},
    ]
    assert loss([*without, {"seed": 2, "seat": 0, "winner": -1}], usual) == "+50.0 [+50.0, +50.0] on 2 seeds"
