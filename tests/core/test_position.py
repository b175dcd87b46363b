"""Positions: what may be done, what was done, and the sentence for what may not be done."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np
import pytest

import garrison
from garrison.core.engine.lane import LANE
from garrison.core.position import Position, players_in
from garrison.errors import IllegalAction
from playing import NAMES, game_of, limited, numbers_of, play_on, played

pytestmark = pytest.mark.lane


def refusal(position: Position, player: int, action: int | str) -> str:
    """The sentence that refuses an action, which must not change anything."""
    before = position.to_bytes()
    with pytest.raises(IllegalAction) as caught:
        position.play(player, action)
    assert position.to_bytes() == before
    return str(caught.value)


def play_last_action(position: Position) -> Position:
    """In another process: play the last of the legal actions."""
    player = position.waiting[0]
    position.play(player, position.actions(player)[-1])
    return position


@pytest.mark.parametrize("name", NAMES)
def test_a_new_game_waits_for_somebody_and_has_no_outcome(name: str) -> None:
    position = game_of(name).new(1)
    assert position.waiting
    assert not position.over
    assert position.outcome is None
    assert position.steps == 0
    assert position.events == ()
    assert len(position.scores) == position.game.players


@pytest.mark.parametrize("name", NAMES)
def test_legal_actions_are_those_of_the_mask_and_only_for_those_who_may_act(name: str) -> None:
    position = played(name)
    for player in range(position.game.players):
        actions = position.actions(player)
        assert bool(actions) == (player in position.waiting)
        assert np.flatnonzero(position.mask(player)).tolist() == actions
        assert set(position.mask(player).tolist()) <= {0, 1}


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_can_be_played_and_no_other(name: str) -> None:
    position = played(name)
    player = position.waiting[0]
    legal, illegal = position.actions(player), []
    for action in range(position.game.facts.actions):
        if action in legal:
            trial = position.copy()
            trial.play(player, action)
            assert trial.steps == position.steps + 1
        else:
            illegal.append(action)
    for action in illegal[:: max(len(illegal) // 20, 1)]:
        assert " now: " in refusal(position, player, action)


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_played_by_number_or_name(name: str) -> None:
    first, second, third = (game_of(name).new(1) for _ in range(3))
    player, action = first.waiting[0], first.actions(first.waiting[0])[-1]
    first.play(player, action)
    second.play(player=player, action=first.game.action_name(action))
    third.play(np.int64(player), np.int64(action))
    assert first == second == third


def test_refusals_are_sentences() -> None:
    position = game_of("skirmish").new(1)
    assert refusal(position, 2, 0) == "There is no player 2: the players are 0 to 1."
    assert refusal(position, -1, 0) == "There is no player -1: the players are 0 to 1."
    assert refusal(position, 1, 2) == "Player 1 (Zorde) may not act now: player 0 (Calliance) is to act."
    asked = "meadow. Calliance to move (move 1 of 200): choose a character."
    assert refusal(position, 0, 0).startswith(f"0,0 can't be chosen now: {asked}")
    other = next(piece for piece in position.scene(0).boards[0].pieces if piece.owner == 1)
    field = position.scene(0).boards[0].field(other.row, other.column)
    place = f"{other.row},{other.column}"
    assert refusal(position, 0, field) == f"{place} can't be chosen now: {other.name} belongs to Zorde."
    assert refusal(position, 0, 9999) == "Action 9999 does not exist: Skirmish has actions 0 to 1023."
    assert refusal(position, 0, -1) == "Action -1 does not exist: Skirmish has actions 0 to 1023."
    assert refusal(position, 0, 10**5000).startswith("Action what is given here does not exist")
    assert refusal(position, 0, "dance") == "Skirmish has no action called 'dance'."


def test_a_refusal_says_what_is_in_the_way() -> None:
    position = game_of("skirmish").new(1)
    position.play(0, position.actions(0)[0])
    assert refusal(position, 0, 0) == "0,0 can't be chosen now: it is out of reach."
    bones = game_of("boneyard", players=2, traps="basic").new(1)
    for player in bones.waiting:
        bones.play(player, bones.actions(player)[0])
    bones.play(0, "catapult")
    board = bones.scene(0).boards[0]
    stands = next(piece for piece in board.pieces if piece.name == "the hero")
    action = board.action(board.field(stands.row, stands.column))
    if action not in bones.actions(0):
        assert refusal(bones, 0, action).endswith("can't be chosen now: the hero is there.")
    assert refusal(bones, 0, "up").startswith("Up is not possible now: Round 1: Catapult: choose its field.")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_can_be_played_when_the_game_is_over(name: str) -> None:
    position = limited(name, 3)
    assert position.over
    assert position.waiting == ()
    assert all(position.actions(player) == [] for player in range(position.game.players))
    assert refusal(position, 0, 0) == "The game is over: nothing can be played any more."


@pytest.mark.parametrize("name", NAMES)
def test_unknown_players_are_refused_everywhere(name: str) -> None:
    position = game_of(name).new(1)
    for ask in (position.actions, position.mask, position.observe, position.scene):
        with pytest.raises(IllegalAction, match="There is no player 9: the players are 0 to"):
            ask(9)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_has_an_outcome(name: str) -> None:
    most = 400 if LANE == "interpreted" else 4000
    position = game_of(name, rules={"max_steps": most}).new(5)
    play_on(position, numbers_of(5, most + 1000))
    assert position.over
    assert position.outcome is not None
    assert position.outcome.reason in position.game.facts.reasons[1:]
    assert set(position.outcome.winners) <= set(range(position.game.players))
    assert "over (" in repr(position)
    assert str(position)


@pytest.mark.parametrize("name", NAMES)
def test_events_are_those_of_the_last_step_only(name: str) -> None:
    position = played(name, count=5)
    seen = position.events
    assert position.events == seen
    play_on(position, [0])
    assert position.steps == 6
    assert all(event.kind > 0 for event in position.events)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    position = played(name, count=5)
    before = position.to_bytes()
    other = position.copy()
    play_on(other, [1])
    assert position.to_bytes() == before
    assert other != position
    assert position != before


@pytest.mark.parametrize("name", NAMES)
def test_positions_can_be_keys(name: str) -> None:
    position = played(name)
    assert {position: "here"}[position.copy()] == "here"
    assert position not in {game_of(name, rules={"max_steps": 9}).new(1)}


@pytest.mark.parametrize("name", NAMES)
def test_a_mask_and_an_observation_belong_to_the_caller(name: str) -> None:
    position = played(name)
    player = position.waiting[0]
    mask, planes = position.mask(player), position.observe(player)
    expected = mask.copy(), planes.copy()
    play_on(position, [1, 2])
    position.mask(player)
    position.observe(player)
    assert (mask == expected[0]).all()
    assert (planes == expected[1]).all()
    assert planes.shape == position.game.planes_shape


@pytest.mark.parametrize("name", NAMES)
def test_looking_changes_nothing(name: str) -> None:
    position = played(name)
    before = position.to_bytes()
    for player in range(position.game.players):
        position.actions(player), position.observe(player), position.scene(player)
    str(position), repr(position), position.scores, position.scene(), pickle.dumps(position)
    assert position.to_bytes() == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [0, 5, 20])
def test_a_scene_offers_what_is_legal_and_says_whose_turn_it_is(name: str, count: int) -> None:
    position = game_of(name).new(2)
    play_on(position, numbers_of(2, count))
    fields = position.game.facts.fields
    for viewer in (-1, *range(position.game.players)):
        legal = position.actions(viewer) if viewer in position.waiting else []
        scene = position.scene(viewer)
        board, pressed = scene.boards[0], [button.action for button in scene.buttons if button.legal]
        clicks = [board.action(field) for field in board.legal_fields]
        instead = [action for action in pressed if action < fields]  # buttons that stand for a click
        assert sorted(clicks + instead) == [action for action in legal if action < fields]
        assert [action for action in pressed if action >= fields] == [a for a in legal if a >= fields]
        assert len(scene.buttons) == len(position.game.facts.buttons) + len(instead)
        assert (scene.waiting, scene.scores, scene.over) == (position.waiting, position.scores, position.over)
        assert viewer in position.waiting or not any(button.waits for button in scene.buttons)


def test_a_position_says_what_it_is() -> None:
    position = game_of("minefield").new(7)
    position.play(0, "up")
    assert repr(position) == "<Position of minefield, step 1, waiting for (0,)>"
    assert str(position).startswith("Minefield, step 1\n             1111111111")


def test_players_are_read_from_bits() -> None:
    assert [players_in(bits) for bits in (0, 1, 2, 0b101001)] == [(), (0,), (1,), (0, 3, 5)]


def test_positions_travel_to_other_processes() -> None:
    positions = [played(name) for name in NAMES]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        answers = list(pool.map(play_last_action, positions))
    for position, answer in zip(positions, answers, strict=True):
        assert play_last_action(position).to_bytes() == answer.to_bytes()


# --- What a player knows


@pytest.mark.once  # scenes of Siege in plain Python took more than half a minute
@pytest.mark.parametrize("name", ["minefield", "skirmish", "loop", "boneyard", "siege"])
def test_what_is_known_to_a_player_looks_as_the_game_does(name: str) -> None:
    position, dice = garrison.load(name).new(seed=3), Random(3)
    for _ in range(60):
        player = position.waiting[0]
        if player > 0 and position.game.facts.simultaneous:  # somebody else has chosen before
            position.play(player, dice.choice(position.actions(player)))
            continue
        known = position.known_to(player, dice.getrandbits(64))
        assert known.scene(player) == position.scene(player)
        assert known.actions(player) == position.actions(player)
        assert (known.observe(player) == position.observe(player)).all()
        assert (known.measure(player) == position.measure(player)).all()
        assert (known.entities(player) == position.entities(player)).all()
        position.play(player, dice.choice(position.actions(player)))
        if position.over:
            break


def test_what_others_chose_in_secret_is_not_known_nor_with_how_many_clicks() -> None:
    game = garrison.load("boneyard", players=3, traps="all")
    dice, kinds = Random(5), set()
    for seed in range(12):
        position = game.new(seed)
        while not position.over and position.state["turn"][0] < 6:
            phase, others = position.copy(), set(position.waiting) - {0}
            for who in others:
                while who in position.waiting and len(position.waiting) > 1:
                    position.play(who, dice.choice(position.actions(who)))
                    kinds.add(position.steps - phase.steps)
                    assert _without_events(position.known_to(0, 9)) == _without_events(phase.known_to(0, 9))
            for who in position.waiting:
                position.play(who, dice.choice(position.actions(who)))
    assert max(kinds) > 3


def _without_events(position: Position) -> Position:
    """Those of the last step, which everybody was told of, are gone as soon as somebody chooses."""
    for name in ("event_count", "event_overflow", "events"):
        position.state[name] = 0
    return position


def test_nothing_leads_back_to_the_dice() -> None:
    one, two = garrison.load("minefield").new(1), garrison.load("minefield").new(1)
    two.stir(5)
    assert one != two
    assert one.known_to(0, 7) == two.known_to(0, 7)
    assert one.known_to(0, 7) != one.known_to(0, 8)


def test_a_game_that_is_over_is_known_as_it_is() -> None:
    position = garrison.load("boneyard", players=2, rules={"max_steps": 1}).new(1)
    position.play(0, position.actions(0)[0])
    known = position.known_to(1, 3)
    assert known.over
    assert known.waiting == position.waiting
