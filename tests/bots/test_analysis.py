"""Analysis: what a game was worth turn by turn, and where it was lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from garrison.bots.analysis import MISTAKE, Analysis, JudgedTurn, analyse
from garrison.bots.mistakes import kinds_of
from garrison.bots.reasons import Count, counts_of
from garrison.bots.whole_move import price
from garrison.cli import main
from garrison.core.replay import Move, Replay
from garrison.core.replay_turns import Decision, decisions_of
from garrison.errors import BadOption
from garrison.look.scene import Board, Line, Panel, Piece, Scene
from playing import NAMES, game_of

SIMULATIONS = 40


def played(name: str, steps: int, **options: int) -> Replay:
    """A random game, or its beginning."""
    replay, dice = Replay(game_of(name, **options), 3), Random(3)
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
    actions = [(turn.player, action) for turn in analysis.turns for action in turn.actions]
    assert sorted(actions) == sorted((move.player, move.action) for move in replay.moves)
    for turn in analysis.turns:
        assert len(turn.values) == replay.game.players
        assert -1 <= turn.value <= turn.best_value <= 1
        assert turn.loss == pytest.approx(turn.best_value - turn.value)
        assert turn.loss >= 0
        assert turn.words.endswith((".", "!", "?"))
        assert turn.best_words
        assert not turn.notation or f": {turn.notation}" in str(analysis)
        assert turn.notation or replay.game.facts.tick_ms
        assert turn.best_notation or replay.game.facts.tick_ms
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


def test_a_decision_is_one_players_and_is_told_without_the_others() -> None:
    replay = played("boneyard", 60, players=3)
    decisions = decisions_of(replay)
    assert sorted(number for one in decisions for number in numbers_of(replay, one)) == list(range(len(replay.moves)))
    together = [one for one in decisions if one.together]
    assert len(together) > len(decisions) / 2
    names = {f"{seat}" for seat in replay.game.facts.seats[:3]}
    assert not [one.words for one in together if any(name in one.words for name in names)]


def numbers_of(replay: Replay, decision: Decision) -> list[int]:
    """The actions of a decision: those of its player among its first and last."""
    moves = replay.moves[decision.first : decision.last]
    own = [decision.first + place for place, move in enumerate(moves) if move.player == decision.player]
    assert tuple(replay.moves[number].action for number in own) == decision.actions
    return own


def test_the_price_of_a_choice_knows_neither_dice_nor_what_others_chose() -> None:
    game = game_of("boneyard", players=2)
    for first in (7, 11, 13):
        position = game.new(3)
        position.play(0, first)
        position.stir(first)
        assert price(position, 1, (7,), 64, seed=1) == price(game.new(3), 1, (7,), 64, seed=1)


def test_a_choice_is_the_same_whoever_makes_it_first() -> None:
    """Who closes a round is not charged with it."""
    losses = []
    for order in ((0, 1), (1, 0)):
        replay = Replay(game_of("boneyard", players=2), 3, [Move(player, 7) for player in order])
        judged = analyse(replay, simulations=SIMULATIONS).turns
        assert [turn.player for turn in judged] == list(order)
        losses.append(price(replay.game.new(3), 1, judged[order.index(1)].actions, 64, seed=1))
    assert losses[0] == losses[1]


def test_a_mistake_says_what_was_lost_and_what_would_have_been_kept() -> None:
    analysis = analyse(played("boneyard", 60, players=2), simulations=SIMULATIONS)
    reasons = [turn.reason for turn in analysis.turns if turn.loss >= MISTAKE]
    assert reasons
    assert all(not turn.reason for turn in analysis.turns if turn.loss < MISTAKE)
    said = [reason for reason in reasons if reason]
    assert len(said) >= len(reasons) / 2
    assert all(" instead of " in reason and reason.endswith(".") for reason in said)


def test_pieces_count_where_no_panel_has_numbers() -> None:
    pieces = tuple(Piece(str(place), "stone", 0, place, "a stone", "o", "grey", owner=place % 2) for place in range(3))
    scene = Scene(boards=(Board(1, 3, ("...",), {}, pieces),), panels=(Panel("Ada", (Line("Rank", "none"),), owner=0),))
    assert counts_of(scene) == {Count(0, "stone"): 2, Count(1, "stone"): 1}


def test_many_games_are_looked_over_for_the_dearest_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for steps in (12, 20):
        files.append(tmp_path / f"{steps}.json")
        files[-1].write_text(played("boneyard", 3 * steps, players=2).to_json())
    told = []
    for more in ((), ("--json",)):
        with pytest.raises(SystemExit, match="0"):
            main(["analyse", *map(str, files), "--simulations", str(SIMULATIONS), *more])
        told.append(capsys.readouterr().out)
    assert told[0].startswith("2 games, ")
    data = json.loads(told[1])
    losses = [kind["loss"] for kind in data["kinds"]]
    assert len(data["games"]) == 2
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0


def test_mistakes_of_one_kind_differ_in_numbers_and_places_only() -> None:
    turns = [
        JudgedTurn(n, 1, 0, (n,), f"E{n} moves. Field ({n}, 2).", "", (), 0, (), "Pass.", "", 0.2, 0.2, "")
        for n in range(3)
    ]
    other = replace(turns[0], words="Pass.", best_words="Field (1, 1).", loss=0.5, number=9)
    harmless = replace(turns[0], words="Waits.", loss=0.0)
    kinds = kinds_of([Analysis("toy", "standard", ("A",), [*turns, other, harmless])])
    assert [(kind.words, kind.times, round(kind.loss, 2)) for kind in kinds] == [
        ("E… moves. Field ….", 3, 0.6),
        ("Pass.", 1, 0.5),
    ]
