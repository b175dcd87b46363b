"""The games through OpenEnv itself, where it is installed: it wants another `mcp` than `garrison mcp`."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("openenv", reason="OpenEnv is not installed: pip install openenv")

from garrison.core import discovery
from garrison.envs.openenv_env import GarrisonAction, GarrisonEnvironment

SHORT = {"siege": {"max_turns": 1}, "loop": {"max_steps": 20}, "minefield": {"max_steps": 12}}


@pytest.mark.parametrize("name", discovery.own_names())
def test_a_whole_game(name: str) -> None:
    dice = Random(4)
    env = GarrisonEnvironment(name, "random", rules=SHORT.get(name))
    seen = env.reset(seed=7)
    for _ in range(600):
        if seen.done:
            break
        moves = env.position.moves(0)
        seen = env.step(GarrisonAction(answer=f"Well.\n{moves[dice.randrange(len(moves))].notation}"))
        assert seen.refusal == ""
    assert seen.done
    assert seen.reward is not None


def test_nonsense_gets_the_reason_and_then_nothing_is_done() -> None:
    env = GarrisonEnvironment("skirmish", "still", variant="former")
    before = env.reset(seed=7).text
    first, second, third = [env.step(GarrisonAction(answer="<b>fly</b>")) for _ in range(3)]
    assert "is not a move now" in first.refusal
    assert first.text == second.text == before
    assert third.text != before
    assert (env.state.step_count, third.done) == (3, False)
    assert "hold" in env.step(GarrisonAction(answer='{"move": "E0.", "note": "hold"}')).text
