"""Whole moves: how an action goes on until its player is done, and what that is worth."""

from __future__ import annotations

from typing import NamedTuple

from garrison.bots.search import Budget
from garrison.bots.search.beam import imagined
from garrison.bots.search.halving import HalvingSettings, Plan, PlanTrial
from garrison.bots.search.methods import Method
from garrison.core.click_words import click_words
from garrison.core.engine import rng
from garrison.core.engine.record import uint64
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.core.replay_turns import sentence, told
from garrison.core.story import Story

LONGEST = 64  # actions of a move
SHARE = 32  # what is left of a move gets one such part of the time that its beginning got


class WholeMove(NamedTuple):
    """A whole move: its actions, what they do in words, and the position after it, as its player imagines it."""

    actions: tuple[int, ...]
    words: str
    after: Position


def whole_move(method: Method, position: Position, player: int, action: int, budget: Budget, seed: int) -> WholeMove:
    """How a method goes on after an action, until the turn changes or somebody else is to act."""
    after, actions, words = imagined(position, player, seed), [action], list[str]()
    turn, smaller = int(position.state["turn"][0]), _smaller(budget)
    story = Story(position.game)
    after.play(player, action)
    story.tell(words, after.events)
    while player in after.waiting and int(after.state["turn"][0]) == turn and len(actions) < LONGEST:
        next_action = method.follow(after, player)
        actions.append(method.think(after, player, smaller, seed)[0].action if next_action is None else next_action)
        after.play(player, actions[-1])
        story.tell(words, after.events)
    return WholeMove(tuple(actions), told(words) or _named(position, player, actions), after)


def _smaller(budget: Budget) -> Budget:
    return Budget(-(-budget.simulations // SHARE), budget.milliseconds / SHARE, budget.threads)


def _named(position: Position, player: int, actions: list[int]) -> str:
    return sentence(click_words(position, player, [Move(player, action) for action in actions]))


def worth(position: Position, player: int, simulations: int, seed: int, turns: int = 2) -> float:
    """What a position is worth to a player, from -1 to 1: the mean after a few turns by everybody's policy."""
    # Nobody has a plan: then the simulations for all players are the same ones, and so are their values.
    method = HalvingSettings(plan_turns=0, turns=turns).search(position.game)
    plan = Plan(0, int(rng.seeded(uint64(seed))), int(position.state["turn"][0]))
    trial = PlanTrial(method, position, player, [plan], seed)
    trial.run([0], 0, simulations, 1)
    return trial.mean(0)
