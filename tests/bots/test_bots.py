"""Bots: found by name, a game's own ones first, and always legal."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

import garrison
from garrison import bots
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.position import Position
from garrison.errors import BadOption
from playing import NAMES, game_of


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_of_a_game_is_found_by_name(name: str) -> None:
    assert bots.names(find(name))[-1] == "random"
    for bot in bots.names(find(name)):
        assert callable(bots.find(bot, find(name)))


@pytest.mark.parametrize("bot", ["genius", "", "random.choose", "__init__"])
def test_an_unknown_bot_is_refused_with_those_there_are(bot: str) -> None:
    with pytest.raises(
        BadOption,
        match=r"There is no bot called .* for skirmish; there are: easy, medium, hard, veteran, still, random",
    ):
        bots.find(bot, find("skirmish"))


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_plays_legal_actions_without_touching_the_position(name: str) -> None:
    # A search in plain Python takes minutes for what it does in a blink when it is compiled.
    too_slow = ("expert",) if COMPILED else ("medium", "hard", "veteran", "keeper", "expert")  # it searches like hard
    for bot in (bot for bot in bots.names(find(name)) if bot not in too_slow):
        choose, dice, position = bots.find(bot, find(name)), Random(1), game_of(name).new(1)
        for _ in range(40):
            if position.over:
                break
            before, player = position.to_bytes(), position.waiting[0]
            action = choose(position, player, dice)
            assert type(action) is int
            assert position.to_bytes() == before
            position.play(player, action)


@pytest.mark.parametrize("name", NAMES)
def test_the_random_bot_plays_everything_that_is_legal_and_the_same_from_the_same_dice(name: str) -> None:
    position = game_of(name).new(1)
    choose, player = bots.find("random", find(name)), position.waiting[0]
    legal = position.actions(player)
    count = 300 + 12 * len(legal)
    first, second = ([choose(position, player, dice) for _ in range(count)] for dice in (Random(5), Random(5)))
    assert first == second
    assert set(first) == set(legal)


def test_a_game_may_bring_its_own_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bots, "own_bots", lambda package: {"first": lambda position, player, dice: position.actions(player)[0]}
    )
    names = bots.names(find("skirmish"))
    assert names[:3] == ("easy", "medium", "hard")
    assert names[-2:] == ("first", "random")
    assert bots.find("first", find("skirmish"))(game_of("skirmish").new(1), 0, Random(1)) == 22


def test_a_bot_of_another_package_gets_a_copy_as_its_player_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    position, given = garrison.load("boneyard", players=2).new(1), []
    position.play(0, position.actions(0)[0])

    def stranger(seen: Position, player: int, dice: Random) -> int:
        given.append(seen)
        return seen.actions(player)[0]

    point = SimpleNamespace(name="stranger", load=lambda: stranger)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point])
    bots.installed.cache_clear()
    try:
        bots.find("stranger", position.game.package)(position, 1, Random(1))
    finally:
        bots.installed.cache_clear()
    (seen,) = given
    assert seen.waiting == (0, 1)
    assert seen.state["choices"][0, 0] == -1
    assert seen.state["rng"] != position.state["rng"]
