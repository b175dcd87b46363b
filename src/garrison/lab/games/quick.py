"""Games between bots that only ask their policy, played in machine code: move by move the same games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from garrison.bots import Bot
from garrison.bots.level_bots import LevelBot
from garrison.bots.search import PolicyGames, policy_games
from garrison.core.engine.kernels import score_many
from garrison.core.engine.memory import rows
from garrison.core.game import Game
from garrison.lab.arena.contest import dice_for
from garrison.lab.games.changes import with_changes
from garrison.lab.games.ends import Block, Ends
from garrison.lab.games.players import player_of
from garrison.lab.games.traces import LabGame, Trace, digest_of, play, ticking_in, ticks_among
from garrison.lab.notes.game_notes import NoteColumns, notes_of
from garrison.lab.notes.toolbox import CACHED_GAMES
from garrison.lab.work.process_pool import Deciding


def play_quickly(game: Game, task: LabGame, deciding: Deciding = lambda player: None) -> Trace:
    """Play a task to its end: in machine code, if that gives the same game."""
    if is_quick(game, task):
        variant = with_changes(game, task.changes)
        start, games = time.perf_counter(), play_together(variant, task.seats, [task.number], [task.seed], deciding)
        if games.is_legal[0]:
            seconds = time.perf_counter() - start
            return Block(variant, [task], *outcome_of(games, [task.seed], task.only_end, seconds)).traces()[0]
    return play(game, task, deciding)


def is_quick(game: Game, task: LabGame) -> bool:
    """Whether a game can be played in machine code: everybody just asks their policy, from the first move on."""
    return not task.opening and styles_of(task.seats, with_changes(game, task.changes)) is not None


def play_together(
    game: Game, seats: tuple[str, ...], numbers: Sequence[int], seeds: Sequence[int], deciding: Deciding
) -> PolicyGames:
    """Games between the same bots, played to their ends."""
    dice = [dice_for(seed, number, game.players) for seed, number in zip(seeds, numbers, strict=True)]
    games = policy_games(game, seeds, [styles_of(seats, game) or ()] * len(seeds), dice)
    deciding(0)
    games.run()
    deciding(-1)
    return games


def outcome_of(
    games: PolicyGames, seeds: Sequence[int], only_end: bool, seconds: float
) -> tuple[Ends, float, NoteColumns | None]:
    """How they ended after this many seconds in all and, unless only that matters, what happened in them."""
    if only_end:
        return ends_of(games), seconds, None
    return ends_of(games), seconds, notes_of(games.game, seeds, [games.moves(number) for number in range(len(seeds))])


def ends_of(games: PolicyGames) -> Ends:
    """How they ended."""
    states, game, count = games.states, games.game, len(games.states)
    scores = np.zeros((count, game.facts.players[1]))
    score_many(game.handle.score, game.reference, rows(states), scores, 0, count)
    winners, reasons, steps, turns = (states[name].astype(np.int64) for name in ("winners", "reason", "steps", "turn"))
    ticking, ticks = ticking_in(game), np.zeros(count, dtype=np.int64)
    if ticking:
        ticks[:] = [ticks_among(games.moves(number), game) for number in range(count)]
    digests = np.array([digest_of(games.parts(number)) for number in range(count)], dtype=np.int64)
    return Ends(winners, scores[:, : game.players], reasons, steps, turns, ticks, games.lasts, digests)


@lru_cache(CACHED_GAMES)
def styles_of(seats: tuple[str, ...], game: Game) -> tuple[int, ...] | None:
    """The styles in which bots that do nothing but ask the game's policy ask it; None if one of them does more."""
    styles = [policy_style(player_of(seat, game), game) for seat in seats]
    return None if None in styles else tuple(style for style in styles if style is not None)


def policy_style(bot: Bot, game: Game) -> int | None:
    """The style in which a bot asks the policy, if that is all it does."""
    if not isinstance(bot, LevelBot) or bot.level.noise:
        return None
    level = bot.level_in(game)
    return int(level.settings.get("style", 0)) if level.method == "policy" else None
