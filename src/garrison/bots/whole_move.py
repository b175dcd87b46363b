"""Whole moves: how an action goes on until its player is done, and what that is worth."""

from __future__ import annotations

from typing import NamedTuple

from garrison.bots.level_bots import usual_style
from garrison.bots.search import Budget
from garrison.bots.search.beam import imagined
from garrison.bots.search.halving import HalvingSettings, Plan, PlanTrial
from garrison.bots.search.methods import Method
from garrison.bots.search.scratch import Horizon
from garrison.core.click_names import click_names
from garrison.core.engine import rng
from garrison.core.engine.record import uint64
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay_turns import named, told
from garrison.core.seeds import seeds_of
from garrison.core.story import Story

LONGEST = 64  # actions of a move
SHARE = 32  # what is left of a move gets one such part of the time that its beginning got
TURNS, TICKS = 4, 20  # that simulations look ahead, by turns and in real time
CHANCES = 16  # ways in which chance may go on, among which the simulations are shared


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
    return WholeMove(tuple(actions), told(words) or named(click_names(position, player, actions)), after)


def _smaller(budget: Budget) -> Budget:
    return Budget(-(-budget.simulations // SHARE), budget.milliseconds / SHARE, budget.threads)


def horizon(game: Game) -> Horizon:
    """How far simulations look ahead from a position of a game. By turns, everybody plays on like its best bot without
    a search: with a worse one, or less far, what is mended in the next turn seems dear, and what can't be mended cheap.
    """
    return Horizon(TICKS) if game.facts.tick_ms else Horizon(TURNS, usual=usual_style(game.package))


def worth(position: Position, player: int, simulations: int, seed: int, ahead: Horizon | None = None) -> float:
    """What a position is worth to a player, from -1 to 1: the mean after a few turns by everybody's policy."""
    trial = _without_plan(position, player, seed, ahead or horizon(position.game))
    trial.run([0], 0, simulations, 1)
    return trial.mean(0)


def played_on(position: Position, player: int, seed: int) -> tuple[float, Position]:
    """One such simulation: what its end is worth to the player, and that end."""
    trial = _without_plan(position, player, seed, horizon(position.game))
    end = trial.look(0, 0)
    return trial.mean(0), end


def _without_plan(position: Position, player: int, seed: int, ahead: Horizon) -> PlanTrial:
    """Nobody has a plan: then the simulations for all players are the same ones, and so are their values."""
    method = HalvingSettings(plan_turns=0, turns=ahead.turns, usual=ahead.usual).search(position.game)
    plan = Plan(0, int(rng.seeded(uint64(seed))), int(position.state["turn"][0]))
    return PlanTrial(method, position, player, [plan], seed)


def chosen(position: Position, player: int, actions: tuple[int, ...], seed: int) -> list[Position]:
    """The positions to which a decision may lead, as its player knows the game: one for each way in which chance may
    go on, before anybody learns what others choose in the same phase. What follows a use of chance is not decided yet.
    """
    after = []
    for number in seeds_of(seed, CHANCES):
        after.append(imagined(position, player, int(number)))
        if not play_to_chance(after[-1], player, actions):
            break  # without chance, all of them are the same one
    return after


def play_to_chance(position: Position, player: int, actions: tuple[int, ...]) -> bool:
    """Play actions until one of them has used chance, or does not fit what the player imagines; whether one has."""
    dice = int(position.state["rng"][0])
    for action in actions:
        if action not in position.actions(player):
            return True
        position.play(player, action)
        if int(position.state["rng"][0]) != dice:
            return True
    return False


def price(position: Position, player: int, actions: tuple[int, ...], simulations: int, seed: int) -> float:
    """What a decision is worth to its player before chance and before the others' hidden choices are known."""
    after = chosen(position, player, actions, seed)
    each = -(-simulations // len(after))
    return sum(worth(one, player, each, seed) for one in after) / len(after)
