"""Analysis: what a game was worth turn by turn, and where it was lost."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from garrison.bots.analysis import MISTAKE, analyse
from garrison.cli import main
from garrison.core.replay import Move, Replay
from garrison.errors import BadOption
from playing import NAMES, game_of

SIMULATIONS = 40


def played(name: str, steps: int) -> Replay:
    """A random game, or its beginning."""
    replay, dice = Replay(game_of(name), 3), Random(3)
    position = replay.game.new(3)
    while not position.over and len(replay.moves) < steps:
        player = dice.choice(position.waiting)
        replay.moves.append(Move(player, dice.choice(position.actions(player))))
        replay.moves[-1].play(position)
    return replay


@pytest.mark.parametrize("name", NAMES)
def test_every_move_has_values_a_better_one_and_words(name: str) -> None:
    replay = played(name, 12)
    analysis = analyse(replay, simulations=SIMULATIONS)
    actions = [action for turn in analysis.turns for action in turn.actions]
    assert actions == [move.action for move in replay.moves]
    for turn in analysis.turns:
        assert len(turn.values) == replay.game.players
        assert turn.value == turn.values[turn.player]
        assert turn.loss == pytest.approx(turn.best_value - turn.value)
        assert turn.loss >= 0
        assert turn.words.endswith((".", "!", "?"))
        assert turn.best_words
        assert turn.best_actions
    losses = [turn.loss for turn in analysis.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert all(loss >= MISTAKE for loss in losses)


def test_the_end_of_a_game_is_worth_what_it_was() -> None:
    replay = played("skirmish", 10_000)
    last = analyse(Replay(replay.game, 3, replay.moves), simulations=8).turns[-1]
    winners = replay.verify().outcome.winners  # type: ignore[union-attr]
    assert [value > 0 for value in last.values] == [player in winners for player in range(2)]


def test_the_command_tells_people_and_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(played("skirmish", 12).to_json())
    told = []
    for more in ((), ("--json",)):
        with pytest.raises(SystemExit, match="0"):
            main(["analyse", str(file), "--simulations", str(SIMULATIONS), *more])
        told.append(capsys.readouterr().out)
    assert "mistakes" in told[0]
    found = json.loads(told[1])
    assert list(found) == ["game", "variant", "seats", "turns", "mistakes"]
    assert {"value", "values", "best_actions", "best_words", "loss"} <= set(found["turns"][0])


def test_a_budget_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadOption, match=r"An analysis takes up to 60 seconds a move, not 0"):
        analyse(played("skirmish", 2), seconds=0)
