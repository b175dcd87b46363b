"""What a network is worth: games of the search that asks it against the search that does not, or where it learns by
playing, of the network itself against a bot; always against the bot of `--against`, if one was named."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from garrison import bots
from garrison.bots.expert import Expert
from garrison.train.self_play import Teacher, draw_game, opponent
from garrison.train.settings import PPO

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.core.position import Position
    from garrison.train.settings import TrainingSettings

ANYBODY = "random"  # against whom a network plays that learned by playing


def rate(settings: TrainingSettings, seed: int, network: Path) -> float:
    """One game: first places of the network's player per fair share, or its score where it is alone."""
    dice = Random(seed)
    game = draw_game(settings, dice)
    learner, other = sides(settings, game, network)
    seat, position = dice.randrange(game.players), game.new(dice.getrandbits(60))
    while not position.over and position.steps < settings.longest:
        player = position.waiting[0]
        position.play(player, (learner if player == seat else other)(position, player, dice))
    scores = position.scores
    if game.players == 1:
        return float(scores[0])
    first = position.outcome.winners if position.outcome and position.outcome.winners else range(game.players)
    return game.players * (seat in first) / len(first)


def sides(settings: TrainingSettings, game: Game, network: Path) -> tuple[bots.Bot, bots.Bot]:
    """Who plays with the network, and who plays all other seats."""
    others = opponent(game, settings) if settings.against else None
    if settings.by == PPO:
        return Expert(network), others or bots.find(ANYBODY, game.package)
    asking = Teacher(game, settings.asking, settings.effort, network, settings.trust)
    return player_of(asking), others or player_of(Teacher(game, settings.asking, settings.effort))


def player_of(teacher: Teacher) -> bots.Bot:
    """A bot that plays what a search likes best."""

    def answer(position: Position, player: int, dice: Random) -> int:
        return teacher.choices(position, player, dice.getrandbits(60))[0].action

    return answer
