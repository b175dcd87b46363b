"""Complete choices of a player beside each other: they are played out by the policy, for everybody, with the same
chance."""

from __future__ import annotations

from garrison.bots.search.alone import asked
from garrison.bots.search.beam import imagined
from garrison.bots.search.halving import HalvingSettings, Plan, PlanTrial
from garrison.core.engine import rng
from garrison.core.engine.record import uint64
from garrison.core.game import Game
from garrison.core.position import Position

TURNS = 3  # that a play-out looks ahead
LONGEST = 64  # actions of a choice


def own_choice(position: Position, player: int, style: int, seed: int) -> list[int]:
    """What the policy does in a style until its player has chosen, or something has happened."""
    after, path, dice = imagined(position, player, seed), list[int](), int(rng.seeded(uint64(seed)))
    while not path or not (after.events or player not in after.waiting or len(path) == LONGEST):
        action, dice = asked(position.game, after, player, style, dice)
        path.append(action)
        after.play(player, action)
    return path


class Duel:
    """Choices in a position against each other: by play-outs in a style, so many of each."""

    def __init__(self, game: Game, style: int) -> None:
        self._method = HalvingSettings(plan_turns=0, turns=TURNS, usual=style).search(game)

    def value(self, position: Position, player: int, path: list[int], count: int, seed: int) -> float:
        """What a choice is worth to its player on average; what no longer fits after an event is left out."""
        after = imagined(position, player, seed)
        for action in path:
            if after.over or action not in after.actions(player):
                break
            after.play(player, action)
        plan = Plan(self._method.horizon.usual, int(rng.seeded(uint64(seed))), int(after.state["turn"][0]))
        trial = PlanTrial(self._method, after, player, [plan], seed)
        trial.run([0], 0, count, 1)
        return trial.mean(0)
