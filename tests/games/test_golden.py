"""Golden playthroughs: recorded games must go on exactly as they did, in every lane. No game may lack one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from garrison.core import replay as replays
from garrison.core.discovery import find
from garrison.core.position import digest
from playing import NAMES

pytestmark = pytest.mark.lane

FILES = sorted(Path(__file__).parent.glob("*/golden/*.json"))
ADVICE = (
    "the same actions lead to another result than before; if that is meant, raise RULES_VERSION in the game's "
    "__init__.py and run tools/golden.py"
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_recorded_game_goes_on_as_it_did(file: Path) -> None:
    contents = json.loads(file.read_text())
    recorded = replays.parse(json.dumps(contents["replay"]), file.name)
    assert recorded.can_continue, f"{recorded.warning} Run tools/golden.py."
    position = recorded.game.new(recorded.seed)
    for number, move in enumerate(recorded.moves, 1):
        position.play(move.player, move.action)
        wanted = contents["check_sums"].get(str(number))
        assert wanted in (None, digest(position.state.tobytes()).hex()), f"step {number}: {ADVICE}"
    assert list(position.scores) == contents["scores"]
    assert (position.outcome.reason if position.outcome else "") == contents["reason"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_finished_and_a_long_playthrough(name: str) -> None:
    ours = [json.loads(file.read_text()) for file in FILES if file.parts[-3] == name]
    assert any(contents["reason"] not in ("", "limit") for contents in ours)  # by the rules, not cut off
    assert max(len(contents["replay"]["actions"]) for contents in ours) >= 100
    assert {contents["replay"]["rules_version"] for contents in ours} == {find(name).facts.rules_version}
