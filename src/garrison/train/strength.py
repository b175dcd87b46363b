"""What a network is worth to the search: games of the search that asks it against the search that does not, or against
the bot that it was trained against."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from garrison.train.self_play import Teacher, draw_game, opponent

if TYPE_CHECKING:
    from garrison.train.settings import TrainingSettings


def rate(settings: TrainingSettings, seed: int, network: Path) -> float:
    """One game: first places of the search with the network per fair share, or its score where it is alone."""
    dice = Random(seed)
    game = draw_game(settings, dice)
    asking = Teacher(game, settings.asking, settings.effort, network, settings.trust)
    others = opponent(game, settings) if settings.against else None
    plain = Teacher(game, settings.asking, settings.effort)
    seat, position = dice.randrange(game.players), game.new(dice.getrandbits(60))
    while not position.over and position.steps < settings.longest:
        player = position.waiting[0]
        if others is not None and player != seat:
            action = others(position, player, dice)
        else:
            teacher = asking if player == seat else plain
            action = teacher.choices(position, player, dice.getrandbits(60))[0].action
        position.play(player, action)
    scores = position.scores
    if game.players == 1:
        return float(scores[0])
    first = position.outcome.winners if position.outcome and position.outcome.winners else range(game.players)
    return game.players * (seat in first) / len(first)
