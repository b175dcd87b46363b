"""The levels: in every game, in order, each with a sentence; and nothing embarrassing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from garrison import bots
from garrison.bots.level_bots import USUAL, Fallible, LevelBot, levels_of, usual_style
from garrison.bots.limits import Limits, within
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.core.levels import Level
from garrison.core.position import Position
from garrison.errors import BadOption
from playing import NAMES, game_of

compiled_only = pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
POSITIONS = 8  # of each kind that are looked for
MOST_GAMES = 400  # that are played to find them


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_three_levels_first_among_its_bots_each_with_a_sentence(name: str) -> None:
    assert bots.names(find(name))[:3] == LEVELS
    assert all(level.sentence.endswith(".") for level in levels_of(find(name)).values())


def test_a_game_that_says_nothing_has_the_usual_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(find("skirmish").module("bots"), "LEVELS")
    assert levels_of(find("skirmish")) == USUAL


def test_the_usual_style_is_that_of_the_best_bot_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    bots_module = find("skirmish").module("bots")
    levels = {name: Level("Plays.", "policy", {"style": style}) for name, style in (("easy", 3), ("medium", 7))}
    monkeypatch.setattr(bots_module, "LEVELS", {**levels, "hard": Level("Searches.", "beam")})
    assert usual_style(find("skirmish")) == 7
    monkeypatch.setattr(bots_module, "LEVELS", {"hard": Level("Searches.", "beam")})
    assert usual_style(find("skirmish")) == 0


def test_a_fallible_bot_makes_as_many_mistakes_as_it_is_said_to() -> None:
    position = game_of("minefield").new(1)
    always, never = (Fallible(lambda position, player, dice: -1, mistakes) for mistakes in (1.0, 0.0))
    assert all(always(position, 0, Random(seed)) in position.actions(0) for seed in range(20))
    assert never(position, 0, Random(1)) == -1


def test_noise_sometimes_prefers_what_seems_nearly_as_good() -> None:
    settings = {"plans": 8, "turns": 3, "plan_turns": 3, "styles": 3}
    position = game_of("minefield").new(1)
    noisy = LevelBot(Level("It errs.", "halving", settings, simulations=32, noise=2.0))
    calm = LevelBot(Level("It does not.", "halving", settings, simulations=32))
    found = [{bot(position, 0, Random(seed)) for seed in range(12)} for bot in (noisy, calm)]
    assert len(found[0]) >= len(found[1])


def test_a_level_of_simulations_keeps_to_the_time_that_there_is() -> None:
    position, bot = game_of("minefield").new(1), LevelBot(Level("It thinks for hours.", "halving", simulations=10**7))
    with within(Limits(milliseconds=2.0)):
        assert bot(position, 0, Random(1)) in position.actions(0)


@compiled_only
def test_a_level_may_think_in_another_way_where_it_plays_alone() -> None:
    bot = LevelBot(Level("It guesses.", "guessing", alone=Level("It follows the policy.", "policy")))
    alone, together = (game_of("boneyard", players=players).new(1) for players in (1, 2))
    assert bot(alone, 0, Random(1)) in alone.actions(0)
    with pytest.raises(BadOption, match="There is no search called 'guessing'"):
        bot(together, 0, Random(1))


def ends(position: Position, player: int) -> dict[int, bool | None]:
    """For each action whether it ends the game at once, won or lost; None: it goes on."""
    found: dict[int, bool | None] = {}
    for action in position.actions(player):
        after = position.copy()
        after.play(player, action)
        found[action] = player in after.outcome.winners if after.outcome else None
    return found


def critical(name: str, kind: bool) -> Iterator[tuple[Position, int, dict[int, bool | None]]]:
    """Positions of random games in which one action wins (or loses) at once and another does not."""
    count = 0
    for seed in range(MOST_GAMES):
        position, dice = game_of(name).new(seed), Random(seed)
        while not position.over:
            player = position.waiting[0]
            known = ends(position, player)
            if kind in known.values() and any(end is not kind for end in known.values()):
                yield position.copy(), player, known
                count += 1
                if count == POSITIONS:
                    return
            position.play(player, dice.choice(list(known)))


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_a_win_in_one_action_is_taken(level: str) -> None:
    for position, player, known in critical("skirmish", True):
        assert known[bots.find(level, position.game.package)(position, player, Random(1))] is True


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_walks_into_certain_death(level: str) -> None:
    seen = 0
    for position, player, known in critical("minefield", False):
        assert known[bots.find(level, position.game.package)(position, player, Random(1))] is not False
        seen += 1
    assert seen == POSITIONS
