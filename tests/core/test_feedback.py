"""What events look and sound like: each game's table, and where on the boards it happens."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from garrison.core.feedback import GameFeedback, feedback_flaws
from garrison.core.game import load
from garrison.core.position import Position
from garrison.lab.check import package
from garrison.look.feedback import SOUNDS, Feedback
from garrison.look.scene import Scene
from playing import NAMES, game_of, numbers_of, play_on

# Kinds of events that people are told about in words alone: what they are about is seen or heard anyway.
QUIET = {
    "skirmish": {"STOPPED", "WON"},
    "siege": {"TIRED", "SET_UP", "UNITS_ENDED", "WON"},
    "loop": {"LEFT", "WON", "LOST"},
    "boneyard": {"PUT_BACK", "HEARSE_CAME", "HERO_MOVED", "WON"},
    "minefield": set(),
}


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_event_that_is_told_is_seen_or_heard(name: str) -> None:
    game = load(name)
    silent = {kind.name for kind in game.event_kinds if kind.told and kind not in game.feedback.by_kind}
    assert silent == QUIET[name]
    assert list(feedback_flaws(game.feedback.by_kind)) == []


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_seen_is_on_its_board_at_every_moment_of_a_game(name: str) -> None:
    position, seen = game_of(name, rules={"max_steps": 600}).new(5), set()
    for number in numbers_of(5, 600):
        play_on(position, [number])
        scene = position.scene()
        for one in scene.feedback:
            board = next((board for board in scene.boards if board.owner == one.owner), scene.boards[0])
            fields = board.rows * board.columns
            assert one.sight or one.sound
            assert one.field is None or 0 <= one.field < fields
            assert one.origin is None or 0 <= one.origin < fields
            seen.add(one.sight)
    assert position.over
    assert seen - {None}, "nothing was seen in this game"


def struck(position: Position) -> tuple[Scene, Position]:
    """A duel of Skirmish up to the first blow."""
    while not any(event.kind.name == "HIT" for event in position.events):
        player = position.waiting[0]
        position.play(player, position.actions(player)[-1])
    return position.scene(), position


def test_a_blow_is_seen_where_the_struck_one_stands_and_comes_from_the_attacker() -> None:
    scene, position = struck(load("skirmish").new(7))
    hit = next(event for event in position.events if event.kind.name == "HIT")
    blow = next(one for one in scene.feedback if one.sight == "blow")
    ids = [int(number) for number in position.state[0].ids]
    fields = [int(field) for field in position.state[0].fields]
    assert blow.text == f"-{hit.damage}"
    assert (blow.field, blow.origin) == (fields[ids.index(hit.who)], fields[ids.index(hit.attacker)])


def test_what_happens_on_a_board_with_a_margin_is_numbered_with_it() -> None:
    position = load("boneyard", players=2).new(3)
    while not any(event.kind.name == "PLACED" for event in position.events):
        player = position.waiting[0]
        position.play(player, position.actions(player)[1])
    placed = next(event for event in position.events if event.kind.name == "PLACED")
    scene = position.scene(placed.who)
    board = next(board for board in scene.boards if board.owner == placed.who)
    shown = next(one for one in scene.feedback if one.sight == "rise" and one.owner == placed.who)
    assert board.margin
    assert board.action(shown.field or 0) == placed.field


def test_a_game_without_a_table_is_silent() -> None:
    package = SimpleNamespace(has=lambda part: False)
    table = GameFeedback(SimpleNamespace(package=package, record=[None]))  # type: ignore[arg-type]
    scene, position = struck(load("skirmish").new(7))
    assert dict(table.by_kind) == {}
    assert list(table.of(position.state[0], position.events, scene)) == []


def test_a_table_with_a_name_that_does_not_exist_is_one_sentence() -> None:
    kinds = load("minefield").event_kinds
    assert list(feedback_flaws({kinds["TOOK"]: Feedback("blow", "blow", number="points")})) == []
    table = {kinds["TOOK"]: Feedback("bang", "blow", "mauve", "damage")}  # type: ignore[arg-type]
    flaws = list(feedback_flaws(table))
    assert len(flaws) == 3
    assert flaws[0].startswith("FEEDBACK of TOOK: there is no sight 'bang'; there are blow, shot, ")
    assert flaws[2].endswith("there is no number 'damage'; there are square, number, points")
    assert "wrong" not in " ".join(package.missing(load("minefield")))


def test_people_hear_at_least_25_different_things() -> None:
    heard = {one.sound for name in NAMES for one in load(name).feedback.by_kind.values()}
    assert len(heard - {None}) >= 25
    assert heard <= {None, *SOUNDS}


def test_a_secret_choice_is_neither_seen_nor_heard() -> None:
    """Of what is neither told nor marked, nobody knows whether it is secret. In Boneyard, that is what lures do."""
    game = load("boneyard", variant="seed", players=2)
    hidden = [kind for kind in game.event_kinds if not (kind.told or kind.marked)]
    assert hidden
    assert next(iter(feedback_flaws({hidden[0]: Feedback(sound="step")}))).endswith("nobody may see or hear it")
    table = GameFeedback(game)
    table.by_kind = {kind: Feedback(sound="step") for kind in game.event_kinds}
    position, dice = game.new(3), Random(3)
    while not any(event.kind in hidden for event in position.events):
        position = game.new(dice.randrange(1000)) if position.over else position
        player = position.waiting[0]
        position.play(player, dice.choice(position.actions(player)))
    events = [event for event in position.events if event.kind in hidden]
    assert list(table.of(position.state[0], events, position.scene())) == []
