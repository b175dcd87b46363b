"""Advice: what the search of a game's hardest level thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.bots.level_bots import USUAL, levels_of
from garrison.bots.search import Budget, method
from garrison.bots.search.methods import Method
from garrison.bots.whole_move import whole_move
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay_turns import named
from garrison.errors import BadOption

WHOLE = 3  # choices whose moves are followed to their end
THINKING = 0.6  # of the time is for the search; the rest is for following moves


@dataclass(frozen=True)
class Advice:
    """An action by number and name, its worth to the player from -1 to 1, and its share of the search.

    `move` and `words` are the whole move that begins with it; where it is far from the best, only its beginning.
    """

    action: int
    name: str
    value: float
    share: float
    move: tuple[int, ...]
    words: str


def adviser(game: Game) -> Method:
    """The search of a game's hardest level; a level that is a bot can't say what anything is worth."""
    hardest = levels_of(game.package)["hard"]
    level = hardest.advice or hardest
    if level.bot or level.method == "policy":
        level = USUAL["hard"]
    return method(level.method, game, level.settings)


def advise(position: Position, player: int, seconds: float = 1.0, simulations: int = 0, seed: int = 0) -> list[Advice]:
    """What a player could do, the best first; with a number of simulations, the same for the same seed."""
    if not simulations and not seconds > 0:
        raise BadOption(f"Advice takes more than {seconds:g} seconds.")
    budget = Budget(simulations) if simulations else Budget(milliseconds=1000 * THINKING * seconds)
    thinker, names = adviser(position.game), position.game.action_name
    advice = []
    for place, choice in enumerate(thinker.think(position, player, budget, seed)):
        name = names(choice.action)
        if place < WHOLE:
            move, words, _ = whole_move(thinker, position, player, choice.action, budget, seed)
        else:
            move, words = (choice.action,), named([position.action_words(choice.action)])
        advice.append(Advice(choice.action, name, choice.value, choice.share, move, words))
    return advice
