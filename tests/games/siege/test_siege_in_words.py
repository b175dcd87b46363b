"""Siege in words: where moves say that something happens, and how long the text gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import garrison
from garrison.core.position import Position

PLACE = re.compile(r"\b(\d+),(\d+)")
MOST_LETTERS = 10_000  # 2,500 tokens of four letters
IDLE = {"done", "end_units", "end_turn", "coins"}


def busy_play(seed: int, steps: int) -> Iterator[tuple[Position, int]]:
    """Positions of a game in which both build, raise and march as much as they can, at random."""
    position, dice = garrison.load("siege").new(seed), Random(seed)
    idle = {position.game.action(name) for name in IDLE}
    for _ in range(steps):
        if position.over:
            return
        player = position.waiting[0]
        yield position, player
        legal = position.actions(player)
        position.play(player, dice.choice([action for action in legal if action not in idle] or legal))


def test_what_moves_do_is_said_with_places_on_the_board() -> None:
    places = set[tuple[int, int]]()
    for position, player in busy_play(2, 40):
        for move in position.moves(player):
            if move.is_eventful:
                places |= {(int(row), int(column)) for row, column in PLACE.findall(move.words)}
    assert len({column for _, column in places}) > 1
    assert max(row for row, _ in places) < 32
    assert max(column for _, column in places) < 32


def test_a_text_is_short_enough_and_its_examples_are_moves() -> None:
    groups = 0
    for step, (position, player) in enumerate(busy_play(5, 200)):
        if step % 5:
            continue
        text = position.text(player)
        assert len(text) <= MOST_LETTERS
        for line in text.splitlines():
            match = re.fullmatch(r"- (\S+) and then ([^:]+): (\d+) moves, such as (.+)", line)
            if match:
                groups += 1
                assert position.parse(match[4], player).notation == match[4]
                for second in match[2].split(", "):
                    assert position.parse(f"{match[1]} {second}", player).actions
    assert groups > 0
