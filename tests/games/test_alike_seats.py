"""Where all seats are alike, it makes no difference who sits where: not in the rules, and not to what bots choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import garrison
from garrison import bots
from garrison.bots.limits import Limits, within
from garrison.core.discovery import find
from garrison.core.game import Game
from garrison.core.position import Position
from playing import NAMES

ALIKE = [name for name in NAMES if find(name).facts.simultaneous and find(name).facts.players[1] > 2]
PLAYERS, TRIES = 3, 120  # and choices from each position
SHARES = {"easy": 1.0, "medium": 0.2, "hard": 0.004, "keeper": 1.0}  # of a level's budget


def rotated(position: Position, steps: int) -> Position:
    """The same position, with everybody that many seats further."""
    seats, players = position.game.facts.players[1], position.game.players
    other = position.copy()
    state = other.state
    for name in state.dtype.names or ():
        part = state[name][0]
        if np.shape(part)[:1] == (seats,) and name != "events":
            part[:players] = np.roll(part[:players], steps, axis=0)
    for name in ("waiting", "winners"):
        bits = [int(position.state[name][0]) >> (who - steps) % players & 1 for who in range(players)]
        state[name] = sum(bit << who for who, bit in enumerate(bits))
    return position.game.from_bytes(other.to_bytes())


def rotated_action(game: Game, action: int, steps: int) -> int:
    """What an action is called there: a button that names a seat is that of the seat where its player sits then."""
    facts, players = game.facts, game.players
    if action < facts.fields:
        return action
    label, labels = facts.buttons[action - facts.fields].label, [button.label for button in facts.buttons]
    for seat in range(players):
        if label.endswith(f" {facts.seats[seat]}"):
            other = label.removesuffix(facts.seats[seat]) + facts.seats[(seat + steps) % players]
            return facts.fields + labels.index(other)
    return action


def crossroads(game: Game) -> Iterator[tuple[Position, int]]:
    """Positions in which a player is to name another one, early in a game and later."""
    for seed in range(6):
        position, dice, count = game.new(seed), Random(seed), 0
        while not position.over and count < 2:
            who = position.waiting[0]
            if any(rotated_action(game, action, 1) != action for action in position.actions(who)):
                yield position.known_to(who, seed), who
                count += 1
            position.play(who, dice.choice(position.actions(who)))


def choices(bot: str, position: Position, who: int) -> Counter[int]:
    """How often a bot chooses what, from other dice each time."""
    choose = bots.find(bot, position.game.package)
    with within(Limits(share=SHARES[bot])):
        return Counter(choose(position, who, Random(number)) for number in range(TRIES))


def test_a_game_has_seats_that_are_alike() -> None:
    assert "boneyard" in ALIKE


@pytest.mark.parametrize("name", ALIKE)
def test_the_rules_go_on_alike(name: str) -> None:
    """With chance set aside, which is dealt in the order of the seats."""
    game: Any = garrison.load(name, players=PLAYERS)
    for position, who in crossroads(game):
        other = rotated(position, 1)
        legal = [rotated_action(game, action, 1) for action in position.actions(who)]
        assert sorted(legal) == other.actions((who + 1) % PLAYERS)
        assert other.scores == tuple(np.roll(position.scores, 1))


@pytest.mark.parametrize("bot", SHARES)
@pytest.mark.parametrize("name", ALIKE)
def test_what_a_bot_chooses_turns_with_the_seats(name: str, bot: str) -> None:
    """In distribution: each choice is as frequent as it is from the other seat, but for chance."""
    game: Any = garrison.load(name, players=PLAYERS)
    for position, who in list(crossroads(game))[:: 1 if bot in ("easy", "keeper") else 4]:
        here = choices(bot, position, who)
        for steps in range(1, PLAYERS):
            there = choices(bot, rotated(position, steps), (who + steps) % PLAYERS)
            for action, count in here.items():
                other = there[rotated_action(game, action, steps)]
                assert abs(count - other) <= 4.5 * (count + other) ** 0.5, (position.steps, action, count, other)
