"""Simultaneous phases: nobody knows another's choice before all are in, and their order does not matter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import numpy as np

from garrison.core.position import Position
from garrison.core.soundness import why_unsound
from garrison.lab.check.properties.records import differing_field
from garrison.lab.check.property import Flaw, Flaws, Moment, has_others, holds
from garrison.look.scene import Scene

MOST_CHOICES = 3  # how many actions of one player are compared with as many others


@holds("No scene or observation betrays another player's hidden choice.", has_others)
def secrets(moment: Moment) -> Flaws:
    """Two positions that differ only in what one player chose in this phase look alike to everybody else."""
    choices = alternatives(moment)
    if choices is None:
        return
    chooser, one, other = choices
    for viewer in (-1, *range(moment.game.players)):
        if viewer != chooser:
            place = _difference(one, other, viewer)
            if place:
                who = "a spectator" if viewer < 0 else f"player {viewer}"
                yield Flaw(f"{who} sees in {place} what player {chooser} chose before the phase resolves", viewer)


def alternatives(moment: Moment) -> tuple[int, Position, Position] | None:
    """One who chooses at the same time as others, and the position after some choices and after as many others."""
    chooser = moment.dice.choice(moment.position.waiting)
    count = moment.dice.randint(1, MOST_CHOICES)
    one, other = (_after_choices(moment, chooser, count) for _ in range(2))
    return None if one is None or other is None or one.waiting != other.waiting else (chooser, one, other)


@holds("Simultaneous choices are declared, and bots do not know what others chose.", has_others)
def hiding(moment: Moment) -> Flaws:
    """SIMULTANEOUS says that there are such choices; `hide` leads from positions that differ in one to the same."""
    choices = alternatives(moment)
    if choices is None:
        return
    chooser, one, other = choices
    if not moment.game.facts.simultaneous:
        yield Flaw("players choose at the same time, but the facts do not state SIMULTANEOUS = True")
    for viewer in set(range(moment.game.players)) - {chooser}:
        view, instead = (position.known_to(viewer, seed=0) for position in (one, other))
        if view != instead:
            yield Flaw(f"{_lack(view)} what player {chooser} chose: {differing_field(view, instead)}", viewer)
        wrong = why_unsound(moment.game, view.state)
        if wrong:
            yield Flaw(f"hide makes a position that can't be played: {wrong}", viewer)


def _has_hide(position: Position) -> bool:
    package = position.game.package
    return package.has("skill") and hasattr(package.module("skill"), "hide")


def _lack(position: Position) -> str:
    """What is missing or wrong where a bot knows too much."""
    return "hide leaves" if _has_hide(position) else "skill.py has no rule hide, and bots know"


@holds("The order of simultaneous choices does not matter.", has_others)
def order(moment: Moment) -> Flaws:
    """Two players' choices lead to the same bytes, whoever is first."""
    first, second = moment.dice.sample(moment.position.waiting, 2)
    choices = [(player, moment.dice.choice(moment.position.actions(player))) for player in (first, second)]
    ends = []
    for (player, action), (next_player, next_action) in (choices, choices[::-1]):
        position = moment.position.copy()
        position.play(player, action)
        if is_resolved(moment.position, position, player):
            return
        if not position.mask(next_player)[next_action]:
            name = position.action_words(next_action)
            yield Flaw(f"{name} is no longer legal after player {player}'s choice", next_player)
            return
        position.play(next_player, next_action)
        ends.append(position)
    if ends[0] != ends[1]:
        yield Flaw(f"players {first} and {second} in the other order: {differing_field(*ends)}", first)


def is_resolved(before: Position, after: Position, player: int) -> bool:
    """Whether a player's action ended the phase: it changed the turn, or who else may act."""
    is_next_turn = before.state["turn"][0] != after.state["turn"][0]
    return bool(is_next_turn) or after.over or {*before.waiting} - {player} != {*after.waiting} - {player}


def _after_choices(moment: Moment, player: int, count: int) -> Position | None:
    """A copy in which a player has made this many random choices of this phase; None if they can't all be made."""
    position = moment.position.copy()
    for _ in range(count):
        legal = position.actions(player)
        if not legal:
            return None
        before = position.copy()
        position.play(player, moment.dice.choice(legal))
        if is_resolved(before, position, player):
            return None
    return position


def _difference(one: Position, other: Position, viewer: int) -> str:
    """Where a viewer can tell two positions apart; "" if they look alike."""
    scene, instead = one.scene(viewer), other.scene(viewer)
    if scene != instead:
        return f"the scene's {_differing_part(scene, instead)}"
    return next(_differences(one, other, viewer), "") if viewer >= 0 else ""


def _differences(one: Position, other: Position, player: int) -> Iterator[str]:
    """Where a player's program can tell two positions apart: in observations, entities, or what is in reach."""
    game = one.game
    planes = (one.observe(player) != other.observe(player)).any(axis=(1, 2))
    if planes.any():
        yield f"the observation's plane {game.planes[int(planes.argmax())]!r}"
    numbers = one.measure(player) != other.measure(player)
    if numbers.any():
        yield f"the observation's number {game.numbers[int(numbers.argmax())]!r}"
    if not np.array_equal(one.entities(player), other.entities(player)):
        yield "the list of entities"
    for field in range(game.facts.fields if game.facts.reach else 0):
        if (one.reach(player, field) != other.reach(player, field)).any():
            yield f"what is in reach of {one.action_words(field)}"


def _differing_part(scene: Scene, instead: Scene) -> str:
    return next(part.name for part in fields(scene) if getattr(scene, part.name) != getattr(instead, part.name))
