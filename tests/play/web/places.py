"""Places in games to begin at: where there is much to choose, and shortly before the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from host import Server

import garrison
from garrison.core import discovery
from garrison.core.facts import Facts
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.look.scene import Scene, SceneButton, stacks_of
from garrison.play.match import Match, Seat
from playing import NAMES, SMALL, play_on

IN_TURNS = tuple(name for name in NAMES if not discovery.find(name).facts.tick_ms)
IN_REAL_TIME = tuple(name for name in NAMES if name not in IN_TURNS)
FOR_FRIENDS = tuple(name for name in NAMES if discovery.find(name).facts.players[1] > 1)
ENOUGH = 5  # choices at once, with which ten moves come quickly
SEEDS, LONGEST = 20, 60
A_WHILE = 1200  # actions, in which bots at random come to most there is


def rotated(turn: int, *groups: tuple[str, ...]) -> list[Any]:
    """All games of these groups, as parameters of a test, but only one of each group outside `make test-long`.

    No screen knows a game, so what works in one of a kind hardly fails in another; with every `turn` it is another one,
    so that each game meets many tests.
    """
    chosen = {group[turn % len(group)] for group in groups}
    names = [name for name in NAMES if any(name in group for group in groups)]
    return [name if name in chosen else pytest.param(name, marks=pytest.mark.long) for name in names]


def facts_of(name: str) -> Facts:
    return discovery.find(name).facts


def seats_of(name: str) -> int:
    """How many seats a match has when nobody says otherwise."""
    return garrison.load(name).players


def begin(server: Server, replay: Replay, people: int = -1, **wish: Any) -> dict[str, Any]:
    """A match that goes on from a replay; without `people` all seats are the maker's."""
    name = server.post("/api/replays", replay.to_json())["id"]
    seats = replay.game.players if people < 0 else people
    return server.make(replay.game.name, seats, replay=name, number=len(replay.moves), **wish)


@cache
def crowded(name: str) -> Replay:
    """A place with much to choose. Most games begin with one; in others time has to pass first."""
    game = garrison.load(name)
    found = [_after_ticks(game, seed) for seed in range(SEEDS if facts_of(name).tick_ms else 1)]
    return max(found, key=lambda pair: (min(pair[0], ENOUGH), -len(pair[1].moves)))[1]


def _after_ticks(game: Game, seed: int) -> tuple[int, Replay]:
    """The first place with enough choices while only time passes, or that with the most."""
    position, moves, best, kept = game.new(seed), list[Move](), -1, 0
    tick = game.facts.tick_action
    while not position.over and len(moves) <= LONGEST:
        count = len(choices(position))
        if count > best:
            best, kept = count, len(moves)
        if best >= ENOUGH or not game.facts.tick_ms or tick not in position.actions(0):
            break
        position.play(0, tick)
        moves.append(Move(0, tick))
    return best, Replay(game, seed, moves[:kept])


def choices(position: Position) -> list[int]:
    """What the first player may do besides letting time pass."""
    tick = position.game.facts.tick_action if position.game.facts.tick_ms else -1
    return [action for action in position.actions(0) if action != tick]


def nearly_over(name: str, steps: int = 40, left: int = 5) -> Replay:
    """A game that ends after a few more steps, if nothing else ends it before."""
    game = garrison.load(name, **SMALL.get(name, {}), rules={"max_steps": steps})
    for seed in range(100):
        dice = Random(seed)
        moves = play_on(game.new(seed), (dice.randrange(1 << 16) for _ in range(steps - left)))
        if len(moves) == steps - left and not _ends_early(game, seed, moves):
            return Replay(game, seed, moves)
    raise AssertionError(f"no game of {name} lasts {steps} steps")


def _ends_early(game: Game, seed: int, moves: list[Move]) -> bool:
    return Replay(game, seed, moves).verify().over


@cache
def talkative(name: str) -> Replay:
    """The place of a bots' game with the most to read for the present choice; the beginning where panels don't help."""
    return _with_most(name, lambda scene: sum(len(panel.lines) for panel in scene.panels if panel.near))


@cache
def wordy(name: str) -> Replay:
    """The place of a bots' game with the most words on the buttons that are shown."""
    return _with_most(name, lambda scene: sum(len(one.label + one.waits) for one in _shown(scene)))


def _shown(scene: Scene) -> list[SceneButton]:
    return [one for one, _ in stacks_of(button for button in scene.buttons if button.legal or button.waits)]


def _with_most(name: str, worth: Callable[[Scene], int], seed: int = 3) -> Replay:
    """The place of a game by chance with the most of something."""
    game = garrison.load(name)
    match = _by_chance(game, seed)
    best, kept = 0, 0
    while not match.position.over and len(match.replay.moves) < A_WHILE:
        player = match.position.waiting[0]
        count = worth(match.position.scene(player))
        if count > best:
            best, kept = count, len(match.replay.moves)
        match.act(player, match.bot_choice(player))
    return Replay(game, seed, match.replay.moves[:kept])


def first_choice(name: str, player: int, seed: int = 3) -> Replay:
    """The first place of a bots' game at which a player has chosen something and goes on with it."""
    match = _by_chance(garrison.load(name), seed)
    while match.position.waiting != (player,) or not match.position.scene(player).boards[0].chosen_fields:
        who = match.position.waiting[0]
        match.act(who, match.bot_choice(who))
    return match.replay


def _by_chance(game: Game, seed: int) -> Match:
    return Match(game, seed, [Seat("random")] * game.players)
